// Every player's income and spending, from the log.
import type { Event } from "../../lib/messages";
import { KINDS, type Kind } from "./goods";

const START = 5;

export interface Book {
  start: number;
  sales: Record<Kind, number>;
  bets: number;
  fines: number;
  auctions: number;
  fallen: number;
}

export function books(log: Event[], players: number): Book[] {
  const found = Array.from({ length: players }, (): Book => (
    { start: START, sales: { date: 0, carpet: 0, fruit: 0, pottery: 0 }, bets: 0, fines: 0, auctions: 0, fallen: 0 }
  ));
  for (const { name, values } of log) {
    const book = found[values.seat ?? -1];
    if (!book) continue;
    if (name === "sold") book.sales[KINDS[Math.min(values.sale!, 3)]!] += values.pounds!;
    if (name === "won") [book.bets, book.auctions] = [book.bets + values.pounds!, book.auctions + 1];
    if (name === "fined") book.fines += values.pounds!;
    if (name === "overloaded") book.fallen += values.cards!;
  }
  return found;
}

/** The total income. */
export const earned = (book: Book): number => KINDS.reduce((sum, kind) => sum + book.sales[kind], book.start);

/** The best sale, the most expensive bet and the largest load lost, each with its round. */
export function remembered(log: Event[]): [label: string, text: string][] {
  let when = "";
  const deals: Record<string, { size: number; text: string }> = {};
  const sizes: Record<string, string> = { sold: "pounds", won: "pounds", overloaded: "cards" };
  for (const event of log) {
    if (event.name === "round") when = `round ${event.values.number}`;
    if (event.name === "final sale") when = "final sale";
    const size = event.values[sizes[event.name] ?? ""] ?? 0;
    if (size > (deals[event.name]?.size ?? 0)) deals[event.name] = { size, text: `${event.text} (${when})` };
  }
  const labels: [string, string][] = [["sold", "Best sale"], ["won", "Dearest bet"], ["overloaded", "Worst fall"]];
  return labels.flatMap(([name, label]) => (deals[name] ? [[label, deals[name].text] as [string, string]] : []));
}

/** CAM-16: why the winner won. */
export function why(names: string[], scores: number[], places: number[], left: number[]): string {
  const first = places.indexOf(1);
  const most = scores[first]!;
  const tied = names.filter((_, seat) => scores[seat] === most);
  if (tied.length === 1) {
    const next = Math.max(...scores.filter((_, seat) => seat !== first));
    return `${names[first]} has the fullest purse: ${most} pounds, ${most - next} more than the next.`;
  }
  const shared = places.filter((place) => place === 1).length > 1;
  if (shared) return `${tied.join(" and ")} share it: ${most} pounds each, and as many goods left.`;
  return `${tied.join(" and ")} have ${most} pounds each; ${names[first]} has fewer goods left (${left[first]}).`;
}

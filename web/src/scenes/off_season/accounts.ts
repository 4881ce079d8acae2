// Every player's income and spending, from the log.
import type { Event } from "../../lib/messages";
import { POUNDS_EACH, SALE_TYPES } from "../../generated/off_season";
import { KINDS, pounds, type Kind } from "./goods";

export interface Account {
  start: number;
  sales: Record<Kind, number>;
  bets: number;
  fines: number;
  auctions: number;
  fallen: number;
}

export function accounts(log: Event[], players: number): Account[] {
  const found = Array.from({ length: players }, (): Account => ({
    start: POUNDS_EACH,
    sales: { date: 0, carpet: 0, fruit: 0, pottery: 0 },
    bets: 0,
    fines: 0,
    auctions: 0,
    fallen: 0,
  }));
  for (const { name, values } of log) {
    const account = found[values.seat ?? -1];
    if (!account) continue;
    if (name === "sold") account.sales[KINDS[SALE_TYPES[values.sale!]!]] += values.pounds!;
    if (name === "won") [account.bets, account.auctions] = [account.bets + values.pounds!, account.auctions + 1];
    if (name === "fined") account.fines += values.pounds!;
    if (name === "overloaded") account.fallen += values.cards!;
  }
  return found;
}

/** The total income. */
export const earned = (account: Account): number =>
  KINDS.reduce((sum, kind) => sum + account.sales[kind], account.start);

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
  const labels: [string, string][] = [
    ["sold", "Best sale"],
    ["won", "Highest bet"],
    ["overloaded", "Worst fall"],
  ];
  return labels.flatMap(([name, label]) => (deals[name] ? [[label, deals[name].text] as [string, string]] : []));
}

/** Why the winner won, if nobody else has as many pounds. */
export function why(names: string[], scores: number[], me: number | null = null): string {
  const [most, next] = [...scores].sort((one, other) => other - one) as [number, number];
  const first = scores.indexOf(most);
  const has = first === me ? "You have" : `${names[first]} has`;
  return `${has} the fullest purse: ${pounds(most)}, ${most - next} more than the next.`;
}

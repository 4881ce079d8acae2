// What was sold, from what the table told.
import type { Event, View } from "../../lib/messages";
import type { Payment } from "../../lib/scene";
import { NOTES, itemOf, type Item } from "./house";

export interface Opened {
  seat: number;
  notes: number[];
  sum: number;
  passed: boolean;
  /** Took the pile back for a chip before. */
  recovered: boolean;
  /** Tied with another, at the top or for next. */
  tied: boolean;
}

export interface Sale {
  item: Item;
  bids: Opened[];
  outcome: "won" | "won as next" | "tied" | "all passed";
  winner: number | null;
  sum: number;
}

const OUTCOMES = ["won", "won as next", "tied", "all passed"];

export function notesIn(mask: number): number[] {
  return NOTES.filter((note) => (mask >> (note - 1)) & 1);
}

/** All sales told, in their order. */
export function salesIn(news: Event[]): Sale[] {
  const found: Sale[] = [];
  let bids: Opened[] = [];
  let recovered = new Set<number>();
  for (const { name, values } of news) {
    const seat = values.seat ?? -1;
    if (name === "recovered") recovered.add(seat);
    if (name === "passed") bids.push({ seat, notes: [], sum: 0, passed: true, recovered: recovered.has(seat), tied: false });
    if (name === "bid") bids.push({ seat, notes: notesIn(values.money ?? 0), sum: values.sum ?? 0, passed: false, recovered: recovered.has(seat), tied: false });
    if (!OUTCOMES.includes(name)) continue;
    const winner = name.startsWith("won") ? seat : null;
    const over = values.sum ?? 0;
    for (const bid of bids) {
      bid.tied = !bid.passed && bid.sum > over && bids.some((other) => other !== bid && other.sum === bid.sum);
    }
    found.push({ item: itemOf(values.item ?? 0), bids, outcome: name as Sale["outcome"], winner, sum: over });
    bids = [];
    recovered = new Set();
  }
  return found;
}

/** Is it the one just before the item in sight? */
export function isLast(sale: Sale, view: View): boolean {
  const at = (view.items as (string | null)[]).indexOf(sale.item.name);
  return at >= 0 && at >= (view.turned as number) - 2;
}

export function saleText(sale: Sale, names: string[], me: number | null = null): string {
  if (sale.outcome === "tied") return "Tied, and no next bid alone: discarded";
  if (sale.outcome === "all passed") return "All passed: discarded";
  const mine = sale.winner === me;
  const who = mine ? "you win" : `${names[sale.winner ?? 0]} wins`;
  return sale.outcome === "won" ? `${mine ? "You win" : who} with ${sale.sum}` : `Tie at the top: ${who} as next, with ${sale.sum}`;
}

export function payments(news: Event[], view: View): Payment[] {
  const purse = (seat: number | undefined) => `purse:${view.names[seat ?? 0]}`;
  const paid: Payment[] = [];
  for (const { name, values } of news) {
    if (name === "passed" || name === "recovered") paid.push({ from: purse(values.seat), to: "bank", amount: 1 });
  }
  for (const sale of salesIn(news)) {
    const won = sale.bids.find((bid) => bid.seat === sale.winner);
    if (won) paid.push({ from: purse(won.seat), to: "bank", amount: won.notes.length });
  }
  return paid;
}

export function opens(news: Event[]): boolean {
  return news.some(({ name }) => OUTCOMES.includes(name));
}

export interface Memory {
  label: string;
  sale: Sale;
}

/** The sales to remember: the best bargain, the dearest, and what was lost to ties. */
export function remembered(sales: Sale[]): Memory[] {
  const sold = sales.filter((sale) => sale.winner !== null);
  const price = (sale: Sale) => sale.sum / sale.item.stars;
  const found: Memory[] = [];
  if (sold.length > 1) {
    found.push({ label: "Best bargain", sale: sold.reduce((best, sale) => (price(sale) < price(best) ? sale : best)) });
    found.push({ label: "Dearest", sale: sold.reduce((best, sale) => (price(sale) > price(best) ? sale : best)) });
  }
  for (const sale of sales) if (sale.outcome === "tied") found.push({ label: "Lost to a tie", sale });
  return found;
}

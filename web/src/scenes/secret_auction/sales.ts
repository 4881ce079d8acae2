// The sales, from the log.
import type { Event, View } from "../../lib/messages";
import type { Payment } from "../../lib/scene";
import { ALL_ITEMS, NOTES, type Item } from "./components";

export interface Opened {
  seat: number;
  notes: number[];
  sum: number;
  passed: boolean;
  /** Whether the player recovered the pile for a chip before. */
  recovered: boolean;
  /** Whether a tie with another kept the bid from winning. */
  tied: boolean;
}

export interface Sale {
  item: Item;
  bids: Opened[];
  outcome: "won" | "won as next" | "tied" | "all passed";
  winner: number | null;
  sum: number;
}

const WON = ["won", "won as next"];
const OUTCOMES = [...WON, "tied", "all passed"];

export function notesIn(mask: number): number[] {
  return NOTES.filter((note) => (mask >> (note - 1)) & 1);
}

/** All sales in the log, in their order. */
export function salesIn(log: Event[]): Sale[] {
  const found: Sale[] = [];
  let bids: Opened[] = [];
  let recovered = new Set<number>();
  for (const { name, values } of log) {
    const seat = values.seat ?? -1;
    if (name === "recovered") recovered.add(seat);
    if (name === "passed" || name === "bid") {
      bids.push({
        seat,
        notes: notesIn(values.money ?? 0),
        sum: values.sum ?? 0,
        passed: name === "passed",
        recovered: recovered.has(seat),
        tied: false,
      });
    }
    if (!OUTCOMES.includes(name)) continue;
    const { item = 0, sum = 0, tied = 0 } = values;
    for (const bid of bids) bid.tied = Boolean(tied & (1 << bid.seat));
    const winner = WON.includes(name) ? seat : null;
    found.push({ item: ALL_ITEMS[item]!, bids, outcome: name as Sale["outcome"], winner, sum });
    bids = [];
    recovered = new Set();
  }
  return found;
}

export function saleText(sale: Sale, names: string[], me: number | null = null): string {
  if (sale.outcome === "tied") return "Tied, and no next bid alone: discarded";
  if (sale.outcome === "all passed") return "All passed: discarded";
  const mine = sale.winner === me;
  const who = mine ? "you win" : `${names[sale.winner ?? 0]} wins`;
  return sale.outcome === "won" ? `${mine ? "You win" : who} with ${sale.sum}` : `A tie: ${who} with ${sale.sum}`;
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

/** The most notable sales: the best bargain, the most expensive, and the items lost to ties. */
export function remembered(sales: Sale[]): [label: string, sale: Sale][] {
  const price = (sale: Sale) => sale.sum / sale.item.stars;
  const sold = sales.filter((sale) => sale.winner !== null).sort((a, b) => price(a) - price(b));
  const found: [string, Sale][] =
    sold.length > 1
      ? [
          ["Best bargain", sold[0]!],
          ["Most expensive", sold.at(-1)!],
        ]
      : [];
  for (const sale of sales) if (sale.outcome === "tied") found.push(["Lost to a tie", sale]);
  return found.slice(0, 5);
}

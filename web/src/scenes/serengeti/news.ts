// The latest events, for marking cards and moving money; and from the whole log, how lots were sold.
import type { Event, View } from "../../lib/messages";
import type { Payment } from "../../lib/scene";
import { CARD_NAMES } from "../../generated/serengeti";
import { capital, counted, listed } from "../../lib/words";
import { cardsOf, type Table } from "./read";
import { nameOf } from "./words";

export const PAID = ["paid in full", "paid for cards", "paid evenly"];

export function payments(news: Event[], view: View): Payment[] {
  const purse = (seat = -1) => `purse:${view.names[seat]}`;
  const found: Payment[] = [];
  let winner: number | undefined;
  for (const { name, values } of news) {
    const { seat, amount = 0 } = values;
    const pay = (from: string, to: string) => {
      if (amount) found.push({ from, to, amount });
    };
    if (name === "sold") winner = seat;
    if (name === "paid for passing") pay("bank", purse(seat));
    if (PAID.includes(name)) pay(purse(values.winner), purse(seat));
    if (name === "to the bank") pay(purse(winner), "bank");
    if (name === "forbidden bid") pay(purse(seat), "bank");
  }
  return found;
}

/** The latest change in each seat's chips. */
export function changes(news: Event[], view: View): number[] {
  const paid = payments(news, view);
  const sum = (end: "from" | "to", name: string) =>
    paid.reduce((all, each) => all + (each[end] === `purse:${name}` ? each.amount : 0), 0);
  return view.names.map((name) => sum("to", name) - sum("from", name));
}

/** The cards moved by the latest events. */
export function moved(news: Event[]): Set<string> {
  return new Set(
    news.flatMap(({ name, values }) => (name === "placed" || name === "lot drawn" ? cardsOf(values.lot) : [])),
  );
}

/** How the last lot was sold; shown until a player bids or passes on the next one. */
export function recap(log: Event[], table: Table, me: number | null): string {
  const start = log.findLastIndex(({ name }) => ["bid", "passed", "paid for passing", "forbidden bid"].includes(name));
  const found = Object.fromEntries(log.slice(Math.max(0, start)).map(({ name, values }) => [name, values]));
  const { placed, sold, discarded, "cannot pay": broke, "forbidden bid": fined } = found;
  const who = ({ seat = -1 }: Event["values"]) => capital(nameOf(table, seat, me));
  if (fined)
    return `${who(fined)} bid a forbidden ${fined.price}: void, and ${counted(fined.amount ?? 0, "chip")} to the bank.`;
  if (placed)
    return sold
      ? `${who(placed)} paid ${sold.price} for ${cardsOf(placed.lot).join(", ")}.`
      : `Nobody bid: ${who(placed)} took ${cardsOf(placed.lot).join(", ")} free.`;
  if (!broke) return "";
  const gave = discarded ? `, and gave up ${CARD_NAMES[discarded.card ?? 0]}` : "";
  return `${who(broke)} won with ${broke.price} and could not pay${gave}. The lot is auctioned again.`;
}

/** The largest payments of the game, in order of time. */
export function turningPoints(log: Event[], { seats }: Table, me: number | null = null): string[] {
  const sales: { amount: number; words: string }[] = [];
  const name = (seat = -1) => (seat === me ? "you" : (seats[seat]?.name ?? ""));
  let round = 0;
  let sold: Event["values"] = {};
  let paid: Event["values"][] = [];
  for (const { name: what, values } of log) {
    if (what === "lot drawn") round = values.round ?? 0;
    if (what === "sold") [sold, paid] = [values, []];
    if (PAID.includes(what)) paid.push(values);
    if (what === "placed" && paid.length) {
      const amount = Math.max(...paid.map((each) => each.amount ?? 0));
      const to = paid.filter((each) => each.amount === amount).map((each) => name(each.seat));
      const lot = cardsOf(values.lot).join(", ");
      const share = `${amount === sold.price ? "all of it" : amount}${to.length > 1 ? " each" : ""}`;
      const words = `Round ${round}: ${name(sold.seat)} paid ${sold.price} for ${lot}, and ${listed(to)} got ${share}.`;
      sales.push({ amount, words });
      paid = [];
    }
  }
  const large = [...sales].sort((one, other) => other.amount - one.amount).slice(0, 3);
  return sales.filter((sale) => large.includes(sale)).map((sale) => sale.words);
}

// What just happened, for marking it on the table and for moving the money.
import type { Event, View } from "../../lib/messages";
import type { Payment } from "../../lib/scene";
import { cardsOf, type Table } from "./read";
import { chips, nameOf, capital } from "./words";

const CARD_NAMES = [
  ..."03689".split("").map((digit) => `Nuba ${digit}`),
  ..."12457".split("").map((digit) => `Massai ${digit}`),
  ..."01234".split("").map((digit) => `Bantu ${digit}`),
  ..."56789".split("").map((digit) => `Nandi ${digit}`),
  ..."02468".split("").map((digit) => `Tonga ${digit}`),
  ..."13579".split("").map((digit) => `Samburu ${digit}`),
];

const PAID = ["paid for cards", "paid evenly"];

export function payments(news: Event[], view: View): Payment[] {
  const purse = (seat: number | undefined) => `purse:${view.names[seat ?? -1]}`;
  const found: Payment[] = [];
  let winner: number | undefined;
  for (const { name, values } of news) {
    const amount = values.amount ?? 0;
    if (name === "sold") winner = values.seat;
    if (name === "paid for passing") found.push({ from: "bank", to: purse(values.seat), amount });
    if (PAID.includes(name)) found.push({ from: purse(values.winner), to: purse(values.seat), amount });
    if (name === "to the bank") found.push({ from: purse(winner), to: "bank", amount });
    if (name === "forbidden bid") found.push({ from: purse(values.seat), to: "bank", amount });
  }
  return found.filter((each) => each.amount > 0);
}

/** How much everybody's chips have just changed. */
export function changes(news: Event[], view: View): number[] {
  const change = view.names.map(() => 0);
  for (const { from, to, amount } of payments(news, view)) {
    for (const [place, sign] of [[from, -1], [to, 1]] as const) {
      const seat = view.names.indexOf(place.slice(6));
      if (seat >= 0) change[seat]! += sign * amount;
    }
  }
  return change;
}

/** The cards that have just moved. */
export function moved(news: Event[]): Set<string> {
  const names = news.flatMap(({ name, values }) =>
    name === "placed" || name === "lot drawn" ? cardsOf(values.lot ?? 0).map((number) => CARD_NAMES[number]!) : [],
  );
  return new Set(names);
}

/** How the last lot went, to be said while the next one lies there without a bid. */
export function recap(news: Event[], table: Table, me: number | null): string {
  const find = (name: string) => [...news].reverse().find((event) => event.name === name)?.values;
  const placed = find("placed");
  const broke = find("cannot pay");
  const gave = find("discarded");
  const fined = find("forbidden bid");
  const who = (values: Record<string, number>) => capital(nameOf(table, values.seat ?? -1, me));
  if (fined && news[news.length - 1]?.name === "forbidden bid") return `${who(fined)} bid a forbidden ${fined.price}: void, and ${chips(fined.amount ?? 0)} to the bank.`;
  if (broke) return `${who(broke)} won at ${broke.price} and could not pay. The lot is auctioned again.`;
  if (gave) return `${who(gave)} gave up ${CARD_NAMES[gave.card ?? 0]}. The lot is auctioned again.`;
  if (!placed) return "";
  const cards = cardsOf(placed.lot ?? 0).map((number) => CARD_NAMES[number]).join(", ");
  const sold = find("sold");
  return sold ? `${who(placed)} paid ${sold.price} for ${cards}.` : `Nobody bid: ${who(placed)} took ${cards} free.`;
}

/** A lot that was paid for, and where most of the money went. */
export interface Sale {
  round: number;
  winner: number;
  price: number;
  to: number;
  amount: number;
  cards: string[];
}

/** The sales told in this news; `round` is the round of the view that came with it. */
export function sales(news: Event[], round: number): Sale[] {
  const drawn = news.find((event) => event.name === "lot drawn");
  const before = news.findIndex((event) => event.name === "sold") < news.findIndex((event) => event.name === "lot drawn");
  let at = drawn && before ? (drawn.values.round ?? 1) - 1 : round;
  const found: Sale[] = [];
  for (const { name, values } of news) {
    const last = found[found.length - 1];
    if (name === "lot drawn") at = values.round ?? at;
    if (name === "sold") found.push({ round: at, winner: values.seat ?? -1, price: values.price ?? 0, to: -1, amount: 0, cards: [] });
    if (last && PAID.includes(name) && (values.amount ?? 0) > last.amount) {
      last.to = values.seat ?? -1;
      last.amount = values.amount ?? 0;
    }
    if (last && name === "placed" && !last.cards.length) last.cards = cardsOf(values.lot ?? 0).map((each) => CARD_NAMES[each]!);
  }
  return found;
}

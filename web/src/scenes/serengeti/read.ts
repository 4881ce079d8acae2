// The state of the Serengeti table, read from the view. It never decides what is legal: `view.legal` does.
import type { View } from "../../lib/messages";

export const TRIBES = ["Nuba", "Massai", "Bantu", "Nandi", "Tonga", "Samburu"] as const;
export const ROUNDS = 15;
export const HIGHEST_BID = 65;
const FOR_PASSING = 2;

export interface Card {
  name: string;
  tribe: number;
  digit: number;
}

export type State = "asked" | "discards" | "bids" | "passed" | "sits out" | "in" | "over";

export interface Seat {
  index: number;
  name: string;
  /** The shortest unique beginning of the name, used in the dial. */
  mark: string;
  /** null if hidden from the viewer. */
  chips: number | null;
  cards: Card[];
  /** The same cards, by tribe. */
  sets: Card[][];
  points: number;
  state: State;
}

export interface Table {
  round: number;
  price: number;
  /** Seat numbers; -1 for nobody. */
  turn: number;
  bidder: number;
  /** The seat that gets the lot if nobody bids. */
  opener: number;
  discarding: boolean;
  bank: number;
  lot: Card[];
  left: number;
  seats: Seat[];
  haveBid: number[];
  paidForPassing: number[];
}

export function card(name: string): Card {
  const [tribe = "", digit = "0"] = name.split(" ");
  return { name, tribe: TRIBES.indexOf(tribe as (typeof TRIBES)[number]), digit: Number(digit) };
}

/** In the order of the numbers that events use. */
export const CARD_NAMES = ["03689", "12457", "01234", "56789", "02468", "13579"].flatMap((digits, tribe) => [...digits].map((digit) => `${TRIBES[tribe]} ${digit}`));

/** The cards of a bit mask, as events carry it. */
export function cardsOf(mask = 0): string[] {
  return CARD_NAMES.filter((_, number) => Math.floor(mask / 2 ** number) % 2);
}

export function marks(names: string[]): string[] {
  const alone = (mark: string) => names.filter((other) => other.toLowerCase().startsWith(mark.toLowerCase())).length === 1;
  return names.map((name, seat) => [name.slice(0, 1), name.slice(0, 2)].find(alone) ?? `${name.slice(0, 1)}${seat + 1}`);
}

/** The points of a set: 1, 3, 6, 10, 15. */
export function setPoints(cards: number): number {
  return (cards * (cards + 1)) / 2;
}

export function pointsOf(cards: Card[]): number {
  return TRIBES.reduce((sum, _, tribe) => sum + setPoints(cards.filter((each) => each.tribe === tribe).length), 0);
}

export function read(view: View): Table {
  const names = view.names;
  const seatOf = (field: string) => names.indexOf(view[field] as string);
  const seatsOf = (field: string) => (view[field] as string[]).map((name) => names.indexOf(name));
  const owner = view.owner as Record<string, string[]>;
  const chips = view.chips as Record<string, number | null>;
  const [turn, bidder, starter] = [seatOf("turn"), seatOf("bidder"), seatOf("starter")];
  const [passed, out] = [seatsOf("passed"), seatsOf("sitting_out")];
  const discarding = view.discarding === true;

  function stateOf(seat: number): State {
    if (view.asks.length === 0) return "over";
    if (seat === turn) return discarding ? "discards" : "asked";
    if (out.includes(seat)) return "sits out";
    if (seat === bidder) return "bids";
    return passed.includes(seat) ? "passed" : "in";
  }
  const short = marks(names);
  const seats = names.map((name, index): Seat => {
    const cards = (owner[name] ?? []).map(card);
    return {
      index, name, mark: short[index] ?? "", chips: chips[name] ?? null, cards,
      sets: TRIBES.map((_, tribe) => cards.filter((each) => each.tribe === tribe)),
      points: pointsOf(cards), state: stateOf(index),
    };
  });
  const order = names.map((_, step) => (starter + step) % names.length);
  return {
    round: view.round_number as number,
    price: view.price as number,
    turn, bidder, discarding, seats,
    opener: order.find((seat) => !out.includes(seat)) ?? -1,
    bank: view.bank as number,
    lot: (owner.lot ?? []).map(card),
    left: (view.deck as (string | null)[]).filter((each) => each === null).length,
    haveBid: seatsOf("have_bid"),
    paidForPassing: seatsOf("paid_for_passing"),
  };
}

/** The seats clockwise after `me`; all seats for a spectator. */
export function rivals(table: Table, me: number | null): Seat[] {
  if (me === null) return table.seats;
  return table.seats.map((_, step) => table.seats[(me + step) % table.seats.length]!).slice(1);
}

export interface Paid {
  /** The amount for each seat. */
  paid: number[];
  bank: number;
  /** The number of matching cards; with none, the price is split evenly. */
  matching: number;
}

/** SER-19 to SER-23: who is paid if this bid wins. */
export function payout(table: Table, winner: number, price: number): Paid {
  const held = table.seats.map((seat) =>
    seat.index === winner ? 0 : seat.cards.filter((each) => each.digit === price % 10).length,
  );
  const matching = held.reduce((sum, cards) => sum + cards, 0);
  const share = Math.floor(price / (matching || table.seats.length - 1));
  const paid = held.map((cards, seat) => (seat === winner ? 0 : !matching ? share : cards === matching ? price : share * cards));
  return { paid, matching, bank: price - paid.reduce((sum, amount) => sum + amount, 0) };
}

/** Groups the seats that get the same amount, because the dial has little room. */
export function shares({ paid }: Paid): { amount: number; seats: number[] }[] {
  const found: { amount: number; seats: number[] }[] = [];
  paid.forEach((amount, seat) => {
    const same = found.find((each) => each.amount === amount);
    if (same) same.seats.push(seat);
    else if (amount) found.push({ amount, seats: [seat] });
  });
  return found;
}

/** The seat's own cards that carry the price's last digit (SER-13). */
export function forbidding(table: Table, seat: number, price: number): Card[] {
  return (table.seats[seat]?.cards ?? []).filter((each) => each.digit === price % 10);
}

export interface Cell extends Paid {
  price: number;
  state: "past" | "standing" | "open" | "forbidden" | "closed";
  /** The cards that forbid it. */
  by: Card[];
  /** More than the bidder has, as far as known. */
  bluff: boolean;
  /** The first bid above the bidder's chips. */
  edge: boolean;
}

/** The seat whose dial is shown: mine while I am in the auction, otherwise that of the player who is asked. */
export function dialOf(table: Table, me: number | null): number {
  const mine = me === null ? undefined : table.seats[me]?.state;
  return me !== null && (mine === "asked" || mine === "in" || mine === "bids") ? me : table.turn;
}

/** The bids, from the row of ten that holds the next bid on. */
export function dial(table: Table, bidder: number, view: View): Cell[] {
  const chips = table.seats[bidder]?.chips ?? null;
  const mine = view.legal.length > 0;
  const legal = new Set(view.legal);
  const first = Math.floor(table.price / 10) * 10 + 1;
  return Array.from({ length: HIGHEST_BID - first + 1 }, (_, step): Cell => {
    const price = first + step;
    const by = forbidding(table, bidder, price);
    const bluff = chips !== null && price > chips;
    const open = mine ? legal.has(`bid ${price}`) : by.length === 0 && (!bluff || view.options.overbid !== false);
    const ahead = open ? "open" : by.length ? "forbidden" : "closed";
    const state = price < table.price ? "past" : price === table.price ? "standing" : ahead;
    return { price, by, bluff, edge: bluff && price === chips + 1, state, ...payout(table, bidder, price) };
  });
}

/** The price of "bid 12"; 0 for anything else. */
export function bidOf(text: string | null): number {
  return text?.startsWith("bid ") ? Number(text.slice(4)) : 0;
}

/** The card of "discard Nuba 6". */
export function givenUp(text: string): Card | null {
  return text.startsWith("discard ") ? card(text.slice(8)) : null;
}

/** What an action leads to: the changes in chips, who gets the lot, which card is discarded. */
export interface Outlook {
  deltas: number[];
  bank: number;
  taker: number;
  price: number;
  broke: boolean;
  /** Whether it happens at once, or only if nobody bids more. */
  atOnce: boolean;
  gone: Card | null;
  earns: number;
}

export function sale(table: Table, winner: number, price: number): Outlook {
  const { paid, bank } = payout(table, winner, price);
  const broke = (table.seats[winner]?.chips ?? price) < price;
  const deltas = paid.map((amount, seat) => (broke ? 0 : seat === winner ? -price : amount));
  return { deltas, bank: broke ? 0 : bank, taker: broke ? -1 : winner, price, broke, atOnce: false, gone: null, earns: 0 };
}

/** SER-10: what this seat gets for passing. */
export function earnsByPassing(table: Table, seat: number): number {
  const had = table.haveBid.includes(seat) || table.paidForPassing.includes(seat);
  return had ? 0 : Math.min(FOR_PASSING, table.bank);
}

export function outlook(table: Table, seat: number, text: string): Outlook {
  const others = table.seats.filter((each) => each.index !== seat && ["in", "bids", "asked"].includes(each.state));
  if (bidOf(text)) return { ...sale(table, seat, bidOf(text)), atOnce: !others.length };
  const nothing = { ...sale(table, -1, 0), taker: -1 };
  const gone = givenUp(text);
  if (gone) return { ...nothing, gone, atOnce: true };
  const earns = earnsByPassing(table, seat);
  let then = nothing;
  if (table.bidder >= 0 && others.every((each) => each.index === table.bidder)) then = { ...sale(table, table.bidder, table.price), atOnce: true };
  else if (table.bidder < 0 && !others.length) then = { ...then, taker: table.opener, atOnce: true };
  const deltas = then.deltas.map((amount, each) => amount + (each === seat ? earns : 0));
  return { ...then, deltas, bank: then.bank - earns, earns };
}

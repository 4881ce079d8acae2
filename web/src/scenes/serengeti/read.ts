// The Serengeti table, read from the view and the foresight. No rule is computed here.
import {
  CARD_NAMES,
  CARD_TRIBES,
  DIGIT,
  HIGHEST_BID,
  TRIBES,
  type Dial,
  type Discard,
  type Pass,
  type Sale,
  type SerengetiForesight,
} from "../../generated/serengeti";
import type { View } from "../../lib/messages";

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
  /** The points of the sets, by tribe, now and with the lot. */
  setPoints: number[];
  setPointsWithLot: number[];
  points: number;
  pointsWithLot: number;
  state: State;
}

export interface Table {
  round: number;
  price: number;
  /** Seat numbers; -1 for nobody. */
  turn: number;
  bidder: number;
  discarding: boolean;
  bank: number;
  lot: Card[];
  left: number;
  seats: Seat[];
  /** The sale if nobody bids more; null if no lot is on sale. */
  standing: Sale | null;
  /** The bids of the seat whose dial is shown. */
  dial: Dial | null;
  bidWins: boolean;
  /** The pass of the seat that is asked. */
  passing: Pass | null;
  /** The discards of the seat that is asked, by card. */
  discards: Record<string, Discard>;
  /** Every seat's points for its chips; empty until the game is over. */
  chipPoints: number[];
}

export function card(name: string): Card {
  const number = CARD_NAMES.findIndex((each) => each === name);
  return { name, tribe: CARD_TRIBES[number]!, digit: DIGIT[number]! };
}

/** The cards of a bit mask, as events carry it. */
export function cardsOf(mask = 0): string[] {
  return CARD_NAMES.filter((_, number) => Math.floor(mask / 2 ** number) % 2 === 1);
}

export function marks(names: string[]): string[] {
  const alone = (mark: string) =>
    names.filter((other) => other.toLowerCase().startsWith(mark.toLowerCase())).length === 1;
  return names.map(
    (name, seat) => [name.slice(0, 1), name.slice(0, 2)].find(alone) ?? `${name.slice(0, 1)}${seat + 1}`,
  );
}

const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);

export function read(view: View, foresight: SerengetiForesight): Table {
  const owner = view.owner as Record<string, string[]>;
  const short = marks(view.names);
  return {
    round: view.round_number as number,
    price: view.price as number,
    turn: seatIn(view, "turn"),
    bidder: seatIn(view, "bidder"),
    discarding: view.discarding === true,
    seats: view.names.map((_, index) => seatAt(view, foresight, index, short[index] ?? "")),
    bank: view.bank as number,
    lot: (owner.lot ?? []).map(card),
    left: CARD_NAMES.length - sum(Object.values(owner).map((cards) => cards.length)),
    standing: foresight.standing,
    dial: foresight.dial,
    bidWins: foresight.bid_wins,
    passing: foresight.passing,
    discards: foresight.discards,
    chipPoints: foresight.chip_points ?? [], // replays stored by older servers lack it
  };
}

const seatIn = (view: View, field: string): number => view.names.indexOf(view[field] as string);

function seatAt(view: View, foresight: SerengetiForesight, index: number, mark: string): Seat {
  const name = view.names[index]!;
  const cards = ((view.owner as Record<string, string[]>)[name] ?? []).map(card);
  return {
    index,
    name,
    mark,
    chips: (view.chips as Record<string, number | null>)[name] ?? null,
    cards,
    sets: TRIBES.map((_, tribe) => cards.filter((each) => each.tribe === tribe)),
    setPoints: foresight.sets[index]!,
    setPointsWithLot: foresight.sets_with_lot[index]!,
    points: sum(foresight.sets[index]!),
    pointsWithLot: sum(foresight.sets_with_lot[index]!),
    state: stateOf(view, name),
  };
}

function stateOf(view: View, name: string): State {
  if (view.asks.length === 0) return "over";
  if (name === view.turn) return view.discarding === true ? "discards" : "asked";
  if ((view.sitting_out as string[]).includes(name)) return "sits out";
  if (name === view.bidder) return "bids";
  return (view.passed as string[]).includes(name) ? "passed" : "in";
}

/** The seats clockwise after `me`; all seats for a spectator. */
export function rivals(table: Table, me: number | null): Seat[] {
  if (me === null) return table.seats;
  return table.seats.map((_, step) => table.seats[(me + step) % table.seats.length]!).slice(1);
}

/** Groups the seats that are paid the same amount, because the dial has little room. */
export function shares(changes: number[]): { amount: number; seats: number[] }[] {
  const found: { amount: number; seats: number[] }[] = [];
  changes.forEach((amount, seat) => {
    if (amount <= 0) return;
    const same = found.find((each) => each.amount === amount);
    if (same) same.seats.push(seat);
    else found.push({ amount, seats: [seat] });
  });
  return found;
}

export interface Cell {
  price: number;
  state: "past" | "standing" | "open" | "forbidden" | "closed";
  /** The cards that forbid it. */
  by: Card[];
  /** More than the bidder has, as far as known. */
  bluff: boolean;
  /** The first bid above the bidder's chips. */
  edge: boolean;
  /** The change in every seat's chips if it wins. */
  changes: number[];
  bank: number;
  /** The number of matching cards; with none, the price is split evenly. */
  matching: number;
}

/** The bids, from the row of ten that holds the next bid on. */
export function cellsOf({ dial, price: last }: Table, view: View): Cell[] {
  if (!dial) return [];
  const mine = view.legal.length > 0;
  const legal = new Set(view.legal);
  const first = Math.floor(last / 10) * 10 + 1;
  return Array.from({ length: HIGHEST_BID - first + 1 }, (_, step): Cell => {
    const price = first + step;
    const by = (dial.forbidden_by[price] ?? []).map(card);
    const open = mine ? legal.has(`bid ${price}`) : price <= dial.highest && !by.length;
    const ahead = open ? "open" : by.length ? "forbidden" : "closed";
    return {
      price,
      by,
      state: price < last ? "past" : price === last ? "standing" : ahead,
      bluff: dial.first_bluff !== null && price >= dial.first_bluff,
      edge: price === dial.first_bluff,
      changes: dial.changes[price]!,
      bank: dial.bank[price]!,
      matching: dial.matching[price]!,
    };
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

/** The sale to the seat of the dial at this price. */
export function saleAt({ dial }: Table, price: number): Sale | null {
  if (!dial || !price) return null;
  return {
    winner: dial.bidder,
    price,
    changes: dial.changes[price]!,
    bank: dial.bank[price]!,
    matching: dial.matching[price]!,
    can_pay: dial.first_bluff === null ? null : price < dial.first_bluff,
  };
}

/** What an action leads to: the changes in chips, who gets the lot, which card is discarded. */
export interface Outlook {
  changes: number[];
  bank: number;
  taker: number;
  gone: Card | null;
}

/** The outcome of a sale. A winner who cannot pay gets nothing, and no chips move. */
export function outcome(table: Table, sale: Sale | null): Outlook {
  if (!sale || sale.can_pay === false) return { changes: table.seats.map(() => 0), bank: 0, taker: -1, gone: null };
  return { changes: sale.changes, bank: sale.bank, taker: sale.winner, gone: null };
}

/** What an action of the seat of the dial, or of the seat that discards, leads to. A bid: if it wins. */
export function outlook(table: Table, text: string): Outlook {
  if (bidOf(text)) return outcome(table, saleAt(table, bidOf(text)));
  const gone = givenUp(text);
  if (gone) return { ...outcome(table, null), gone };
  const { earns, then } = table.passing ?? { earns: 0, then: null };
  const after = outcome(table, then);
  const changes = after.changes.map((amount, seat) => amount + (seat === table.turn ? earns : 0));
  return { ...after, changes, bank: after.bank - earns };
}

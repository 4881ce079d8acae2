// The state of the table, read from the view: seats by number, cards as objects.
import type { View } from "../../lib/messages";
import { type Blanks, type Card, card, COLOURS, maybe, sorted } from "./cards";

export interface Table {
  names: string[];
  round: number;
  rounds: number;
  /** 1 to 10 in every round. */
  turn: number;
  leader: number;
  /** The seat that is asked; null if none is. */
  asked: number | null;
  stealing: boolean;
  lowestWins: boolean;
  colourBids: boolean;
  /** The point card in the middle. */
  up: Card | null;
  /** What the winner got for it; known while a thief chooses. */
  prize: Card | null;
  /** By seat. */
  played: (Card | null)[];
  /** By seat; null if hidden. */
  hands: (Card[] | null)[];
  taken: Card[][];
  doubled: Set<string>;
  allies: number[];
  totals: number[];
  last: number[];
  lucky: number[];
  pile: number;
  /** Black cards that everybody knows to be in the pile. */
  burned: Card[];
  gone: Set<string>;
  specials: string[];
  ally: boolean;
  blanks: Blanks;
}

export const TURNS = 10;
// By the number of players (BID-01, BID-19).
const COLOURS_USED = [0, 0, 0, 3, 4, 4, 4];
const NUMBERS_USED = [0, 0, 0, 10, 10, 12, 14];
const LUCKY_LOSER = [0, 0, 0, 12, 8, 8, 7];
const ALLY_FROM = 5;

type ByName<T> = Record<string, T>;

export function read(view: View): Table {
  const { names, options } = view;
  const blanks = (options.blanks ?? []) as Blanks;
  const each = <T>(field: string): T[] => names.map((name) => (view[field] as ByName<T>)[name]!);
  const cards = (given: unknown): Card[] => (given as string[]).map((name) => card(name, blanks));
  const seat = (field: string) => names.indexOf(view[field] as string);
  return {
    names,
    blanks,
    round: view.round_number as number,
    rounds: (options.rounds ?? 6) as number,
    turn: view.turn_number as number,
    leader: seat("leader"),
    asked: view.asks.length ? names.indexOf(view.asks[0]!) : null,
    stealing: Boolean(view.stealing),
    lowestWins: Boolean(view.lowest_wins),
    colourBids: Boolean(options.colour_bids),
    up: maybe(view.up, blanks),
    prize: maybe(view.prize, blanks),
    played: each<string>("played").map((name) => maybe(name, blanks)),
    hands: each<(string | null)[]>("hands").map((hand) => (hand.includes(null) ? null : sorted(cards(hand)))),
    taken: each<string[]>("taker").map((taken) => sorted(cards(taken))),
    doubled: new Set(view.doubled as string[]),
    allies: (view.allies as string[]).map((name) => names.indexOf(name)),
    totals: each("totals"),
    last: each("last_scores"),
    lucky: each("lucky"),
    pile: view.pile_size as number,
    burned: cards(view.burned),
    gone: new Set(view.gone as string[]),
    specials: (options.specials ?? []) as string[],
    ally: Boolean(options.ally) || names.length >= ALLY_FROM,
  };
}

/** Seats in the order of play of this turn (BID-07). */
export function order({ names, leader }: Table): number[] {
  return names.map((_, step) => (leader + step) % names.length);
}

/** The other seats clockwise from `me`; all of them for a spectator. */
export function around(names: string[], me: number | null): number[] {
  const seats = names.map((_, seat) => seat);
  return me === null ? seats : [...seats.slice(me + 1), ...seats.slice(0, me)];
}

/** The score for being a lucky loser for the `times`th time (BID-19). */
export function luck(players: number, times: number): number {
  return LUCKY_LOSER[players]! * times;
}

/** All cards of this table (BID-01 to BID-03). */
export function inUse(table: Table): Card[] {
  const players = table.names.length;
  const numbers = Array.from({ length: NUMBERS_USED[players]! }, (_, index) => index + 1);
  const names = [...COLOURS.slice(0, COLOURS_USED[players]), "black"].flatMap((colour) => numbers.map((number) => `${colour} ${number}`));
  names.push("2x", "-5", ...table.specials, ...table.blanks.map((_, index) => `blank ${index + 1}`));
  if (table.ally) names.push("Ally");
  return names.map((name) => card(name, table.blanks));
}

export interface Theft {
  action: string;
  card: Card;
  victim: number;
}

/** The thief's choices among the legal actions: "steal black 7 from Anne" (BID-36). */
export function thefts(table: Table, legal: string[]): Theft[] {
  return legal.flatMap((action) => {
    for (const [victim, name] of table.names.entries()) {
      const stolen = table.taken[victim]!.find(({ said }) => action === `steal ${said} from ${name}`);
      if (stolen) return [{ action, card: stolen, victim }];
    }
    return [];
  });
}

export function playing({ said }: Card): string {
  return `play ${said}`;
}

/** The card of "play red 9", if this seat holds it. */
export function cardOf(table: Table, seat: number, action: string | null): Card | null {
  return table.hands[seat]?.find((held) => playing(held) === action) ?? null;
}

// The state of the table, read from the view and the foresight: seats by number, cards as objects. No rule is computed here.
import type { BidsForesight, Colours, Play, Round, Turn } from "../../generated/bids";
import type { View } from "../../lib/messages";
import { type Blanks, type Card, card, maybe, sorted } from "./cards";

export interface Table {
  names: string[];
  round: number;
  rounds: number;
  /** 1 to 10 in every round. */
  turn: number;
  /** The seat that is asked; null if none is. */
  asked: number | null;
  stealing: boolean;
  lowestWins: boolean;
  colourBids: boolean;
  /** The point card in the middle. */
  up: Card | null;
  /** By seat. */
  played: (Card | null)[];
  /** By seat; null if hidden. */
  hands: (Card[] | null)[];
  taken: Card[][];
  totals: number[];
  last: number[];
  lucky: number[];
  pile: number;
  /** Black cards that everybody knows to be in the pile. */
  burned: Card[];
  blanks: Blanks;
  ahead: BidsForesight;
}

type ByName<T> = Record<string, T>;

export function read(view: View, ahead: BidsForesight): Table {
  const { names, options } = view;
  const blanks = (options.blanks ?? []) as Blanks;
  const each = <T>(field: string): T[] => names.map((name) => (view[field] as ByName<T>)[name]!);
  const cards = (given: unknown): Card[] => (given as string[]).map((name) => card(name, blanks));
  return {
    names,
    blanks,
    ahead,
    round: view.round_number as number,
    rounds: options.rounds as number,
    turn: view.turn_number as number,
    asked: view.asks.length ? names.indexOf(view.asks[0]!) : null,
    stealing: Boolean(view.stealing),
    lowestWins: Boolean(view.lowest_wins),
    colourBids: Boolean(options.colour_bids),
    up: maybe(view.up, blanks),
    played: each<string>("played").map((name) => maybe(name, blanks)),
    hands: each<(string | null)[]>("hands").map((hand) => (hand.includes(null) ? null : sorted(cards(hand)))),
    taken: each<string[]>("taker").map((taken) => sorted(cards(taken))),
    totals: each("totals"),
    last: each("last_scores"),
    lucky: each("lucky"),
    pile: view.pile_size as number,
    burned: cards(view.burned),
  };
}

/** The seats in the order of play of this turn. */
export function order({ names, ahead }: Table): number[] {
  return ahead.order ?? names.map((_, seat) => seat); // replays stored by older servers lack it
}

/** The other seats clockwise from `me`; all of them for a spectator. */
export function around(names: string[], me: number | null): number[] {
  const seats = names.map((_, seat) => seat);
  return me === null ? seats : [...seats.slice(me + 1), ...seats.slice(0, me)];
}

export function playing({ said }: Card): string {
  return `play ${said}`;
}

/** The card of "play red 9", if this seat holds it. */
export function cardOf(table: Table, seat: number, action: string | null): Card | null {
  return table.hands[seat]?.find((held) => playing(held) === action) ?? null;
}

/** A card of the seat that is asked, and the turn with it; null if its hand is hidden. */
export function foreseen({ ahead }: Table, { name }: Card): { play: Play; turn: Turn } | null {
  const play = ahead.plays[name];
  return play ? { play, turn: ahead.turns[play.turn]! } : null;
}

/** The turn in the middle: as it stands, with my card looked at, or finished. */
export interface Shown {
  played: (Card | null)[];
  end: Turn["end"];
  best: number[];
  winner: number | null;
  leader: number;
  stake: Card[];
  unseen: boolean;
  colours: Colours | null;
  /** Whether all have played, so that this is the result. */
  over: boolean;
}

/** The turn with the cards played so far. */
export function standingTurn(table: Table): Shown | null {
  const { turn, colours } = table.ahead;
  return turn && { ...turn, stake: stakeOf(table, turn), played: table.played, colours, over: false };
}

/** The turn if this seat, which is asked, plays this card. */
export function turnWith(table: Table, seat: number, laid: Card): Shown | null {
  const turn = foreseen(table, laid)?.turn;
  if (!turn) return null;
  const played = table.played.map((each, other) => (other === seat ? laid : each));
  const colours = table.ahead.colours_with[laid.colour] ?? null;
  return { ...turn, stake: stakeOf(table, turn), played, colours, over: table.ahead.last };
}

export function stakeOf(table: Table, turn: Turn): Card[] {
  return turn.stake.map((name) => card(name, table.blanks));
}

/** The round after an action, with the black cards of every seat. */
export type After = Omit<Round, "taken"> & { cards: Card[][] };

/** The round after a turn, without stolen and unseen cards. */
export function afterTurn(table: Table, turn: Turn): After {
  const cards = table.taken.map((own, seat) => (seat === turn.winner ? [...own, ...stakeOf(table, turn)] : own));
  return { ...turn.then, cards };
}

export interface Theft {
  action: string;
  card: Card;
  victim: number;
  then: After;
}

/** The thief's choices (BID-36). */
export function thefts(table: Table): Theft[] {
  return table.ahead.thefts.map(({ card: name, victim, then }) => {
    const stolen = card(name, table.blanks);
    const cards = table.taken.map((own, seat) => {
      if (seat === table.asked) return [...own, stolen];
      return seat === victim ? own.filter((each) => each.name !== name) : own;
    });
    return {
      action: `steal ${stolen.said} from ${table.names[victim]}`,
      card: stolen,
      victim,
      then: { ...then, cards },
    };
  });
}

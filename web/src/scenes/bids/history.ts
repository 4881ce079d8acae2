// What the view no longer shows, read from the log: the last turn, and the points of every round.
import type { BidsForesight, Turn } from "../../generated/bids";
import { CARD_NAMES } from "../../generated/bids";
import type { Event, View } from "../../lib/messages";
import { type Blanks, type Card, card } from "./cards";
import type { After, Shown, Table } from "./read";

export interface PastTurn {
  plays: { seat: number; card: Card }[];
  end: Turn["end"];
  /** The seats with the best bid, if it was won or tied. */
  best: number[];
  /** null if the turn burned. */
  winner: number | null;
  /** The seat that leads the next turn. */
  leader: number;
  took: Card[];
  /** The card that a Surprise brought. */
  surprise: Card | null;
  /** Its events. */
  events: Event[];
}

/** The last turn that is won or burned; its thief may still be choosing. */
export function lastTurn(log: Event[], blanks: Blanks): PastTurn | null {
  let now: Event[] = [];
  let past: Event[] | null = null;
  for (const event of log) {
    if (event.name === "turned up") now = [];
    now.push(event);
    if (endOf(event)) past = now;
  }
  return past && pastTurn(past, blanks);
}

/** The events that end a turn. */
export const WON = ["won", "lowest won", "colour won"];
export const BURNED = ["burned", "burned by the middle", "burned for want of a bid", "burned for want of the colour"];

const ENDS: Record<string, Turn["end"]> = {
  ...Object.fromEntries(WON.map((name) => [name, "won"] as const)),
  burned: "tie",
  "burned by the middle": "middle",
  "burned for want of a bid": "empty",
  "burned for want of the colour": "pool",
};

const endOf = ({ name }: Event): Turn["end"] | null => ENDS[name] ?? null;

function pastTurn(events: Event[], blanks: Blanks): PastTurn {
  const cardOf = ({ values }: Event) => card(CARD_NAMES[values.card!]!, blanks);
  const told = (name: string) => events.filter((event) => event.name === name);
  const ended = events.find(endOf)!;
  const end = endOf(ended)!;
  const leader = ended.values.seat!;
  const plays = told("played").map((event) => ({ seat: event.values.seat!, card: cardOf(event) }));
  const tied = plays.map(({ seat }) => seat).filter((seat) => (ended.values.tied ?? 0) & (1 << seat));
  return {
    plays,
    end,
    leader,
    events,
    winner: end === "won" ? leader : null,
    best: end === "won" ? [leader] : tied,
    took: told("takes").map(cardOf),
    surprise: told("surprised").map(cardOf)[0] ?? null,
  };
}

/** The finished turn, as it is shown in the middle. */
export function finishedTurn(table: Table, past: PastTurn): Shown {
  const { end, best, winner, leader, took, surprise } = past;
  const last = past.plays.at(-1)!.card;
  return {
    end,
    best,
    winner,
    leader,
    played: table.played,
    stake: took.filter(({ name }) => name !== surprise?.name),
    unseen: surprise !== null,
    colours: table.stealing ? table.ahead.colours : (table.ahead.colours_with[last.colour] ?? null),
    over: true,
  };
}

/** The round after that turn: `table` is from before its end, `now` from after it. */
export function afterPast(table: Table, past: PastTurn, now: BidsForesight): After {
  const told = (...names: string[]) => past.events.filter(({ name }) => names.includes(name));
  const cards = table.taken.map((own) => [...own]);
  if (past.winner !== null) cards[past.winner]!.push(...past.took);
  for (const { values } of told("stolen")) {
    const from = cards[values.victim!]!;
    const at = from.findIndex(({ name }) => name === CARD_NAMES[values.card!]);
    cards[values.seat!]!.push(...from.splice(at, 1));
  }
  const scored = told("scored", "lucky loser", "allies scored");
  if (!scored.length) return { ...now.round, cards };
  const points = table.names.map((_, seat) => scored.find(({ values }) => values.seat === seat)!.values.points!);
  const allied = told("allied").flatMap(({ values }) => [values.seat!, values.winner!]);
  const doubled = told("doubled").flatMap(({ values }) => cards[values.seat!]!.map(({ name }) => name));
  return {
    points,
    cards,
    lucky: told("lucky loser").map(({ values }) => values.seat!),
    allies: allied.length ? allied : table.ahead.round.allies,
    doubled: [...table.ahead.round.doubled, ...doubled],
  };
}

/** What the winner's black cards gained in that turn; null if it burned, and for an ally in the last turn of a round. */
export function gained(table: Table, past: PastTurn, now: BidsForesight): number | null {
  const { winner, events } = past;
  if (winner === null) return null;
  const over = events.some(({ name }) => ["scored", "lucky loser", "allies scored"].includes(name));
  const scored = events.find(({ name, values }) => name === "scored" && values.seat === winner);
  const then = over ? scored?.values.points : now.round.taken[winner];
  return then === undefined ? null : then - table.ahead.round.taken[winner]!;
}

type ByName<T> = Record<string, T>;

/** The table when the last card of that turn had been played, if `before` is the view right before it. */
export function lastSight(before: View | null, past: PastTurn | null): View | null {
  const played = before?.played as ByName<string>;
  if (!before || before.stealing || !past) return null;
  const { seat, card: laid } = past.plays.at(-1)!;
  const name = before.names[seat]!;
  if (
    played[name] !== "none" ||
    past.plays.some((play) => play.seat !== seat && played[before.names[play.seat]!] !== play.card.name)
  )
    return null;
  const hands = before.hands as ByName<(string | null)[]>;
  const left = hands[name]!.includes(null) ? hands[name]!.slice(1) : hands[name]!.filter((held) => held !== laid.name);
  return {
    ...before,
    asks: [],
    legal: [],
    turn: "nobody",
    played: { ...played, [name]: laid.name },
    hands: { ...hands, [name]: left },
  };
}

export interface RoundScore {
  points: number;
  /** The sources of the points: black cards, being a lucky loser, half of what the allies have. */
  from: "cards" | "luck" | "allied";
}

/** By seat, by round. */
export function scores(log: Event[], { names, rounds }: Table): RoundScore[][] {
  const found = names.map(() => Array.from({ length: rounds }, (): RoundScore => ({ points: 0, from: "cards" })));
  let round = 0;
  for (const { name, values } of log) {
    if (name === "round") round = values.round!;
    const from = ({ scored: "cards", "lucky loser": "luck", "allies scored": "allied" } as const)[name];
    if (from) found[values.seat!]![round - 1] = { points: values.points!, from };
  }
  return found;
}

// What the view no longer shows: the turn that has just ended, and what every round brought.
import type { Event, View } from "../../lib/messages";
import { type Card, card, CARD_NAMES } from "./cards";
import { order, read } from "./read";

export interface PastTurn {
  /** The turn that followed: when another is played, this one is no longer the last. */
  until: string;
  up: Card | null;
  plays: { seat: number; card: Card }[];
  winner: number | null;
  burned: boolean;
  took: Card[];
  /** How the table told it. */
  told: string;
}

export interface RoundScore {
  points: number;
  lucky: boolean;
  allied: boolean;
}

/** By round, by seat. */
export type Rounds = Record<number, Record<number, RoundScore>>;

const WON = ["won", "lowest won", "colour won"];
const BURNED = ["burned", "burned by the middle", "burned for want of a bid"];
const SCORED = ["scored", "lucky loser", "allies scored"];

export function whenIs(view: View): string {
  return `${view.round_number}/${view.turn_number}`;
}

/** Was the first thing told done by the one whom the view before had asked? Not so when one leafs through a replay. */
function follows(before: View | null, news: Event[]): before is View {
  const first = news.find(({ name }) => name === "played" || name === "stolen");
  return before !== null && first !== undefined && before.names[first.values.seat!] === before.turn;
}

/** The last turn that ended in these news. */
export function pastTurn(before: View | null, view: View, news: Event[]): PastTurn | null {
  const named = (event: Event) => card(CARD_NAMES[event.values.card!]!, view.options.blanks as never);
  const fresh = (up: Card | null): PastTurn => ({ until: whenIs(view), up, plays: [], winner: null, burned: false, took: [], told: "" });
  let now = fresh(null);
  if (follows(before, news)) {
    const table = read(before);
    now.up = table.up;
    now.plays = order(table).flatMap((seat) => (table.played[seat] ? [{ seat, card: table.played[seat] }] : []));
    if (table.stealing) now.winner = table.asked;
  }
  let past: PastTurn | null = null;
  for (const event of news) {
    const { name, values, text } = event;
    if (name === "turned up") now = fresh(named(event));
    if (name === "played") now.plays.push({ seat: values.seat!, card: named(event) });
    if (WON.includes(name)) Object.assign(now, { winner: values.seat!, told: text });
    if (BURNED.includes(name)) Object.assign(now, { burned: true, told: text });
    if (name === "takes") now.took.push(named(event));
    if (name === "stolen") Object.assign(now, { told: text });
    if (now.burned || now.winner !== null) past = now;
  }
  return view.stealing ? null : past;
}

/** The table as it lay when the last card of a turn had been played, for a moment before all is cleared away. */
export function lastSight(before: View | null, past: PastTurn | null): View | null {
  if (!before || before.stealing || !past || past.plays.length !== before.names.length) return null;
  const { seat, card: laid } = past.plays.at(-1)!;
  const name = before.names[seat]!;
  if (past.plays.some((play) => play.seat !== seat && (before.played as Record<string, string>)[before.names[play.seat]!] !== play.card.name)) return null;
  const hand = (before.hands as Record<string, (string | null)[]>)[name]!;
  const left = hand.includes(null) ? hand.slice(1) : hand.filter((held) => held !== laid.name);
  return {
    ...before,
    asks: [],
    legal: [],
    turn: "nobody",
    played: { ...(before.played as object), [name]: laid.name },
    hands: { ...(before.hands as object), [name]: left },
  };
}

/** Adds what the news tell of rounds that ended. */
export function learn(rounds: Rounds, view: View, news: Event[]): Rounds {
  const found: Rounds = { ...rounds };
  // Rounds are told before their scores; where the telling begins in the middle, the next round told gives the number.
  const next = news.find(({ name }) => name === "round")?.values.round;
  const firstScore = news.findIndex(({ name }) => SCORED.includes(name) || name === "lucky ally");
  const firstRound = news.findIndex(({ name }) => name === "round");
  let round = next === undefined ? (view.round_number as number) : firstRound < firstScore ? next : next - 1;
  for (const { name, values } of news) {
    if (name === "round") round = values.round!;
    const seat = values.seat ?? 0;
    const so = found[round]?.[seat] ?? { points: 0, lucky: false, allied: false };
    const put = (score: Partial<RoundScore>) => { found[round] = { ...found[round], [seat]: { ...so, ...score } }; };
    if (name === "scored") put({ points: values.points! });
    if (name === "lucky loser") put({ points: values.points!, lucky: true });
    if (name === "lucky ally") put({ lucky: true });
    if (name === "allies scored") put({ points: values.points!, allied: true });
  }
  return found;
}

export interface Parts {
  /** From black cards taken. */
  cards: number;
  /** As a lucky loser. */
  luck: number;
  /** Halves shared with an ally. */
  allied: number;
}

/** Points by where they came from; null when not all rounds are known. */
export function parts(rounds: Rounds, count: number, seat: number): Parts | null {
  const sum: Parts = { cards: 0, luck: 0, allied: 0 };
  for (let round = 1; round <= count; round += 1) {
    const score = rounds[round]?.[seat];
    if (!score) return null;
    sum[score.allied ? "allied" : score.lucky ? "luck" : "cards"] += score.points;
  }
  return sum;
}

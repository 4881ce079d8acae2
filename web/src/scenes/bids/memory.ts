// What the view no longer shows, read from the log: the last turn, and the points of every round.
import type { Event, View } from "../../lib/messages";
import { type Card, card, CARD_NAMES } from "./cards";
import type { Table } from "./read";

export interface PastTurn {
  plays: { seat: number; card: Card }[];
  /** null if the turn burned. */
  winner: number | null;
  took: Card[];
}

/** The last finished turn. */
export function lastTurn(log: Event[], { blanks, stealing }: Table): PastTurn | null {
  let now: PastTurn = { plays: [], winner: null, took: [] };
  let past: PastTurn | null = null;
  for (const { name, values: { seat, card: number } } of log) {
    const named = () => card(CARD_NAMES[number!]!, blanks);
    if (name === "turned up") now = { plays: [], winner: null, took: [] };
    if (name === "played") now.plays.push({ seat: seat!, card: named() });
    if (name === "takes") now.took.push(named());
    if (name.endsWith("won")) now.winner = seat!;
    if (name.endsWith("won") || name.startsWith("burned")) past = now;
  }
  return stealing ? null : past;
}

type ByName<T> = Record<string, T>;

/** The table when the last card of that turn had been played, if `before` is the view right before it. */
export function lastSight(before: View | null, past: PastTurn | null): View | null {
  const played = before?.played as ByName<string>;
  if (!before || before.stealing || !past) return null;
  const { seat, card: laid } = past.plays.at(-1)!;
  const name = before.names[seat]!;
  if (played[name] !== "none" || past.plays.some((play) => play.seat !== seat && played[before.names[play.seat]!] !== play.card.name)) return null;
  const hands = before.hands as ByName<(string | null)[]>;
  const left = hands[name]!.includes(null) ? hands[name]!.slice(1) : hands[name]!.filter((held) => held !== laid.name);
  return { ...before, asks: [], legal: [], turn: "nobody", played: { ...played, [name]: laid.name }, hands: { ...hands, [name]: left } };
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

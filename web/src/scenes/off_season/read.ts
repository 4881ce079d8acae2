// The state of the table, read from the view. It never decides what is legal: `view.legal` does.
import type { Event, View } from "../../lib/messages";
import { listed } from "../../lib/words";
import { CARDS, LIMITS, TURN_BELOW, datesOn, kindOf, type Camel, type Face, type Kind } from "./goods";

type BySeat<T> = Record<string, T>;

/** The view of Off Season. A card is its number, its place in the Tower; `faces` holds what is printed on it. */
export interface Table extends View {
  faces: (Face | null)[];
  drawn: number;
  round_number: number;
  side: number;
  up: Record<string, number[]>;
  down: Record<string, number[]>;
  in_play: string[];
  open_markets: string[];
  auction: string;
  failed: boolean;
  first_player: string;
  pounds: BySeat<number | null>;
  bets: BySeat<number | null>;
  opened: BySeat<number>;
  goods: BySeat<Face[]>;
  camels: BySeat<string[]>;
  coins: BySeat<number[]>;
  sale_tokens: string[];
  peek_tokens: string[];
  stage: string;
  turn: string;
  chosen: string;
  aside: number[];
  draft: number[];
  draft_hidden: boolean;
  waiting: Face[];
  acting: string;
  sold_from: number;
}

export const table = (view: View): Table => view as Table;

export const caravanOf = (t: Table, name: string): Camel[] =>
  LIMITS.map((limit, camel) => {
    const carried = t.camels[name]?.[camel] ?? "none";
    const kind = carried === "none" ? null : (carried as Kind);
    const faces = kind ? t.goods[name]!.filter((face) => kindOf(face) === kind) : [];
    return { limit, kind, faces, coin: t.coins[name]?.[camel] ?? 0 };
  });

// The markets

export const chosenLetter = (t: Table): string | null => (t.chosen === "none" ? null : t.chosen[0]!);
export const sideOf = (t: Table, letter: string): string => `${letter}${t.side + 1}`;

/** The ability of each side (CAM-40 to CAM-51), in one line. */
export const ABILITIES: Record<string, string> = {
  A1: "Name a type, draw 3: keep one of it",
  A2: "Gain the Extra Sale token",
  B1: "Swap a face-up card with another stall",
  B2: "Draw a card for each empty camel",
  C1: "Fetch a face-up carpet or fruit",
  C2: "Fetch a face-up date or pottery",
  D1: "A card for everybody, you pick first",
  D2: "Throw away one card you carry",
  E1: "Discard any stall's face-up card",
  E2: "Swap a sack for a face-up card",
  F1: "Move a sack to another stall",
  F2: "Gain the Peek token",
};

export interface Lying {
  card: number;
  face: Face | null;
}

export interface StallSeen {
  letter: string;
  side: string;
  ability: string;
  open: boolean;
  /** The player who chose it; also after its goods were loaded. */
  owner: number | null;
  here: boolean;
  up: Lying[];
  down: Lying[];
}

export function stallsOf(t: Table, log: Event[]): StallSeen[] {
  const owners = ownersOf(log);
  const lying = (cards: number[]) => cards.map((card) => ({ card, face: t.faces[card] ?? null }));
  return t.in_play.map((letter) => {
    const here = chosenLetter(t) === letter;
    return {
      letter,
      side: sideOf(t, letter),
      ability: ABILITIES[sideOf(t, letter)]!,
      open: t.open_markets.includes(letter),
      owner: here ? t.names.indexOf(t.turn) : (owners[letter] ?? null),
      here,
      up: lying(t.up[letter] ?? []),
      down: lying(t.down[letter] ?? []),
    };
  });
}

/** A face-down card at the chosen stall, by its place from 1. */
export function sackAt(t: Table, place: number): Lying {
  const card = t.down[chosenLetter(t) ?? ""]?.[place - 1] ?? -1;
  return { card, face: t.faces[card] ?? null };
}

/** The markets chosen in this round, as far as the log shows. */
export function ownersOf(log: Event[]): Record<string, number> {
  const owners: Record<string, number> = {};
  for (const event of log.slice(log.findLastIndex((each) => each.name === "round") + 1)) {
    if (event.name === "chose") owners["ABCDEF"[event.values.side! >> 1]!] = event.values.seat!;
  }
  return owners;
}

/** Returns whether this seat has still to choose a market, or to decide on the one it chose. */
export function isToChoose(t: Table, seat: number): boolean {
  if (t.stage === "betting") return true;
  if (!["choosing", "ability", "keeping", "drafting", "taking", "loading"].includes(t.stage)) return false;
  const steps = (name: string) => order(t).indexOf(t.names.indexOf(name));
  if (t.turn !== t.names[seat]) return steps(t.turn) < steps(t.names[seat]!);
  const letter = chosenLetter(t);
  return !letter || Boolean(t.up[letter]?.length || t.down[letter]?.length);
}

// The latest events

export interface Happened {
  /** By the camel's limit. */
  camels: Record<number, "grown" | "fallen" | "coin">;
  /** The change in the purse, as far as the log shows. */
  pounds: number;
}

export function happenedTo(news: Event[], seat: number): Happened {
  const found: Happened = { camels: {}, pounds: 0 };
  for (const { name, values } of news) {
    if (values.seat !== seat) continue;
    if (name === "loaded") found.camels[values.limit!] = "grown";
    if (name === "overloaded") found.camels[values.limit!] = "fallen";
    if (name === "coin") found.camels[values.limit!] = "coin";
    if (name === "sold") found.pounds += values.pounds!;
    if (name === "won" || name === "fined") found.pounds -= values.pounds!;
  }
  return found;
}

export const signed = (amount: number): string => `${amount < 0 ? "\u2212" : "+"}£${Math.abs(amount)}`;

// The round

/** The seats from the First Player on; from the first seat if there is none. */
export function order(t: Table): number[] {
  const first = Math.max(0, t.names.indexOf(t.first_player));
  return t.names.map((_, step) => (first + step) % t.names.length);
}

export const towerLeft = (t: Table): number => CARDS - t.drawn;
const PER_SIDE: Record<string, [number, number]> = { A: [3, 3], B: [3, 4], C: [3, 3], D: [4, 5], E: [5, 6], F: [6, 6] };

/** CAM-04, CAM-16: the most rounds that can follow this one. */
export function roundsToCome(t: Table): number {
  let left = towerLeft(t);
  let rounds = 0;
  while (left >= t.names.length) {
    const side = left < TURN_BELOW ? 1 : 0;
    left -= t.in_play.reduce((sum, letter) => sum + PER_SIDE[letter]![side], 0);
    rounds += 1;
  }
  return rounds;
}

export const isSelling = (t: Table): boolean => ["selling", "token", "extra sale", "final sale"].includes(t.stage);
export const isOver = (t: Table): boolean => t.stage === "over";

// The auction

const HIGHEST = "The highest bet wins; tied bets are out.";
const AUCTION_RULES: Record<string, string> = {
  "lowest bet": "The lowest bet wins, but never 0; tied bets are out.",
  "lucky 0": "A single 0 wins. Several lose 2 each, and the highest wins.",
  "cannot bet 2": "Nobody may bet 2. The highest wins.",
  "cannot bet 3": "Nobody may bet 3. The highest wins.",
};

/** CAM-35 to CAM-37: the change to each seat's bet, with the present goods. */
export function changes(t: Table): number[] {
  const none = t.names.map(() => 0);
  if (t.auction === "first player") return t.names.map((name) => (name === t.first_player ? -1 : 0));
  if (t.auction !== "most dates" && t.auction !== "fewest goods") return none;
  const dates = t.auction === "most dates";
  const counts = t.names.map((name) => (dates ? datesOn(t.goods[name]!) : t.goods[name]!.length));
  const best = dates ? Math.max(...counts) : Math.min(...counts);
  return Math.max(...counts) === 0 ? none : counts.map((count) => (count === best ? 1 : 0));
}

/** CAM-38: the value a bet is compared by, and what it costs if it wins. */
export function countsAs(t: Table, seat: number, bet: number): { counts: number; pays: number } {
  const counts = bet + changes(t)[seat]!;
  return { counts, pays: Math.min(Math.max(counts, 0), t.pounds[t.names[seat]!] ?? 0) };
}

/** CAM-38: the changed bets of this round's auction by seat, from the log. */
export function changedBets(log: Event[]): Record<number, Event> {
  const changed: Record<number, Event> = {};
  for (const event of log.slice(log.findLastIndex((each) => each.name === "round") + 1)) {
    if (event.name === "opened") delete changed[event.values.seat!];
    if (event.name === "changed") changed[event.values.seat!] = event;
  }
  return changed;
}

/** The rule, and the players it concerns now. */
export function auctionRule(t: Table): string {
  const changed = changes(t);
  const names = t.names.filter((_, seat) => changed[seat]);
  if (!names.length) return AUCTION_RULES[t.auction] ?? HIGHEST;
  return `${t.auction === "first player" ? "\u22121" : "+1"} for ${listed(names)} (${t.auction}). The highest wins.`;
}

export type SeatState = "asked" | "sealed" | "waits";
export function stateOf(t: Table, seat: number): SeatState {
  if (t.asks.includes(t.names[seat]!)) return "asked";
  return t.stage === "betting" ? "sealed" : "waits";
}

/** The seat whose caravan is shown large: mine, or for spectators that of the player whose turn it is. */
export function seatInFront(t: Table, me: number | null): number {
  if (me !== null) return me;
  const turn = t.names.indexOf(t.acting in t.camels ? t.acting : t.turn);
  return turn >= 0 ? turn : order(t)[0]!;
}

// Actions

/** A parsed action: only the fields of its kind are set. */
export interface Move {
  do: string;
  pounds: number;
  market: string;
  face: Face;
  /** The card given for it. */
  mine: Face;
  /** The place of the sack given for it, from 1. */
  place: number;
  kind: Kind;
  limit: number;
  sale: string;
}

const DEEDS: [deed: string, said: RegExp][] = [
  ["bet", /^bet (?<pounds>\d+)$/],
  ["market", /^market (?<market>\w)$/],
  ["peek", /^peek (?<market>\w)$/],
  ["move sack", /^use: move face-down to (?<market>\w)$/],
  ["swap sack", /^use: swap face-down (?<place>\d) with (?<face>.+) of (?<market>\w)$/],
  ["swap", /^use: swap (?<mine>.+) with (?<face>.+) of (?<market>\w)$/],
  ["fetch", /^use: move (?<face>.+) of (?<market>\w)$/],
  ["discard", /^use: discard (?<face>.+) of (?<market>\w)$/],
  ["unload", /^use: discard (?<face>.+)$/],
  ["name", /^use: name (?<kind>\w+)$/],
  ["gain sale", /^use: gain extra sale$/],
  ["gain peek", /^use: gain peek$/],
  ["draw", /^use: draw$/],
  ["draft", /^use: draft$/],
  ["no ability", /^no ability$/],
  ["keep token", /^keep extra sale$/],
  ["spend", /^spend extra sale$/],
  ["keep", /^keep (?<face>.+)$/],
  ["pick", /^draft (face-down|(?<face>.+))$/],
  ["load", /^load (?<kind>\w+) on camel (?<limit>\d)$/],
  ["sell nothing", /^sell nothing$/],
  ["sell", /^sell (?<sale>.+)$/],
];

/** Parses an action; returns null if this game does not know it. */
export function parse(action: string): Move | null {
  for (const [deed, said] of DEEDS) {
    const found = said.exec(action);
    if (!found) continue;
    const { pounds, limit, place, ...parts } = found.groups ?? {};
    return { do: deed, pounds: Number(pounds), limit: Number(limit), place: Number(place), ...parts } as Move;
  }
  return null;
}

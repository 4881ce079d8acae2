// The state of the table, read from the view and the foresight. It contains no rule.
import {
  ABILITIES,
  AUCTIONS,
  AUCTION_RULES,
  CAMELS,
  CHANGING,
  SALE_NAMES,
  SIDE_NAMES,
  UNCHANGED,
  type Freight,
  type OffSeasonForesight,
  type Sale,
} from "../../generated/off_season";
import type { Event, View } from "../../lib/messages";
import { capital, listed, sentence, typeset } from "../../lib/words";
import { kindOf, type Camel, type Face, type Kind } from "./goods";

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
  ahead: OffSeasonForesight;
}

export const table = (view: View, foresight: unknown): Table =>
  ({ ...view, ahead: foresight as OffSeasonForesight }) as Table;

export const caravanOf = (t: Table, name: string): Camel[] =>
  CAMELS.map((limit, camel) => {
    const carried = t.camels[name]?.[camel] ?? "none";
    const kind = carried === "none" ? null : (carried as Kind);
    const faces = kind ? t.goods[name]!.filter((face) => kindOf(face) === kind) : [];
    return { limit, kind, faces, coin: t.coins[name]?.[camel] ?? 0 };
  });

// The markets

export const chosenLetter = (t: Table): string | null => (t.chosen === "none" ? null : t.chosen[0]!);
export const sideOf = (t: Table, letter: string): string => `${letter}${t.side + 1}`;

/** The ability of a side, such as "C2", in one line. */
export const abilityOf = (side: string): string =>
  capital(ABILITIES[SIDE_NAMES.findIndex((each) => each === side)] ?? "");

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
      ability: abilityOf(sideOf(t, letter)),
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

/** The market that an event tells of. */
export const letterOf = (event: Event): string => SIDE_NAMES[event.values.side!]![0]!;

/** The markets chosen in this round, as far as the log shows. */
export function ownersOf(log: Event[]): Record<string, number> {
  const owners: Record<string, number> = {};
  for (const event of log.slice(log.findLastIndex((each) => each.name === "round") + 1)) {
    if (event.name === "chose") owners[letterOf(event)] = event.values.seat!;
  }
  return owners;
}

// What is foreseen

/** What the goods of a market do to my camels; null if they are not mine to take. */
export function freightOf(t: Table, letter: string): Freight | null {
  return t.ahead.freights[t.ahead.markets[letter] ?? -1] ?? null;
}

/** What is loaded after a legal action; null if nothing is. */
export function freightAfter(t: Table, action: string): Freight | null {
  return t.ahead.freights[t.ahead.actions[t.legal.indexOf(action)] ?? -1] ?? null;
}

/** A sale of the caravan in front, with its camel. */
export interface SaleFrom {
  camel: number;
  sale: Sale;
}

export function saleCalled(t: Table, name: string): SaleFrom | null {
  const every = t.ahead.caravan.camels.flatMap(({ sales }, camel) => sales.map((sale) => ({ camel, sale })));
  return every.find(({ sale }) => SALE_NAMES[sale.sale] === name) ?? null;
}

/** The best sale from each camel that can still be sold from. */
export function bestSales(t: Table): SaleFrom[] {
  return t.ahead.caravan.camels.flatMap(({ sales, sold }, camel) =>
    sold ? [] : sales.slice(0, 1).map((sale) => ({ camel, sale })),
  );
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

export const signed = (amount: number): string =>
  amount ? `${amount < 0 ? "\u2212" : "+"}£${Math.abs(amount)}` : "£0";
export const more = (amount: number): string => `${amount < 0 ? "\u2212" : "+"}${Math.abs(amount)}`;

// The round

export const isSelling = (t: Table): boolean => ["selling", "token", "extra sale", "final sale"].includes(t.stage);
export const isOver = (t: Table): boolean => t.stage === "over";

// The auction

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
  const changes = t.ahead.auction?.changes ?? [];
  const names = t.names.filter((_, seat) => changes[seat]).map((name) => (name === t.you ? "you" : name));
  if (!names.length) return sentence(typeset(plainRule(t)));
  return `${more(changes.find(Boolean)!)} for ${listed(names)} (${t.auction}). The highest wins.`;
}

/** The rule while no bet is changed, and why none is. */
function plainRule(t: Table): string {
  const kind = AUCTIONS.findIndex((each) => each === t.auction);
  const why = UNCHANGED[CHANGING.findIndex((each) => each === kind)];
  return why ? `${AUCTION_RULES[kind]} (${why})` : (AUCTION_RULES[kind] ?? "");
}

export type SeatState = "asked" | "sealed" | "waits";
export function stateOf(t: Table, seat: number): SeatState {
  if (t.asks.includes(t.names[seat]!)) return "asked";
  return t.stage === "betting" ? "sealed" : "waits";
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

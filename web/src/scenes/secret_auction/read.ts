// The state of the table, read from the view. `view.legal` alone decides what is legal.
import type { View } from "../../lib/messages";
import { ALL_ITEMS, NOTES, bidSize, itemNamed, requestOf, type Item, type Request } from "./house";

/** The place of a note: in hand, in the pile of spent money, or paid for an item for good. */
export type Where = "hand" | "spent" | "gone";

export interface Player {
  seat: number;
  name: string;
  asked: boolean;
  out: boolean;
  hand: number[];
  pile: number[];
  gone: number[];
  chips: number;
  items: Item[];
  stars: number;
  /** null if hidden from this viewer, or not chosen yet. */
  kept: Request | null;
  /** Known to its owner and in open replays only: `pass` or `3+7`. */
  choice: string | null;
  recovering: boolean;
}

export interface Room {
  phase: "requests" | "sale" | "over";
  players: Player[];
  turned: number;
  /** The item on sale, and the number of notes in a bid for it. */
  lot: Item | null;
  size: number;
  toCome: Item[];
  discarded: Item[];
  sizes: unknown;
}

type By<T> = Record<string, T | null | undefined>;

export function roomOf(view: View): Room {
  const owner = view.owner as By<string[]>;
  const items = (name: string) => (owner[name] ?? []).map(itemNamed).filter((item) => item !== null);
  const players = view.names.map((name, seat) => playerOf(view, name, seat, items(name)));
  const lot = items("sight")[0] ?? null;
  const seen = new Set((view.items as (string | null)[]).filter((name) => name !== null).slice(0, view.turned as number));
  return {
    phase: view.asks.length === 0 ? "over" : view.turned === 0 ? "requests" : "sale",
    players,
    turned: view.turned as number,
    lot,
    size: lot ? bidSize(lot, view.options.bid_sizes) : 0,
    toCome: ALL_ITEMS.filter((item) => !seen.has(item.name)),
    discarded: items("discarded"),
    sizes: view.options.bid_sizes,
  };
}

function playerOf(view: View, name: string, seat: number, items: Item[]): Player {
  const pile = (view.piles as By<number[]>)[name] ?? [];
  const gone = (view.gone as By<number[]>)[name] ?? [];
  const choice = (view.choices as By<string>)[name];
  return {
    seat,
    name,
    asked: view.asks.includes(name),
    out: (view.out as string[]).includes(name),
    hand: (view.hands as By<number[]>)[name] ?? NOTES.filter((note) => !pile.includes(note) && !gone.includes(note)),
    pile,
    gone,
    chips: (view.chips as By<number>)[name] ?? 0,
    items: items.sort((a, b) => a.id - b.id),
    stars: items.reduce((sum, item) => sum + item.stars, 0),
    kept: requestOf((view.kept as By<string>)[name]),
    choice: !choice || choice === "none" ? null : choice,
    recovering: Boolean((view.recovering as By<boolean>)[name]),
  };
}

export function where(player: Player, note: number): Where {
  return player.gone.includes(note) ? "gone" : player.pile.includes(note) ? "spent" : "hand";
}

/** SEC-31: the notes that can be bid; with the pile if it is recovered for this item. */
export function atHand(player: Player): number[] {
  return player.recovering ? ascending([...player.hand, ...player.pile]) : player.hand;
}

export function total(notes: number[]): number {
  return notes.reduce((sum, note) => sum + note, 0);
}

export function ascending(notes: number[]): number[] {
  return [...notes].sort((a, b) => a - b);
}

// Notation

export function bidText(notes: number[]): string {
  return `bid ${ascending(notes).join("+")}`;
}

/** The notes of `bid 3+7` or `3+7`; none for anything else. */
export function notesOf(action: string): number[] {
  const said = action.replace(/^bid /, "");
  return /^\d+(\+\d+)*$/.test(said) ? said.split("+").map(Number) : [];
}

/** The chosen notes with one added or removed. If the bid is full, the note chosen first is dropped. */
export function toggled(chosen: number[], note: number, size: number): number[] {
  if (chosen.includes(note)) return chosen.filter((each) => each !== note);
  return [...chosen, note].slice(-size);
}

/** A bid with a note that is not in hand, completed with notes that are, to ask why it is not allowed. */
export function triedWith(player: Player, note: number, chosen: number[], size: number): string {
  const filling = [...chosen, ...atHand(player)].filter((each, at, all) => each !== note && all.indexOf(each) === at);
  return bidText([note, ...filling.slice(0, size - 1)]);
}

// The counting a good player does

export function highest(notes: number[], size: number): number {
  return notes.length < size ? 0 : total(ascending(notes).slice(-size));
}

export interface Reach {
  now: number;
  /** The highest with the pile recovered for a chip, if that is more. */
  chip: number;
}

export function reachOf(player: Player, size: number): Reach {
  if (player.out) return { now: 0, chip: 0 };
  const now = highest(atHand(player), size);
  const back = player.chips > 0 && !player.recovering ? highest([...player.hand, ...player.pile], size) : now;
  return { now, chip: Math.max(now, back) };
}

/** What a rival can do against a bid of this sum: a mark, and words. */
export function against({ now, chip }: Reach, sum: number): [mark: string, words: string] {
  if (now > sum) return ["▲", "could beat"];
  if (chip > sum) return ["△", "with a chip beats"];
  if (now === sum) return ["=", "could tie"];
  return chip === sum ? ["=", "with a chip ties"] : ["▽", "cannot reach"];
}

/** All other players still in, clockwise from this seat. */
export function rivalsOf(room: Room, me: number | null): Player[] {
  const { players } = room;
  if (me === null) return players;
  return players.slice(1).map((_, step) => players[(me + step + 1) % players.length]!);
}

export function stillIn(players: Player[]): Player[] {
  return players.filter((player) => !player.out);
}

/** The lowest and the highest sum of a bid of this size. */
export function span(size: number): [least: number, most: number] {
  return [total(NOTES.slice(0, size)), total(NOTES.slice(-size))];
}

/** The highest sum each player can bid, with a chip if that is more. */
export function marksOf(rivals: Player[], size: number): Map<number, { player: Player; chip: boolean }[]> {
  const marks = new Map<number, { player: Player; chip: boolean }[]>();
  for (const player of stillIn(rivals)) {
    const { now, chip } = reachOf(player, size);
    for (const sum of new Set([now, chip])) marks.set(sum, [...(marks.get(sum) ?? []), { player, chip: sum > now }]);
  }
  return marks;
}

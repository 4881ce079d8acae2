// The state of the table, read from the view and the foresight. `view.legal` alone decides what is legal.
import {
  BEATS,
  BEATS_WITH_CHIP,
  ITEM_SIZES,
  TIES,
  TIES_WITH_CHIP,
  type SecretAuctionForesight,
} from "../../generated/secret_auction";
import type { View } from "../../lib/messages";
import { ALL_ITEMS, itemNamed, requestOf, type Item, type Request } from "./components";

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
  /** The highest bid they can make, and the highest with the pile recovered for a chip. */
  most: number;
  mostWithChip: number;
  /** null if hidden from this viewer, or not chosen yet. */
  kept: Request | null;
  /** Whether the request is fulfilled as things stand; null if it is hidden. */
  fulfilled: boolean | null;
  /** The points for the request as things stand; null if it is hidden. */
  requestPoints: number | null;
  /** Known to its owner and in open replays only: `pass` or `3+7`, and the sum of the bid. */
  choice: string | null;
  bid: number;
  recovering: boolean;
  /** The chips that the sealed choice spends. */
  spending: number;
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
  /** The number of notes in a bid for every item. */
  sizes: readonly number[];
  legal: string[];
  /** What my choices mean. */
  ahead: SecretAuctionForesight;
}

type By<T> = Record<string, T | null | undefined>;

export function roomOf(view: View, ahead: SecretAuctionForesight): Room {
  const owner = view.owner as By<string[]>;
  const items = (name: string) => (owner[name] ?? []).map(itemNamed).filter((item) => item !== null);
  const players = view.names.map((name, seat) => playerOf(view, ahead, name, seat, items(name)));
  const lot = items("sight")[0] ?? null;
  const seen = new Set(
    (view.items as (string | null)[]).filter((name) => name !== null).slice(0, view.turned as number),
  );
  const sizes = ITEM_SIZES[view.options.bid_sizes as keyof typeof ITEM_SIZES];
  return {
    phase: view.asks.length === 0 ? "over" : view.turned === 0 ? "requests" : "sale",
    players,
    turned: view.turned as number,
    lot,
    size: lot ? sizes[lot.id]! : 0,
    toCome: ALL_ITEMS.filter((item) => !seen.has(item.name)),
    discarded: items("discarded"),
    sizes,
    legal: view.legal,
    ahead,
  };
}

function playerOf(view: View, ahead: SecretAuctionForesight, name: string, seat: number, items: Item[]): Player {
  const choice = (view.choices as By<string>)[name];
  const bidder = ahead.bidders[seat]!;
  return {
    seat,
    name,
    asked: view.asks.includes(name),
    out: (view.out as string[]).includes(name),
    hand: bidder.hand,
    pile: (view.piles as By<number[]>)[name] ?? [],
    gone: (view.gone as By<number[]>)[name] ?? [],
    chips: (view.chips as By<number>)[name] ?? 0,
    items: items.sort((a, b) => a.id - b.id),
    stars: bidder.stars,
    most: bidder.most,
    mostWithChip: bidder.most_with_chip,
    kept: requestOf((view.kept as By<string>)[name]),
    fulfilled: bidder.fulfilled,
    requestPoints: bidder.request_points,
    choice: !choice || choice === "none" ? null : choice,
    bid: bidder.bid ?? 0,
    recovering: Boolean((view.recovering as By<boolean>)[name]),
    spending: bidder.spending,
  };
}

export function where(player: Player, note: number): Where {
  return player.gone.includes(note) ? "gone" : player.pile.includes(note) ? "spent" : "hand";
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
export function triedWith(room: Room, note: number, chosen: number[]): string {
  const filling = [...chosen, ...room.ahead.usable].filter(
    (each, at, all) => each !== note && all.indexOf(each) === at,
  );
  return bidText([note, ...filling.slice(0, room.size - 1)]);
}

/** The sum of a legal bid; 0 for anything else. */
export function sumOf(room: Room, action: string): number {
  return room.ahead.sums[room.legal.indexOf(action)] ?? 0;
}

// The rivals

/** What a rival can do against my bid of this sum: a mark, and words; null if it is not known. */
export function against(room: Room, sum: number, rival: number): [mark: string, words: string] | null {
  const answers = room.ahead.answers[sum];
  if (!answers) return null;
  switch (answers[rival]) {
    case BEATS:
      return ["▲", "could beat"];
    case BEATS_WITH_CHIP:
      return ["△", "with a chip beats"];
    case TIES:
      return ["=", "could tie"];
    case TIES_WITH_CHIP:
      return ["=", "with a chip ties"];
    default:
      return ["▽", "cannot reach"];
  }
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

/** The highest sum each player can bid, with a chip if that is more. */
export function marksOf(rivals: Player[]): Map<number, { player: Player; chip: boolean }[]> {
  const marks = new Map<number, { player: Player; chip: boolean }[]>();
  for (const player of stillIn(rivals)) {
    for (const sum of new Set([player.most, player.mostWithChip]))
      marks.set(sum, [...(marks.get(sum) ?? []), { player, chip: sum > player.most }]);
  }
  return marks;
}

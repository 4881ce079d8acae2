// The cards by their names at this table (BID-01 to BID-03, BID-50).
import { CARD_BIDS, CARD_COLOURS, CARD_NAMES, CARD_POINTS } from "../../generated/bids";

export type Colour = (typeof CARD_COLOURS)[number];
export type Kind =
  "bid" | "points" | "double" | "minus" | "thief" | "shuffle" | "lowest" | "surprise" | "blank" | "ally";

export interface Card {
  /** The name in the view. */
  name: string;
  /** The name in actions and sentences: a blank card has the name that the table gave it. */
  said: string;
  kind: Kind;
  colour: Colour;
  /** The number it bids; null for cards that are not a bid (BID-30). */
  bid: number | null;
  /** What it scores for the player who has taken it. */
  points: number;
}

export type Blanks = [name: string, points: number][];

const SPECIAL: Record<string, Kind> = {
  "2x": "double",
  "-5": "minus",
  Thief: "thief",
  Shuffle: "shuffle",
  Lowest: "lowest",
  Surprise: "surprise",
  "blank 1": "blank",
  "blank 2": "blank",
  Ally: "ally",
};

const numberOf = (name: string) => CARD_NAMES.indexOf(name as (typeof CARD_NAMES)[number]);

export function card(name: string, blanks: Blanks = []): Card {
  const number = numberOf(name);
  const colour = CARD_COLOURS[number]!;
  const kind = SPECIAL[name] ?? (colour === "black" ? "points" : "bid");
  const [said, points] = (kind === "blank" && blanks[Number(name.split(" ")[1]) - 1]) || [name, CARD_POINTS[number]!];
  return { name, said, kind, colour, bid: CARD_BIDS[number]!, points };
}

/** "none" means no card. */
export function maybe(name: unknown, blanks: Blanks): Card | null {
  return typeof name === "string" && name !== "none" ? card(name, blanks) : null;
}

/** By colour and number, as in `CARD_NAMES`. */
export function sorted(cards: Card[]): Card[] {
  return [...cards].sort((a, b) => numberOf(a.name) - numberOf(b.name));
}

/** The large print: a number, or nothing for a pictogram. */
export function figure({ kind, bid }: Card): string {
  if (kind === "double") return "2×";
  return bid === null ? "" : String(bid).replace("-", "−");
}

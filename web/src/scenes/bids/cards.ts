// The cards by their names at this table (BID-01 to BID-03, BID-50).

export const COLOURS = ["red", "blue", "green", "yellow"] as const;
export type Colour = (typeof COLOURS)[number] | "black" | "white";
export type Kind = "bid" | "points" | "double" | "minus" | "thief" | "shuffle" | "lowest" | "surprise" | "blank" | "ally";

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

const HIGHEST = 14;
const EFFECTS: Record<string, Kind> = { Thief: "thief", Shuffle: "shuffle", Lowest: "lowest", Surprise: "surprise" };
const NUMBERS = Array.from({ length: HIGHEST }, (_, index) => index + 1);

/** In the order of the numbers that events use. */
export const CARD_NAMES: string[] = [
  ...[...COLOURS, "black"].flatMap((colour) => NUMBERS.map((number) => `${colour} ${number}`)),
  ...["2x", "-5", "Thief", "Shuffle", "Lowest", "Surprise", "blank 1", "blank 2", "Ally"],
];

export function card(name: string, blanks: Blanks = []): Card {
  const of = (kind: Kind, colour: Colour, bid: number | null, points: number, said = name): Card => ({ name, said, kind, colour, bid, points });
  const [word, number] = name.split(" ");
  if (name === "2x") return of("double", "black", null, 0);
  if (name === "-5") return of("minus", "black", -5, -5);
  if (name === "Ally") return of("ally", "white", null, 0);
  if (EFFECTS[name]) return of(EFFECTS[name], "black", null, 0);
  if (word === "blank") {
    const [said, points] = blanks[Number(number) - 1] ?? [name, 0];
    return of("blank", "black", null, points, said);
  }
  return word === "black" ? of("points", "black", Number(number), Number(number)) : of("bid", word as Colour, Number(number), 0);
}

/** "none" means no card. */
export function maybe(name: unknown, blanks: Blanks): Card | null {
  return typeof name === "string" && name !== "none" ? card(name, blanks) : null;
}

/** By colour and number, as in `CARD_NAMES`. */
export function sorted(cards: Card[]): Card[] {
  return [...cards].sort((a, b) => CARD_NAMES.indexOf(a.name) - CARD_NAMES.indexOf(b.name));
}

/** BID-37: returns whether nobody keeps it. */
export function isEffect({ kind }: Card): boolean {
  return kind === "thief" || kind === "shuffle" || kind === "lowest" || kind === "surprise";
}

/** The large print: a number, or nothing for a pictogram. */
export function figure({ kind, bid }: Card): string {
  if (kind === "double") return "2×";
  return bid === null ? "" : String(bid).replace("-", "−");
}

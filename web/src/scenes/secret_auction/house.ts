// The components of the game, as in its rulebook: jewels, notes and requests.

export const KINDS = ["Ruby", "Sapphire", "Emerald", "Amethyst", "Topaz", "Opal"] as const;
export const NOTES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
export const CHIPS = 3;
export const ITEMS = 18;
const STARS = 3;

export interface Item {
  id: number;
  /** The name in the view: `Ruby 2`. */
  name: string;
  kind: number;
  stars: number;
}

export function itemOf(id: number): Item {
  const kind = Math.floor(id / STARS);
  const stars = (id % STARS) + 1;
  return { id, name: `${KINDS[kind]} ${stars}`, kind, stars };
}

export const ALL_ITEMS: Item[] = Array.from({ length: ITEMS }, (_, id) => itemOf(id));

export function itemNamed(name: string): Item | null {
  return ALL_ITEMS.find((item) => item.name === name) ?? null;
}

const NUMBERS = ["no", "one", "two", "three"];

/** The name in words: `Ruby, two stars`. */
export function itemText(item: Item): string {
  return `${KINDS[item.kind]}, ${NUMBERS[item.stars]} ${item.stars === 1 ? "star" : "stars"}`;
}

/** SEC-03: the number of money cards in a bid for it. */
export function bidSize(item: Item, sizes: unknown): number {
  return sizes === "stars" ? item.stars : 1 + ((item.kind + item.stars) % 3);
}

export interface Request {
  clause: string;
  name: string;
  points: number;
  wish: string;
}

export const REQUESTS: Request[] = [
  { clause: "SEC-40", name: "the Saver", points: 5, wish: "Most notes in hand and pile together; tied is enough." },
  { clause: "SEC-41", name: "the Specialist", points: 3, wish: "Items of at most three types, and at least one item." },
  { clause: "SEC-42", name: "the Collector", points: 4, wish: "Items of at least four types." },
  { clause: "SEC-43", name: "the Modest", points: 4, wish: "Fewest three-star items of all; tied is enough." },
  { clause: "SEC-44", name: "the Bargain Hunter", points: 4, wish: "Most one-star items, at least one; tied is enough." },
  { clause: "SEC-45", name: "the Numerologist", points: 4, wish: "The sum of your stars is a multiple of 4, not 0." },
  { clause: "SEC-46", name: "the Patient", points: 4, wish: "All three chips unused." },
  { clause: "SEC-47", name: "the Twin", points: 4, wish: "Exactly two two-star items, any others besides." },
  { clause: "SEC-48", name: "the Matchmaker", points: 5, wish: "Two or more types with at least two items each." },
  { clause: "SEC-49", name: "the Connoisseur", points: 3, wish: "At least one item each of one, two and three stars." },
];

export function requestOf(clause: unknown): Request | null {
  return REQUESTS.find((request) => request.clause === clause) ?? null;
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** `1 note`, `2 notes`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

// The components of the game, as in its rulebook: jewels, notes and requests.
import {
  ITEM_NAMES,
  ITEM_STARS,
  ITEM_TYPES,
  MONEY,
  REQUEST_CLAUSES,
  REQUEST_NAMES,
  REQUEST_POINTS,
  REQUEST_WISHES,
  TYPES,
} from "../../generated/secret_auction";

export const NOTES = Array.from({ length: MONEY }, (_, at) => at + 1);

export interface Item {
  id: number;
  /** The name in the view: `Ruby 2`. */
  name: string;
  kind: number;
  stars: number;
}

export const ALL_ITEMS: Item[] = ITEM_NAMES.map((name, id) => ({
  id,
  name,
  kind: ITEM_TYPES[id]!,
  stars: ITEM_STARS[id]!,
}));

export function itemNamed(name: string): Item | null {
  return ALL_ITEMS.find((item) => item.name === name) ?? null;
}

const NUMBERS = ["no", "one", "two", "three"];

/** The name in words: `Ruby, two stars`. */
export function itemText(item: Item): string {
  return `${TYPES[item.kind]}, ${NUMBERS[item.stars]} ${item.stars === 1 ? "star" : "stars"}`;
}

export interface Request {
  /** Its place among all requests. */
  number: number;
  clause: string;
  name: string;
  points: number;
  /** What it asks. */
  wish: string;
}

export const REQUESTS: Request[] = REQUEST_CLAUSES.map((clause, at) => ({
  number: at,
  clause,
  name: REQUEST_NAMES[at]!,
  points: REQUEST_POINTS[at]!,
  wish: REQUEST_WISHES[at]!,
}));

export function requestOf(clause: unknown): Request | null {
  return REQUESTS.find((request) => request.clause === clause) ?? null;
}

// Reads any view: which fields belong to players, what values say, which actions belong together.
import type { View } from "../../lib/messages";
import { kinds, spelled, verbOf, type Verbs } from "../../lib/words";

/** Fields of every view that are not facts about the table. */
const FRAME = new Set(["game", "rules", "names", "players", "options", "you", "asks", "legal"]);
const CHANCE = /^chance_/;

export type Fact = [label: string, value: unknown];

/** Actions from which on a search field is shown. */
export const MANY = 12;
/** Actions of one kind that are shown at once. */
export const MOST_SHOWN = 60;

/** The fields of the table, and those of each player, in the order of the view. Wholly hidden fields are left out. */
export function facts(view: View): { table: Fact[]; players: Fact[][] } {
  const table: Fact[] = [];
  const players: Fact[][] = view.names.map(() => []);
  for (const [name, value] of Object.entries(view)) {
    if (FRAME.has(name) || CHANCE.test(name) || isHidden(value)) continue;
    const label = spelled(name);
    if (isBySeat(value, view.names)) view.names.forEach((seat, place) => players[place]!.push([label, value[seat]]));
    else table.push([label, value]);
  }
  return { table, players };
}

function isBySeat(value: unknown, names: string[]): value is Record<string, unknown> {
  return isRecord(value) && Object.keys(value).length === names.length && names.every((name) => name in value);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isHidden(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === null;
  const parts = Object.values(value);
  return parts.length > 0 && parts.every(isHidden);
}

/** A value in words. Hidden entries of a list are counted. */
export function said(value: unknown): string {
  if (value === null || value === undefined) return "hidden";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) {
    const known = value.filter((part) => part !== null).map(said);
    const hidden = value.length - known.length;
    return [...known, ...(hidden ? [`${hidden} hidden`] : [])].join(", ") || "none";
  }
  if (isRecord(value)) {
    const parts = Object.entries(value).map(([name, part]) => `${name}: ${said(part)}`);
    return parts.join("; ") || "none";
  }
  return String(value);
}

export interface Group {
  verb: string;
  /** What to do, in words. */
  label: string;
  shown: string[];
  /** The number of matching actions that are not shown. */
  more: number;
}

/** The actions that contain all words of the query, grouped by verb. */
export function groups(legal: string[], verbs: Verbs, query: string): Group[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = legal.filter((action) => words.every((word) => action.toLowerCase().includes(word)));
  return kinds(found, verbs).map((verb) => {
    const matching = found.filter((action) => verbOf(action) === verb);
    const shown = matching.slice(0, MOST_SHOWN);
    return { verb, label: spelled(verbs[verb] ?? verb), shown, more: matching.length - shown.length };
  });
}

/** What foresight says about one action: its fields that have an entry under the action's notation. */
export function aboutAction(foresight: unknown, action: string): Fact[] {
  if (!isRecord(foresight)) return [];
  return Object.entries(foresight).flatMap(([name, value]): Fact[] =>
    isRecord(value) && action in value ? [[spelled(name), value[action]]] : [],
  );
}

/** Returns whether a value has parts worth a list of their own. */
export function isNested(value: unknown): value is object {
  if (Array.isArray(value)) return value.some((part) => typeof part === "object" && part !== null);
  return isRecord(value) && Object.keys(value).length > 0;
}

// The HTTP interface of the server.
import { DOORS, type GameInfo } from "../generated/games";
import type { HouseInfo, RoomInfo, Shown } from "./messages";
import { typeset, type Verbs } from "./words";

/** A refused request, with a sentence for people. */
export class NotTaken extends Error {
  constructor(
    readonly status: number,
    why: string,
    readonly clause = "",
  ) {
    super(why);
  }
}

export interface RuleSection {
  heading: string;
  text: string;
  clauses: { id: string; title: string; text: string }[];
}

export interface Rules {
  title: string;
  /** The meaning of each mark in the text, such as [book]. */
  marks: Record<string, string>;
  sections: RuleSection[];
}

export interface ReplayOf {
  steps: Shown[];
  actions: { seat: number; action: string }[];
}

export interface Analysed {
  state: "none" | "working" | "there" | "failed";
  done: number;
  report: Report | null;
}

/** A judged decision; `alternatives` has the best first. Shares of wins come with their standard error. */
export interface Judged {
  /** The number of actions played when it was over. */
  step: number;
  seat: number;
  place: string;
  played: string;
  /** Whether something else was clearly better. */
  clear: boolean;
  wins: number;
  cost: number;
  cost_error: number;
  alternatives: Alternative[];
}

export interface Alternative {
  action: string;
  /** The action in words; missing in analyses that were made by earlier versions. */
  said?: string;
  played?: boolean;
  wins: number;
  error: number;
}

/** The part of an analysis (bidwell/analysis/report.py) that the page shows. */
export interface Report {
  seats: number[];
  steps: number;
  players: {
    name: string;
    place: number | null;
    score: number;
    decisions: number;
    grades: Record<string, number>;
    average: number;
  }[];
  points: { step: number; seat: number; wins: number; kind: string }[];
  chapters: { step: number; name: string; heading: string; word: string; number: number | null }[];
  turns: {
    step: number;
    seat: number;
    place: string;
    kind: string;
    before: number;
    after: number;
    what: string;
    text: string;
  }[];
  decisions: Judged[];
  worlds: number | null;
}

async function ask(path: string, body?: unknown): Promise<Response> {
  const how =
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, how);
  } catch {
    throw new NotTaken(0, "The server does not answer; is the connection there?");
  }
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => null);
  throw new NotTaken(answer.status, said?.why ?? `The server answered ${answer.status}.`, said?.clause);
}

async function json<T>(path: string, body?: unknown): Promise<T> {
  return (await ask(path, body)).json() as Promise<T>;
}

const at = (room: string) => `rooms/${encodeURIComponent(room)}`;

export const roomInfo = (room: string) => json<RoomInfo>(at(room));
export const goal = (room: string) => json<string[]>(`${at(room)}/goal`);
export const house = () => json<HouseInfo>("house");
export const switchLan = (lan: boolean) => json<HouseInfo>("house", { lan });
export const sit = (room: string, name: string, seat: number | null) =>
  json<{ seat: number; token: string }>(`${at(room)}/sit`, { name, seat });
export const leave = (room: string, token: string) => json<RoomInfo>(`${at(room)}/leave`, { token });
export const seatIs = (room: string, token: string, seat: number, who: string) =>
  json<RoomInfo>(`${at(room)}/seat`, { token, seat, who });
export const deal = (room: string, token: string) => json<RoomInfo>(`${at(room)}/deal`, { token });
export const rematch = (room: string, token: string) => json<{ room: RoomInfo }>(`${at(room)}/rematch`, { token });
export const recordName = (game: string, room: string) => `${game}-${room}.bidwell`;
export const recordPath = (room: string) => `/api/${at(room)}/record`;
export async function replay(room: string, seat: number | null): Promise<ReplayOf> {
  const found = await json<ReplayOf>(`${at(room)}/replay${seat === null ? "" : `?seat=${seat}`}`);
  const steps = found.steps.map((shown) => ({
    ...shown,
    news: shown.news.map((event) => ({ ...event, text: typeset(event.text) })),
  }));
  return { ...found, steps };
}
export const analysis = (room: string, begin = false) => json<Analysed>(`${at(room)}/analysis`, begin ? {} : undefined);

export const games = () => json<GameInfo[]>("games");

/** What a person does at this game, in words. Only a game that this page was not built with has to be asked for. */
export async function verbsOf(game: string): Promise<Verbs> {
  const known = DOORS.find((door) => door.name === game) ?? (await games()).find((each) => each.name === game);
  return known?.verbs ?? {};
}

const read = new Map<string, Promise<Rules>>();

/** The rulebook of a game, requested once. */
export function rules(game: string): Promise<Rules> {
  let found = read.get(game);
  if (!found) {
    found = json<Rules>(`rules/${encodeURIComponent(game)}`);
    found.catch(() => read.delete(game));
    read.set(game, found);
  }
  return found;
}

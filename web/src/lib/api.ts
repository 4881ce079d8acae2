// The HTTP interface of the server.
import {
  DOORS,
  type BotsInfo,
  type DoorInfo,
  type GameInfo,
  type GoalLine,
  type RulebookInfo,
} from "../generated/games";
import type { Analysis, HouseInfo, Made, NewRoom, Rematch, Replay, RoomInfo, Seated } from "../generated/messages";
import { sentence, typeset, type Verbs } from "./words";

/** A refused request, with a sentence for people. */
export class NotTaken extends Error {
  constructor(
    readonly status: number,
    why: string,
    readonly clause = "",
  ) {
    super(sentence(why));
  }
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
export const goal = (room: string) => json<GoalLine[]>(`${at(room)}/goal`);
export const house = () => json<HouseInfo>("house");
export const switchLan = (lan: boolean) => json<HouseInfo>("house", { lan });
export const sit = (room: string, name: string, seat: number | null) => json<Seated>(`${at(room)}/sit`, { name, seat });
export const leave = (room: string, token: string) => json<RoomInfo>(`${at(room)}/leave`, { token });
export const seatIs = (room: string, token: string, seat: number, who: string) =>
  json<RoomInfo>(`${at(room)}/seat`, { token, seat, who });
export const deal = (room: string, token: string) => json<RoomInfo>(`${at(room)}/deal`, { token });
export const rematch = (room: string, token: string) => json<Rematch>(`${at(room)}/rematch`, { token });
export const recordName = (game: string, room: string) => `${game}-${room}.bidwell`;
export const recordPath = (room: string) => `/api/${at(room)}/record`;
export async function replay(room: string, seat: number | null): Promise<Replay> {
  const found = await json<Replay>(`${at(room)}/replay${seat === null ? "" : `?seat=${seat}`}`);
  const steps = found.steps.map((shown) => ({
    ...shown,
    news: shown.news.map((event) => ({ ...event, text: typeset(event.text) })),
  }));
  return { ...found, steps };
}
export const analysis = (room: string, begin = false) => json<Analysis>(`${at(room)}/analysis`, begin ? {} : undefined);

export const bots = () => json<BotsInfo>("bots");
export const openRooms = () => json<RoomInfo[]>("rooms");
export const newRoom = (wanted: NewRoom) => json<Made>("rooms", wanted);
export const games = () => json<GameInfo[]>("games");

/** What people read about this game. Only a game that this page was not built with has to be asked for. */
const about = async (game: string): Promise<DoorInfo | undefined> =>
  DOORS.find((door) => door.name === game) ?? (await games()).find((each) => each.name === game);

/** What a person does at this game, in words. */
export const verbsOf = async (game: string): Promise<Verbs> => (await about(game))?.verbs ?? {};

/** The picture behind the game's door, if it brings one of its own; the door does without it if the server is gone. */
export const artOf = (game: string): Promise<string> =>
  about(game).then(
    (found) => found?.art ?? "",
    () => "",
  );

const read = new Map<string, Promise<RulebookInfo>>();

/** The rulebook of a game, requested once. */
export function rules(game: string): Promise<RulebookInfo> {
  let found = read.get(game);
  if (!found) {
    found = json<RulebookInfo>(`rules/${encodeURIComponent(game)}`);
    found.catch(() => read.delete(game));
    read.set(game, found);
  }
  return found;
}

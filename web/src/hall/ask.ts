// The hall's requests to the server.
import type { DoorInfo } from "../generated/games";
import { NotTaken } from "../lib/api";
import type { RoomInfo } from "../lib/messages";
import { go } from "../lib/router.svelte";
import { remember, remembered } from "../lib/store";
import { keepSeat, myName } from "../lib/tokens";
import { quick, usualPlayers, type Bots, type Wanted } from "./lobby";

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const how =
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, how).catch(() => null);
  if (!answer) throw new NotTaken(0, "The house does not answer; is the connection there?");
  const said = await answer.json().catch(() => null);
  if (answer.ok && said !== null) return said as T;
  throw new NotTaken(answer.status, said?.why ?? `The house answered ${answer.status}.`, said?.clause);
}

export const bots = () => ask<Bots>("/api/bots");
export const openRooms = () => ask<RoomInfo[]>("/api/rooms");

/** Opens the table, stores its tokens and goes there. */
export async function create(wanted: Wanted, query = ""): Promise<void> {
  const { room, tokens } = await ask<{ room: RoomInfo; tokens: Record<string, string> }>("/api/rooms", wanted);
  for (const [seat, token] of Object.entries(tokens)) keepSeat(room.id, seat, token);
  began(wanted.game);
  go(`/room/${encodeURIComponent(room.id)}${query}`);
}

/** Starts a game against bots: novices in a first game and when learning. */
export function playNow(door: DoorInfo, learning = false): Promise<void> {
  const level = learning || isFirst(door.name) ? "novice" : "regular";
  return create(quick(door.name, myName(), level, usualPlayers(door)), learning ? "?guide=1" : "");
}

/** Returns whether this game was never started on this device. */
export function isFirst(game: string): boolean {
  return !remembered<string[]>("played", []).includes(game);
}

function began(game: string): void {
  if (isFirst(game)) remember("played", [...remembered<string[]>("played", []), game]);
}

export function why(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

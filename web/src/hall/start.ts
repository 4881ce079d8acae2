// Opening tables from the hall.
import type { DoorInfo } from "../generated/games";
import type { NewRoom } from "../generated/messages";
import { newRoom } from "../lib/api";
import { go } from "../lib/router.svelte";
import { remember, remembered } from "../lib/store";
import { keepSeat, myName } from "../lib/tokens";
import { quick, usualPlayers } from "./lobby";

/** Opens the table, stores its tokens and goes there. */
export async function create(wanted: NewRoom, query = ""): Promise<void> {
  const { room, tokens } = await newRoom(wanted);
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

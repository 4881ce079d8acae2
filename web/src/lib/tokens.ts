// The seats of this device: `bidwell.seats` is {room: {seat: token}}.
import { remember, remembered } from "./store";

type Seats = Record<string, Record<string, string>>;

const MOST_ROOMS = 60;

function all(): Seats {
  const found = remembered<unknown>("seats", {});
  return found && typeof found === "object" ? (found as Seats) : {};
}

/** The tokens of this device in a room, by seat. */
export function mySeats(room: string): Record<number, string> {
  return { ...all()[room] };
}

/** Stores a token; the oldest rooms are dropped. */
export function keepSeat(room: string, seat: number | string, token: string): void {
  const { [room]: before, ...others } = all();
  const kept = Object.entries(others).slice(1 - MOST_ROOMS);
  remember("seats", { ...Object.fromEntries(kept), [room]: { ...before, [seat]: token } });
}

/** Removes the token of a seat that was given up. */
export function dropSeat(room: string, seat: number | string): void {
  const seats = all();
  delete seats[room]?.[seat];
  if (seats[room] && !Object.keys(seats[room]).length) delete seats[room];
  remember("seats", seats);
}

/** The rooms at which this device has a seat, the latest last. */
export function rooms(): string[] {
  return Object.keys(all());
}

export function myName(): string {
  return remembered("name", "");
}

export function keepName(name: string): void {
  remember("name", name);
}

// Facts that follow from the seats.
import type { RoomInfo, SeatInfo } from "./messages";

/** Before the deal: the absent host for whom a player at this device may deal; null if there is none. */
export function deputyFor({ host, host_away, seats }: RoomInfo, mine: number[]): string | null {
  const seat = host === null ? undefined : seats[host];
  if (!seat || !host_away || !mine.length || mine.includes(host!)) return null;
  return seat.name ?? "The host";
}

/** The seats as they were in play: in a replay nobody is away. */
export function present(seats: SeatInfo[]): SeatInfo[] {
  return seats.map((seat) => ({ ...seat, here: true, stand_in: false, takes_over: null }));
}

export type Absence = "a bot plays" | "a bot will play" | "takes over soon" | "may take over" | "away";

/** The notice about an absent player; `waited` means that their time to come back is over. */
export function absence({ stand_in, takes_over }: SeatInfo, asked: boolean, waited: boolean): Absence {
  if (stand_in) return "a bot plays";
  if (takes_over == null) return asked ? "may take over" : "away";
  return waited || takes_over <= 0 ? "a bot will play" : "takes over soon";
}

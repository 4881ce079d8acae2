// The reason for the win in one sentence, and the tie-breaks between equal points.
import type { Ending } from "../../lib/messages";
import { type Tie, ties, toReader } from "../../lib/ties";
import { count } from "./house";
import type { Room } from "./read";

export function reasonOf(room: Room, ending: Ending, me: number | null = null): string {
  const tie = tiesOf(room, ending, me).find(({ place }) => place === 1);
  if (tie) return tie.said;
  const first = ending.places.indexOf(1);
  const winner = room.players[first]!;
  const most = ending.scores[first]!;
  const request = most - winner.stars;
  const made = request ? `${count(winner.stars, "star")} and ${request} for the request` : "all of them stars";
  const second = Math.max(...ending.scores.filter((score) => score !== most));
  const wins = first === me ? "You win" : `${winner.name} wins`;
  return `${wins} with ${count(most, "point")}, ${made}, ${most - second} more than the next.`;
}

/** Of players with equal points, a fulfilled request decides, then more items, at every place. */
export function tiesOf(room: Room, ending: Ending, me: number | null = null): Tie[] {
  const items = (seat: number) => room.players[seat]!.items.length;
  return ties(
    toReader(
      room.players.map(({ name }) => name),
      me,
    ),
    ending,
    [
      { value: (seat) => Number(room.players[seat]!.fulfilled), more: () => "a fulfilled request" },
      { value: items, more: (seat) => `more items (${items(seat)})`, alike: "as many items" },
    ],
  );
}

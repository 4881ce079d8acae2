// SEC-35: why it ended as it did, in one sentence.
import type { Ending } from "../../lib/messages";
import { listed } from "../../lib/words";
import { count } from "./house";
import type { Room } from "./read";
import { fulfilled, standingOf } from "./requests";

export function reasonOf(room: Room, ending: Ending): string {
  const first = ending.places.indexOf(1);
  const winner = room.players[first]!;
  const most = ending.scores[first]!;
  const best = room.players.filter((player) => ending.scores[player.seat] === most);
  if (best.length === 1) {
    const request = most - winner.stars;
    const made = request ? `${count(winner.stars, "star")} and ${request} for the request` : "all of them stars";
    const second = Math.max(...ending.scores.filter((score) => score !== most));
    return `${winner.name}: ${most} points, ${made}; ${second === -Infinity ? "alone" : `${most - second} ahead`}.`;
  }
  const tied = `${listed(best.map((player) => player.name))} have ${most} points each`;
  const all = room.players.map(standingOf);
  const done = best.filter((player) => player.kept && fulfilled(player.kept, all, player.seat));
  if (done.length === 1) return `${tied}; only ${winner.name} has fulfilled a request.`;
  const among = done.length ? done : best;
  const items = Math.max(...among.map((player) => player.items.length));
  if (among.filter((player) => player.items.length === items).length === 1) return `${tied}; ${winner.name} has the most items, ${items}.`;
  const share = among.filter((player) => player.items.length === items);
  if (share.length === best.length) return `${tied}, and as many items: the victory is shared.`;
  const why = done.length && done.length < best.length ? "fulfilled a request" : "have the most items";
  return `${tied}; ${listed(share.map((player) => player.name))} ${why} and share the victory.`;
}

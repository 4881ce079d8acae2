// The logic of the hall, without its looks: default seats, requests to the server, descriptions of tables.
import { LEVELS, LONGEST_NAME, type BotsInfo, type OptionInfo } from "../generated/games";
import type { NewRoom, SeatWanted } from "../generated/messages";
import type { HouseInfo, RoomInfo, SeatInfo } from "../lib/messages";
import { capital, counted, listed, typeset } from "../lib/words";

export type Level = (typeof LEVELS)[number];
export type Who = SeatWanted["who"];

/** Used until the server has answered. */
export const USUAL_BOTS: BotsInfo = { levels: LEVELS.map((name) => ({ name, about: "" })), note: "" };

/** A name without surplus spaces, cut to the longest length. */
export function tidy(name: string): string {
  return name.replace(/\s+/g, " ").trim().slice(0, LONGEST_NAME).trim();
}

/** Names every person at this device; the server names bots, and open seats get the name of the player who joins. */
export function named(seats: SeatWanted[]): SeatWanted[] {
  const people = seats.filter(({ who }) => who === "me").length;
  const first = seats.some(({ who }) => who === "open") ? "Host" : people > 1 ? "Player 1" : "Guest";
  return seats.map(({ who, name }, place) => ({
    who,
    name: who === "me" ? tidy(name) || (place ? `Player ${place + 1}` : first) : "",
  }));
}

/** The request for a game against bots, with defaults for everything. */
export function quick(game: string, name: string, level: Level, players = 4): NewRoom {
  const bots = Array.from({ length: players - 1 }, (): SeatWanted => ({ who: level, name: "" }));
  return { game, seats: named([{ who: "me", name }, ...bots]), options: {}, open: false, seconds: 0 };
}

/** Four players, if the game is for four. */
export function usualPlayers({ least, most }: { least: number; most: number }): number {
  return Math.max(least, Math.min(4, most));
}

/** Only the options that differ from the default. */
export function changed(
  options: Pick<OptionInfo, "name" | "default">[],
  chosen: Record<string, unknown>,
): Record<string, unknown> {
  const differs = options.filter(
    ({ name, default: usual }) => name in chosen && JSON.stringify(chosen[name]) !== JSON.stringify(usual),
  );
  return Object.fromEntries(differs.map(({ name }) => [name, chosen[name]]));
}

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six"];
export const number = (count: number) => NUMBERS[count] ?? String(count);

/** Describes the new table in a sentence or two. */
export function foretold(seats: SeatWanted[], open: boolean, seconds: number): string {
  const [me, ...others] = named(seats)
    .filter((seat) => seat.who === "me")
    .map(({ name }) => name);
  const who = [me === undefined ? "you" : `you (${me})`, ...others];
  for (const level of ["novice", "regular", "expert"] as const) {
    const count = seats.filter((seat) => seat.who === level).length;
    if (count)
      who.push(count === 1 ? `${level === "expert" ? "an" : "a"} ${level} bot` : `${number(count)} ${level} bots`);
  }
  const free = seats.filter((seat) => seat.who === "open").length;
  if (free) who.push(free === 1 ? "one free seat" : `${number(free)} free seats`);
  const begins = free
    ? `The deal waits for ${free === 1 ? "a guest" : "guests"}${open ? ", from the board or by your link" : ` who ${free === 1 ? "has" : "have"} your link`}.`
    : "The cards are dealt at once.";
  const clock = seconds ? ` ${capital(duration(seconds))} for every decision.` : "";
  return `${capital(listed(who))}. ${begins}${clock}`;
}

/** 30, 60, 120, 86400 seconds in words. */
export function duration(seconds: number): string {
  const [count, unit] =
    seconds >= 86400
      ? [seconds / 86400, "day"]
      : seconds >= 3600
        ? [seconds / 3600, "hour"]
        : seconds >= 120
          ? [seconds / 60, "minute"]
          : [seconds, "second"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

export type Joined = { room: string; elsewhere: string | null };

/** The table of a code or link; `elsewhere` is the link if it names another host than this one. */
export function joined(text: string, origin: string): Joined | null {
  const typed = text.trim();
  if (/^[\w-]{3,64}$/.test(typed)) return { room: typed, elsewhere: null };
  const link = typed.match(/^(?:https?:\/\/)?([^\s/]*)\/(?:room|replay)\/([\w-]{3,64})\/?(?:[?#]\S*)?$/i);
  if (!link) return null;
  const [whole, host, room] = link;
  const here = !host || host.toLowerCase() === origin.replace(/^https?:\/\//i, "").toLowerCase();
  return { room: room!, elsewhere: here ? null : /^https?:/i.test(whole) ? whole : `http://${whole}` };
}

/** `Anne`, `Burt (expert bot)`, `a free seat`. */
export function sitter(seat: SeatInfo): string {
  if (seat.kind === "open") return "a free seat";
  const note = seat.kind === "bot" ? `${seat.level ?? ""} bot`.trim() : seat.stand_in ? "a bot plays on" : "";
  return `${seat.name ?? "somebody"}${note ? ` (${note})` : ""}`;
}

/** At most this many of the player's tables, unfinished ones first. */
export function foremost(tables: RoomInfo[], most: number): RoomInfo[] {
  const isOver = (room: RoomInfo) => Number(room.state === "over");
  return tables.toSorted((one, other) => isOver(one) - isOver(other)).slice(0, most);
}

export function freeSeats(room: RoomInfo): number {
  return room.seats.filter((seat) => seat.kind === "open").length;
}

/** The state of a table in a few words. */
export function standing(room: RoomInfo): string {
  const free = freeSeats(room);
  const watched = room.watching ? `, ${room.watching} watching` : "";
  if (room.state === "over") return "The game is over";
  if (room.state === "playing") return `In play${watched}`;
  if (!free) return `About to begin${watched}`;
  return `${capital(number(free))} ${free === 1 ? "seat" : "seats"} free${watched}`;
}

/** `You won with 22 points`, `2nd of 4; Burt won with 22 points`. */
export function result({ story, seats }: RoomInfo, mine: number[]): string {
  if (!story) return "";
  const winners = seats.flatMap((seat, place) => (story.places[place] === 1 ? [{ ...seat, place }] : []));
  const with_ = ` with ${typeset(counted(story.scores[winners[0]?.place ?? 0] ?? 0, story.unit))}`;
  if (winners.some(({ place }) => mine.includes(place)))
    return `${winners.length > 1 ? "You shared the win" : "You won"}${with_}`;
  const best = Math.min(...mine.map((seat) => story.places[seat] ?? Infinity));
  const own = Number.isFinite(best) ? `You came ${ORDINALS[best] ?? `${best}th`} of ${seats.length}; ` : "";
  return `${own}${listed(winners.map(({ name }) => name ?? "somebody"))} won${with_}`;
}
const ORDINALS = ["", "first", "second", "third", "fourth", "fifth", "sixth"];

/** What a player did last, in words for the only seat of this device, or for everybody. */
export function lastEvent({ story }: RoomInfo, mine: number[]): string {
  if (!story) return "";
  return typeset((mine.length === 1 ? story.own[mine[0]!] : undefined) ?? story.last);
}

/** The day on which a game ended, in the words of this device. */
export function dated({ story }: RoomInfo): string {
  if (!story?.ended) return "";
  return new Date(story.ended * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** A table in one sentence, for screen readers. */
export function inWords(room: RoomInfo): string {
  const sitting = room.seats.filter((seat) => seat.kind !== "open").map(sitter);
  const sit = sitting.length === 1 ? "sits" : "sit";
  const there = sitting.length ? `${listed(sitting)} ${sit} there` : "nobody sits there yet";
  return `${room.title}: ${there}. ${standing(room)}.`;
}

/** The address for links to friends: that of the house on its network if this page is open by loopback. */
export function friendsOrigin(found: HouseInfo | null, here: Pick<Location, "hostname" | "origin"> = location): string {
  return (onlyHere(here.hostname) === "device" ? found?.links[0] : undefined) ?? here.origin;
}

/** Who can reach a page under this host name: this device, its network, or anyone who knows the name. */
export function onlyHere(host: string): "device" | "network" | "wide" {
  if (/^(localhost|.*\.localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)) return "device";
  if (
    /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[?(fe[89ab]|f[cd])[\da-f]*:)/i.test(host) ||
    /\.(local|lan|home|internal)$/i.test(host) ||
    !/[.:]/.test(host)
  )
    return "network";
  return "wide";
}

// What a choice leads to, from what this seat knows.
import { listed } from "../../lib/words";
import { bidSize, capital, count, itemText } from "./house";
import { ascending, atHand, bidText, notesOf, reachOf, stillIn, total, type Player, type Room } from "./read";
import { fulfilled, lost, standingOf, type Standing } from "./requests";

export interface Line {
  /** The case the line is about: the bid wins, it loses, or neither. */
  mark: "win" | "lose" | "note" | "bad" | "good";
  head: string;
  text: string;
}

/** What an action does, in at most three lines. */
export function foreseen(room: Room, me: Player, action: string): Line[] {
  if (action === "pass" || action === "recover") return [spending(room, me, action)];
  const notes = notesOf(action);
  return notes.length && room.lot ? bidding(room, me, notes) : [];
}

function bidding(room: Room, me: Player, notes: number[]): Line[] {
  const sum = total(notes);
  const win = ifWon(room, me, notes);
  const won = [`${me.stars}→${win.own.items.reduce((stars, item) => stars + item.stars, 0)} stars`, `${bidText(notes).slice(4)} gone for good`];
  if (win.request) won.push(win.request);
  const lines: Line[] = [{ mark: "win", head: `If ${sum} wins`, text: `${won.join(", ")}.` }];
  const left = ascending(atHand(me).filter((note) => !notes.includes(note)));
  lines.push({ mark: "lose", head: "If not", text: `${bidText(notes).slice(4)} to your pile, ${left.length ? left.join(" ") : "nothing"} left in hand.` });
  lines.push(win.short ? { mark: "bad", head: "Mind", text: win.short } : rivalry(room, me, sum));
  return lines;
}

function rivalry(room: Room, me: Player, sum: number): Line {
  const rivals = stillIn(room.players).filter((other) => other.seat !== me.seat);
  const able = rivals.filter((rival) => reachOf(rival, room.size).chip >= sum);
  if (!able.length) return { mark: "good", head: "Sure to win", text: "nobody else can bid as much." };
  const names = able.length === rivals.length && able.length > 1 ? "all the others" : listed(able.map((rival) => rival.name));
  return { mark: "note", head: "Against you", text: `${names} could bid as much.` };
}

interface Won {
  own: Standing;
  /** How a win changes my request, if it does. */
  request: string;
  /** What a win makes impossible later. */
  short: string;
}

function ifWon(room: Room, me: Player, notes: number[]): Won {
  const all = room.players.map(standingOf);
  const own = { ...all[me.seat]!, items: [...me.items, room.lot!] };
  own.money -= notes.length;
  if (me.recovering) own.chips -= 1;
  const then = all.map((one, seat) => (seat === me.seat ? own : one));
  const worst = Math.max(0, ...room.toCome.map((item) => bidSize(item, room.sizes)));
  const short = own.money < worst ? `with ${count(own.money, "note")} left, a lot for ${own.money === 0 ? "any" : worst} puts you out.` : "";
  return { own, request: changed(me, all, then), short };
}

function changed(me: Player, now: Standing[], then: Standing[]): string {
  if (!me.kept) return "";
  if (lost(me.kept, then[me.seat]!)) return lost(me.kept, now[me.seat]!) ? "" : "request lost for good";
  const [before, after] = [fulfilled(me.kept, now, me.seat), fulfilled(me.kept, then, me.seat)];
  return before === after ? "" : after ? "request met" : "request no longer met";
}

function chipSpent(room: Room, me: Player): Standing[] {
  const spent = 1 + (me.recovering ? 1 : 0);
  return room.players.map((player) => {
    const standing = standingOf(player);
    return player.seat === me.seat ? { ...standing, chips: standing.chips - spent } : standing;
  });
}

function spending(room: Room, me: Player, action: string): Line {
  const request = changed(me, room.players.map(standingOf), chipSpent(room, me));
  const back = { ...me, recovering: true };
  const kept = action === "pass" ? "you keep all your notes" : `your hand is ${atHand(back).join(" ")}, up to ${reachOf(back, room.size).now}`;
  const left = count(me.chips - (me.recovering ? 2 : 1), "chip");
  return { mark: request ? "bad" : "note", head: action === "pass" ? "Pass" : "Pile back", text: `${kept}; ${left} left${request && `; ${request}`}.` };
}

/** The question to ask if a click costs more than it seems. */
export function sureOf(room: Room, me: Player, action: string): string | undefined {
  if (!me.kept) return undefined;
  const all = room.players.map(standingOf);
  const named = capital(me.kept.name);
  if (lost(me.kept, all[me.seat]!)) return undefined;
  if (action === "pass" || action === "recover") {
    return lost(me.kept, chipSpent(room, me)[me.seat]!) ? `Your request, ${named}, wants all three chips: spend one, and its ${me.kept.points} points are lost.` : undefined;
  }
  if (!room.lot || !lost(me.kept, ifWon(room, me, notesOf(action)).own)) return undefined;
  return `If this wins, ${itemText(room.lot)}, spoils your request, ${named}, for good.`;
}

export interface Offer {
  notes: number[];
  sum: number;
  why: string;
}

/** The suggested bids: the lowest, and the lowest that nobody can reach (or else the highest). */
export function offers(room: Room, me: Player, legal: string[]): Offer[] {
  const bids = legal.map(notesOf).filter((notes) => notes.length);
  if (!bids.length) return [];
  const ordered = bids.sort((a, b) => total(a) - total(b) || Math.max(...a) - Math.max(...b));
  const most = Math.max(...stillIn(room.players).filter((other) => other.seat !== me.seat).map((rival) => reachOf(rival, room.size).chip));
  const sure = ordered.find((notes) => total(notes) > most);
  const offer = (notes: number[], why: string) => ({ notes, sum: total(notes), why });
  const found = [offer(ordered[0]!, "least"), sure ? offer(sure, "sure to win") : offer(ordered.at(-1)!, "most")];
  return bidText(found[0]!.notes) === bidText(found[1]!.notes) ? found.slice(1) : found;
}

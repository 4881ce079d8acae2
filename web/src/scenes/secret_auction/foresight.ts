// What a choice leads to, in words.
import { CANNOT, CHIPS_EACH, type Spending, type Winning } from "../../generated/secret_auction";
import { capital, counted, listed } from "../../lib/words";
import { itemText } from "./components";
import { notesOf, stillIn, sumOf, type Player, type Room } from "./read";

export interface Line {
  /** The case the line is about: the bid wins, it loses, or neither. */
  mark: "win" | "lose" | "note" | "bad" | "good";
  head: string;
  text: string;
}

const CHANGES = { met: "request met", "no longer met": "request no longer met", lost: "request lost for good" };

/** What an action does, in at most three lines; none if it is not legal. */
export function foreseen(room: Room, me: Player, action: string): Line[] {
  const { winning, passing, recovering } = room.ahead;
  if (action === "pass") return passing ? [spending(passing, "Pass", "you keep all your money cards")] : [];
  if (action === "recover") {
    const hand = `your hand is ${recovering?.hand.join(" ")}, up to ${me.mostWithChip}`;
    return recovering ? [spending(recovering, "Pile back", hand)] : [];
  }
  return winning && sumOf(room, action) ? bidding(room, me, winning, action) : [];
}

function spending({ chips_left, request }: Spending, head: string, kept: string): Line {
  const changed = request ? `; ${CHANGES[request]}` : "";
  const left = chips_left ? counted(chips_left, "chip") : "no chip";
  return { mark: request ? "bad" : "note", head, text: `${kept}; ${left} left${changed}.` };
}

function bidding(room: Room, me: Player, winning: Winning, action: string): Line[] {
  const sum = sumOf(room, action);
  const notes = notesOf(action);
  const won = [`${me.stars}→${winning.stars} stars`, `${notes.join("+")} gone for good`];
  if (winning.request) won.push(CHANGES[winning.request]);
  const left = room.ahead.usable.filter((note) => !notes.includes(note));
  return [
    { mark: "win", head: `If ${sum} wins`, text: `${won.join(", ")}.` },
    {
      mark: "lose",
      head: "If not",
      text: `${notes.join("+")} to your pile, ${left.length ? left.join(" ") : "nothing"} left in hand.`,
    },
    winning.too_few_for === null ? rivalry(room, me, sum) : tooFew(winning),
  ];
}

function tooFew({ cards_left, too_few_for }: Winning): Line {
  const lots = cards_left ? too_few_for : "any";
  return {
    mark: "bad",
    head: "Mind",
    text: `with ${counted(cards_left, "money card")} left, an item for ${lots} puts you out.`,
  };
}

function rivalry(room: Room, me: Player, sum: number): Line {
  const rivals = stillIn(room.players).filter((other) => other.seat !== me.seat);
  const able = rivals.filter((rival) => room.ahead.answers[sum]?.[rival.seat] !== CANNOT);
  if (!able.length) return { mark: "good", head: "Sure to win", text: "nobody else can bid as much." };
  const names =
    able.length === rivals.length && able.length > 1 ? "all the others" : listed(able.map((rival) => rival.name));
  return { mark: "note", head: "Against you", text: `${names} could bid as much.` };
}

/** The question to ask if a click costs more than it seems. */
export function sureOf(room: Room, me: Player, action: string): string | undefined {
  const { winning, passing, recovering } = room.ahead;
  const effect = action === "pass" ? passing : action === "recover" ? recovering : winning;
  if (!me.kept || effect?.request !== "lost") return undefined;
  const named = capital(me.kept.name);
  if (effect !== winning)
    return `Your request, ${named}, wants all ${CHIPS_EACH} chips: spend one, and its ${me.kept.points} points are lost.`;
  return room.lot ? `If this wins, ${itemText(room.lot)}, spoils your request, ${named}, for good.` : undefined;
}

export interface Offer {
  notes: number[];
  sum: number;
  why: string;
}

/** The suggested bids: the lowest, and the lowest that nobody can reach (or else the highest). */
export function offers({ ahead, legal }: Room): Offer[] {
  if (!ahead.offers) return [];
  const { least, beats_all, most } = ahead.offers;
  const offer = (at: number, why: string) => ({ notes: notesOf(legal[at]!), sum: ahead.sums[at]!, why });
  const second = beats_all === null ? offer(most, "most") : offer(beats_all, "sure to win");
  return least === (beats_all ?? most) ? [second] : [offer(least, "least"), second];
}

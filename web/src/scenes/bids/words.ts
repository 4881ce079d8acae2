// The sentences of the scene.
import { TURNS, type Turn } from "../../generated/bids";
import { capital, listed } from "../../lib/words";
import type { Card } from "./cards";
import type { PastTurn } from "./history";
import { foreseen, order, type Shown, stakeOf, type Table, type Theft, turnWith } from "./read";

export function signed(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`;
}

/** A number with a true minus sign. */
export function minus(points: number): string {
  return String(points).replace("-", "−");
}

/** `5 + 8`, `1 − 5`. */
export function summed(points: number[]): string {
  const [first, ...rest] = points;
  return minus(first!) + rest.map((each) => ` ${each < 0 ? "−" : "+"} ${Math.abs(each)}`).join("");
}

export function pts(points: number): string {
  return `${minus(points)} ${Math.abs(points) === 1 ? "point" : "points"}`;
}

export function called(card: Card): string {
  return card.said.replace("-", "−").replace("2x", "2×");
}

const MEANS: Partial<Record<Card["kind"], string>> = {
  double: "doubles all its taker has this round",
  thief: "steals a black card from the lowest bidder",
  surprise: "is the next card of the pile, unseen",
  shuffle: "shuffles the pile",
  lowest: "makes the lowest bid win from the next turn on",
  ally: "shares points with the winner of its turn",
};

/** What a card is and does: "Black 7: bids 7, worth 7 points to its taker". */
export function about(card: Card): string {
  const parts = [
    card.bid === null ? "" : `bids ${minus(card.bid)}`,
    MEANS[card.kind] ?? "",
    card.points ? `worth ${pts(card.points)} to its taker` : "",
  ].filter(Boolean);
  return `${capital(called(card))}: ${parts.join(", ")}`;
}

/** The bid that wins under the present rule (BID-09, BID-20, BID-39). */
export function forWhom(table: Table): string {
  const best = table.lowestWins ? "lowest" : "highest";
  return table.colourBids ? `for the ${best} bid of the colour played most` : `for the ${best} bid`;
}

/** The headline: what the winner of this turn gets. */
export function prize(table: Table, { stake, unseen, played }: Shown): string {
  const { up } = table;
  if (!up) return "";
  const worth = stake.filter(({ kind }) => kind !== "double");
  const total = (cards: Card[]) => pts(cards.reduce((sum, card) => sum + card.points, 0));
  const first = unseen
    ? "An unseen card"
    : up.kind === "double"
      ? "Everything doubled"
      : up.kind === "thief"
        ? "A card to steal"
        : up.kind === "blank"
          ? `${up.said}, ${pts(up.points)}`
          : total(worth);
  const also = worth.filter(({ name }) => name !== up.name);
  const counted = first === total(worth) && also.length ? ` (${summed(worth.map(({ points: each }) => each))})` : "";
  const more = counted || !also.length ? "" : ` and ${total(also)}`;
  const wasPlayed = (kind: Card["kind"]) => up.kind !== kind && played.some((card) => card?.kind === kind);
  const doubled = wasPlayed("double") ? ", doubled" : "";
  const theft = wasPlayed("thief") ? " and a theft" : "";
  return `${first}${counted}${more}${doubled}${theft} ${forWhom(table)}`;
}

/** "takes black 5 and black 8 (+13)"; "takes 2× (+0, and −8 as a lucky loser)"; "takes nothing". */
function spoils(table: Table, turn: Turn, you: boolean): string {
  const s = you ? "" : "s";
  const cards = [...(turn.unseen ? ["an unseen card"] : []), ...stakeOf(table, turn).map(called)];
  const robs = turn.victims.map((seat) => table.names[seat]!);
  const lost = turn.luck_lost ? `, and ${signed(-turn.luck_lost)} as a lucky loser` : "";
  const points = turn.stake.length ? ` (${signed(turn.gain)}${lost})` : "";
  const told = [
    ...(cards.length ? [`take${s} ${listed(cards)}${points}`] : []),
    ...(robs.length ? [`steal${s} from ${robs.join(" or ")}`] : []),
  ];
  return told.length ? ` and ${told.join(", and ")}` : ` but take${s} nothing`;
}

/** Why the turn burns: "Carla and you tie at 9: burned, you lead next." */
function burning(table: Table, turn: Shown, me: number | null): string {
  const who = (seat: number) => (seat === me ? "you" : table.names[seat]!);
  const burns = turn.over ? "burned" : "as it stands it burns";
  const next = turn.leader === me ? "you lead next" : `${table.names[turn.leader]} leads next`;
  // As in the log: I come first.
  const tied = turn.best.toSorted((one, other) => Number(other === me) - Number(one === me));
  if (turn.end === "tie")
    return `${capital(listed(tied.map(who)))} tie at ${turn.played[turn.best[0]!]!.bid}: ${burns}, ${next}.`;
  if (turn.end === "middle") return `The card in the middle is best: ${burns}, ${next}.`;
  if (turn.end === "pool") return `No bid is of the colour played most: ${burns}, ${next}.`;
  return turn.over ? `No bid could win: burned, ${next}.` : "No bid that could win yet.";
}

/** Who would win with the cards played so far. */
export function standing(table: Table, shown: Shown, me: number | null): string {
  const who = (seat: number) => (seat === me ? "you" : table.names[seat]!);
  if (!table.played.some(Boolean)) {
    const [first, ...rest] = order(table).map(who);
    return `${capital(first!)} ${first === "you" ? "lead" : "leads"}, then ${listed(rest)}.`;
  }
  const { turn } = table.ahead;
  if (!turn || turn.winner === null) return burning(table, shown, me);
  const you = turn.winner === me;
  return `${capital(who(turn.winner))} ${you ? "are" : "is"} ahead${spoils(table, turn, you)}.`;
}

/** How a turn ended: "Carla wins and takes black 5 and black 8 (+13)." `gain` is null if it is not known. */
export function result(table: Table, shown: Shown, past: PastTurn, gain: number | null, me: number | null): string {
  const { winner, took, events } = past;
  if (winner === null) return burning(table, shown, me);
  const s = winner === me ? "" : "s";
  const stolen = events.filter(({ name }) => name === "stolen").map(({ values }) => values.victim!);
  const victims = new Set([...stolen, ...table.ahead.thefts.map(({ victim }) => victim)]);
  const robbed = [...victims].map((seat) => table.names[seat]!);
  const points = gain === null ? "" : ` (${signed(gain)})`;
  const told = [
    ...(took.length ? [`take${s} ${listed(took.map(called))}${points}`] : []),
    ...(robbed.length ? [`steal${s} from ${robbed.join(" or ")}`] : []),
  ];
  const gets = told.length ? ` and ${told.join(", and ")}` : ` but take${s} nothing`;
  return `${winner === me ? "You" : table.names[winner]} win${s}${gets}.`;
}

/** Whether a card of this seat wins, burns the turn or loses; as long as nobody has bid, a card without a number loses. */
export function verdict(table: Table, seat: number, { winner, end }: Turn): "wins" | "burns" | "loses" {
  if (winner === seat) return "wins";
  return winner !== null || (end === "empty" && !table.ahead.last) ? "loses" : "burns";
}

/** The short text under a card of this seat, and its style. */
export function tag(table: Table, seat: number, card: Card): { text: string; look: string } {
  const found = foreseen(table, card);
  if (!found) return { text: "", look: "" };
  const { play, turn } = found;
  const look = verdict(table, seat, turn);
  if (look === "burns") return { text: "burns", look };
  if (look === "wins") return { text: `${table.ahead.last ? "wins" : "leads"} ${brings(turn)}`.trim(), look };
  if (play.gives === null) return { text: card.bid === null ? "no bid" : "loses", look };
  return { text: `${String(play.gives).replace("-", "−")} → ${table.names[turn.winner!]}`, look: "gives" };
}

function brings({ stake, gain, luck_lost: lost, unseen, victims }: Turn): string {
  const counted = !stake.length || (lost && !gain) ? "" : signed(gain);
  return [counted, unseen ? "?" : "", lost ? `♣${signed(-lost)}` : "", victims.length ? "steals" : ""]
    .filter(Boolean)
    .join(" ");
}

/** What playing this card does if nobody plays after it. */
export function consequence(table: Table, me: number, card: Card): string {
  const found = foreseen(table, card);
  if (!found) return "";
  const { play, turn } = found;
  const { last } = table.ahead;
  const words: string[] = [];
  if (turn.winner === me) {
    words.push(`${last ? "You win" : "You would be ahead"}${spoils(table, turn, true)}.`);
    if (!last && play.beaten_by !== null)
      words.push(
        play.beaten_by
          ? `${play.beaten_by === 1 ? "1 card" : `${play.beaten_by} cards`} still unseen would beat it.`
          : "No card unseen can beat it; one could tie.",
      );
    if (isLucky(table, me) && turn.stake.length && !turn.luck_lost)
      words.push(`You would no longer be a lucky loser (${pts(table.ahead.luck[me]!)}).`);
  } else if (turn.winner !== null) {
    const gives = play.gives === null ? "" : ` and gets your ${called(card)} (${signed(play.gives)})`;
    words.push(`${table.names[turn.winner]} ${last ? "wins" : "stays ahead"}${gives}.`);
  } else {
    words.push(burning(table, turnWith(table, me, card)!, me));
  }
  const effect = card.colour === "black" || card.kind === "ally" ? MEANS[card.kind] : undefined;
  if (effect) words.push(`${called(card)} ${effect}, unless the turn burns.`);
  return words.join(" ");
}

export function isLucky({ ahead }: Table, seat: number): boolean {
  return ahead.round.lucky.includes(seat);
}

/** The question before a costly click: only when I play last, so that the result is certain. */
export function costly(table: Table, me: number, card: Card): string | undefined {
  const found = foreseen(table, card);
  if (!table.ahead.last || !found) return undefined;
  const { play, turn } = found;
  if (play.gives !== null && play.gives >= 5)
    return `${called(card)} would go to ${table.names[turn.winner!]}, for ${pts(play.gives)}.`;
  if (turn.winner !== me || !turn.stake.length) return undefined;
  if (turn.gain < 0) return `You would take this turn and lose ${pts(-turn.gain)}.`;
  const chance = table.ahead.luck[me]!;
  if (isLucky(table, me) && table.turn > TURNS - 3 && turn.gain < chance)
    return `You have no black card yet: taking ${signed(turn.gain)} now gives up ${chance} as a lucky loser.`;
  return undefined;
}

/** The effect on points: "You 5 → 12, Dora 9 → 2". */
export function theftChanges(table: Table, { victim, then }: Theft, me: number): string {
  const { points } = table.ahead.round;
  const change = (seat: number, name: string) => `${name} ${points[seat]} → ${then.points[seat]}`.replaceAll("-", "−");
  return `${change(me, "You")}, ${change(victim, table.names[victim]!)}`;
}

// The sentences of the scene.
import type { Card } from "./cards";
import {
  atStake, gain, isLast, isLucky, isOver, isUnseen, luckLost, outlook, robbed, roundNow, type Verdict, verdict, victims, wasPlayed, withCard,
} from "./foresight";
import { luck, order, type Table, type Theft, TURNS } from "./read";

export function listed(words: string[]): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

export function signed(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`;
}

export function pts(points: number): string {
  return `${String(points).replace("-", "−")} ${Math.abs(points) === 1 ? "point" : "points"}`;
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

/** The bid that wins under the present rule (BID-09, BID-20, BID-39). */
export function forWhom(table: Table): string {
  const best = table.lowestWins ? "lowest" : "highest";
  return table.colourBids ? `for the ${best} bid of the colour played most` : `for the ${best} bid`;
}

/** The headline: what the winner of this turn gets. */
export function prize(table: Table): string {
  const { up } = table;
  if (!up) return "";
  const stake = atStake(table);
  const worth = stake.filter(({ kind }) => kind !== "double");
  const points = worth.reduce((sum, card) => sum + card.points, 0);
  const first = isUnseen(table) ? "An unseen card" : up.kind === "double" ? "Everything doubled" : up.kind === "thief" ? "A card to steal" : up.kind === "blank" ? `${up.said}, ${pts(up.points)}` : pts(points);
  const also = worth.filter((card) => card !== up);
  const counted = first === pts(points) && also.length ? ` (${worth.map(({ points: each }) => String(each).replace("-", "−")).join(" + ")})` : "";
  const more = counted || !also.length ? "" : ` and ${pts(also.reduce((sum, card) => sum + card.points, 0))}`;
  const doubled = up.kind !== "double" && wasPlayed(table, "double") ? ", doubled" : "";
  const theft = up.kind !== "thief" && wasPlayed(table, "thief") ? " and a theft" : "";
  return `${first}${counted}${more}${doubled}${theft} ${forWhom(table)}`;
}

/** "Carla takes black 5 and black 8, +13"; "Carla takes 2×, +0 and −8 as a lucky loser". */
function spoils(table: Table, winner: number, you: boolean): string {
  const s = you ? "" : "s";
  const cards = [...(isUnseen(table) ? ["an unseen card"] : []), ...atStake(table).map(called)];
  const robs = victims(table, winner).map((seat) => table.names[seat]!);
  const lost = luckLost(table, winner);
  const points = atStake(table).length ? `, ${signed(gain(table, winner))}${lost ? ` and ${signed(-lost)} as a lucky loser` : ""}` : "";
  const told = [
    ...(cards.length ? [`take${s} ${listed(cards)}${points}`] : []),
    ...(robs.length ? [`steal${s} from ${robs.join(" or ")}`] : []),
  ];
  return told.length ? ` and ${told.join(", and ")}` : ` but take${s} nothing`;
}

/** Who would win with the cards played so far; the result when all have played. */
export function standing(table: Table, me: number | null): string {
  const who = (seat: number) => (seat === me ? "you" : table.names[seat]!);
  const over = isOver(table);
  const out = outlook(table);
  if (!table.played.some(Boolean)) {
    const [first, ...rest] = order(table).map(who);
    return `${upper(first!)} ${first === "you" ? "lead" : "leads"}, then ${listed(rest)}.`;
  }
  const next = out.leader === me ? "you lead next" : `${table.names[out.leader]} leads next`;
  if (out.end === "won") {
    const you = out.winner === me;
    const verb = over ? (you ? "win" : "wins") : you ? "are ahead" : "is ahead";
    return `${upper(who(out.winner!))} ${verb}${spoils(table, out.winner!, you)}.`;
  }
  const burns = over ? "burned" : "as it stands it burns";
  if (out.end === "tie") return `${upper(listed(out.best.map(who)))} tie at ${table.played[out.best[0]!]!.bid}: ${burns}, ${next}.`;
  if (out.end === "middle") return `The card in the middle is best: ${burns}, ${next}.`;
  if (out.end === "pool") return `No bid is of the colour played most: ${burns}, ${next}.`;
  return over ? `No bid could win: burned, ${next}.` : "No bid that could win yet.";
}

export function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The short text under a card in hand. */
export function tag(table: Table, { kind, points, to, unseen, noBid, steals, luck: lost, final }: Verdict): string {
  if (kind === "burns") return "burns";
  if (kind === "wins") {
    const counted = points === null || (lost && !points) ? "" : signed(points);
    const brings = [counted, unseen ? "?" : "", lost ? `♣${signed(-lost)}` : "", steals ? "steals" : ""].filter(Boolean).join(" ");
    return `${final ? "wins" : "leads"} ${brings}`.trim();
  }
  if (to === null) return noBid ? "no bid" : "loses";
  return `${String(points).replace("-", "−")} → ${table.names[to]}`;
}

/** What playing this card does if nobody plays after it. */
export function consequence(table: Table, me: number, card: Card): string {
  const then = withCard(table, me, card);
  const out = outlook(then);
  const found = verdict(table, me, card);
  const words: string[] = [];
  if (out.end === "won" && found.kind === "wins") {
    words.push(`${found.final ? "You win" : "You would be ahead"}${spoils(then, me, true)}.`);
    if (!found.final && !table.colourBids) words.push(found.beaten ? `${found.beaten} cards still unseen would beat it.` : "No card unseen can beat it; one could tie.");
    if (isLucky(table, me) && atStake(then).length && !found.luck) words.push(`It ends your luck this round (${luck(table.names.length, table.lucky[me]! + 1)}).`);
  } else if (out.end === "won") {
    const winner = table.names[out.winner!]!;
    words.push(`${winner} ${found.final ? "wins" : "stays ahead"}${found.to === null ? "" : ` and gets your ${called(card)} (${signed(found.points!)})`}.`);
  } else {
    words.push(found.final ? standing(withCard(table, me, card), me) : upper(standing(then, me)));
  }
  const effect = card.colour === "black" || card.kind === "ally" ? MEANS[card.kind] : undefined;
  if (effect) words.push(`${called(card)} ${effect}, unless the turn burns.`);
  return words.join(" ");
}

/** The question before a costly click: only when I play last, so that the result is certain. */
export function costly(table: Table, me: number, card: Card): string | undefined {
  if (!isLast(table, me)) return undefined;
  const found = verdict(table, me, card);
  const chance = luck(table.names.length, table.lucky[me]! + 1);
  if (found.to !== null && found.points! >= 5) return `${called(card)} would go to ${table.names[found.to]}, for ${pts(found.points!)}.`;
  if (found.kind !== "wins" || found.points === null) return undefined;
  if (found.points < 0) return `You would take this turn and lose ${pts(-found.points)}.`;
  if (isLucky(table, me) && table.turn > TURNS - 3 && found.points < chance) {
    return `You have no black card yet: taking ${signed(found.points)} now gives up ${chance} as a lucky loser.`;
  }
  return undefined;
}

/** The effect on points: "you 5 → 12, Dora 9 → 2". */
export function theftChanges(table: Table, theft: Theft, me: number): string {
  const then = robbed(table, theft, me);
  const change = (seat: number, name: string) => `${name} ${roundNow(table, seat)} → ${roundNow(then, seat)}`.replaceAll("-", "−");
  return `${change(me, "You")}, ${change(theft.victim, table.names[theft.victim]!)}`;
}

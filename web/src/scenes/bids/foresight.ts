// What a card leads to, from the view alone. It never decides what is legal.
import { type Card, type Colour, isEffect } from "./cards";
import { inUse, luck, order, type Table, type Theft } from "./read";

/** "empty": no number was bid (BID-30); "pool": none of the colour played most (BID-55). */
export type End = "won" | "tie" | "middle" | "empty" | "pool";

/** How the turn would end with the cards played so far. */
export interface Outlook {
  end: End;
  /** The seats with the best bid; more than one is a tie. */
  best: number[];
  winner: number | null;
  /** The seat that would lead the next turn (BID-11). */
  leader: number;
}

/** BID-20, BID-21: the number of cards played of each colour; the middle counts as black. */
export function tally(table: Table): Map<Colour, number> {
  const counts = new Map<Colour, number>([["black", 1]]);
  for (const played of table.played) if (played) counts.set(played.colour, (counts.get(played.colour) ?? 0) + 1);
  return counts;
}

/** The colours that can win; all of them without colour bids. */
export function pool(table: Table): Set<Colour> {
  const counts = tally(table);
  const most = table.colourBids ? Math.max(...counts.values()) : 0;
  return new Set(table.colourBids ? [...counts].filter(([, count]) => count === most).map(([colour]) => colour) : ["red", "blue", "green", "yellow", "black", "white"]);
}

function beats(table: Table, bid: number, other: number): boolean {
  return table.lowestWins ? bid < other : bid > other;
}

export function outlook(table: Table): Outlook {
  const colours = pool(table);
  const bids = order(table).flatMap((seat) => {
    const played = table.played[seat];
    return played && played.bid !== null && colours.has(played.colour) ? [{ seat, bid: played.bid }] : [];
  });
  const again = { best: [], winner: null, leader: table.leader };
  if (!bids.length) return { end: table.played.some((played) => played && played.bid !== null) ? "pool" : "empty", ...again };
  const most = bids.reduce((best, { bid }) => (beats(table, bid, best) ? bid : best), bids[0]!.bid);
  const middle = table.up?.bid ?? null;
  if (table.colourBids && colours.has("black") && middle !== null && !beats(table, most, middle)) return { end: "middle", ...again };
  const best = bids.filter(({ bid }) => bid === most).map(({ seat }) => seat);
  return { end: best.length > 1 ? "tie" : "won", best, winner: best.length > 1 ? null : best[0]!, leader: best.at(-1)! };
}

export function isOver(table: Table): boolean {
  return table.played.every(Boolean);
}

/** Returns whether this seat is the last to play in this turn. */
export function isLast(table: Table, seat: number): boolean {
  return table.played.every((played, other) => played || other === seat);
}

export function withCard(table: Table, seat: number, card: Card | null): Table {
  return { ...table, played: table.played.map((played, other) => (other === seat ? card : played)) };
}

export function wasPlayed(table: Table, kind: Card["kind"]): boolean {
  return table.played.some((played) => played?.kind === kind);
}

/** BID-40: returns whether the prize is a card that nobody has seen. */
export function isUnseen(table: Table): boolean {
  return table.up?.kind === "surprise" || wasPlayed(table, "surprise");
}

/** The visible cards that the winner would take, without those that are discarded. */
export function atStake(table: Table): Card[] {
  const played = order(table).map((seat) => table.played[seat]);
  return [isUnseen(table) ? null : table.up, ...played].filter((card): card is Card => card?.colour === "black" && !isEffect(card));
}

/** The table after all cards at stake were taken, without stolen and unseen cards (BID-58). */
export function settled(table: Table): Table {
  const { winner } = outlook(table);
  if (winner === null) return table;
  const taken = table.taken.map((cards, seat) => (seat === winner ? [...cards, ...atStake(table)] : cards));
  const ally = table.played.findIndex((played) => played?.kind === "ally");
  const then: Table = { ...table, taken, allies: ally >= 0 ? [ally, winner] : table.allies };
  return atStake(table).some(({ kind }) => kind === "double") ? doubling(then, winner) : then;
}

function doubling(table: Table, seat: number): Table {
  return { ...table, doubled: new Set([...table.doubled, ...table.taken[seat]!.map(({ name }) => name)]) };
}

export function pointsTaken(table: Table, seat: number): number {
  return table.taken[seat]!.reduce((sum, { name, points }) => sum + points * (table.doubled.has(name) ? 2 : 1), 0);
}

/** What taking all cards at stake adds to the winner's points of this round. */
export function gain(table: Table, winner: number): number {
  return pointsTaken(settled(table), winner) - pointsTaken(table, winner);
}

/** Returns whether the clover may grow: the seat has no black card and no ally (BID-19, BID-33). */
export function isLucky(table: Table, seat: number): boolean {
  return !table.taken[seat]!.length && !table.allies.includes(seat);
}

/** BID-35: the lucky-loser points that a 2x costs a winner without a black card; otherwise 0. */
export function luckLost(table: Table, winner: number): number {
  const wins2x = atStake(table).some(({ kind }) => kind === "double");
  return wins2x && isLucky(table, winner) && !wasPlayed(table, "ally") ? luck(table.names.length, table.lucky[winner]! + 1) : 0;
}

/** The score if the round ended now (BID-15, BID-19, BID-32). */
export function roundNow(table: Table, seat: number): number {
  if (table.allies.includes(seat)) return Math.ceil([...new Set(table.allies)].reduce((sum, ally) => sum + pointsTaken(table, ally), 0) / 2);
  return isLucky(table, seat) ? luck(table.names.length, table.lucky[seat]! + 1) : pointsTaken(table, seat);
}

/** BID-36: the players the winner could steal from; none without a Thief. */
export function victims(table: Table, winner: number): number[] {
  if (!wasPlayed(table, "thief") && (table.up?.kind !== "thief" || isUnseen(table))) return [];
  const found = table.names.map((_, seat) => seat).filter((seat) => {
    return seat !== winner && table.played[seat]?.bid != null && table.taken[seat]!.some(({ kind }) => kind !== "double");
  });
  const lowest = Math.min(...found.map((seat) => table.played[seat]!.bid!));
  return found.filter((seat) => table.played[seat]!.bid === lowest);
}

/** The table after a theft, doubled if a 2x was won with it (BID-37, BID-59). */
export function robbed(table: Table, { card, victim }: Theft, thief: number): Table {
  const taken = table.taken.map((cards, seat) => {
    if (seat === thief) return [...cards, card];
    return seat === victim ? cards.filter(({ name }) => name !== card.name) : cards;
  });
  const then = { ...table, taken, doubled: new Set([...table.doubled].filter((name) => name !== card.name)) };
  return wasPlayed(table, "double") || table.prize?.kind === "double" ? doubling(then, thief) : then;
}

/** The number of cards that others may still hold and that beat this one. */
export function beatenBy(table: Table, seat: number, card: Card): number {
  const { bid } = card;
  if (bid === null) return 0;
  const known = [table.up, ...table.played, ...(table.hands[seat] ?? []), ...table.taken.flat(), ...table.burned];
  const seen = new Set([...table.gone, ...known.flatMap((each) => (each ? [each.name] : []))]);
  return inUse(table).filter((other) => !seen.has(other.name) && other.bid !== null && beats(table, other.bid, bid)).length;
}

export interface Verdict {
  kind: "wins" | "burns" | "loses";
  /** Points it brings me or gives to the winner; null if there are none to count. */
  points: number | null;
  /** The player who gets my black card. */
  to: number | null;
  unseen: boolean;
  /** Whether it is not a number, and can neither win nor tie (BID-30). */
  noBid: boolean;
  steals: boolean;
  /** The lucky-loser points that a 2x costs me. */
  luck: number;
  /** Whether I play last, so that the result is final. */
  final: boolean;
  beaten: number;
}

/** What a card does if nobody plays after it. */
export function verdict(table: Table, seat: number, card: Card): Verdict {
  const then = withCard(table, seat, card);
  const { winner, end } = outlook(then);
  const found: Verdict = {
    kind: "loses", points: null, to: null, noBid: card.bid === null, final: isLast(table, seat), unseen: isUnseen(then), steals: false, luck: 0, beaten: beatenBy(table, seat, card),
  };
  if (winner === null) return { ...found, kind: end === "empty" && !found.final ? "loses" : "burns" };
  if (winner === seat) {
    return { ...found, kind: "wins", points: atStake(then).length ? gain(then, seat) : null, steals: victims(then, seat).length > 0, luck: luckLost(then, seat) };
  }
  if (!atStake(then).includes(card)) return found;
  return { ...found, to: winner, points: gain(then, winner) - gain(withCard(then, seat, null), winner) };
}

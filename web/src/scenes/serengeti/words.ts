// Sentences of the table: the highest bid, what an action leads to, what the table waits for.
import type { Sale } from "../../generated/serengeti";
import { LAST_DIGIT, TRIBES } from "../../generated/serengeti";
import { capital, counted, listed } from "../../lib/words";
import { bidOf, card, givenUp, saleAt, type Card, type Table } from "./read";

export function nameOf(table: Table, seat: number, me: number | null): string {
  return seat === me ? "you" : (table.seats[seat]?.name ?? "nobody");
}

/** A digit with its article: `an 8`. */
export function aDigit(digit: number): string {
  return `${digit === 8 ? "an" : "a"} ${digit}`;
}

/** What a card does for the player who owns it (SER-13, SER-21). */
export function about({ name, digit }: Card): string {
  return `${name}: its owner is paid for prices that end in ${digit}, and cannot bid them`;
}

const gets = (name: string) => `${name} get${name === "you" ? "" : "s"}`;

/** The payments: "Burt gets 8, Carla 4 and the bank 2." */
export function whoIsPaid(table: Table, sale: Sale, me: number | null): string {
  const { changes, bank, matching, price, winner } = sale;
  const share = Math.max(...changes);
  if (!matching && share > 0) {
    const all = me !== null && winner !== me ? "all the others, you too," : "the others";
    return `nobody else has ${aDigit(LAST_DIGIT[price]!)}: ${all} get ${share} each${bank ? `, the bank ${bank}` : ""}`;
  }
  const parts = changes.flatMap((amount, seat) => (amount > 0 ? [[nameOf(table, seat, me), amount] as const] : []));
  if (bank) parts.push(["the bank", bank]);
  return listed(parts.map(([name, amount], at) => `${at ? name : gets(name)} ${amount}`));
}

/** The highest bid, and what happens if nobody bids more. */
export function standing(table: Table, me: number | null): string {
  const sale = table.standing;
  if (!sale) return "It cannot be paid: a card goes, and the lot is auctioned again.";
  if (!sale.price) return `If all pass, ${gets(nameOf(table, sale.winner, me))} the lot free.`;
  return `If ${sale.price} wins, ${whoIsPaid(table, sale, me)}.`;
}

function ofBid(table: Table, sale: Sale, me: number | null): string {
  const { winner: seat, price } = sale;
  const who = nameOf(table, seat, me);
  const s = seat === me ? "" : "s";
  const own = table.seats[seat]?.chips ?? null;
  if (sale.can_pay === false) {
    const card = table.seats[seat]?.cards.length ? `, give${s} up a card` : "";
    return `${capital(who)} ${s ? "has" : "have"} only ${own}: if ${price} wins, ${who} cannot pay${card} and sit${s} this lot out.`;
  }
  const kept = own === null ? "" : ` ${capital(who)} keep${s} ${own + sale.changes[seat]!}.`;
  return `If ${price} wins, ${whoIsPaid(table, sale, me)}.${kept}`;
}

function ofPass(table: Table, me: number | null): string {
  const { earns, has_bid, then } = table.passing ?? { earns: 0, has_bid: false, then: null };
  const none = has_bid
    ? "no chips, as you have bid"
    : table.bank
      ? "you had your chips for this lot"
      : "the bank is empty";
  const first = earns
    ? `Take ${counted(earns, "chip")} from the bank and leave this auction.`
    : `Leave this auction; ${none}.`;
  if (!then) return first;
  const who = capital(gets(nameOf(table, then.winner, me)));
  return `${first} ${who} the lot ${then.price ? `for ${then.price}: ${whoIsPaid(table, then, me)}` : "free"}.`;
}

/** What an action of the seat of the dial, or of the seat that is asked, leads to, in a sentence or two. */
export function told(table: Table, text: string, me: number | null): string {
  const given = givenUp(text);
  if (given) return ofDiscard(table, given.name);
  const sale = saleAt(table, bidOf(text));
  return sale ? ofBid(table, sale, me) : ofPass(table, me);
}

function ofDiscard(table: Table, name: string): string {
  const { points_now, points_then, frees } = table.discards[name]!;
  const freed = frees === null ? "" : ` Bids ending in ${frees} come free.`;
  return `${name} leaves the game: your ${TRIBES[card(name).tribe]} fall from ${points_now} to ${points_then}.${freed}`;
}

/** The question before a bid that cannot be paid. */
export function warning(table: Table, text: string): string | undefined {
  const sale = saleAt(table, bidOf(text));
  return sale?.can_pay === false ? `${told(table, text, sale.winner)} Bluff?` : undefined;
}

/** What the table waits for while I am not asked. */
export function waiting(table: Table, me: number | null): string {
  const who = table.seats[table.turn]?.name ?? "Nobody";
  const does = table.discarding ? `${who} could not pay ${table.price} and gives up a card.` : `${who} is to bid.`;
  const mine = table.seats[me ?? -1]?.state;
  if (mine === "bids") return `Your ${table.price} stands. ${does}`;
  if (mine === "passed") return `You are out of this auction. ${does}`;
  if (mine === "sits out") return `You sit this lot out. ${does}`;
  return mine === "in" ? `${does} Look ahead on the dial meanwhile.` : does;
}

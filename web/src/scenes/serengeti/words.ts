// Sentences of the table: the highest bid, what an action leads to, what the table waits for.
import { bidOf, forbidding, givenUp, outlook, payout, pointsOf, sale, setPoints, TRIBES, type Table } from "./read";

export function chips(amount: number): string {
  return amount === 1 ? "1 chip" : `${amount} chips`;
}

export function listed(parts: string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

export function nameOf(table: Table, seat: number, me: number | null): string {
  return seat === me ? "you" : (table.seats[seat]?.name ?? "nobody");
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const gets = (name: string) => `${name} get${name === "you" ? "" : "s"}`;

/** The payments: "Burt gets 8, Carla 4 and the bank 2." */
export function whoIsPaid(table: Table, winner: number, price: number, me: number | null): string {
  const { paid, bank, matching } = payout(table, winner, price);
  const share = Math.max(...paid);
  if (!matching && share) {
    const all = me !== null && winner !== me ? "all the others, you too," : "the others";
    return `nobody else has ${price % 10 === 8 ? "an" : "a"} ${price % 10}: ${all} get ${share} each${bank ? `, the bank ${bank}` : ""}`;
  }
  const parts = paid.flatMap((amount, seat) => (amount ? [[nameOf(table, seat, me), amount] as const] : []));
  if (bank) parts.push(["the bank", bank]);
  return listed(parts.map(([name, amount], at) => `${at ? name : gets(name)} ${amount}`));
}

/** The highest bid, and what happens if nobody bids more. */
export function standing(table: Table, me: number | null): string {
  if (table.discarding) return "It cannot be paid: a card goes, and the lot is auctioned again.";
  if (table.bidder < 0) return `If all pass, ${gets(nameOf(table, table.opener, me))} the lot free.`;
  return `If ${table.price} wins, ${whoIsPaid(table, table.bidder, table.price, me)}.`;
}

function ofBid(table: Table, seat: number, price: number, me: number | null): string {
  const who = nameOf(table, seat, me);
  const s = seat === me ? "" : "s";
  const own = table.seats[seat]?.chips ?? null;
  if (sale(table, seat, price).broke) {
    const card = table.seats[seat]?.cards.length ? `give${s} up a card and ` : "";
    return `${capital(who)} ${s ? "has" : "have"} only ${own}: if ${price} wins, ${who} cannot pay, ${card}sit${s} this lot out.`;
  }
  const kept = own === null ? "" : ` ${capital(who)} keep${s} ${own - price}.`;
  return `If ${price} wins, ${whoIsPaid(table, seat, price, me)}.${kept}`;
}

function ofPass(table: Table, seat: number, me: number | null): string {
  const { earns, atOnce, price, taker } = outlook(table, seat, "pass");
  const none = table.haveBid.includes(seat) ? "no chips, as you have bid" : table.bank ? "you had your chips for this lot" : "the bank is empty";
  const first = earns ? `Take ${chips(earns)} from the bank and leave this auction.` : `Leave this auction; ${none}.`;
  const who = capital(gets(nameOf(table, price ? table.bidder : taker, me)));
  return `${first}${!atOnce ? "" : price ? ` ${who} the lot at ${price}: ${whoIsPaid(table, table.bidder, price, me)}.` : ` ${who} the lot free.`}`;
}

/** What an action leads to, in a sentence or two. */
export function told(table: Table, seat: number, text: string, me: number | null): string {
  const given = givenUp(text);
  if (!given) return bidOf(text) ? ofBid(table, seat, bidOf(text), me) : ofPass(table, seat, me);
  const count = table.seats[seat]?.sets[given.tribe]?.length ?? 1;
  const freed = forbidding(table, seat, given.digit).length === 1 ? ` Bids ending in ${given.digit} come free.` : "";
  return `${given.name} leaves the game: your ${TRIBES[given.tribe]} fall from ${setPoints(count)} to ${setPoints(count - 1)}.${freed}`;
}

/** The question before a bid that cannot be paid. */
export function warning(table: Table, seat: number, text: string): string | undefined {
  return sale(table, seat, bidOf(text)).broke ? `${told(table, seat, text, seat)} Bluff?` : undefined;
}

/** A seat's points if it had the lot. */
export function withLot(table: Table, seat: number): number {
  return pointsOf([...(table.seats[seat]?.cards ?? []), ...table.lot]);
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

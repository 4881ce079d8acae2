// What the table says in words: the bid that stands, what an action would come to, how the last lot was sold.
import { action, forbidding, outlook, payout, pointsOf, sale, setPoints, TRIBES, type Outlook, type Table } from "./read";

export function chips(amount: number): string {
  return amount === 1 ? "1 chip" : `${amount} chips`;
}

export function listed(parts: string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`;
}

export function nameOf(table: Table, seat: number, me: number | null): string {
  return seat === me ? "you" : (table.seats[seat]?.name ?? "nobody");
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** "Burt gets 8, Carla 4 and the bank 2." */
export function whoIsPaid(table: Table, winner: number, price: number, me: number | null): string {
  const { paid, bank, matching } = payout(table, winner, price);
  const others = table.seats.filter((seat) => seat.index !== winner);
  const share = paid[others[0]?.index ?? 0] ?? 0;
  if (!matching && share) {
    const rest = bank ? `, the bank ${bank}` : "";
    const all = me !== null && winner !== me ? "all the others, you too," : "the others";
    return `nobody else has a ${price % 10}: ${all} get ${share} each${rest}`;
  }
  const parts = others.filter((seat) => paid[seat.index]).map((seat) => [nameOf(table, seat.index, me), paid[seat.index]]);
  if (bank) parts.push(["the bank", bank]);
  return listed(parts.map(([name, amount], at) => `${name} ${at ? "" : name === "you" ? "get " : "gets "}${amount}`));
}

/** The bid that stands, and what becomes of it if nobody says more. */
export function standing(table: Table, me: number | null): string {
  if (table.discarding) return "It cannot be paid: a card goes, and the lot is auctioned again.";
  if (table.bidder < 0) {
    const free = nameOf(table, table.opener, me);
    return `If all pass, ${free} ${free === "you" ? "get" : "gets"} the lot free.`;
  }
  return `If ${table.price} wins, ${whoIsPaid(table, table.bidder, table.price, me)}.`;
}

function ofBid(table: Table, seat: number, price: number, me: number | null): string {
  const who = nameOf(table, seat, me);
  const mine = seat === me;
  const then = sale(table, seat, price);
  const own = table.seats[seat]?.chips ?? null;
  if (then.broke) {
    const card = table.seats[seat]?.cards.length ? (mine ? "give up a card and " : "gives up a card and ") : "";
    return mine
      ? `You have only ${own}: if ${price} wins you cannot pay, ${card}sit this lot out.`
      : `${who} has only ${own}: if ${price} wins it cannot be paid, and ${who} ${card}sits this lot out.`;
  }
  const kept = own === null ? "" : ` ${capital(who)} ${mine ? "keep" : "keeps"} ${own - price}.`;
  return `If ${price} wins, ${whoIsPaid(table, seat, price, me)}.${kept}`;
}

function ofPass(table: Table, seat: number, me: number | null): string {
  const then = outlook(table, seat, "pass");
  const none = table.haveBid.includes(seat) ? "no chips, as you have bid" : table.bank ? "you had your chips for this lot" : "the bank is empty";
  const first = then.earns ? `Take ${chips(then.earns)} from the bank and leave this auction.` : `Leave this auction; ${none}.`;
  return `${first}${atOnce(table, then, me)}`;
}

function atOnce(table: Table, then: Outlook, me: number | null): string {
  if (!then.atOnce) return "";
  const taker = nameOf(table, then.taker >= 0 ? then.taker : table.bidder, me);
  if (!then.price) return ` ${capital(taker)} ${taker === "you" ? "get" : "gets"} the lot free.`;
  return ` ${capital(taker)} wins at ${then.price}: ${whoIsPaid(table, table.bidder, then.price, me)}.`;
}

function ofDiscard(table: Table, seat: number, text: string): string {
  const act = action(text);
  if (act.kind !== "discard") return "";
  const { tribe, digit, name } = act.card;
  const count = table.seats[seat]?.sets[tribe]?.length ?? 1;
  const freed = forbidding(table, seat, digit).length === 1 ? ` Bids ending in ${digit} come free.` : "";
  return `${name} leaves the game: your ${TRIBES[tribe]} fall from ${setPoints(count)} to ${setPoints(count - 1)}.${freed}`;
}

/** What an action would come to, in a sentence or two. */
export function told(table: Table, seat: number, text: string, me: number | null): string {
  const act = action(text);
  if (act.kind === "pass") return ofPass(table, seat, me);
  return act.kind === "bid" ? ofBid(table, seat, act.price, me) : ofDiscard(table, seat, text);
}

/** Asked before a bid that cannot be paid. */
export function warning(table: Table, seat: number, price: number): string | undefined {
  const then = sale(table, seat, price);
  if (!then.broke) return undefined;
  const own = table.seats[seat]?.chips ?? 0;
  const card = table.seats[seat]?.cards.length ? "give up one of your cards and " : "";
  return `You have ${chips(own)}. If nobody bids more than ${price}, you cannot pay, ${card}sit this lot out. Bluff?`;
}

/** How a seat's points would change if it had the lot. */
export function withLot(table: Table, seat: number): number {
  return pointsOf([...(table.seats[seat]?.cards ?? []), ...table.lot]);
}

/** What the table waits for while there is nothing for me to do. */
export function waiting(table: Table, me: number | null): string {
  const who = table.seats[table.turn]?.name ?? "Nobody";
  const does = table.discarding ? `${who} could not pay ${table.price} and gives up a card.` : `${who} is to bid.`;
  const mine = me === null ? "" : table.seats[me]?.state;
  if (mine === "bids") return `Your ${table.price} stands. ${does}`;
  if (mine === "passed") return `You are out of this auction. ${does}`;
  if (mine === "sits out") return `You sit this lot out. ${does}`;
  return mine === "in" ? `${does} Look ahead on the dial meanwhile.` : does;
}

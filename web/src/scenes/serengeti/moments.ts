// The moments of Serengeti: a sale, then its payments.
import type { Event } from "../../lib/messages";
import { moment, who, whom, type Moment, type MomentRow, type Told } from "../../lib/moments";
import { counted } from "../../lib/words";
import { PAID, payments } from "./news";
import { cardsOf } from "./read";
import { aDigit } from "./words";

export function moments({ news, view, me }: Told): Moment[] {
  return [...news.flatMap((event) => sale(event, { news, view, before: null, me })), ...paid(news, view, me)];
}

function sale({ name, values }: Event, { news, view, me }: Told): Moment[] {
  const lot = cardsOf(news.find((event) => event.name === "placed")?.values.lot ?? values.lot).join(", ");
  const buyer = whom(view, values.seat, me);
  if (name === "sold") return [moment("sale", lot, `Sold to ${buyer} for ${values.price}`)];
  if (name === "free lot") return [moment("sale", lot, `Nobody bid: free to ${buyer}`)];
  if (name === "cannot pay")
    return [moment("burn", `Won with ${values.price}`, `${who(view, values.seat, me)} cannot pay`)];
  if (name === "lot leaves") return [moment("burn", lot, "Nobody is left in: the lot leaves the game")];
  return [];
}

function paid(news: Event[], view: Told["view"], me: number | null): Moment[] {
  const sold = news.find(({ name }) => name === "sold");
  if (!sold) return [];
  const rows = news.flatMap(({ name, values }): MomentRow[] => {
    if (PAID.includes(name) && values.amount)
      return [{ name: who(view, values.seat, me), value: `+${values.amount}`, note: reason(name, values) }];
    return name === "to the bank" ? [{ name: "The bank", value: `+${values.amount}`, note: "what is left over" }] : [];
  });
  if (!rows.length) return [];
  const title = `${who(view, sold.values.seat, me)} ${sold.values.seat === me ? "pay" : "pays"} ${counted(sold.values.price ?? 0, "chip")}`;
  const money = payments(
    news.filter(({ name }) => name === "sold" || name === "to the bank" || PAID.includes(name)),
    view,
  );
  return [moment("payment", "Where the chips go", title, { rows, payments: money })];
}

function reason(name: string, { digit = 0, cards = 0 }: Event["values"]): string {
  if (name === "paid in full") return `the only one with ${aDigit(digit)}`;
  if (name === "paid evenly") return `shared evenly: nobody else has ${aDigit(digit)}`;
  return `${counted(cards, "card")} with ${aDigit(digit)}`;
}

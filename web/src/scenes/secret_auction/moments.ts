// The moments of The Secret Auction House: the envelopes open together, and the winner is crowned.
import { moment, opened, who, whom, type Moment, type MomentRow, type Told } from "../../lib/moments";
import { itemText } from "./house";
import { payments, salesIn, type Opened, type Sale } from "./sales";

export function moments({ news, view, me }: Told): Moment[] {
  return salesIn(news).flatMap((sale) => {
    const rows = [...sale.bids].sort((one, other) => other.sum - one.sum).map((bid) => row(bid, view, me));
    const id = `sale ${sale.item.id}`;
    const open = moment("reveal", itemText(sale.item), "The envelopes are open", { id, rows });
    const crowned = rows.map((each, place) => ({ ...each, mark: markOf(sale, place) }));
    const kind = sale.winner === null ? "burn" : "sale";
    const paid = payments(news, view);
    return [
      ...opened(open),
      moment(kind, itemText(sale.item), title(sale, view, me), { id, rows: crowned, payments: paid }),
    ];
  });

  function markOf(sale: Sale, place: number): MomentRow["mark"] {
    const bid = [...sale.bids].sort((one, other) => other.sum - one.sum)[place]!;
    if (bid.seat === sale.winner) return "crown";
    return bid.tied ? "burn" : undefined;
  }
}

function row(bid: Opened, view: Told["view"], me: number | null): MomentRow {
  const name = who(view, bid.seat, me);
  if (bid.passed) return { name, value: "passed", note: "a chip is spent" };
  const back = bid.recovered ? ", after taking the pile back" : "";
  return { name, value: String(bid.sum), note: bid.notes.join(" + ") + back };
}

function title(sale: Sale, view: Told["view"], me: number | null): string {
  if (sale.outcome === "tied") return "Tied, and no next bid alone: discarded";
  if (sale.outcome === "all passed") return "All passed: discarded";
  const to = `${whom(view, sale.winner ?? undefined, me)} for ${sale.sum}`;
  return sale.outcome === "won" ? `Sold to ${to}` : `Tied at the top: sold to ${to}`;
}

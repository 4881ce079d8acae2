// The moments of The Secret Auction House: the envelopes open together, and the winner is crowned.
import { moment, opened, who, whom, type Moment, type MomentRow, type Told } from "../../lib/moments";
import { itemText } from "./components";
import { payments, salesIn, type Opened, type Sale } from "./sales";

export function moments({ news, view, me }: Told): Moment[] {
  return salesIn(news).flatMap((sale) => {
    // In the order of the seats: sorted by their sums, sealed envelopes would tell who wins.
    const bids = [...sale.bids].sort((one, other) => one.seat - other.seat);
    const rows = bids.map((bid) => row(bid, view, me));
    const id = `sale ${sale.item.id}`;
    const open = moment("reveal", itemText(sale.item), "The envelopes are open", { id, rows });
    const crowned = rows.map((each, place) => ({ ...each, mark: markOf(sale, bids[place]!) }));
    const kind = sale.winner === null ? "burn" : "sale";
    const paid = payments(news, view);
    return [
      ...opened(open),
      moment(kind, itemText(sale.item), title(sale, view, me), { id, rows: crowned, payments: paid }),
    ];
  });

  function markOf(sale: Sale, bid: Opened): MomentRow["mark"] {
    if (bid.seat === sale.winner) return "crown";
    return bid.tied ? "burn" : undefined;
  }
}

function row(bid: Opened, view: Told["view"], me: number | null): MomentRow {
  const name = who(view, bid.seat, me);
  if (bid.passed) return { name, value: "passed", note: "a chip is spent" };
  const back = bid.recovered ? ", after taking the pile back" : "";
  const cards = bid.notes.length > 1 || back ? bid.notes.join(" + ") + back : undefined;
  return { name, value: String(bid.sum), note: cards };
}

function title(sale: Sale, view: Told["view"], me: number | null): string {
  if (sale.outcome === "tied") return "Tied, and no next bid alone: discarded";
  if (sale.outcome === "all passed") return "All passed: discarded";
  const to = `${whom(view, sale.winner ?? undefined, me)} for ${sale.sum}`;
  return sale.outcome === "won" ? `Sold to ${to}` : `Tied at the top: sold to ${to}`;
}

// The money that events move.
import type { Event, View } from "../../lib/messages";
import type { Payment } from "../../lib/scene";

export function payments(news: Event[], view: View): Payment[] {
  return news.flatMap(({ name, values }): Payment[] => {
    const purse = `purse:${view.names[values.seat ?? -1] ?? ""}`;
    const amount = values.pounds ?? 0;
    if (name === "won" || name === "fined") return [{ from: purse, to: "bank", amount }];
    if (name === "sold") return [{ from: "bank", to: purse, amount }];
    if (name === "coin")
      return [{ from: "bank", to: `camel:${view.names[values.seat ?? -1]}:${values.limit}`, amount }];
    return [];
  });
}

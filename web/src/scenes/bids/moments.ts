// The moments of Bids: the end of a turn, drawn by the scene, and the summary of a round before the next is dealt.
import type { Event, View } from "../../lib/messages";
import { HOLDS, moment, who, type Moment, type MomentRow, type Told } from "../../lib/moments";
import { signed } from "./words";

const SCORED: Record<string, (values: Event["values"]) => string> = {
  scored: () => "black cards",
  "lucky loser": ({ times = 1 }) => (times > 1 ? `lucky loser, ${times} times by now` : "lucky loser"),
  "allies scored": () => "half of what the allies have",
};

export function moments(told: Told): Moment[] {
  const { news } = told;
  const ended = news.find(({ name }) => name.endsWith("won") || name.startsWith("burned"));
  const turn = ended
    ? [
        moment(ended.name.startsWith("burned") ? "burn" : "turn", "The turn", ended.text, {
          after: true,
          drawn: true,
          hold: ended.name.startsWith("burned") ? HOLDS.burn : HOLDS.turn,
        }),
      ]
    : [];
  return [...turn, ...summary(told)];
}

function summary({ news, before, view, me }: Told): Moment[] {
  const points = news.filter(({ name }) => name in SCORED);
  if (!points.length) return [];
  const rows = points
    .map((event) => row(event, view, me))
    .sort((one, other) => other.total - one.total)
    .map(({ total, ...each }, place, all) => ({ ...each, ...(total === all[0]!.total && !place ? CROWN : {}) }));
  const number = before?.round_number ?? view.round_number;
  return [moment("round", `Round ${number as number} is over`, "Points of this round", { rows, after: true })];
}

const CROWN: Partial<MomentRow> = { mark: "crown" };

function row({ name, values }: Event, view: View, me: number | null): MomentRow & { total: number } {
  const total = (view.totals as Record<string, number>)[view.names[values.seat!]!]!;
  const gained = values.points ?? 0;
  return {
    name: who(view, values.seat, me),
    value: signed(gained),
    note: `${SCORED[name]!(values)}; ${String(total).replace("-", "−")} in all`,
    total: total,
    mark: gained < 0 ? "loss" : undefined,
  };
}

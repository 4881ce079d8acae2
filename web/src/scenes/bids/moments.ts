// The moments of Bids: the end of a turn, drawn by the scene, and the summary of a round before the next is dealt.
import type { Event, View } from "../../lib/messages";
import { HOLDS, moment, who, type Moment, type MomentRow, type Told } from "../../lib/moments";
import { listed } from "../../lib/words";
import { BURNED, WON } from "./history";
import { minus, signed } from "./words";

const SCORED: Record<string, (values: Event["values"]) => string> = {
  scored: () => "from black cards",
  "lucky loser": ({ times = 1 }) => `as a lucky loser${times > 1 ? `, ${times} times by now` : ""}`,
  "allies scored": () => "half of what the allies have",
};

export function moments(told: Told): Moment[] {
  const { news } = told;
  const ended = news.find(({ name }) => WON.includes(name) || BURNED.includes(name));
  const turn = ended
    ? [
        moment(BURNED.includes(ended.name) ? "burn" : "turn", "The turn", ended.text, {
          after: true,
          drawn: true,
          hold: BURNED.includes(ended.name) ? HOLDS.burn : HOLDS.turn,
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
    .map(({ total, ...each }, _, all) => ({ ...each, ...(total === all[0]!.total ? CROWN : {}) }));
  const number = before?.round_number ?? view.round_number;
  const kicker = `Round ${number as number} of ${view.options.rounds as number} is over`;
  return [moment("round", kicker, leads(rows), { rows, after: true })];
}

const CROWN: Partial<MomentRow> = { mark: "crown" };

/** "Anne leads", "You and Anne lead". */
function leads(rows: MomentRow[]): string {
  const first = rows.filter(({ mark }) => mark === "crown").map(({ name }) => name);
  const ordered = [...first].sort((one, other) => Number(other === "You") - Number(one === "You"));
  return `${listed(ordered)} ${first.length > 1 || first[0] === "You" ? "lead" : "leads"}`;
}

function row({ name, values }: Event, view: View, me: number | null): MomentRow & { total: number } {
  const total = (view.totals as Record<string, number>)[view.names[values.seat!]!]!;
  const gained = values.points ?? 0;
  return {
    name: who(view, values.seat, me),
    value: minus(total),
    note: `${signed(gained)} ${SCORED[name]!(values)}`,
    total: total,
    mark: gained < 0 ? "loss" : undefined,
  };
}

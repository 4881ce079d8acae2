// The moments of Off Season: the bets open, changed ones are explained, the caravan is loaded, goods are sold.
import { AUCTIONS, AUCTION_CLAUSES } from "../../generated/off_season";
import { KINDS, type Camel } from "./goods";
import type { Event, View } from "../../lib/messages";
import { HOLDS, moment, opened, who, whom, type Moment, type MomentRow, type Told } from "../../lib/moments";
import { capital, counted } from "../../lib/words";
import { payments } from "./payments";
import { caravanOf, type Table } from "./read";

export function moments(told: Told): Moment[] {
  return [...bets(told), ...loads(told), ...sales(told), ...round(told)];
}

const signed = (by: number) => (by < 0 ? `−${-by}` : `+${by}`);
const named = (news: Event[], name: string) => news.filter((event) => event.name === name);

function bets({ news, before, view, me }: Told): Moment[] {
  const open = named(news, "opened");
  if (!open.length) return [];
  const id = "bets";
  const rows = open.map(({ values }): MomentRow => ({ name: who(view, values.seat, me), value: `£${values.pounds}` }));
  const kicker = `Auction: ${(before ?? view).auction as string}`;
  const shown = moment("reveal", kicker, "The bets are open", { id, rows });
  const counted = open.map(({ values }, n) => explained(rows[n]!, values, named(news, "changed")));
  const changed = named(news, "changed").length
    ? [moment("reveal", kicker, "Some bets count differently", { id, rows: counted, hold: HOLDS.sale })]
    : [];
  return [...opened(shown), ...changed, ...decided({ news, view, me, before }, counted, open, id)];
}

function explained(row: MomentRow, { seat, pounds = 0 }: Event["values"], changed: Event[]): MomentRow {
  const found = changed.filter(({ values }) => values.seat === seat);
  const last = found.at(-1)?.values.pounds;
  if (last === undefined) return row;
  let at = pounds;
  const why = found.map(({ clause, values }) => {
    const by = (values.pounds ?? 0) - at;
    at = values.pounds ?? 0;
    const kind = AUCTION_CLAUSES.findIndex((each) => each === clause);
    return `${signed(by)} ${AUCTIONS[kind] ?? clause}`;
  });
  return { ...row, value: `£${pounds} → ${String(last).replace("-", "−")}`, note: why.join(", ") };
}

function decided({ news, before, view, me }: Told, rows: MomentRow[], open: Event[], id: string): Moment[] {
  const won = news.find(({ name }) => name === "won");
  const first = won ?? news.find(({ name }) => name === "stays first" || name === "drawn first");
  const crowned = rows.map((row, n) => ({
    ...row,
    mark: first && open[n]!.values.seat === first.values.seat ? ("crown" as const) : undefined,
  }));
  const paid = payments(
    news.filter(({ name }) => name === "won" || name === "fined"),
    view,
  );
  const price = won?.values.pounds ? `£${won.values.pounds}` : "nothing";
  if (won)
    return [
      moment(
        "sale",
        "First Player",
        `${who(view, won.values.seat, me)} ${won.values.seat === me ? "win" : "wins"} for ${price}`,
        {
          id,
          rows: crowned,
          payments: paid,
        },
      ),
    ];
  const be = first?.values.seat === me ? "are" : "is";
  const title = first
    ? `Again no bet wins: ${whom(view, first.values.seat, me)} ${be} First Player`
    : "No bet wins: all bet again";
  return [
    moment("burn", `Auction: ${(before ?? view).auction as string}`, title, {
      id,
      rows: first ? crowned : rows,
      payments: paid,
    }),
  ];
}

/** One moment for each player whose goods are all loaded: what each camel carries; and one for what falls. */
function loads({ news, view, me }: Told): Moment[] {
  const seats = [
    ...new Set([...named(news, "loaded"), ...named(news, "overloaded")].map(({ values }) => values.seat!)),
  ];
  return seats.flatMap((seat) => {
    const fallen = named(news, "overloaded").filter(({ values }) => values.seat === seat);
    const your = seat === me ? "Your" : `${view.names[seat]}’s`;
    const rows = [...fallen.map(fall), ...caravanOf(view as Table, view.names[seat]!).flatMap(carried)];
    const falls = fallen.length > 1 ? "camels throw their loads off" : "camel throws its load off";
    if (fallen.length) return [moment("burn", "The caravan", `${your} ${falls}`, { rows })];
    // I have just loaded it myself, and may be asked for the next: no card before my eyes.
    const loading = view.stage === "loading" && view.acting === view.names[seat];
    return seat === me || loading ? [] : [moment("turn", "The caravan", `${your} caravan is loaded`, { rows })];
  });
}

const cards = (count: number, kind: string) => counted(count, `${kind} card`);

function fall({ values }: Event): MomentRow {
  const load = cards(values.cards!, KINDS[values.kind!]!);
  return { name: `Camel ${values.limit}`, value: load, note: "too many: all are lost", mark: "burn" };
}

function carried({ limit, kind, faces }: Camel): MomentRow[] {
  return kind ? [{ name: `Camel ${limit}`, value: cards(faces.length, kind) }] : [];
}

function sales({ news, view }: Told): Moment[] {
  return named(news, "sold").map((event) => moment("sale", "Sold", event.text, { payments: payments([event], view) }));
}

function round({ news, view }: Told): Moment[] {
  const next = named(news, "round").at(-1);
  if (!next || !news.some(({ name }) => name !== "round" && name !== "filled" && name !== "markets")) return [];
  const { auction, round_number: number } = view as View & { auction: string; round_number: number };
  const kind = capital(auction);
  return [moment("round", `Round ${number - 1} is over`, `Round ${number}: ${kind}`, { hold: HOLDS.sale })];
}

// Moments: what happened at the table as beats of their own, made by each scene from the events of a view.
import type { Event, View } from "./messages";
import type { Payment } from "./scene";

/** One line of a moment: a player, what they did, and what became of it. */
export interface MomentRow {
  name: string;
  /** What shows on the right: a sum, a bet, points. */
  value: string;
  /** Why it changed, or what follows from it. */
  note?: string;
  /** The winner of a sale, a bid that burned, or a player who fell behind. */
  mark?: "crown" | "burn" | "loss";
  /** Whether the value is still in its envelope. */
  sealed?: boolean;
}

export interface Moment {
  /** Moments with the same id are one card: its envelopes open in place. */
  id: string;
  kind: "sale" | "payment" | "burn" | "round" | "reveal" | "turn";
  /** The small line above the title. */
  kicker: string;
  title: string;
  rows: MomentRow[];
  payments: Payment[];
  /** Milliseconds at the normal tempo. */
  hold: number;
  /** Whether the new table is shown already; otherwise the table is shown as it was until the moment is over. */
  after?: boolean;
  /** Whether the scene draws it; the frame then only says how to go on. */
  drawn?: boolean;
}

/** What a scene makes moments from: the events, the table before them and after them, and the reader's seat. */
export interface Told {
  news: Event[];
  before: View | null;
  view: View;
  me: number | null;
}

/** How to go on from a moment; `next`: whether the newest view asks me. */
export const goOn = (next: boolean) => `${next ? "Your turn is next. " : ""}Tap or press a key to go on`;

/** Times at the normal tempo. */
export const HOLDS = { sale: 1_700, payment: 1_500, burn: 1_700, round: 3_600, sealed: 700, open: 1_300, turn: 1_100 };

/** `You` or the name of a seat. */
export function who(view: View, seat: number | undefined, me: number | null): string {
  return seat !== undefined && seat === me ? "You" : (view.names[seat ?? -1] ?? "");
}

/** `you` or the name of a seat, within a sentence. */
export function whom(view: View, seat: number | undefined, me: number | null): string {
  return seat !== undefined && seat === me ? "you" : (view.names[seat ?? -1] ?? "");
}

export function moment(kind: Moment["kind"], kicker: string, title: string, more: Partial<Moment> = {}): Moment {
  return {
    id: `${kind} ${title}`,
    kind,
    kicker,
    title,
    rows: [],
    payments: [],
    hold: HOLDS[kind === "reveal" ? "open" : kind],
    ...more,
  };
}

/** A sealed card and the same card opened, so that all envelopes open together. */
export function opened(revealed: Moment): Moment[] {
  const sealed = revealed.rows.map((row) => ({ name: row.name, value: "", sealed: true }));
  return [{ ...revealed, title: "All have chosen …", rows: sealed, payments: [], hold: HOLDS.sealed }, revealed];
}

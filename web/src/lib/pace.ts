// Bots answer faster than people can follow, so views wait in a queue and are shown one after another.
import type { Event, Shown } from "./messages";
import type { Moment } from "./moments";

export const HOLD = 650;
export const BEAT = 500;
/** Milliseconds a view stays longer for each further sentence. */
const READING = 150;
const LONGEST = 1_500;
/** With a longer queue, each view is shown for a shorter time, so that the page does not fall behind. */
const CROWD = 5;

/** The user's choice of speed. */
export type Pace = "calm" | "normal" | "fast" | "at once";
/** The factor applied to every pause. */
export const PACES: Record<Pace, number> = { calm: 1.6, normal: 1, fast: 0.4, "at once": 0 };

/** The tempo of a stored setting; earlier versions called the fast one brisk. */
export function paceOf(stored: string): Pace {
  if (stored === "brisk") return "fast";
  return stored in PACES ? (stored as Pace) : "normal";
}

export interface Pause {
  /** The pause before it is shown. */
  before: number;
  /** The least time before the next view may follow. */
  hold: number;
}

/** How long a view is shown, given the number of views waiting behind it. */
export function pause(news: Event[], opens: boolean, waiting: number, pace: Pace = "normal"): Pause {
  const speed = PACES[pace];
  const reading = Math.min(LONGEST, HOLD + READING * Math.max(0, news.length - 1));
  const hurry = Math.min(1, CROWD / Math.max(1, waiting));
  return { before: opens ? BEAT * speed : 0, hold: news.length ? reading * hurry * speed : 0 };
}

/** Merges several views: the newest, with the events of all. */
export function merged(views: Shown[]): Shown {
  const newest = views.at(-1)!;
  if (views.length === 1 || newest.whole) return newest;
  return { ...newest, news: views.flatMap((shown) => shown.news) };
}

/** The events after the first `known` ones of the log; a full view is cut down to what is new. */
export function fresh(shown: Shown, known: number | null): Event[] {
  if (!shown.whole) return shown.news;
  if (known === null) return shown.seq === 0 ? shown.news : [];
  return shown.news.slice(known);
}

export interface PaceSetup {
  show: (shown: Shown) => void;
  opens: (news: Event[]) => boolean;
  /** The moments of a view that is about to be shown. */
  moments?: (shown: Shown) => Moment[];
  /** Called when a moment begins, and with null when the last one is over. */
  moment?: (moment: Moment | null) => void;
  pace?: () => Pace;
  /** Called when the pause before sealed choices open begins and ends. */
  hush?: (silent: boolean) => void;
  /** Called when every view has been shown. */
  idle?: () => void;
}

/** The summary of a round, which is not skipped together with the moments before it. */
const isSummary = ({ kind, after }: Moment) => kind === "round" && !!after;

export class Pacer {
  private queue: Shown[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private busy = false;
  /** Whether a moment is being shown. */
  private dwelling = false;
  /** The moments that follow the one being shown. */
  private rest: Moment[] = [];

  constructor(private setup: PaceSetup) {}

  get waiting(): number {
    return this.queue.length;
  }

  /** Returns whether every view has been shown for long enough. */
  get resting(): boolean {
    return !this.busy && !this.queue.length;
  }

  /** Queues a view. The answer to my own action waits only for the pause before sealed choices open. */
  push(shown: Shown, mine = false): void {
    this.queue.push(shown);
    if (mine || this.setup.pace?.() === "at once") {
      this.stop();
      this.queue = [merged(this.queue)];
    }
    if (!this.busy) this.next();
  }

  /** Shows the newest view now, but first the summary of a round; returns whether anything was skipped. */
  skip(): boolean {
    const dwelled = this.dwelling;
    if (!this.queue.length && !dwelled) return false;
    const summary = this.rest.filter(isSummary);
    this.stop();
    if (summary.length) {
      this.busy = true;
      this.dwell(summary, () => this.next());
      return true;
    }
    if (!this.queue.length) {
      this.next();
      return true;
    }
    const newest = merged(this.queue);
    this.queue = [];
    const speed = PACES[this.setup.pace?.() ?? "normal"];
    this.present(newest, 0, speed ? (this.setup.moments?.(newest) ?? []).filter(isSummary) : []);
    return true;
  }

  /** Clears the queue, because a full view has arrived. */
  clear(): void {
    this.stop();
    this.queue = [];
  }

  private next(): void {
    const shown = this.queue[0];
    if (!shown) {
      this.busy = false;
      this.setup.idle?.();
      return;
    }
    this.busy = true;
    const pace = this.setup.pace?.() ?? "normal";
    const { before, hold } = pause(shown.news, this.setup.opens(shown.news), this.queue.length, pace);
    const moments = PACES[pace] ? (this.setup.moments?.(shown) ?? []) : [];
    const present = () => {
      this.queue.shift();
      const after = moments.filter((moment) => moment.after);
      this.present(shown, after.length ? 0 : hold, after);
    };
    if (moments.length)
      return this.dwell(
        moments.filter((moment) => !moment.after),
        present,
      );
    if (!before) return present();
    this.setup.hush?.(true);
    this.timer = setTimeout(present, before);
  }

  /** Shows moments one after another, then goes on. */
  private dwell(moments: Moment[], then: () => void): void {
    const [first, ...rest] = moments;
    this.dwelling = first !== undefined;
    this.rest = rest;
    this.setup.moment?.(first ?? null);
    if (!first) return then();
    const speed = PACES[this.setup.pace?.() ?? "normal"];
    this.timer = setTimeout(() => this.dwell(rest, then), first.hold * speed);
  }

  private present(shown: Shown, hold: number, after: Moment[] = []): void {
    this.setup.hush?.(false);
    this.busy = true;
    if (after.length) {
      // The moment is set first, so that the scene knows that the table it was stays in sight.
      this.dwell(after, () => this.next());
      this.setup.show(shown);
      return;
    }
    this.setup.show(shown);
    this.timer = setTimeout(() => this.next(), hold);
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.setup.hush?.(false);
    this.dwelling = false;
    this.rest = [];
    this.setup.moment?.(null);
    this.busy = false;
  }
}

// Bots answer at once, people cannot look that fast: views wait in a queue and are shown one after another.
import type { Event, Shown } from "./messages";

export const HOLD = 650;
export const BEAT = 500;
export const CALM = 250;
/** What a sentence more to read adds to the time a view is held. */
const READING = 150;
const LONGEST = 1_500;
/** With more than so many waiting, each is held shorter: nobody sits long behind the table. */
const CROWD = 5;

/** How fast things are shown one after another, as somebody likes it. */
export type Pace = "calm" | "brisk" | "at once";
/** What is left of every pause. */
export const PACES: Record<Pace, number> = { calm: 1, brisk: 0.4, "at once": 0 };

export interface Pause {
  /** The silence before it is shown. */
  before: number;
  /** How long it stays before the next may follow. */
  hold: number;
}

/** How long a view is held, with so many waiting behind it. */
export function pause(news: Event[], opens: boolean, calm: boolean, waiting: number, pace: Pace = "calm"): Pause {
  const speed = PACES[pace];
  if (calm) return { before: opens ? CALM * speed : 0, hold: news.length ? CALM * speed : 0 };
  const reading = Math.min(LONGEST, HOLD + READING * Math.max(0, news.length - 1));
  const hurry = Math.min(1, CROWD / Math.max(1, waiting));
  return { before: opens ? BEAT * speed : 0, hold: news.length ? reading * hurry * speed : 0 };
}

/** Several views as one: the newest, with all that was told on the way. */
export function merged(views: Shown[]): Shown {
  const newest = views.at(-1)!;
  if (views.length === 1 || newest.whole) return newest;
  return { ...newest, news: views.flatMap((shown) => shown.news) };
}

/** What was told since so much of the log was known; a view of everything is cut down to what is new. */
export function fresh(shown: Shown, known: number | null): Event[] {
  if (!shown.whole) return shown.news;
  if (known === null) return shown.seq === 0 ? shown.news : [];
  return shown.news.slice(known);
}

export interface PaceSetup {
  show: (shown: Shown) => void;
  opens: (news: Event[]) => boolean;
  calm: () => boolean;
  pace?: () => Pace;
  /** The silence before sealed choices open, and its end. */
  hush?: (silent: boolean) => void;
  /** Everything that came has been shown. */
  idle?: () => void;
}

export class Pacer {
  private queue: Shown[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private busy = false;

  constructor(private setup: PaceSetup) {}

  get waiting(): number {
    return this.queue.length;
  }

  /** Has everything been shown, and long enough? */
  get resting(): boolean {
    return !this.busy && !this.queue.length;
  }

  /** Show it when its time has come. The answer to my own action only waits for the beat before sealed choices open. */
  push(shown: Shown, mine = false): void {
    this.queue.push(shown);
    if (mine || this.setup.pace?.() === "at once") {
      this.stop();
      this.queue = [merged(this.queue)];
    }
    if (!this.busy) this.next();
  }

  /** Show the newest now; was there anything to skip? */
  skip(): boolean {
    if (!this.queue.length) return false;
    this.stop();
    const newest = merged(this.queue);
    this.queue = [];
    this.present(newest, 0);
    return true;
  }

  /** Forget what waits: a view of everything has come. */
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
    const { before, hold } = pause(shown.news, this.setup.opens(shown.news), this.setup.calm(), this.queue.length, this.setup.pace?.());
    const present = () => {
      this.queue.shift();
      this.present(shown, hold);
    };
    if (!before) return present();
    this.setup.hush?.(true);
    this.timer = setTimeout(present, before);
  }

  private present(shown: Shown, hold: number): void {
    this.setup.hush?.(false);
    this.busy = true;
    this.setup.show(shown);
    this.timer = setTimeout(() => this.next(), hold);
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.setup.hush?.(false);
    this.busy = false;
  }
}

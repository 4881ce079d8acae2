// The state of a room as this device knows it: its seats, their views, and what is shown at present.
import type { TakeBackNews } from "../generated/messages";
import type { ChatLine, Event, FromServer, HintNews, RoomInfo, Shown } from "./messages";
import { nextAtDevice, type Asking, type Reason, type Seat } from "./device";
import type { Moment, Told } from "./moments";
import { Pacer, fresh } from "./pace";
import type { Considered } from "./scene";
import { keepSeal } from "./seal";
import { settings } from "./settings.svelte";
import { heardTalk } from "./chat";
import { dropSeat, mySeats } from "./tokens";
import { banner, sentence, spoken, typeset, type Verbs } from "./words";
import { Wire, type WireSetup, type WireState } from "./wire";

/** Milliseconds an action is looked at before the server is asked about it. */
const CONSIDERING = 40;

export class RoomState {
  info = $state.raw<RoomInfo | null>(null);
  line = $state<WireState>("joining");
  /** Why the server refuses the connection for now. */
  outside = $state("");
  /** The seats of this device. */
  mine = $state.raw<number[]>([]);
  /** The seat whose view is shown; null for spectators, and while the device is being passed on. */
  eyes = $state<Seat>(null);
  /** The seat the device must be passed to. Nothing is shown until its player confirms. */
  veil = $state<Seat>(null);
  shown = $state.raw<Shown | null>(null);
  log = $state.raw<Event[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  /** Whether the pause before sealed choices open is running. */
  hush = $state(false);
  /** The moment being shown; the table may still be shown as it was before it. */
  moment = $state.raw<Moment | null>(null);
  /** Whether the newest view asks me, also while earlier ones are still being shown. */
  asked = $state(false);
  /** The newest view, which may not be shown yet. */
  ahead = $state.raw<Shown | null>(null);
  sending = $state(false);
  /** Whether my latest action can be taken back, or what became of somebody's wish to take one back. */
  takingBack = $state.raw<TakeBackNews | null>(null);
  considered = $state.raw<Considered | null>(null);
  reason = $state.raw<Reason | null>(null);
  asking = $state.raw<Asking | null>(null);
  /** The coach's answer to the view that is shown. */
  hint = $state.raw<HintNews | null>(null);
  /** Whether the coach is thinking. */
  coaching = $state(false);
  /** The latest news, for screen readers. */
  said = $state("");
  /** The time at which the clock of `shown` was received, in milliseconds. */
  clockAt = $state(0);
  clock = $state.raw<Record<string, number>>({});

  /** Applies a change to what is shown, with animations; set by the page. */
  stage: ((change: () => void, shown: Shown) => void) | null = null;
  opens: (news: Event[]) => boolean = () => false;
  /** The moments of a scene; set by the page. */
  moments: (told: Told) => Moment[] = () => [];
  /** What a person does at this game, in words; set by the page. */
  verbs = $state.raw<Verbs>({});
  readonly pacer: Pacer;
  private wire: Wire;
  private newest = new Map<Seat, Shown>();
  /** The time at which the newest view was received, in milliseconds. */
  private heardAt = new Map<Seat, number>();
  private logs = new Map<Seat, Event[]>();
  private unseen = new Map<Seat, Event[]>();
  private keys = new Set<string>();
  /** Whether I have acted since this page was opened. */
  private acted = false;
  private answers = new Map<string, Considered>();
  private hovered: string | null = null;
  private explaining: string | null = null;
  /** Whether the server accepts the tokens of this device. */
  private welcome = true;

  constructor(
    readonly id: string,
    connect?: WireSetup["connect"],
  ) {
    this.pacer = new Pacer({
      show: (shown) => this.present(shown, [...(this.logs.get(shown.seat) ?? []), ...shown.news]),
      opens: (news) => this.opens(news),
      moments: (shown) => this.momentsOf(shown),
      moment: (moment) => (this.moment = moment),
      pace: () => settings.pace,
      hush: (silent) => (this.hush = silent),
      idle: () => this.passOn(),
    });
    this.wire = new Wire({
      room: id,
      tokens: () => (this.welcome ? Object.values(mySeats(id)) : []),
      hear: (message) => this.hear(message),
      changed: (state) => {
        this.line = state;
        if (state === "open") this.outside = "";
      },
      denied: () => this.denied(),
      turnedAway: (why) => this.turnedAway(why),
      connect,
    });
    this.takeSeats();
  }

  start(): void {
    this.wire.start();
  }

  stop(): void {
    this.pacer.clear();
    this.wire.stop();
  }

  /** Reconnects, because the seats of this device have changed. */
  rejoin(): void {
    this.welcome = true;
    this.takeSeats();
    this.wire.again();
  }

  /** One invalid token makes the server refuse all: drops the tokens of lost seats, or only watches. */
  private denied(): void {
    const given = this.mine.filter((seat) => this.info?.seats[seat]?.kind !== "person");
    for (const seat of given) dropSeat(this.id, seat);
    // A connection without tokens is not refused because of one.
    this.welcome = !this.welcome || given.length > 0;
    this.takeSeats();
  }

  /** The seats are still valid: the next attempt uses their tokens again. */
  private turnedAway(why: string): void {
    this.outside = sentence(why);
    this.reason = null;
  }

  get token(): string | null {
    const seats = mySeats(this.id);
    const host = this.info?.host;
    return (host !== null && host !== undefined && seats[host]) || Object.values(seats)[0] || null;
  }

  /** My seat, if my view is shown. */
  get me(): Seat {
    return this.shown?.seat ?? null;
  }

  get myTurn(): boolean {
    const view = this.shown?.view;
    return !!view && view.you !== null && view.asks.includes(view.you);
  }

  private takeSeats(): void {
    this.mine = Object.keys(this.welcome ? mySeats(this.id) : {})
      .map(Number)
      .sort((a, b) => a - b);
    this.eyes = this.mine.length === 1 ? this.mine[0]! : null;
    this.veil = null;
    this.shown = null;
    this.log = [];
    this.newest.clear();
    this.logs.clear();
    this.unseen.clear();
    this.pacer.clear();
  }

  // Messages from the server

  hear(message: FromServer): void {
    if (message.tell === "room") this.hearRoom(message.room);
    else if (message.tell === "view") this.hearView(message);
    else if (message.tell === "would") this.hearWould(message);
    else if (message.tell === "hint") this.hearHint(message);
    else if (message.tell === "take back") this.hearTakeBack(message);
    else if (message.tell === "chat") this.hearChat(message.lines, message.whole);
    else if (message.tell === "refused")
      this.reason = { text: sentence(message.why), clause: message.clause, mistake: null };
    else {
      this.reason = { text: sentence(message.why), clause: "", mistake: null };
      this.coaching = false;
    }
    this.sending = this.eyes !== null && this.wire.acting(this.eyes);
  }

  private hearRoom(info: RoomInfo): void {
    this.info = info;
    if (info.shuffle === null) keepSeal(this.id, info.commitment, info.state === "gathering");
  }

  private hearChat(lines: ChatLine[], whole: boolean): void {
    const { talk, unread } = heardTalk(this.chat, lines, whole, this.mine);
    this.chat = talk;
    this.unread += unread;
  }

  private hearHint(hint: HintNews): void {
    this.coaching = false;
    if (hint.seat === this.me) this.hint = hint;
  }

  /** Asks the coach, from what the seat that is shown can see. */
  askHint(): void {
    if (this.me === null || !this.myTurn || this.coaching) return;
    this.coaching = true;
    this.hint = null;
    this.wire.hint(this.me);
  }

  private hearView(given: Shown): void {
    const shown = { ...given, news: given.news.map((event) => ({ ...event, text: typeset(event.text) })) };
    const { seat } = shown;
    // A full view comes with the whole chat.
    if (this.newest.get(seat)?.seq !== shown.seq) this.answers.clear();
    this.newest.set(seat, shown);
    this.heardAt.set(seat, Date.now());
    if (seat === this.eyes) {
      this.asked = shown.view.you !== null && shown.view.asks.includes(shown.view.you);
      this.ahead = shown;
    }
    const watched = seat === this.eyes && this.veil === null;
    const known = this.logs.get(seat);
    const news = fresh(shown, known?.length ?? null);
    if (!watched) {
      this.logs.set(seat, shown.whole ? shown.news : [...(known ?? []), ...news]);
      this.unseen.set(seat, [...(this.unseen.get(seat) ?? []), ...news]);
      this.passOn();
      return;
    }
    this.takeClock(shown);
    this.takingBack = null;
    const mine = shown.key !== null && this.keys.has(shown.key);
    // Asked again with every view: what follows an action may make it final.
    if (seat !== null && !shown.ending && (mine || this.acted)) this.wire.takeBack(seat, "look");
    this.acted ||= mine;
    if (shown.whole) {
      this.pacer.clear();
      this.present({ ...shown, news }, shown.news);
      this.passOn();
    } else {
      this.pacer.push(shown, mine);
    }
  }

  private momentsOf({ news, view, seat }: Shown): Moment[] {
    return this.moments({ news, before: this.shown?.view ?? null, view, me: seat });
  }

  private hearTakeBack(message: TakeBackNews): void {
    if (message.seat === this.eyes) this.takingBack = message.state === "never" ? null : message;
  }

  /** Takes back my latest action, or asks the others to agree; or answers their wish. */
  takeBack(what: "ask" | "agree" | "refuse"): void {
    if (this.eyes === null) return;
    if (what !== "ask") this.takingBack = null;
    this.wire.takeBack(this.eyes, what);
  }

  private takeClock({ seat, clock }: Shown): void {
    this.clock = clock;
    this.clockAt = this.heardAt.get(seat) ?? Date.now();
  }

  private present(shown: Shown, log: Event[]): void {
    this.logs.set(shown.seat, log);
    const turnBefore = this.myTurn;
    const change = () => {
      // In a joint decision others may act without changing what this seat is asked.
      if (this.shown?.view.legal.join() !== shown.view.legal.join() || this.shown.seat !== shown.seat) {
        this.hint = null;
        this.coaching = false;
      }
      this.shown = shown;
      this.log = log;
      const legal =
        this.hovered !== null && (shown.view.legal.includes(this.hovered) || shown.mistakes.includes(this.hovered));
      if (!legal) this.consider(null);
      if (this.asking && !shown.view.legal.includes(this.asking.action) && !this.asking.mistake) this.asking = null;
    };
    if (this.stage) this.stage(change, shown);
    else change();
    const turn =
      (this.myTurn && !turnBefore) || shown.ending
        ? `${banner(shown.view, shown.seat, !!shown.ending, this.verbs)}.`
        : "";
    this.said = `${spoken(shown.news)} ${turn}`.trim() || this.said;
  }

  /** With several seats on this device: the seat that is asked gets it, and nothing is shown before. */
  private passOn(): void {
    if (this.mine.length < 2 || this.veil !== null || !this.pacer.resting) return;
    // The player who holds the device sees the result of their action before it is passed on.
    const newest = this.eyes === null ? [...this.newest.values()].at(-1) : this.newest.get(this.eyes);
    const next = newest && nextAtDevice(newest.view, this.mine, this.eyes);
    if (next === undefined) return;
    this.veil = next;
    if (newest?.ending) return this.unveil();
    this.shown = null;
    this.log = [];
    this.reason = null;
    this.asking = null;
    this.consider(null);
  }

  /** A player has taken the device. */
  unveil(): void {
    const seat = this.veil;
    const shown = this.newest.get(seat);
    if (seat === null || !shown) return;
    this.eyes = seat;
    this.veil = null;
    this.takeClock(shown);
    const news = this.unseen.get(seat) ?? [];
    this.unseen.delete(seat);
    this.present({ ...shown, news }, this.logs.get(seat) ?? news);
  }

  /** Shows the newest view now. */
  skip(): boolean {
    return this.pacer.skip();
  }

  // Actions of the user

  act(action: string, sure?: string): void {
    const { shown } = this;
    // During a moment the table may be shown as it was: nobody acts on that.
    if (this.moment) return void this.skip();
    if (!shown || shown.seat === null || this.wire.acting(shown.seat)) return;
    const mistake = shown.mistakes.includes(action);
    if (mistake || sure) {
      const known = this.answers.get(action);
      this.asking = {
        action,
        said: known?.said ?? "",
        mistake,
        events: known?.events ?? null,
        rest: known?.rest ?? "",
        ...this.sentence(sure, known),
      };
      if (!known) this.wire.would(shown.seat, action);
      return;
    }
    this.send(action);
  }

  private sentence(sure: string | undefined, known: Considered | undefined): { sentence: string; clause: string } {
    if (sure) return { sentence: sure, clause: "" };
    return known?.why ? { sentence: sentence(known.why), clause: known.clause } : { sentence: "", clause: "" };
  }

  /** The answer to the question before a costly action. */
  answer(yes: boolean): void {
    const action = this.asking?.action;
    this.asking = null;
    if (yes && action !== undefined) this.send(action);
  }

  private send(action: string): void {
    const { shown } = this;
    if (!shown || shown.seat === null) return;
    this.reason = null;
    this.consider(null);
    const key = this.wire.act(shown.seat, shown.seq, action);
    if (key) this.keys.add(key);
    this.sending = true;
  }

  say(text: string): void {
    const seat = this.eyes ?? this.mine[0] ?? null;
    if (text.trim()) this.wire.chat(seat, text.trim());
  }

  consider = (action: string | null): void => {
    this.hovered = action;
    if (action === null) {
      this.considered = null;
      return;
    }
    const known = this.answers.get(action);
    this.considered = known ?? null;
    if (!known) {
      setTimeout(() => {
        if (this.hovered === action && this.me !== null) this.wire.would(this.me, action);
      }, CONSIDERING);
    }
  };

  why = (action: string): void => {
    if (this.me === null) return;
    this.explaining = action;
    const known = this.answers.get(action);
    if (known) this.explain(known);
    else this.wire.would(this.me, action);
  };

  private hearWould(message: Extract<FromServer, { tell: "would" }>): void {
    if (message.seat !== this.me) return;
    const { action, said, why, clause, rest } = message;
    const events = message.events.map((event) => ({ ...event, text: typeset(event.text) }));
    const found: Considered = { action, said: typeset(said), events, why, clause, rest };
    this.answers.set(action, found);
    if (this.hovered === action) this.considered = found;
    if (this.explaining === action) this.explain(found);
    if (this.asking?.action === action) {
      const sure = this.asking.sentence ? {} : this.sentence(undefined, found);
      this.asking = { ...this.asking, ...sure, said: found.said, events, rest };
    }
  }

  private explain({ action, events, why, clause }: Considered): void {
    this.explaining = null;
    const mistake = this.shown?.mistakes.includes(action) ? action : null;
    if (why) this.reason = { text: sentence(why), clause, mistake };
    else if (mistake) this.reason = { text: spoken(events), clause: events[0]?.clause ?? "", mistake };
  }
}

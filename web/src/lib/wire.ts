// The connection to a table. It reconnects by itself and repeats what was not answered. Each intent has a key, so
// that the server accepts it once, however often it arrives.
import type { TakeBack } from "../generated/messages";
import type { FromServer, ToServer } from "./messages";

export type Line = Pick<WebSocket, "send" | "close" | "readyState"> & {
  onopen: ((event: globalThis.Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
};
export type WireState = "joining" | "open" | "lost" | "closed";
type Intent = Extract<ToServer, { say: "act" | "chat" }>;

const OPEN = 1;
/** The close code for an unknown room or token. */
const DENIED = 4404;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;
/** Milliseconds without an answer to an intent after which the connection counts as dead. */
const PATIENCE = 10_000;

/** The delay before the next attempt: longer each time, with a random part so that clients spread out. */
export function wait(attempt: number, random: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.5 + random / 2);
}

/** Returns whether this message answers that intent. */
export function answers(message: FromServer, intent: Intent): boolean {
  return "key" in message && message.key === intent.key;
}

export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export interface WireSetup {
  room: string;
  tokens: () => string[];
  hear: (message: FromServer) => void;
  changed: (state: WireState) => void;
  /** Called when the server does not accept the tokens, or does not have the room. */
  denied?: () => void;
  /** Called when the server refuses the connection for now, with the reason; it will be tried again. */
  turnedAway?: (why: string) => void;
  connect?: (room: string) => Line;
}

function lineTo(room: string): Line {
  return new WebSocket(
    `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${encodeURIComponent(room)}`,
  );
}

export class Wire {
  state: WireState = "joining";
  private line: Line | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private unanswered = new Map<string, Intent>();
  /** The last error from the server on this connection. */
  private complaint = "";

  constructor(private setup: WireSetup) {}

  /** Connects, and reconnects until stopped. */
  start(): void {
    globalThis.addEventListener?.("online", this.again);
    globalThis.document?.addEventListener("visibilitychange", this.seen);
    this.connect();
  }

  stop(): void {
    globalThis.removeEventListener?.("online", this.again);
    globalThis.document?.removeEventListener("visibilitychange", this.seen);
    this.drop();
    this.turn("closed");
  }

  /** Reconnects at once, because the tokens or the network have changed. */
  again = (): void => {
    if (this.state === "closed") return;
    this.attempt = 0;
    this.drop();
    this.connect();
  };

  /** Plays an action in answer to a view; returns null if an action of this seat is still unanswered. */
  act(seat: number, seq: number, action: string): string | null {
    if (this.acting(seat)) return null;
    return this.intend({ say: "act", seat, seq, key: newKey(), action });
  }

  chat(seat: number | null, text: string): string {
    return this.intend({ say: "chat", seat, text, key: newKey() });
  }

  /** A question without a key: it is not repeated if the connection is lost. */
  would(seat: number, action: string): void {
    this.send({ say: "would", seat, action });
  }

  hint(seat: number): void {
    this.send({ say: "hint", seat });
  }

  /** About taking back the latest action of a seat; not repeated if the connection is lost. */
  takeBack(seat: number, what: TakeBack["what"]): void {
    this.send({ say: "take back", seat, what });
  }

  acting(seat: number): boolean {
    return [...this.unanswered.values()].some((intent) => intent.say === "act" && intent.seat === seat);
  }

  private seen = (): void => {
    if (document.visibilityState === "visible" && this.line?.readyState !== OPEN) this.again();
  };

  private intend(intent: Intent): string {
    this.unanswered.set(intent.key, intent);
    this.send(intent);
    this.watch();
    return intent.key;
  }

  private send(message: ToServer): void {
    if (this.line?.readyState === OPEN) this.line.send(JSON.stringify(message));
  }

  private connect(): void {
    const line = (this.setup.connect ?? lineTo)(this.setup.room);
    this.line = line;
    this.complaint = "";
    line.onopen = () => {
      this.send({ say: "hello", tokens: this.setup.tokens(), foresight: true });
      for (const intent of this.unanswered.values()) this.send(intent);
      this.watch();
    };
    line.onmessage = (event) => this.heard(JSON.parse(String(event.data)) as FromServer);
    line.onclose = ({ code }) => {
      if (this.line !== line) return;
      this.drop();
      this.turn("lost");
      if (code === DENIED) this.setup.denied?.();
      else if (this.complaint) this.setup.turnedAway?.(this.complaint);
      this.timer = setTimeout(() => this.connect(), wait(this.attempt, Math.random()));
      this.attempt += 1;
    };
  }

  private heard(message: FromServer): void {
    this.complaint = message.tell === "error" ? message.why : "";
    if (message.tell !== "error") {
      this.attempt = 0;
      this.turn("open");
    }
    for (const [key, intent] of this.unanswered) if (answers(message, intent)) this.unanswered.delete(key);
    if (!this.unanswered.size) clearTimeout(this.watchdog);
    this.setup.hear(message);
  }

  private watch(): void {
    clearTimeout(this.watchdog);
    if (this.unanswered.size) this.watchdog = setTimeout(this.again, PATIENCE);
  }

  private drop(): void {
    clearTimeout(this.timer);
    clearTimeout(this.watchdog);
    const line = this.line;
    this.line = null;
    if (line) line.close();
  }

  private turn(state: WireState): void {
    if (this.state === state) return;
    this.state = state;
    this.setup.changed(state);
  }
}

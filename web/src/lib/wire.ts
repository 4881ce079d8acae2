// The connection to a table. It comes back by itself, and says again what was not answered: an intent has a key, so
// that the server takes it once however often it hears it.
import type { FromServer, ToServer } from "./messages";

export type Line = Pick<WebSocket, "send" | "close" | "readyState"> & {
  onopen: ((event: globalThis.Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
};
export type WireState = "joining" | "open" | "lost" | "closed";
type Intent = Extract<ToServer, { say: "act" | "chat" }>;

const OPEN = 1;
/** How the server closes a line on which a token or the room is not known. */
const DENIED = 4404;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;
/** A line that does not answer an intent for so long is taken for dead. */
const PATIENCE = 10_000;

/** How long to wait before the next attempt: longer every time, and not the same for everybody. */
export function wait(attempt: number, random: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.5 + random / 2);
}

/** Does this message answer that intent? */
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
  /** The server does not take the tokens, or does not have the room. */
  denied?: () => void;
  /** The server does not let anybody in just now, and has said why; it will be asked again. */
  turnedAway?: (why: string) => void;
  connect?: (room: string) => Line;
}

function lineTo(room: string): Line {
  return new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${encodeURIComponent(room)}`);
}

export class Wire {
  state: WireState = "joining";
  private line: Line | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private unanswered = new Map<string, Intent>();
  /** What the server complained of last on this line. */
  private complaint = "";

  constructor(private setup: WireSetup) {}

  /** Connect, and stay so. */
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

  /** Connect anew at once: the tokens have changed, or the network has. */
  again = (): void => {
    if (this.state === "closed") return;
    this.attempt = 0;
    this.drop();
    this.connect();
  };

  /** Play an action in answer to a view; null if an act of this seat is still unanswered. */
  act(seat: number, seq: number, action: string): string | null {
    if (this.acting(seat)) return null;
    return this.intend({ say: "act", seat, seq, key: newKey(), action });
  }

  chat(seat: number, text: string): string {
    return this.intend({ say: "chat", seat, text, key: newKey() });
  }

  /** Only a question: if the line is lost nobody waits for it. */
  would(seat: number, action: string): void {
    this.send({ say: "would", seat, action });
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
      this.send({ say: "hello", tokens: this.setup.tokens() });
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

// Test helpers: short messages, a connection that records what is sent, a fake localStorage.
import type { Event, Shown } from "./messages";
import type { Line } from "./wire";

export function told(text: string, more: Partial<Event> = {}): Event {
  return { name: "told", clause: "SER-07", text, values: {}, heading: false, mine: false, echo: false, ...more };
}

export function view(seq: number, news: string[], more: Partial<Shown> = {}, asks: string[] = ["Burt"]): Shown {
  const seat = more.seat === undefined ? 0 : more.seat;
  const names = ["Anne", "Burt", "Carla"];
  const you = seat === null ? null : names[seat]!;
  return {
    tell: "view",
    seat,
    seq,
    mistakes: [],
    news: news.map((text) => told(text)),
    foresight: null,
    whole: false,
    clock: {},
    ending: null,
    key: null,
    view: {
      game: "serengeti",
      names,
      options: {},
      you,
      asks,
      legal: you !== null && asks.includes(you) ? ["pass", "bid 2"] : [],
    },
    ...more,
  };
}

export class FakeLine implements Line {
  static made: FakeLine[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: Line["onopen"] = null;
  onmessage: Line["onmessage"] = null;
  onclose: Line["onclose"] = null;

  constructor() {
    FakeLine.made.push(this);
  }
  send(text: string | ArrayBufferLike | Blob | ArrayBufferView) {
    this.sent.push(JSON.parse(String(text)));
  }
  close() {
    this.readyState = 3;
  }
  open() {
    this.readyState = 1;
    this.onopen?.({} as globalThis.Event);
  }
  tell(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }
  lose(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code } as CloseEvent);
  }
}

export function fakeMemory(): void {
  const kept = new Map<string, string>();
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    value: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    },
  });
}

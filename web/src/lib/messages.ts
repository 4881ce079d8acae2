// What goes over the wire: the same shapes as in bidwell/server/protocol.py.

/** What one seat may know, as JSON: null stands for what is hidden. Every game adds fields of its own. */
export interface View {
  game: string;
  names: string[];
  options: Record<string, unknown>;
  /** Whose view it is; null for a spectator. */
  you: string | null;
  /** Whom the game waits for; empty when it is over. */
  asks: string[];
  /** What `you` may do now, in notation. */
  legal: string[];
  [field: string]: unknown;
}

/** Something the table told, heard by this seat. */
export interface Event {
  name: string;
  clause: string;
  text: string;
  values: Record<string, number>;
  heading: boolean;
}

export type SeatKind = "open" | "person" | "bot";

export interface SeatInfo {
  name: string | null;
  kind: SeatKind;
  /** A bot's level. */
  level: string | null;
  /** Is a person connected? */
  here: boolean;
  /** Does a bot play for an absent person? */
  stand_in: boolean;
  /** Seconds until a bot plays for a person who is away; not every server tells it. */
  takes_over: number | null;
}

export interface RoomInfo {
  id: string;
  game: string;
  title: string;
  state: "gathering" | "playing" | "over";
  options: Record<string, unknown>;
  seats: SeatInfo[];
  /** Is it listed in the hall? */
  open: boolean;
  /** The seat that may deal and choose who sits where. */
  host: number | null;
  /** Seconds a person has for a decision, 0 for as long as they like. */
  seconds: number;
  watching: number;
  /** The seats the table waits for. */
  asks: number[];
  /** The hash shown before the deal; `shuffle` is what it is the hash of, shown after the game. */
  commitment: string;
  shuffle: string | null;
  /** In digits: it is too large for a number here. */
  seed: string | null;
  rematch: string | null;
}

export interface Ending {
  scores: number[];
  places: number[];
}

/** All that a seat sees of the table now. `seat` is null for spectators. */
export interface Shown {
  tell: "view";
  seat: number | null;
  seq: number;
  view: View;
  /** What would be taken, and punished. */
  mistakes: string[];
  /** What was told since the last view; on arrival, everything so far. */
  news: Event[];
  /** Is `news` everything so far? */
  whole: boolean;
  /** For every seat asked that has a clock, the seconds left. */
  clock: Record<string, number>;
  ending: Ending | null;
  /** The key of the intent that this answers. */
  key: string | null;
}

export interface ChatLine {
  seat: number | null;
  name: string;
  text: string;
}

export type FromServer =
  | { tell: "room"; room: RoomInfo }
  | Shown
  | { tell: "refused"; seat: number; key: string; why: string; clause: string }
  | { tell: "would"; seat: number; seq: number; action: string; events: Event[]; why: string; clause: string; rest: string }
  /** To whom said a line, `key` is that of the intent, even if nothing came of it. */
  | { tell: "chat"; lines: ChatLine[]; whole: boolean; key: string | null }
  | { tell: "error"; why: string };

export type ToServer =
  | { say: "hello"; tokens: string[] }
  | { say: "act"; seat: number; seq: number; key: string; action: string }
  | { say: "would"; seat: number; action: string }
  | { say: "chat"; seat: number; text: string; key: string };

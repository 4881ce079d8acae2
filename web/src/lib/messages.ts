// The messages between client and server, in the same shapes as in bidwell/server/protocol.py.

/** What one seat may know, as JSON: null is hidden. Every game adds its own fields. */
export interface View {
  game: string;
  names: string[];
  options: Record<string, unknown>;
  /** The seat of the view; null for a spectator. */
  you: string | null;
  /** The players who must act; empty when the game is over. */
  asks: string[];
  /** The legal actions of `you`, in notation. */
  legal: string[];
  [field: string]: unknown;
}

/** An event heard by this seat. */
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
  /** Whether a connection plays this seat. */
  here: boolean;
  /** Whether a bot plays for an absent person. */
  stand_in: boolean;
  /** Seconds until a bot plays for an absent person; older servers do not send it. */
  takes_over: number | null;
}

export interface RoomInfo {
  id: string;
  game: string;
  title: string;
  state: "gathering" | "playing" | "over";
  options: Record<string, unknown>;
  seats: SeatInfo[];
  /** Whether it is listed in the hall. */
  open: boolean;
  /** The seat that may deal and assign seats. */
  host: number | null;
  /** Seconds per decision, 0 for no limit. */
  seconds: number;
  watching: number;
  /** The seats that must act. */
  asks: number[];
  /** The hash shown before the deal; `shuffle` is its preimage, shown after the game. */
  commitment: string;
  shuffle: string | null;
  /** A decimal string, because it is too large for a number here. */
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
  /** Actions that are accepted but punished. */
  mistakes: string[];
  /** The events since the last view; on arrival all events so far. */
  news: Event[];
  /** Whether `news` holds all events so far. */
  whole: boolean;
  /** The seconds left for every asked seat with a clock. */
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
  /** The key of the intent, sent only to the client whose line it was, even if the line was dropped. */
  | { tell: "chat"; lines: ChatLine[]; whole: boolean; key: string | null }
  | { tell: "error"; why: string };

export type ToServer =
  | { say: "hello"; tokens: string[] }
  | { say: "act"; seat: number; seq: number; key: string; action: string }
  | { say: "would"; seat: number; action: string }
  | { say: "chat"; seat: number; text: string; key: string };

// Written by web/generate.py from bidwell/server/protocol.py: change that instead.

import type { Analysis as Report } from "./analysis";

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

/** The first message: the tokens of all seats played from this device. Without tokens it watches. */
export interface Hello {
  say: "hello";
  tokens: string[];
  /** True to receive foresight also while no seat of this device is asked: for clients that draw the table. */
  foresight: boolean;
}

/** An action in answer to the view `seq`. Repeated with the same key, it counts once. */
export interface Act {
  say: "act";
  seat: number;
  seq: number;
  key: string;
  action: string;
}

/** Ask what an action would lead to, or why it is not allowed. */
export interface Would {
  say: "would";
  seat: number;
  action: string;
}

/** Ask what the coach would do. */
export interface Hint {
  say: "hint";
  seat: number;
}

export interface Chat {
  say: "chat";
  /** None for a spectator: other spectators read it. */
  seat: number | null;
  text: string;
  key: string;
}

/** About the latest action of a seat: whether it can be taken back, a request to, or an answer to a request. */
export interface TakeBack {
  say: "take back";
  seat: number;
  what: "look" | "ask" | "agree" | "refuse";
}

export interface EventMessage {
  name: string;
  clause: string;
  /** The sentence in words for this reader. */
  text: string;
  values: Record<string, number>;
  heading: boolean;
  /** True if the event names the seat that it is sent to. */
  mine: boolean;
  /** True if it says no more than the action of its subject. */
  echo: boolean;
}

/** The public description of a seat. */
export interface SeatInfo {
  name: string | null;
  kind: "open" | "person" | "bot";
  level: string | null;
  here: boolean;
  stand_in: boolean;
  /** Seconds until a bot plays for an absent player. */
  takes_over: number | null;
}

/** An option of a table in words. */
export interface AgreedOption {
  name: string;
  label: string;
  value: string;
  means: string;
  /** True if it is as usual in this game. */
  usual: boolean;
}

/** How far a table is, as a spectator knows it, and how it ended. */
export interface Story {
  /** `Round 3`; empty before the deal. */
  chapter: string;
  /** What a player did last, in words; empty before the first move. */
  last: string;
  /** The same for each seat, with `you` for its name; empty before the first move. */
  own: string[];
  scores: number[];
  places: number[];
  /** When the game ended, in seconds since 1970; 0 before. */
  ended: number;
  /** The noun of a score, in the singular: `point`. */
  unit: string;
}

/** The public description of a room. */
export interface RoomInfo {
  id: string;
  game: string;
  title: string;
  state: "gathering" | "playing" | "over";
  options: Record<string, unknown>;
  agreed: AgreedOption[];
  seats: SeatInfo[];
  open: boolean;
  host: number | null;
  /** True if the host has been absent so long that any seated player may act as host. */
  host_away: boolean;
  seconds: number;
  watching: number;
  asks: number[];
  commitment: string;
  shuffle: string | null;
  seed: string | null;
  rematch: string | null;
  /** Only in the answer to a request for the room. */
  story: Story | null;
}

/** A score that several seats share: the best place among them, and why they are placed as they are. */
export interface Tie {
  place: number;
  text: string;
  clause: string;
}

/** The end of a game, by seat. */
export interface Ending {
  scores: number[];
  places: number[];
  ties: Tie[];
}

/** All that a seat, or a spectator (None), sees now, with the events since the previous view. `seq` counts the views of this viewer: it does not grow with actions that the viewer cannot notice. */
export interface Shown {
  tell: "view";
  seat: number | null;
  seq: number;
  view: View;
  mistakes: string[];
  /** Raw: encoded already. */
  news: EventMessage[];
  /** What the legal actions mean, as far as the seat can know: the dataclass of the game's `foresight.py`. None for a seat that is not asked, unless its client wants it. */
  foresight: unknown;
  whole: boolean;
  clock: Record<string, number>;
  ending: Ending | null;
  key: string | null;
}

export interface RoomNews {
  tell: "room";
  room: RoomInfo;
}

export interface NotTaken {
  tell: "refused";
  seat: number;
  key: string;
  why: string;
  /** The clause of the rulebook behind it; empty if there is none. */
  clause: string;
}

export interface WouldBe {
  tell: "would";
  seat: number;
  seq: number;
  action: string;
  /** The action in words that fit after "you". */
  said: string;
  events: EventMessage[];
  /** Why it is not allowed, or what it breaks if the table accepts and punishes it; empty if it is legal. */
  why: string;
  clause: string;
  /** Why the events end before the next decision: the seat cannot know what follows. */
  rest: string;
}

/** What the coach would do in answer to the view `seq`, and why. */
export interface HintNews {
  tell: "hint";
  seat: number;
  seq: number;
  action: string;
  said: string;
  reason: string;
}

export interface ChatLine {
  seat: number | null;
  name: string;
  text: string;
}

/** New chat lines, or the whole chat. `key` is set only for the client whose line this acknowledges. */
export interface ChatNews {
  tell: "chat";
  lines: ChatLine[];
  whole: boolean;
  key: string | null;
}

/** Whether an action can be taken back (`undo`: at once, `ask`: if others agree, `never`), or what became of a wish. A full view comes before `done`. */
export interface TakeBackNews {
  tell: "take back";
  /** The seat that this is sent to. */
  seat: number;
  /** The seat whose action it is. */
  by: number;
  state: "undo" | "ask" | "never" | "asked" | "refused" | "done";
  /** The seats that must still agree; for `refused`, the one that did not. */
  waiting: number[];
  why: string;
}

export interface Error {
  tell: "error";
  why: string;
}

export interface SeatWanted {
  who: "me" | "open" | "novice" | "regular" | "expert";
  name: string;
}

export interface NewRoom {
  game: string;
  seats: SeatWanted[];
  options: Record<string, unknown>;
  open: boolean;
  seconds: number;
}

export interface Sit {
  name: string;
  seat: number | null;
}

/** The token of a seat, as proof of holding it. */
export interface Holder {
  token: string;
}

export interface Reseat {
  token: string;
  seat: number;
  who: "open" | "novice" | "regular" | "expert";
}

export interface Made {
  room: RoomInfo;
  tokens: Record<string, string>;
}

export interface Seated {
  seat: number;
  token: string;
}

/** Who can reach this server, and whether this client may change that. */
export interface HouseInfo {
  lan: boolean;
  /** Addresses under which others on the network reach it, without a path. */
  links: string[];
  may_switch: boolean;
}

export interface SwitchLan {
  lan: boolean;
}

export interface Rematch {
  room: RoomInfo;
}

export interface Taken {
  seat: number;
  action: string;
}

export interface Replay {
  steps: Shown[];
  actions: Taken[];
}

export interface Analysis {
  state: "none" | "working" | "there" | "failed";
  done: number;
  /** Raw: as it is stored, without decoding it. */
  report: Report | null;
}

export interface Problem {
  why: string;
  clause: string;
}

export type FromServer = RoomNews | Shown | NotTaken | WouldBe | HintNews | ChatNews | TakeBackNews | Error;

export type ToServer = Hello | Act | Would | Hint | Chat | TakeBack;

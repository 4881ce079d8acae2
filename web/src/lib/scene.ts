import type { Component } from "svelte";
import type { Ending, Event, SeatInfo, View } from "./messages";

/** What the frame gives a scene. A scene draws the table of its game and nothing around it. */
export interface SceneProps {
  view: View;
  /** My place in `view.names`; null for spectators and replays. */
  me: number | null;
  seats: SeatInfo[];
  /** What happened since the view before, to be marked. */
  news: Event[];
  /** Everything told so far, `news` included: for what a scene remembers of rounds gone by. */
  log: Event[];
  ending: Ending | null;
  /** Accepted but punished: to be offered only as "why can't I?". */
  mistakes: string[];
  /** Play it. A scene gives `sure`, one sentence, where a click would be costly: the frame asks with it first. */
  act: (action: string, sure?: string) => void;
  /** An action is hovered or focused (null: no longer): the frame finds out what it would lead to. */
  consider: (action: string | null) => void;
  /** The action considered, and what it would lead to as far as I can know; why it is not allowed, if it is not. */
  considered: Considered | null;
  /** Somebody tried what is not allowed: the frame says why, with the clause. */
  why: (action: string) => void;
}

export interface Considered {
  action: string;
  events: Event[];
  /** Why it is not allowed, or what it breaks; empty if it is legal. */
  why: string;
  clause: string;
  /** Why the events are not all that follows; empty if they are. */
  rest: string;
}

/** Money that moves: from and to are places (`data-place`), such as "purse:Anne" or "bank". */
export interface Payment {
  from: string;
  to: string;
  amount: number;
}

/** A step of the first-game guide: shown once, when `when` first holds. */
export interface GuideStep {
  id: string;
  when: (view: View, news: Event[], me: number) => boolean;
  say: string;
  /** A CSS selector of what to point at. */
  at?: string;
}

/** A game as the client knows it. */
export interface SceneModule {
  Scene: Component<SceneProps>;
  /** Which money to show moving for these events. */
  payments: (news: Event[], view: View) => Payment[];
  /** Does it turn over what was sealed? Then there is one beat of silence before. */
  opens: (news: Event[]) => boolean;
  guide: GuideStep[];
  /** Keys beyond those of the frame, for the list under `?`. */
  keys: [key: string, what: string][];
}

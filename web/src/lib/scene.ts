// The contract between the frame and the scene of a game.
import type { Component } from "svelte";
import type { Ending, Event, SeatInfo, View } from "./messages";
import type { Moment, Told } from "./moments";
import type { Verbs } from "./words";

/** The props that the frame gives a scene. A scene draws the table of its game and nothing around it. */
export interface SceneProps {
  view: View;
  /** What the actions mean, as far as I can know: the type in `generated/` of the scene's game. */
  foresight: unknown;
  /** My seat in `view.names`; null for spectators and replays. */
  me: number | null;
  seats: SeatInfo[];
  /** The events since the previous view, to be marked. */
  news: Event[];
  /** All events so far, including `news`, for scenes that show past rounds. */
  log: Event[];
  ending: Ending | null;
  /** Accepted but punished: offered only as "why can't I?". */
  mistakes: string[];
  /** What the first word of an action asks a person to do, in the order to name them, as the game says it. */
  verbs: Verbs;
  /** Plays an action. If a click would be costly, the scene passes the sentence `sure`, and the frame asks first. */
  act: (action: string, sure?: string) => void;
  /** The moment being shown, or null. */
  moment?: Moment | null;
  /** Call with a hovered or focused action, and with null afterwards: the frame finds out what it leads to. */
  consider: (action: string | null) => void;
  /** The action looked at, what it leads to as far as I can know, and why it is not allowed, if it is not. */
  considered: Considered | null;
  /** Call for an action that is not allowed: the frame says why, with the clause. */
  why: (action: string) => void;
}

export interface Considered {
  action: string;
  /** The action in words that fit after "you". */
  said: string;
  events: Event[];
  /** Why it is not allowed, or what it breaks; empty if it is legal. */
  why: string;
  clause: string;
  /** Why the events are not everything that follows; empty if they are. */
  rest: string;
}

/** Money that moves: `from` and `to` are places (`data-place`), such as "purse:Anne" or "bank". */
export interface Payment {
  from: string;
  to: string;
  amount: number;
}

/**
 * A step of the first-game guide, shown once, when `when` first holds. Its card keeps off what one acts with, and off
 * elements with `data-said`: the sentence that tells what the action looked at would do.
 */
export interface GuideStep {
  id: string;
  when: (view: View, news: Event[], me: number, foresight: unknown) => boolean;
  say: string;
  /** A CSS selector of the element to point at. */
  at?: string;
}

/** The module of a game's scene. */
export interface SceneModule {
  Scene: Component<SceneProps>;
  /** The money to show moving for these events. */
  payments: (news: Event[], view: View) => Payment[];
  /** The sale, payments, burning ties and ends of rounds in these events, each a moment of its own. */
  moments?: (told: Told) => Moment[];
  /** Returns whether these events reveal sealed choices; the frame then pauses before it shows them. */
  opens: (news: Event[]) => boolean;
  /** Selectors of the elements that an action is composed of, if it has no button of its own. */
  parts?: (action: string) => string[];
  guide: GuideStep[];
  /** Keys besides those of the frame, listed under `?`. */
  keys: [key: string, what: string][];
}

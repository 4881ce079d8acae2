// Looking at an action before doing it: by hovering with a mouse, by focus with keys, by a first click or tap.
import { settings } from "../../lib/settings.svelte";

export interface Playing {
  legal: () => string[];
  act: (action: string, sure?: string) => void;
  consider: (action: string | null) => void;
  why: (action: string) => void;
  sure: (action: string) => string | undefined;
}

export class Picker {
  /** The action looked at. */
  at: string | null = $state(null);
  /** The action chosen by a click or tap, waiting for confirmation. */
  armed: string | null = $state(null);
  private playing: Playing;

  constructor(playing: Playing) {
    this.playing = playing;
  }

  look(action: string | null): void {
    if (this.at === action) return;
    this.at = action;
    this.playing.consider(action !== null && this.playing.legal().includes(action) ? action : null);
  }

  /** Applies a new view. A choice that is still legal stays, so that another player's action does not undo it. */
  keepTo(legal: string[]): void {
    if (!this.armed || !legal.includes(this.armed)) this.clear();
  }

  clear(): void {
    this.armed = null;
    this.look(null);
  }

  play(action: string): void {
    this.armed = null;
    this.playing.act(action, this.playing.sure(action));
  }

  /** The handlers of an action's button; `looking` means that it can be looked at but not played now. */
  on(action: string, looking = false) {
    return {
      onpointerenter: (event: PointerEvent) => {
        if (event.pointerType === "mouse") this.look(action);
      },
      onpointerleave: (event: PointerEvent) => {
        if (event.pointerType === "mouse" && this.at === action) this.look(this.armed);
      },
      onfocus: () => this.look(action),
      // Deferred: a button removed while focused sends blur during the update, when no state may change.
      onblur: () =>
        queueMicrotask(() => {
          if (this.at === action) this.look(this.armed);
        }),
      onclick: (event: MouseEvent) => {
        this.look(action);
        if (looking) return;
        if (!this.playing.legal().includes(action)) this.playing.why(action);
        else if (!settings.atOnce && event.detail > 0 && this.armed !== action) this.armed = action;
        else this.play(action);
      },
    };
  }
}

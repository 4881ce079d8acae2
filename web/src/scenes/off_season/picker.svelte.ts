// Looking at an action before doing it: a mouse looks by hovering, the keyboard by focus, a finger by a first tap.

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
  /** The action a finger has chosen, and has to confirm. */
  armed: string | null = $state(null);
  private finger = false;
  private playing: Playing;

  constructor(playing: Playing) {
    this.playing = playing;
  }

  look(action: string | null): void {
    if (this.at === action) return;
    this.at = action;
    this.playing.consider(action !== null && this.playing.legal().includes(action) ? action : null);
  }

  /** Another view: a choice that is still one stays, so that nobody else's choice takes it from under a finger. */
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

  /** The handlers of a button for this action; `looking`: it is not the time for it, but it can be looked at. */
  on(action: string, looking = false) {
    return {
      onpointerdown: (event: PointerEvent) => { this.finger = event.pointerType === "touch"; },
      onpointerenter: (event: PointerEvent) => { if (event.pointerType === "mouse") this.look(action); },
      onpointerleave: (event: PointerEvent) => {
        if (event.pointerType === "mouse" && this.at === action) this.look(this.armed);
      },
      onfocus: () => this.look(action),
      // Later: a button that is taken away while it has the focus says so in the middle of that, when nothing may change.
      onblur: () => queueMicrotask(() => { if (this.at === action) this.look(this.armed); }),
      onclick: (event: MouseEvent) => {
        this.look(action);
        if (looking) return;
        if (!this.playing.legal().includes(action)) this.playing.why(action);
        else if (this.finger && event.detail > 0 && this.armed !== action) this.armed = action;
        else this.play(action);
      },
    };
  }
}

// Keys and taps of the frame. A scene handles events first; the frame ignores what the scene has handled.
import { skip } from "../lib/motion";
import type { RoomState } from "../lib/room.svelte";

const QUIET = new Set(["Tab", "Shift", "Control", "Alt", "Meta", "Escape"]);

function typing(event: globalThis.Event): boolean {
  return (
    event.target instanceof Element &&
    !!event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]")
  );
}

/** A listener for keys of the whole page; with `first` it runs before the scene, which does not get the key. */
export function quickKeys(keys: Record<string, () => void>, first = false): (event: KeyboardEvent) => void {
  return (event) => {
    const act = keys[event.key];
    if (
      !act ||
      typing(event) ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      document.querySelector("dialog[open]")
    )
      return;
    if (first) {
      stop(event);
      act();
      return;
    }
    // After all other listeners, because only then is it known whether the scene has handled the key.
    setTimeout(() => {
      if (!event.defaultPrevented) act();
    });
  };
}

function stop(event: globalThis.Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** A tap on the table; during a moment also on the words around it, such as those that say how to go on. */
function isMeant(target: EventTarget | null, room: RoomState, scene: HTMLElement | undefined): boolean {
  if (!(target instanceof Element)) return false;
  const around = room.moment !== null && target.closest("main") && !target.closest("button, a");
  return !!around || !!scene?.contains(target);
}

/** A tap or key shows the newest view and does nothing else: the target may just have changed. */
export function skipping(room: RoomState, scene: () => HTMLElement | undefined): () => void {
  let swallow = false;
  const late = () => {
    const before = room.shown?.view.legal.join();
    const moment = room.moment !== null;
    const skipped = room.skip();
    skip();
    return skipped && (moment || room.shown?.view.legal.join() !== before);
  };
  const down = (event: PointerEvent) => {
    swallow = isMeant(event.target, room, scene()) && late();
  };
  const click = (event: MouseEvent) => {
    // A key that presses a button was never preceded by the tap, which may have become a scroll.
    const blocked = swallow && event.detail > 0;
    swallow = false;
    if (!blocked) return;
    stop(event);
  };
  const key = (event: KeyboardEvent) => {
    if (
      QUIET.has(event.key) ||
      typing(event) ||
      document.querySelector("dialog[open]") ||
      (!room.pacer.waiting && !room.moment)
    )
      return;
    if (!late()) return;
    stop(event);
  };
  addEventListener("pointerdown", down, true);
  addEventListener("click", click, true);
  addEventListener("keydown", key, true);
  return () => {
    removeEventListener("pointerdown", down, true);
    removeEventListener("click", click, true);
    removeEventListener("keydown", key, true);
  };
}

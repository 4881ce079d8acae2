/** Calls `ask` now, when the page becomes visible, and `pause` ms after each answer. Returns a stop function. */
export function polling(ask: () => Promise<unknown>, pause: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let stopped = false;

  async function again() {
    clearTimeout(timer);
    if (document.hidden || asking || stopped) return;
    asking = true;
    await ask().catch(() => {});
    asking = false;
    if (!stopped) timer = setTimeout(again, pause);
  }

  document.addEventListener("visibilitychange", again);
  void again();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", again);
  };
}

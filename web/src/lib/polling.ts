/** Does `ask` now, again when the page is seen again, and `pause` ms after each answer while it is seen. Returns how to stop. */
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

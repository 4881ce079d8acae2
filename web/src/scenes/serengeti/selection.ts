// Looking at actions and choosing them, for the whole table: each button names its action in `data-action`. Those with
// `data-look` are selected first: a click or tap only looks, mouse and touch alike. A key selects by its focus.
export interface Hands {
  /** Called with the action hovered or focused, and with null when it no longer is. */
  point: (action: string | null) => void;
  /** Called with the action focused by key, or clicked once: the large button offers it. */
  pick: (action: string) => void;
  choose: (action: string, first: boolean) => void;
}

export function hands({ point, pick, choose }: Hands) {
  return (root: HTMLElement) => {
    const done = new AbortController();
    let pressed = false;
    const on = <K extends keyof HTMLElementEventMap>(
      name: K,
      hear: (event: HTMLElementEventMap[K], button: HTMLElement) => void,
    ) =>
      root.addEventListener(
        name,
        (event) => {
          const button = (event.target as Element).closest<HTMLElement>("[data-action]");
          if (button) hear(event, button);
        },
        { signal: done.signal },
      );
    on("pointerover", (event, button) => event.pointerType === "mouse" && point(button.dataset.action!));
    on("pointerout", (event) => event.pointerType === "mouse" && point(null));
    on("pointerdown", () => {
      pressed = true;
    });
    on("focusin", (_, { dataset }) => (pressed || !("look" in dataset) ? point : pick)(dataset.action!));
    // Deferred: a button removed while focused sends blur during the update, when no state may change.
    on("focusout", ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Element && relatedTarget.closest("[data-action]")))
        queueMicrotask(() => point(null));
    });
    on("click", (_, { dataset }) => {
      choose(dataset.action!, pressed && "look" in dataset);
      pressed = false;
    });
    on("keydown", arrows);
    return () => done.abort();
  };
}

/** Moves the focus left, right, or a row up or down among the buttons beside this one. */
function arrows(event: KeyboardEvent, button: HTMLElement) {
  const row = button.parentElement!;
  const columns = getComputedStyle(row).gridTemplateColumns.split(" ").length;
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
  if (!by) return;
  event.preventDefault();
  const buttons = [...row.querySelectorAll<HTMLElement>("button")];
  buttons[buttons.indexOf(button) + by]?.focus();
}

// Marks on the board what the coach would do, and in an analysis what was done instead.

/** The elements that an action is drawn on: its own, or the money cards of a bid. */
export function drawnOn(root: ParentNode, action: string): Element[] {
  const own = [...root.querySelectorAll("[data-action]")].filter(
    (element) => (element as HTMLElement).dataset.action === action,
  );
  const money = /^bid ([\d+]+)$/.exec(action)?.[1]?.split("+") ?? [];
  return [...own, ...money.flatMap((value) => [...root.querySelectorAll(`[data-note="${value}"]`)])];
}

/** Marks the actions; a mark that is null is taken away. */
export function markActions(root: ParentNode, marks: Record<"coach" | "was", string | null>): void {
  for (const [name, action] of Object.entries(marks)) {
    for (const element of root.querySelectorAll(`[data-${name}]`)) element.removeAttribute(`data-${name}`);
    if (action !== null) for (const element of drawnOn(root, action)) element.setAttribute(`data-${name}`, "");
  }
}

// Marks on the board what the coach would do, and in an analysis what was done instead.
import type { SceneModule } from "./scene";

/** The elements that an action is drawn on: its own, and those that the scene names as its parts. */
function drawnOn(root: ParentNode, action: string, parts: SceneModule["parts"]): Element[] {
  const own = [...root.querySelectorAll("[data-action]")].filter(
    (element) => (element as HTMLElement).dataset.action === action,
  );
  return [...own, ...(parts?.(action) ?? []).flatMap((selector) => [...root.querySelectorAll(selector)])];
}

/** Marks the actions; a mark that is null is taken away. */
export function markActions(
  root: ParentNode,
  marks: Record<"coach" | "was", string | null>,
  parts: SceneModule["parts"],
): void {
  for (const [name, action] of Object.entries(marks)) {
    for (const element of root.querySelectorAll(`[data-${name}]`)) element.removeAttribute(`data-${name}`);
    if (action !== null) for (const element of drawnOn(root, action, parts)) element.setAttribute(`data-${name}`, "");
  }
}

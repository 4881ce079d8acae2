/** A finger cannot hover: its first tap only shows what a card would do. */
export function byTouch(event: MouseEvent): boolean {
  const kind = "pointerType" in event ? event.pointerType : "";
  return kind === "touch" || kind === "pen";
}

// Which keys are for a scene: those pressed without a modifier, and outside of fields and dialogs.
export function isForScene(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  const held = event.ctrlKey || event.metaKey || event.altKey;
  return !held && !target.closest("input, textarea, select, [contenteditable], dialog");
}

const holds = new Set<object>();

/** Prevents a reload for a new release until the returned function is called. */
export function holdReload(): () => void {
  const hold = {};
  holds.add(hold);
  return () => holds.delete(hold);
}

/** Whether nothing would be lost by a reload: no action under way, no unanswered bet, no sheet or dialog open. */
export function isQuietMoment(): boolean {
  return holds.size === 0 && document.querySelector('dialog[open], [role=dialog], [role=alertdialog]') === null;
}

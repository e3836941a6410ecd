/** Focus in a list: what opens a row is found by the id in its `data-row`. */
function rows(): HTMLElement[] {
  return Array.from(document.querySelectorAll<HTMLElement>('[data-row]'));
}

export function focusRow(id: string): void {
  rows()
    .find((row) => row.dataset['row'] === id)
    ?.focus();
}

/** The row that has the focus; null when none has. */
export function focusedRow(): string | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement ? (activeElement.dataset['row'] ?? null) : null;
}

/** The row so many places further in a list, at most its first or last one; the first when `id` isn't in it. */
export function neighbour(list: readonly { readonly id: string }[], id: string | null, places: number): string | null {
  const at = list.findIndex((row) => row.id === id);
  const to = at === -1 ? 0 : Math.min(Math.max(at + places, 0), list.length - 1);
  return list[to]?.id ?? null;
}

/** Short messages about what just happened, shown for a moment near the foot of the screen, above the tab bar and below every header. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a toast; a text that is still shown is not repeated. */
export function showToast({
  text,
  tone,
  shownForMs = 4_000,
}: Omit<Toast, 'id'> & { readonly shownForMs?: number }): void {
  if (toasts.some((toast) => toast.text === text)) return;
  const id = (lastId += 1);
  change([...toasts, { id, text, tone }]);
  setTimeout(() => hideToast(id), shownForMs);
}

export function hideToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

export function readToasts(): readonly Toast[] {
  return toasts;
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Focus in the queue: each row's one button is found by the id of its request. */
function buttonsIn(): HTMLButtonElement[] {
  return Array.from(document.querySelectorAll<HTMLButtonElement>('[data-payment]'));
}

export function focusPayment(id: string): void {
  buttonsIn()
    .find((button) => button.dataset['payment'] === id)
    ?.focus();
}

/** The request whose row has the focus; null when none has. */
export function focusedPayment(): string | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement ? (activeElement.dataset['payment'] ?? null) : null;
}

/** Whether keys belong to what has the focus: a field that is typed in, an open dialog or menu. */
export function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open], [role="dialog"], [role="menu"]')) return true;
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null
  );
}

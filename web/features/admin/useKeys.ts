import { useEffect, useEffectEvent } from 'react';

/** What keys do, by key. */
export type Keys = Readonly<Record<string, () => void>>;

/** Single keys, while nothing is typed in, no dialog is open, and no modifier is held. */
export function useKeys(keys: Keys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
    const action = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Whether keys belong to what has the focus: a field that is typed in, an open dialog or menu. */
function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open], [role="dialog"], [role="menu"]')) return true;
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null
  );
}

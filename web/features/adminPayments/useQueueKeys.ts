import { useEffect, useEffectEvent } from 'react';
import { isTyping } from './queueFocus.ts';

export interface QueueKeys {
  /** Moves the focus by so many rows. */
  readonly onMove: (rows: number) => void;
  readonly onChoose: (decision: 'APPROVE' | 'DENY') => void;
  readonly onSelect: () => void;
  readonly onSearch: () => void;
  readonly onHelp: () => void;
  readonly onLeave: () => void;
}

/** Keys of the queue, while nothing is typed in and no dialog is open. Enter is the focused row's own. */
export function useQueueKeys(keys: QueueKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === 'Escape' && !document.querySelector('dialog[open]')) {
      keys.onLeave();
      return;
    }
    if (isTyping(event.target)) return;
    const action = actionOf(event.key, keys);
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function actionOf(key: string, keys: QueueKeys): (() => void) | undefined {
  const actions: Readonly<Record<string, () => void>> = {
    j: () => keys.onMove(1),
    ArrowDown: () => keys.onMove(1),
    k: () => keys.onMove(-1),
    ArrowUp: () => keys.onMove(-1),
    a: () => keys.onChoose('APPROVE'),
    d: () => keys.onChoose('DENY'),
    x: () => keys.onSelect(),
    '/': () => keys.onSearch(),
    '?': () => keys.onHelp(),
  };
  return Object.hasOwn(actions, key) ? actions[key] : undefined;
}

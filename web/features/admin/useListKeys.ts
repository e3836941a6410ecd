import { useEffect, useEffectEvent } from 'react';
import { type Keys, useKeys } from './useKeys.ts';

export interface ListKeys {
  /** Moves the focus by so many rows. */
  readonly onMove: (rows: number) => void;
  readonly onSearch: () => void;
  readonly onHelp: () => void;
  readonly onLeave: () => void;
  /** Further keys of this list. */
  readonly others?: Keys;
}

/** Keys of a list that is worked through, such as the queue of payments. Enter is the focused row's own; Escape leaves fields too. */
export function useListKeys({ onMove, onSearch, onHelp, onLeave, others }: ListKeys): void {
  useKeys({
    j: () => onMove(1),
    ArrowDown: () => onMove(1),
    k: () => onMove(-1),
    ArrowUp: () => onMove(-1),
    '/': onSearch,
    '?': onHelp,
    ...others,
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]')) onLeave();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

import { type RefObject, useRef } from 'react';
import { showToast } from '../../ui/toasts.ts';

interface DecidedList {
  list: RefObject<HTMLElement | null>;
  /** To be called with the toast's text when one of its cards has been decided. */
  onDone: (text: string) => void;
}

/** A list whose cards go once they are decided: the focus, which was on a card's button, moves to the list. */
export function useDecidedList(refetch: () => void): DecidedList {
  const list = useRef<HTMLElement>(null);
  const onDone = (text: string) => {
    showToast({ text, tone: 'good' });
    list.current?.focus();
    refetch();
  };
  return { list, onDone };
}

import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import type { AskedDecision } from './askedDecision.ts';
import type { TypedDecision } from './decisionChecks.ts';

interface DecisionFields {
  readonly element: RefObject<HTMLFormElement | null>;
  readonly set: (changes: Partial<TypedDecision>) => void;
}

/** Chooses what a key has asked for and moves the focus to what it needs: a reference, a reason, or only Enter. */
export function useAskedDecision(form: DecisionFields, asked: AskedDecision | null): void {
  const [chosen, setChosen] = useState<AskedDecision | null>(null);
  if (asked !== chosen) {
    setChosen(asked);
    if (asked) form.set({ decision: asked.decision });
  }
  const focus = useEffectEvent(() => {
    const field = form.element.current?.querySelector<HTMLElement>('input, select');
    (field ?? form.element.current?.querySelector<HTMLElement>('[type="submit"]'))?.focus();
  });
  useEffect(() => {
    if (chosen) focus();
  }, [chosen]);
}

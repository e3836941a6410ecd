import { useState } from 'react';
import { serverClock } from '../../apollo/serverClock.ts';
import { rangeUntil, type Range, type RangeKind } from './statsRange.ts';

export interface ChosenRange {
  readonly kind: RangeKind;
  readonly range: Range;
  readonly choose: (kind: Exclude<RangeKind, 'custom'>) => void;
  readonly chooseCustom: (range: Range) => void;
  /** Brings a range that ends now up to now. */
  readonly renew: () => void;
}

/** Which range a card is about; today at first. */
export function useRange(): ChosenRange {
  const [chosen, setChosen] = useState(() => untilNow('today'));
  return {
    ...chosen,
    choose: (kind) => setChosen(untilNow(kind)),
    chooseCustom: (range) => setChosen({ kind: 'custom', range }),
    renew: () => setChosen(({ kind, range }) => (kind === 'custom' ? { kind, range } : untilNow(kind))),
  };
}

function untilNow(kind: Exclude<RangeKind, 'custom'>): { kind: RangeKind; range: Range } {
  return { kind, range: rangeUntil(serverClock.now(), kind) };
}

import { useState } from 'react';
import { serverClock } from '../../apollo/serverClock.ts';
import { rangeUntil, type Range, type RangeKind } from './statsRange.ts';

export interface ChosenRange {
  readonly kind: RangeKind;
  readonly range: Range;
  readonly choose: (kind: Exclude<RangeKind, 'custom'>) => void;
  readonly chooseCustom: (range: Range) => void;
  /** Moves the end of a range that ends now to the current time. */
  readonly refresh: () => void;
}

/** The range of a card; initially today. */
export function useRange(): ChosenRange {
  const [chosen, setChosen] = useState(() => untilNow('today'));
  return {
    ...chosen,
    choose: (kind) => setChosen(untilNow(kind)),
    chooseCustom: (range) => setChosen({ kind: 'custom', range }),
    refresh: () => setChosen(({ kind, range }) => (kind === 'custom' ? { kind, range } : untilNow(kind))),
  };
}

function untilNow(kind: Exclude<RangeKind, 'custom'>): { kind: RangeKind; range: Range } {
  return { kind, range: rangeUntil(serverClock.now(), kind) };
}

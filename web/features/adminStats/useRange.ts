import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { serverClock } from '../../apollo/serverClock.ts';
import { indianTimeOf } from '../../lib/indianTime.ts';
import { currentParams } from '../admin/currentParams.ts';
import {
  choiceIn,
  choiceParams,
  rangeBefore,
  rangeUntil,
  type FixedKind,
  type Range,
  type RangeChoice,
  type RangeKind,
} from './statsRange.ts';

export interface ChosenRange {
  readonly kind: RangeKind;
  readonly range: Range;
  /** The one with which it is compared. */
  readonly before: Range;
  /** Equal for two ranges of the same choice, such as today until two different instants. */
  readonly choice: string;
  readonly choose: (kind: FixedKind) => void;
  readonly chooseCustom: (range: Range) => void;
  /** Moves the end of a range that ends now to the current time. */
  readonly refresh: () => void;
}

/** The range of the dashboard, chosen in the page's URL; today without a valid one. */
export function useRange(): ChosenRange {
  const [params, setParams] = useSearchParams();
  const chosen = choiceIn(params);
  const choice = choiceParams(chosen).toString();
  const [kept, setKept] = useState(() => ({ choice, range: rangeOf(chosen) }));
  // A range that ends now keeps its end while the choice stays, so that rendering again doesn't move it.
  const current = kept.choice === choice ? kept : { choice, range: rangeOf(chosen) };
  if (current !== kept) setKept(current);
  const change = (next: RangeChoice) => setParams(withChoice(next), { replace: true });
  return {
    kind: chosen.kind,
    range: current.range,
    before: rangeBefore(chosen.kind, current.range),
    choice,
    choose: (kind) => change({ kind }),
    chooseCustom: ({ from, to }) => change({ kind: 'custom', from: indianTimeOf(from), to: indianTimeOf(to) }),
    refresh: () => setKept({ choice, range: rangeOf(chosen) }),
  };
}

function rangeOf(choice: RangeChoice): Range {
  return rangeUntil(serverClock.now(), choice);
}

/** The page's other search parameters, and those of a choice. */
function withChoice(choice: RangeChoice): URLSearchParams {
  const params = currentParams();
  for (const name of ['range', 'from', 'to']) params.delete(name);
  for (const [name, value] of choiceParams(choice)) params.set(name, value);
  return params;
}

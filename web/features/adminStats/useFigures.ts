import { useState } from 'react';
import type { ChosenRange } from './useRange.ts';
import type { Range } from './statsRange.ts';

/** Figures and the range that they are of, which is not always the one that was asked for last. */
export interface RangeFigures<Data> {
  readonly data: Data;
  readonly range: Range;
  /** The one with which they are compared. */
  readonly before: Range;
}

/**
 * The figures to show. `data` is the answer for the chosen range, undefined while there is none. Until then those of the
 * same choice remain, which end earlier and show that; those of another choice don't, so no figure ever stands
 * under a choice that it doesn't belong to.
 */
export function useFigures<Data>(
  { choice, range, before }: ChosenRange,
  data: Data | undefined,
): RangeFigures<Data> | null {
  const [last, setLast] = useState<(RangeFigures<Data> & { readonly choice: string }) | null>(null);
  if (data !== undefined && data !== last?.data) setLast({ choice, range, before, data });
  if (data !== undefined) return { data, range, before };
  return last?.choice === choice ? last : null;
}

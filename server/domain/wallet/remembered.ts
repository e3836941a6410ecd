import { z } from 'zod';
import type { Tx } from '../../../db/client.ts';

/**
 * How a verb's first answer is stored with its idempotency key and restored. Stored answers outlive releases by 7 days,
 * so their format has a version `v` and contains only ids and balances; rows are read again by id.
 */
export interface Remembered<Answer> {
  /** Plain JSON to store. */
  keep(answer: Answer): object;
  /** The first answer; null when the stored format is unknown to this release. */
  recall(tx: Tx, stored: unknown): Promise<Answer | null>;
}

/**
 * Parses the stored value by `form`, which accepts every version of the last 7 days; `restore` creates the answer from
 * it.
 */
export function remembered<Answer, Kept>(
  form: z.ZodType<Kept>,
  keep: (answer: Answer) => { v: number; [name: string]: string | number },
  restore: (tx: Tx, kept: Kept) => Answer | Promise<Answer>,
): Remembered<Answer> {
  return {
    keep,
    async recall(tx, stored) {
      const read = form.safeParse(stored);
      return read.success ? restore(tx, read.data) : null;
    },
  };
}

/** An id or paise, as decimal text. */
export const decimal = z.string().regex(/^\d+$/).transform(BigInt);

/** The format before answers had versions, which are read for 7 days: `unversioned` goes after 1.0.0. */
export const unversionedDecimal = z.object({ $bigint: decimal }).transform(({ $bigint }) => $bigint);

/** Marks a format from before answers had versions. */
export const unversioned = { v: z.undefined().optional() };

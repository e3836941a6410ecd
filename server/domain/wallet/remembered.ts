import { z } from 'zod';
import type { Tx } from '../../../db/client.ts';

/**
 * How a verb's first answer is kept with its idempotency key and given again. What is kept outlives releases by 7 days, so
 * it is a value of its own with a version `v`, made of ids and balances; rows are read again by their id.
 */
export interface Remembered<Answer> {
  /** What to store of an answer: plain JSON. */
  keep(answer: Answer): object;
  /** The first answer again; null where what is stored has a form that this release doesn't know. */
  recall(tx: Tx, stored: unknown): Promise<Answer | null>;
}

/** Reads what is stored by `form`, which takes every version of the last 7 days; `restore` makes the answer from it. */
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

/** The same before answers had versions. Releases from 8 days after this one need not read it. */
export const unversionedDecimal = z.object({ $bigint: decimal }).transform(({ $bigint }) => $bigint);

/** Marks a form as one from before answers had versions. */
export const unversioned = { v: z.undefined().optional() };

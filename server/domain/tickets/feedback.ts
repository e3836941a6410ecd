import { inArray } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { feedback } from '../../../db/schema/support.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { pageById, toPage, type Page, type PageRequest } from '../ground/database/keyset.ts';
import { authorize, requirePlayer } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { refuseMuchFeedback, refuseMuchText } from './quota.ts';
import { readFeedback } from './ticketTexts.ts';

/** A player's feedback: 1-5 stars and a text. */
export type Feedback = typeof feedback.$inferSelect;

export const submitFeedbackVerb = verb({
  name: 'submitFeedback',
  may: 'feedback:submit',
  countsAs: 'other',
  idempotent: false,
  audit: [],
  refusals: ['DAILY_LIMIT'],
});

/** Stores a player's feedback: 1-5 stars, up to 400 characters. Refuses with INVALID_INPUT, with DAILY_LIMIT the 6th of a day. */
export async function submitFeedback(ctx: Context, input: { rating: number; text: string }): Promise<void> {
  const playerId = requirePlayer(ctx, submitFeedbackVerb.may);
  const { rating } = input;
  if (!Number.isInteger(rating) || rating < 1 || rating > 5) {
    throw invalidInput('rating', 'The rating is a whole number of stars from 1 to 5.');
  }
  const text = readFeedback(input.text);
  await inTransaction(ctx.db, async (tx) => {
    await refuseMuchText(tx, { playerId, text, at: ctx.now });
    await refuseMuchFeedback(tx, { playerId, at: ctx.now });
    await tx.insert(feedback).values({ playerId, rating, text, createdAt: ctx.now });
  });
}

/** All feedback, newest first, for admins. */
export async function listFeedback(ctx: Context, page: PageRequest): Promise<Page<Feedback>> {
  authorize(ctx, 'feedback:read');
  const { where, orderBy, limit } = pageById(feedback.id, page);
  const rows = await ctx.db.select().from(feedback).where(where).orderBy(orderBy).limit(limit);
  return toPage(rows, page);
}

/** Feedback in the order of `ids`, for admins; null where there is none. */
export async function feedbackById(ctx: Context, ids: readonly bigint[]): Promise<(Feedback | null)[]> {
  authorize(ctx, 'feedback:read');
  const rows = await ctx.db
    .select()
    .from(feedback)
    .where(inArray(feedback.id, [...ids]));
  return inOrderOf(ids, rows);
}

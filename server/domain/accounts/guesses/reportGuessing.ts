import { eq } from 'drizzle-orm';
import { inTransaction } from '../../../../db/client.ts';
import { users } from '../../../../db/schema/accounts.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { notificationAdded, notify } from '../../notifications/notify.ts';
import { readPauses } from '../../safety/playPauses.ts';
import { guessingMail } from '../mails/mailTexts.ts';
import { queueMail } from '../mails/mails.ts';
import { takeToken } from './tokenBuckets.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Notifies the owner of an account, by mail and notification and at most once a day, that its log-in attempts are used
 * up. Never rejects, because the caller's result doesn't depend on it.
 */
export async function reportGuessing(ctx: Context, userId: bigint): Promise<void> {
  try {
    await report(ctx, userId);
  } catch (error) {
    ctx.log.error({ err: error }, 'the owner of an account could not be notified of guesses at its password');
  }
}

async function report(ctx: Context, userId: bigint): Promise<void> {
  const added = await inTransaction(ctx.db, async (tx) => {
    const key = ctx.tokens.limitKey('guessing reported', String(userId));
    if ((await takeToken(tx, ctx, { key, capacity: 1, refillMs: DAY_MS })).waitSeconds > 0) return null;
    const [user] = await tx.select().from(users).where(eq(users.id, userId));
    if (user?.status !== 'active') return null;
    // They get no mail that they didn't ask for.
    if ((await readPauses(tx, userId, ctx.now)).exclusion !== null) return null;
    await queueMail(tx, ctx, 'guessing', guessingMail(ctx.config, user));
    const cause = `guessing:${ctx.now.toISOString()}`;
    return notify(tx, { userId, kind: 'PASSWORD_GUESSED', data: {}, cause, at: ctx.now });
  });
  if (added === null) return;
  ctx.events.publish(notificationAdded(added));
  ctx.events.publish({ type: 'mailQueued' });
}

import { eq, max, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Paise } from '../../../db/columns.ts';
import { rawQuery, type Tx } from '../../../db/client.ts';
import { playCredits } from '../../../db/schema/wallet.ts';
import { dayOf, nextDay } from '../ground/values/calendar.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import { walletsChanged } from '../ground/verbs/events.ts';
import { requirePlayer } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { withIdempotency } from './idempotency.ts';
import type { Balances } from './ledger.ts';
import { formatRupees, paise } from '../ground/values/money.ts';
import { decimal, remembered } from './remembered.ts';

/** Play money that a player may claim. */
export interface PlayCredit {
  amount: Paise;
  /** When the next claim is possible, if the money is gone by then; null: now. */
  nextClaimAt: Date | null;
}

interface Grant {
  outcome: 'granted' | 'given' | 'enough';
  available: Paise;
  held: Paise;
}

/** Gives a new player PLAY_CREDIT, if there is one, in the transaction that registers them. */
export async function grantSignUpCredit(tx: Tx, ctx: Context, playerId: bigint): Promise<void> {
  if (ctx.config.playCredit > 0n) await grant(tx, ctx, playerId, true);
}

async function grant(tx: Tx, { config }: Context, playerId: bigint, signUp: boolean): Promise<Grant> {
  const [row] = await rawQuery<Grant>(
    tx,
    sql`select outcome, available, held from grant_play_credit(${playerId}, ${signUp}, ${config.playCredit})`,
  );
  if (row === undefined) throw new Error('grant_play_credit returned nothing');
  return row;
}

/** What the player may claim and when; null where there is no play credit. */
export async function ownPlayCredit(ctx: Context): Promise<PlayCredit | null> {
  const playerId = requirePlayer(ctx, 'playCredit:claim');
  const amount = ctx.config.playCredit;
  if (amount === 0n) return null;
  const [last] = await ctx.db
    .select({ day: max(playCredits.claimedOn) })
    .from(playCredits)
    .where(eq(playCredits.playerId, playerId));
  return { amount, nextClaimAt: last?.day === dayOf(ctx.now) ? nextDay(ctx.now) : null };
}

export const claimPlayCreditVerb = verb({
  name: 'claimPlayCredit',
  may: 'playCredit:claim',
  countsAs: 'other',
  idempotent: true,
  audit: [],
  refusals: ['NO_PLAY_CREDIT'],
});

const balancesRemembered = remembered<{ balances: Balances }, { available: bigint; held: bigint }>(
  z.object({ v: z.literal(1), available: decimal, held: decimal }),
  ({ balances }) => ({ v: 1, available: String(balances.available), held: String(balances.held) }),
  (_tx, { available, held }) => ({ balances: { available: paise(available), held: paise(held) } }),
);

/**
 * Gives the player PLAY_CREDIT again. Refuses with NO_PLAY_CREDIT while ₹10 or more is left, counting withdrawals and
 * live stakes, a second claim on one day in Asia/Kolkata, and everybody where there is no play credit.
 */
export async function claimPlayCredit(
  ctx: Context,
  { idempotencyKey }: { idempotencyKey?: string | undefined },
): Promise<{ balances: Balances; replayed: boolean }> {
  const playerId = requirePlayer(ctx, claimPlayCreditVerb.may);
  const call = { verb: claimPlayCreditVerb, remembered: balancesRemembered, key: idempotencyKey, payload: {} };
  const { answer, replayed } = await withIdempotency(ctx, call, async (tx) => {
    if (ctx.config.playCredit === 0n) throw noCredit('There is no play money to claim.');
    const { outcome, available, held } = await grant(tx, ctx, playerId, false);
    if (outcome !== 'granted') throw noCredit(refusals[outcome]);
    return { balances: { available, held } };
  });
  if (!replayed) ctx.events.publish(...walletsChanged([playerId]));
  return { ...answer, replayed };
}

const refusals = {
  given: 'You have claimed play money today. You can claim it again tomorrow.',
  enough: `You can claim play money when you have less than ₹${formatRupees(10_00n)}, running bets included.`,
};

function noCredit(message: string): DomainError {
  return new DomainError('NO_PLAY_CREDIT', message);
}

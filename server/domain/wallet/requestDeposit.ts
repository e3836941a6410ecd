import { and, desc, eq, gt, or, sql, type SQL } from 'drizzle-orm';
import { plainCode, plainUpiId } from '../../../web/paymentTexts.ts';
import type { Paise } from '../../../db/columns.ts';
import type { Tx } from '../../../db/client.ts';
import { payees } from '../../../db/schema/settings.ts';
import { walletTransactions } from '../../../db/schema/wallet.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import { refusePaused } from '../ground/refusals/pauseNotice.ts';
import { requirePlayer } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { parseReference } from './destination.ts';
import { withIdempotency } from './idempotency.ts';
import { checkAmount } from '../ground/values/money.ts';
import { refuseDeposit } from './refuseDeposit.ts';
import { refuseManyPending } from './requestBounds.ts';
import { asRequested, rememberedTransaction } from './rememberedTransaction.ts';
import { transactionChanged, type WalletTransaction } from './transaction.ts';

/** The payee that the player states to have paid: by id, or as the old API names it. */
export type PaidPayee = { payeeId: bigint } | { upiId: string } | { accountNumber: string };

export interface DepositRequest {
  amount: Paise;
  /** Reference number (UPI) or transaction id (bank). */
  reference: string;
  payee: PaidPayee;
  idempotencyKey?: string | undefined;
}

/** A deactivated payee may still be named for a day, because the player may have paid before. */
const NAMEABLE_MS = 24 * 60 * 60 * 1000;

const remembered = rememberedTransaction(asRequested);

export const requestDepositVerb = verb({
  name: 'requestDeposit',
  may: 'deposit:request',
  countsAs: 'other',
  idempotent: true,
  audit: [],
  refusals: ['REFERENCE_TAKEN', 'DEPOSIT_LIMIT', 'TIME_OUT', 'PAUSED', 'TOO_MANY_OPEN'],
});

/**
 * Reports that the player has paid `amount` to a payee; an admin verifies the payment and decides. Refuses with
 * INVALID_INPUT a wrong amount, reference or payee, and with REFERENCE_TAKEN a reference whose key is that of a deposit which
 * waits or is approved, on any channel, or of a payout; with play money, of the same player; with DEPOSIT_LIMIT or TIME_OUT what the player's own limits forbid; with PAUSED while an
 * operator has paused deposits; with TOO_MANY_OPEN while 10 of the player's deposits wait.
 */
export async function requestDeposit(
  ctx: Context,
  { amount, reference, payee, idempotencyKey }: DepositRequest,
): Promise<{ transaction: WalletTransaction; replayed: boolean }> {
  const playerId = requirePlayer(ctx, requestDepositVerb.may);
  checkAmount(amount);
  const { reference: typed, key } = parseReference(reference);
  const call = {
    verb: requestDepositVerb,
    remembered,
    key: idempotencyKey,
    // As releases before keys kept it.
    payload: { amount, reference: typed.toUpperCase(), payee },
  };

  const { answer, replayed } = await withIdempotency(ctx, call, async (tx) => {
    await refusePaused(tx, 'deposits');
    await refuseDeposit(tx, playerId, amount);
    await refuseManyPending(tx, { playerId, transactionType: 'credit' });
    const paid = await nameablePayee(tx, ctx, payee);
    await refuseKnownKey(tx, { playerId, key, reference: typed });
    const [transaction] = await tx
      .insert(walletTransactions)
      .values({
        playerId,
        transactionType: 'credit',
        channel: paid.channel,
        amount,
        reference: typed,
        referenceKey: key,
        payeeId: paid.id,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning();
    if (transaction === undefined) throw referenceTaken(typed);
    return { transaction };
  });
  if (!replayed) ctx.events.publish(transactionChanged(answer.transaction));
  return { ...answer, replayed };
}

/**
 * Refuses with REFERENCE_TAKEN what the unique index of keys doesn't know: deposits from before it, and payouts;
 * guard_new_wallet_transaction is the same rule.
 */
async function refuseKnownKey(
  tx: Tx,
  { playerId, key, reference }: { playerId: bigint; key: string; reference: string },
): Promise<void> {
  const scope = sql`case when is_real_money() then 0 else ${playerId} end`;
  const known = await tx.$count(
    walletTransactions,
    sql`${walletTransactions.referenceScope} = ${scope}
        and (${walletTransactions.payoutClaim} = ${key}
          or ${walletTransactions.referenceKey} = ${key} and ${walletTransactions.status} in ('pending', 'success'))`,
  );
  if (known > 0) throw referenceTaken(reference);
}

function referenceTaken(reference: string): DomainError {
  return new DomainError('REFERENCE_TAKEN', 'This reference number has been used already.', {
    field: 'reference',
    detail: `reference ${reference} is already pending, approved or paid out`,
  });
}

/** Clients that send account numbers as JSON numbers lose leading zeros. */
function hasAccountNumber(accountNumber: string): SQL {
  return sql`ltrim(${payees.accountNumber}, '0') = ltrim(${accountNumber}, '0')`;
}

async function nameablePayee(tx: Tx, ctx: Context, payee: PaidPayee): Promise<typeof payees.$inferSelect> {
  const [field, named] =
    'payeeId' in payee
      ? (['payeeId', eq(payees.id, payee.payeeId)] as const)
      : 'upiId' in payee
        ? (['upiId', sql`lower(${payees.upiId}) = lower(${plainUpiId(payee.upiId)})`] as const)
        : (['bankAccount', hasAccountNumber(plainCode(payee.accountNumber))] as const);
  const recently = gt(payees.deactivatedAt, new Date(ctx.now.getTime() - NAMEABLE_MS));
  const [found] = await tx
    .select()
    .from(payees)
    .where(and(named, or(eq(payees.active, true), recently)))
    .orderBy(desc(payees.active), desc(payees.activatedAt), desc(payees.id))
    .limit(1);
  if (found === undefined) throw invalidInput(field, `${field} is not an account that takes deposits`);
  return found;
}

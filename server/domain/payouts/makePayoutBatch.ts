import { asc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { rawQuery, type Tx } from '../../../db/client.ts';
import { idArray } from '../../../db/idArray.ts';
import { payoutBatches, payoutBatchItems } from '../../../db/schema/payoutBatches.ts';
import { payees } from '../../../db/schema/settings.ts';
import { walletTransactions } from '../../../db/schema/wallet.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { dayOf } from '../ground/values/calendar.ts';
import { formatRupees } from '../ground/values/money.ts';
import type { Payee } from '../settings/payees.ts';
import { verb } from '../ground/verbs/verb.ts';
import { withIdempotency } from '../wallet/idempotency.ts';
import type { PayoutHold } from '../wallet/payoutHold.ts';
import { decimal, remembered } from '../wallet/remembered.ts';
import { transactionChanged, type WalletTransaction } from '../wallet/transaction.ts';
import { batchSubject, MOST_PAYOUTS, openBatches, type PayoutBatch } from './payoutBatch.ts';
import { delimiterOf, isMessage, type PayoutLayout } from './payoutLayout.ts';
import { payoutBankName, requireLayout } from './payoutLayouts.ts';
import { letterName, lettersOutside } from './payoutLetters.ts';
import { problemsOf, type FieldProblem } from './payoutRows.ts';

/** Why a payout can't be in the batch. */
export interface PayoutProblem {
  transactionId: bigint;
  /** Which of its texts; null where it is none of them. */
  field: FieldProblem['field'] | null;
  /** What the bank doesn't take. */
  letters: string[];
  text: string;
}

/** Either the batch, or what is in its way: then nothing was made. */
export interface MadeBatch {
  batch: PayoutBatch | null;
  problems: PayoutProblem[];
}

export const makePayoutBatchVerb = verb({
  name: 'makePayoutBatch',
  may: 'payoutBatch:manage',
  countsAs: 'other',
  idempotent: true,
  audit: ['payoutBatch:make'],
  refusals: ['NOT_FOUND'],
});

interface BatchInput {
  transactionIds: readonly bigint[];
  /** The account of ours that pays. */
  payeeId: bigint;
  /** The bank whose layout the file has. */
  bank: string;
  idempotencyKey?: string | undefined;
}

/**
 * Puts 1 to 200 approved withdrawals into one batch, in the caller's hands, in the order given: one file for the bank, in which each
 * stays until it has an outcome. Nothing is made while one of them can't be in the file: it isn't to be paid any more, is in another
 * batch, is held back, or has letters that the bank doesn't take; all such are answered. Refuses with NOT_FOUND an unknown account,
 * with INVALID_INPUT none, too many or the same withdrawals twice, a bank without a layout, and an account that its file can't name.
 */
export async function makePayoutBatch(ctx: Context, input: BatchInput): Promise<MadeBatch> {
  const adminId = requireAdmin(ctx, makePayoutBatchVerb.may);
  const { transactionIds, payeeId } = input;
  const count = transactionIds.length;
  if (count < 1 || count > MOST_PAYOUTS) {
    throw invalidInput('transactionIds', `transactionIds must be 1 to ${MOST_PAYOUTS} withdrawals`);
  }
  if (new Set(transactionIds).size < count) {
    throw invalidInput('transactionIds', 'transactionIds must be different ones');
  }
  const bank = payoutBankName(input.bank);
  const payload = { transactionIds, payeeId, bank };
  const call = { verb: makePayoutBatchVerb, remembered: rememberedBatch, key: input.idempotencyKey, payload };
  let made: WalletTransaction[] = [];
  const { answer } = await withIdempotency(ctx, call, async (tx) => {
    const layout = await requireLayout(tx, bank);
    const payee = await payingAccount(tx, payeeId, layout);
    const payouts = await lockPayouts(tx, transactionIds);
    const problems = await problemsIn(tx, transactionIds, payouts, layout);
    if (problems.length > 0) throw new Unfit(problems);
    const batch = await insert(tx, ctx, { payee, bank, layout, adminId, transactionIds });
    made = payouts;
    await recordAudit(tx, ctx, {
      action: 'payoutBatch:make',
      subjectType: 'payoutBatch',
      subject: batchSubject(batch),
      after: {
        bank,
        format: layout.format,
        ...(payee.upiId === null ? { accountNumber: payee.accountNumber } : { upiId: payee.upiId }),
        payouts: count,
        amount: formatRupees(payouts.reduce((sum, { amount }) => sum + amount, 0n)),
      },
    });
    return { batch };
  }).catch((error: unknown) => {
    // Nothing is stored for the key: the same call may be made without these payouts.
    if (!(error instanceof Unfit)) throw error;
    return { answer: { batch: null, problems: error.problems } };
  });
  ctx.events.publish(...made.map(transactionChanged));
  return { problems: [], ...answer };
}

/** Ends the transaction of a batch that can't be made. */
class Unfit extends Error {
  constructor(readonly problems: PayoutProblem[]) {
    super('payouts are not fit for the file');
  }
}

const rememberedBatch = remembered(
  z.object({ v: z.literal(1), batchId: decimal }),
  ({ batch }: { batch: PayoutBatch }) => ({ v: 1, batchId: String(batch.id) }),
  async (tx, { batchId }) => {
    const [batch] = await tx.select().from(payoutBatches).where(eq(payoutBatches.id, batchId));
    if (batch === undefined) throw new Error(`batch ${batchId} vanished`);
    return { batch };
  },
);

async function payingAccount(tx: Tx, payeeId: bigint, layout: PayoutLayout): Promise<Payee> {
  const [payee] = await tx.select().from(payees).where(eq(payees.id, payeeId));
  if (payee === undefined || payee.removedAt !== null) {
    throw new DomainError('NOT_FOUND', 'There is no such payment account.', { field: 'payeeId' });
  }
  if (isMessage(layout.format) && payee.channel !== 'bank') {
    throw invalidInput('payeeId', 'A message of ISO 20022 names a bank account that pays, not a UPI id.');
  }
  const isNamed = isMessage(layout.format) || layout.columns.some(({ content }) => content === 'ownName');
  const [letter] = lettersOutside(isNamed ? (payee.accountHolderName ?? '') : '', layout.letters, delimiterOf(layout));
  if (letter === undefined) return payee;
  throw invalidInput('payeeId', `The name of our account has what the bank doesn’t take: ${letterName(letter)}`);
}

/** Locks the withdrawals in one order, so that no two batches wait for each other. */
function lockPayouts(tx: Tx, ids: readonly bigint[]): Promise<WalletTransaction[]> {
  return tx
    .select()
    .from(walletTransactions)
    .where(inArray(walletTransactions.id, [...ids]))
    .orderBy(asc(walletTransactions.id))
    .for('no key update');
}

async function problemsIn(
  tx: Tx,
  ids: readonly bigint[],
  payouts: readonly WalletTransaction[],
  layout: PayoutLayout,
): Promise<PayoutProblem[]> {
  const batchOf = await openBatches(tx, ids);
  const byId = new Map(payouts.map((payout) => [payout.id, payout]));
  const holds = await heldPayouts(tx, ids);
  const problems: PayoutProblem[] = [];
  for (const transactionId of ids) {
    const payout = byId.get(transactionId);
    const whole = (text: string) => problems.push({ transactionId, field: null, letters: [], text });
    if (payout?.transactionType !== 'debit' || payout.status !== 'approved') {
      whole('It is no approved withdrawal that waits to be paid.');
    } else if (batchOf.has(transactionId)) {
      whole(`It is in batch ${batchOf.get(transactionId)} already.`);
    } else {
      const hold = holds.get(transactionId);
      if (hold != null) whole(hold === 'frozen' ? 'The payouts of its player are frozen.' : 'Its account is blocked.');
      problems.push(...problemsOf({ ...payout, code: '' }, layout).map((problem) => ({ transactionId, ...problem })));
    }
  }
  return problems;
}

/** What holds payouts back; none begins until the transaction ends (payout_hold). */
async function heldPayouts(tx: Tx, ids: readonly bigint[]): Promise<Map<bigint, PayoutHold | null>> {
  const rows = await rawQuery<{ id: bigint; hold: PayoutHold | null }>(
    tx,
    sql`select id, payout_hold(id) as hold from wallet_transactions where id = any (${idArray(ids)}) order by id`,
  );
  return new Map(rows.map(({ id, hold }) => [id, hold]));
}

async function insert(
  tx: Tx,
  ctx: Context,
  made: {
    payee: Payee;
    bank: string;
    layout: PayoutLayout;
    adminId: bigint;
    transactionIds: readonly bigint[];
  },
): Promise<PayoutBatch> {
  const { payee, bank, layout, adminId, transactionIds } = made;
  const [batch] = await tx
    .insert(payoutBatches)
    .values({
      payeeId: payee.id,
      bank,
      layout,
      day: dayOf(ctx.now),
      madeBy: adminId,
      madeAt: ctx.now,
      heldBy: adminId,
      heldSince: ctx.now,
    })
    .returning();
  if (batch === undefined) throw new Error('a new batch was not returned');
  await tx
    .insert(payoutBatchItems)
    .values(transactionIds.map((transactionId, at) => ({ batchId: batch.id, position: at + 1, transactionId })));
  return batch;
}

import { eq, sql } from 'drizzle-orm';
import { inTransaction, rawQuery, type Queryable, type Tx } from '../../../db/client.ts';
import { idArray } from '../../../db/idArray.ts';
import { violates } from '../../../db/violates.ts';
import { users } from '../../../db/schema/accounts.ts';
import { walletTransactions } from '../../../db/schema/wallet.ts';
import { requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import { authorize, requireAdmin } from '../ground/actors/permissions.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import { formatRupees } from '../ground/values/money.ts';
import type { Context } from '../ground/verbs/context.ts';
import { verb } from '../ground/verbs/verb.ts';
import { notificationAdded } from '../notifications/notify.ts';
import { tellStep } from '../wallet/tellPlayer.ts';
import {
  lockTransaction,
  lookUp,
  noSuchTransaction,
  transactionChanged,
  transactionSubject,
  type WalletTransaction,
} from '../wallet/transaction.ts';
import { matchLines } from './matchLines.ts';
import { lockStatements } from './statementPayee.ts';

export const reopenDepositVerb = verb({
  name: 'reopenDeposit',
  may: 'transaction:decide',
  countsAs: 'other',
  idempotent: false,
  audit: ['transaction:reopen'],
  refusals: ['NOT_FOUND', 'REFERENCE_TAKEN'],
});

/**
 * Takes back the denial of a deposit, which waits for a decision again, and matches it with a line of its account's statements.
 * Moves no money; its player is told. Refuses with NOT_FOUND an unknown transaction, with INVALID_INPUT what is no denied deposit, one
 * of a closed account, and a reason outside 10 to 500 characters, with REFERENCE_TAKEN one whose reference's key another
 * request holds: a deposit that waits or is approved, a payout, or one that a line with it pays.
 */
export async function reopenDeposit(
  ctx: Context,
  input: { transactionId: bigint; reason: string },
): Promise<WalletTransaction> {
  requireAdmin(ctx, reopenDepositVerb.may);
  const reason = requireReason(input.reason);
  const asked = await lookUp(ctx, input.transactionId);
  if (asked === undefined) throw noSuchTransaction();
  if (asked.payeeId === null) throw notDenied();
  const { payeeId } = asked;
  const { transaction, notice } = await inTransaction(ctx.db, async (tx) => {
    // Before any row, as matching does.
    await lockStatements(tx, payeeId);
    const denied = await lockTransaction(tx, asked.id);
    if (denied === undefined || denied.status !== 'failed') throw notDenied();
    await refuseUnreopenable(tx, denied);
    const reopened = await update(tx, ctx, denied.id);
    await record(tx, ctx, denied, reason);
    const told = await tellStep(tx, reopened, 'DEPOSIT_REOPENED', ctx.now);
    await matchLines(tx, payeeId, ctx.now);
    return { transaction: reopened, notice: told };
  });
  ctx.events.publish(transactionChanged(transaction), ...(notice ? [notificationAdded(notice)] : []));
  return transaction;
}

/** For each of `ids`, whether its denial can be taken back now. For admins of payments. */
export async function reopenable(ctx: Context, ids: readonly bigint[]): Promise<boolean[]> {
  authorize(ctx, 'transaction:readAll');
  const hindrances = await hindrancesOf(ctx.db, ids);
  return ids.map((id) => hindrances.some((one) => one.id === id && !one.closed && !one.held));
}

interface Hindrance {
  id: bigint;
  /** The player's account is closed. */
  closed: boolean;
  /** Another request holds the key of its reference. */
  held: boolean;
}

/** What is in the way of those of `ids` that are denied deposits; the rule is guard_wallet_transaction's. */
async function hindrancesOf(db: Queryable, ids: readonly bigint[]): Promise<Hindrance[]> {
  if (ids.length === 0) return [];
  return rawQuery<Hindrance>(
    db,
    sql`select w.id, u.closed_at is not null as closed,
               reference_holder(w.id) is not null
                 or exists (select from wallet_transactions o
                             where o.reference_key = w.reference_key and o.reference_scope = w.reference_scope
                               and o.transaction_type = 'credit' and o.status in ('pending', 'success') and o.id <> w.id) as held
          from unnest(${idArray(ids)}) asked (id)
          join wallet_transactions w on w.id = asked.id and w.transaction_type = 'credit' and w.status = 'failed'
          join users u on u.id = w.player_id`,
  );
}

function notDenied(): DomainError {
  return invalidInput(
    'transactionId',
    'transactionId must be a denied deposit',
    'Only a denied deposit can be reopened.',
  );
}

async function refuseUnreopenable(tx: Tx, { id, reference }: WalletTransaction): Promise<void> {
  const [hindrance] = await hindrancesOf(tx, [id]);
  if (hindrance?.closed) {
    throw invalidInput('transactionId', 'the account of the player is closed', 'The player’s account is closed.');
  }
  if (hindrance?.held) throw referenceHeld(reference);
}

function referenceHeld(reference: string | null): DomainError {
  return new DomainError('REFERENCE_TAKEN', 'Another request has this reference.', {
    field: 'transactionId',
    detail: `reference ${reference} is that of another request`,
  });
}

async function update(tx: Tx, ctx: Context, id: bigint): Promise<WalletTransaction> {
  const [row] = await tx
    .update(walletTransactions)
    .set({
      status: 'pending',
      message: null,
      denialReason: null,
      decidedBy: null,
      decidedAt: null,
      reopenedAt: ctx.now,
      updatedAt: ctx.now,
    })
    .where(eq(walletTransactions.id, id))
    .returning()
    .catch((error: unknown) => {
      if (!violates(error, 'wallet_transactions_reference_key_unique')) throw error;
      throw referenceHeld(null);
    });
  if (row === undefined) throw new Error('a locked transaction vanished');
  return row;
}

async function record(tx: Tx, ctx: Context, denied: WalletTransaction, reason: string): Promise<void> {
  const [player] = await tx.select({ uid: users.uid }).from(users).where(eq(users.id, denied.playerId));
  const { transactionType, amount, denialReason, message } = denied;
  const facts = { player: player?.uid, transactionType, amount: formatRupees(amount) };
  await recordAudit(tx, ctx, {
    action: reopenDepositVerb.audit[0],
    subjectType: 'transaction',
    subject: transactionSubject(denied),
    before: {
      ...facts,
      status: 'failed',
      ...(denialReason !== null && { denialReason }),
      ...(message !== null && { message }),
    },
    after: { ...facts, status: 'pending' },
    reason,
  });
}

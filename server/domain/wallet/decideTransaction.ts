import { eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { violates } from '../../../db/violates.ts';
import { users } from '../../../db/schema/accounts.ts';
import { transactionClaims, walletTransactions } from '../../../db/schema/wallet.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../context.ts';
import { invalidInput } from '../errors.ts';
import { walletsChanged } from '../events.ts';
import { notificationAdded, notify, type NotificationAdded } from '../notifications/notify.ts';
import { requireAdmin } from '../permissions.ts';
import { verb } from '../verb.ts';
import { refuseCreditedReference } from './creditedReference.ts';
import { groundsOf } from './decisionGrounds.ts';
import type { DenialReason } from './denialReasons.ts';
import { parseReference } from './destination.ts';
import { withIdempotency } from './idempotency.ts';
import { lockAccounts, moveForTransaction } from './ledger.ts';
import { formatRupees } from './money.ts';
import { asDecided, rememberedTransaction } from './rememberedTransaction.ts';
import {
  lockTransaction,
  noSuchTransaction,
  refuseDecided,
  transactionChanged,
  transactionSubject,
  type WalletTransaction,
} from './transaction.ts';

export interface TransactionDecision {
  transactionId: bigint;
  decision: 'APPROVE' | 'DENY';
  /** Message to the player, at most 150 characters. */
  message?: string | undefined;
  /** The bank's own reference of an approved payout: 4 to 35 letters or digits, kept in upper case. */
  payoutReference?: string | undefined;
  /** Why it is denied. A message alone is OTHER. */
  denialReason?: DenialReason | undefined;
  /**
   * Whether an approved payout needs its reference and a denial its reason. REST clients may leave them out, because
   * their call has no field for them (server/domain/README.md#withdrawals).
   */
  grounds?: 'required' | 'optional';
  idempotencyKey?: string | undefined;
}

const MAX_MESSAGE_LENGTH = 150;

const remembered = rememberedTransaction(asDecided);

export const decideTransactionVerb = verb({
  name: 'decideTransaction',
  may: 'transaction:decide',
  countsAs: 'other',
  idempotent: true,
  audit: ['transaction:approve', 'transaction:deny'],
  refusals: ['NOT_FOUND', 'ALREADY_DECIDED', 'REFERENCE_TAKEN'],
});

/**
 * Decides a pending deposit or withdrawal, once: the second of two admins is refused with ALREADY_DECIDED and no money
 * moves. An approved deposit enters the wallet; an approved withdrawal leaves it, a denied one returns. Refuses with
 * NOT_FOUND an unknown transaction, with INVALID_INPUT a message that is too long, missing grounds, and the payout reference
 * of another payout, with REFERENCE_TAKEN a deposit whose reference was credited already.
 */
export async function decideTransaction(
  ctx: Context,
  input: TransactionDecision,
): Promise<{ transaction: WalletTransaction; replayed: boolean }> {
  const adminId = requireAdmin(ctx, decideTransactionVerb.may);
  const { transactionId, decision } = input;
  const message = words('message', input.message, MAX_MESSAGE_LENGTH);
  const payoutReference = input.payoutReference?.trim()
    ? parseReference(input.payoutReference, 'payoutReference')
    : null;
  const { denialReason } = input;
  const payload = { transactionId, decision, message, payoutReference, ...(denialReason && { denialReason }) };
  const call = { verb: decideTransactionVerb, remembered, key: input.idempotencyKey, payload };
  let notification: NotificationAdded | null = null;

  const { answer, replayed } = await withIdempotency(ctx, call, async (tx) => {
    const pending = await lockTransaction(tx, transactionId);
    if (pending === undefined) throw noSuchTransaction();
    refuseDecided(pending);
    if (decision === 'APPROVE') await refuseCreditedReference(tx, pending);
    const grounds = groundsOf({ ...input, message, payoutReference }, pending);
    const transaction = await update(tx, transactionId, {
      ...grounds,
      status: decision === 'APPROVE' ? 'success' : 'failed',
      message,
      decidedBy: adminId,
      decidedAt: ctx.now,
      updatedAt: ctx.now,
    });
    await tx.delete(transactionClaims).where(eq(transactionClaims.transactionId, transactionId));
    await moveMoney(tx, transaction);
    notification = await notifyPlayer(tx, transaction, ctx.now);
    await recordDecision(tx, ctx, transaction);
    return { transaction };
  });
  if (!replayed) {
    const { transaction } = answer;
    ctx.events.publish(transactionChanged(transaction), ...walletsChanged([transaction.playerId]));
    if (notification !== null) ctx.events.publish(notificationAdded(notification));
  }
  return { ...answer, replayed };
}

/** Refuses with INVALID_INPUT the payout reference of another payout. */
async function update(tx: Tx, transactionId: bigint, decided: Partial<WalletTransaction>): Promise<WalletTransaction> {
  const [transaction] = await tx
    .update(walletTransactions)
    .set(decided)
    .where(eq(walletTransactions.id, transactionId))
    .returning()
    .catch((error: unknown) => {
      if (!violates(error, 'wallet_transactions_payout_claim_unique')) throw error;
      throw invalidInput('payoutReference', 'payoutReference belongs to another payout already');
    });
  if (transaction === undefined) throw new Error('a locked transaction vanished');
  return transaction;
}

async function moveMoney(tx: Tx, transaction: WalletTransaction): Promise<void> {
  const approved = transaction.status === 'success';
  if (transaction.transactionType === 'credit' && !approved) return;
  await lockAccounts(tx, transaction.playerId);
  const kind =
    transaction.transactionType === 'credit' ? 'deposit' : approved ? 'withdrawal_payout' : 'withdrawal_return';
  await moveForTransaction(tx, transaction.id, kind, transaction.updatedAt);
}

function notifyPlayer(tx: Tx, transaction: WalletTransaction, at: Date): Promise<NotificationAdded | null> {
  const { id, playerId: userId, amount, message, denialReason, payoutReference } = transaction;
  const common = { approved: transaction.status === 'success', amountPaise: String(amount), message, denialReason };
  const cause = `transaction:${id}`;
  return transaction.transactionType === 'credit'
    ? notify(tx, { userId, kind: 'DEPOSIT_DECIDED', data: common, cause, at })
    : notify(tx, { userId, kind: 'WITHDRAWAL_DECIDED', data: { ...common, payoutReference }, cause, at });
}

async function recordDecision(tx: Tx, ctx: Context, transaction: WalletTransaction): Promise<void> {
  const [player] = await tx.select({ uid: users.uid }).from(users).where(eq(users.id, transaction.playerId));
  const facts = {
    player: player?.uid,
    transactionType: transaction.transactionType,
    amount: formatRupees(transaction.amount),
  };
  const [approve, deny] = decideTransactionVerb.audit;
  await recordAudit(tx, ctx, {
    action: transaction.status === 'success' ? approve : deny,
    subjectType: 'transaction',
    subject: transactionSubject(transaction),
    before: { ...facts, status: 'pending' },
    after: {
      ...facts,
      status: transaction.status,
      payoutReference: transaction.payoutReference,
      ...(transaction.denialReason && { denialReason: transaction.denialReason }),
    },
    reason: transaction.message,
  });
}

/** Optional text: trimmed, null when empty. */
function words(field: string, text: string | undefined, longest: number): string | null {
  const trimmed = text?.trim() ?? '';
  if ([...trimmed].length > longest) throw invalidInput(field, `${field} must have at most ${longest} characters`);
  if (trimmed.includes('\u0000')) throw invalidInput(field, `${field} must be plain text`);
  return trimmed === '' ? null : trimmed;
}

import type { Tx } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { propose, refuseProposed, type Proposal } from '../proposals/proposal.ts';
import { approvalNeedsSecondAdmin } from '../proposals/thresholds.ts';
import { verb } from '../ground/verbs/verb.ts';
import { carryOutDecision, type CheckedDecision } from './carryOutDecision.ts';
import { creditedAmount } from './creditedAmount.ts';
import { refuseCreditedReference } from './creditedReference.ts';
import { groundsOf } from './decisionGrounds.ts';
import type { DenialReason } from './denialReasons.ts';
import { parsePayoutReference } from './destination.ts';
import { withIdempotency } from './idempotency.ts';
import { invalidInput, type DomainError } from '../ground/refusals/errors.ts';
import { formatRupees } from '../ground/values/money.ts';
import { refuseHeldPayout } from './payoutHold.ts';
import { refuseBatched } from './payoutInBatch.ts';
import { rememberedDecision } from './rememberedTransaction.ts';
import {
  lockTransaction,
  noSuchTransaction,
  refuseDecided,
  transactionChanged,
  transactionSubject,
  type WalletTransaction,
} from './transaction.ts';
import { readPlayerMessage } from './playerMessage.ts';

export interface TransactionDecision {
  transactionId: bigint;
  decision: 'APPROVE' | 'DENY';
  /** Deposit, approved: what arrived, where it isn't what was asked for (creditedAmount). */
  amount?: Paise | undefined;
  /** Message to the player, at most 150 characters. */
  message?: string | undefined;
  /**
   * The bank's own reference of a payout that is paid already: 4 to 35 letters or digits, kept in upper case. Without one an
   * approved withdrawal is being paid, until its payment is recorded (recordPayout).
   */
  payoutReference?: string | undefined;
  /** Why it is denied. A message alone is OTHER. */
  denialReason?: DenialReason | undefined;
  /**
   * `required`: a denial needs its reason, and a withdrawal is paid only with its reference. `optional`: neither is needed, an
   * approved withdrawal is paid, and one that is being paid may be decided too. So REST clients call it, whose call has no field
   * for these (server/domain/wallet/README.md#withdrawals).
   */
  grounds?: 'required' | 'optional';
  idempotencyKey?: string | undefined;
}

export const decideTransactionVerb = verb({
  name: 'decideTransaction',
  may: 'transaction:decide',
  countsAs: 'other',
  idempotent: true,
  audit: ['transaction:approve', 'transaction:pay', 'transaction:deny', 'proposal:make'],
  refusals: [
    'NOT_FOUND',
    'ALREADY_DECIDED',
    'ALREADY_PROPOSED',
    'REFERENCE_TAKEN',
    'PAYOUTS_FROZEN',
    'PAYOUT_ACCOUNT_BLOCKED',
    'PAYOUT_IN_BATCH',
  ],
});

/**
 * Decides a pending deposit or withdrawal, once: the second of two admins is refused with ALREADY_DECIDED and no money
 * moves. An approved deposit enters the wallet; an approved withdrawal stays held until it is paid, a denied one returns. An approval that
 * needs a second admin is proposed instead: `proposed` is true and the transaction still pending. Refuses with NOT_FOUND
 * an unknown transaction, with ALREADY_PROPOSED one that waits for a second admin, with INVALID_INPUT a message that is
 * too long, missing grounds, an amount that nothing shows to have arrived (creditedAmount), the payout reference of another payout, and one with an approval that needs a second admin, with REFERENCE_TAKEN a deposit whose reference was
 * credited already, with PAYOUTS_FROZEN and PAYOUT_ACCOUNT_BLOCKED to approve a withdrawal that is held back (refuseHeldPayout), with PAYOUT_IN_BATCH one that is being paid in a batch.
 */
export async function decideTransaction(
  ctx: Context,
  input: TransactionDecision,
): Promise<{ transaction: WalletTransaction; proposed: boolean; replayed: boolean }> {
  const adminId = requireAdmin(ctx, decideTransactionVerb.may);
  const { transactionId, decision } = input;
  const message = readPlayerMessage(input.message);
  const payoutReference = input.payoutReference?.trim() ? parsePayoutReference(input.payoutReference) : null;
  const { denialReason, amount } = input;
  const payload = {
    transactionId,
    decision,
    message,
    payoutReference,
    ...(denialReason && { denialReason }),
    ...(amount !== undefined && { amount }),
  };
  const call = { verb: decideTransactionVerb, remembered: rememberedDecision, key: input.idempotencyKey, payload };
  let events: DomainEvent[] = [];

  const { answer, replayed } = await withIdempotency(ctx, call, async (tx) => {
    const waiting = await lockTransaction(tx, transactionId);
    if (waiting === undefined) throw noSuchTransaction();
    const beingPaid = input.grounds === 'optional' && waiting.status === 'approved';
    if (beingPaid) await refuseBatched(tx, waiting);
    else refuseDecided(waiting);
    if (decision === 'APPROVE' && !beingPaid) {
      await refuseCreditedReference(tx, waiting);
      await refuseHeldPayout(tx, waiting);
    }
    const grounds = groundsOf({ ...input, message, payoutReference }, waiting);
    const credited = await creditedAmount(tx, waiting, { decision, amount, message });
    const paid = payoutReference !== null || input.grounds === 'optional';
    const decided = { decision, amount: credited, message, paid, ...grounds };
    const proposal = beingPaid ? null : await proposeInstead(tx, ctx, waiting, decided, adminId);
    if (proposal !== null) {
      events = [...proposal.events, transactionChanged(waiting)];
      return { transaction: waiting, proposed: true };
    }
    const done = await carryOutDecision(tx, ctx, waiting, decided, { adminId });
    ({ events } = done);
    return { transaction: done.transaction, proposed: false };
  });
  if (!replayed) ctx.events.publish(...events);
  return { ...answer, replayed };
}

/** Proposes an approval that needs a second admin; null for any other decision. */
async function proposeInstead(
  tx: Tx,
  ctx: Context,
  pending: WalletTransaction,
  { decision, amount, message, payoutReference }: CheckedDecision,
  adminId: bigint,
): Promise<{ proposal: Proposal; events: DomainEvent[] } | null> {
  const kind = approvalKind(pending);
  await refuseProposed(tx, ctx, kind, pending.id);
  const approval = { transactionId: pending.id, adminId, amount };
  if (decision === 'DENY' || !(await approvalNeedsSecondAdmin(tx, approval))) return null;
  if (payoutReference !== null) throw referenceBeforePayment();
  return propose(tx, ctx, {
    kind,
    subjectId: pending.id,
    subjectType: 'transaction',
    subject: transactionSubject(pending),
    amount,
    payload: { message, payoutReference: null },
    facts: {
      amount: formatRupees(amount),
      ...(amount !== pending.amount && { requestedAmount: formatRupees(pending.amount) }),
    },
    reason: message,
  });
}

function referenceBeforePayment(): DomainError {
  return invalidInput(
    'payoutReference',
    'payoutReference comes after the approval: this withdrawal needs a second admin',
    'This withdrawal needs a second admin first. Approve it without a reference, and record the payment once it is confirmed.',
  );
}

/** What a proposal to approve it is of. */
export function approvalKind({ transactionType }: Pick<WalletTransaction, 'transactionType'>): 'deposit' | 'payout' {
  return transactionType === 'credit' ? 'deposit' : 'payout';
}

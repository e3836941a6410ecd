import { eq } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { statementLines } from '../../../db/schema/statements.ts';
import { walletTransactions } from '../../../db/schema/wallet.ts';
import { requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import { authorize, requireAdmin } from '../ground/actors/permissions.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import type { Context } from '../ground/verbs/context.ts';
import { walletsChanged, type DomainEvent } from '../ground/verbs/events.ts';
import { verb } from '../ground/verbs/verb.ts';
import { notificationAdded } from '../notifications/notify.ts';
import {
  lapseProposed,
  makerUid,
  propose,
  refuseProposed,
  takeProposal,
  type Proposal,
} from '../proposals/proposal.ts';
import { payeeSubject } from '../settings/payees.ts';
import { lockAccounts, moveForTransaction } from '../wallet/ledger.ts';
import { formatRupees } from '../ground/values/money.ts';
import { playerOf } from '../wallet/playerOf.ts';
import { recordStep } from '../wallet/recordStep.ts';
import { tellStep } from '../wallet/tellPlayer.ts';
import {
  alreadyDecided,
  lockTransaction,
  noSuchTransaction,
  transactionChanged,
  transactionSubject,
  type WalletTransaction,
} from '../wallet/transaction.ts';
import { lineOf } from './lineCredit.ts';
import { lineFacts } from './lineFacts.ts';
import { isOpen } from './lineFit.ts';
import type { StatementLine } from './statementLines.ts';
import { lockStatements, payeeOf, refuseLinesOfClosedDays } from './statementPayee.ts';

export const returnPayoutVerb = verb({
  name: 'returnPayout',
  may: 'transaction:decide',
  countsAs: 'other',
  idempotent: false,
  audit: ['transaction:return', 'statement:match', 'proposal:make'],
  refusals: ['NOT_FOUND', 'NOT_PAID', 'ALREADY_DECIDED', 'ALREADY_PROPOSED'],
});

export interface PayoutReturn {
  transactionId: bigint;
  /** The bank's credit of exactly its amount. Without one another admin has to confirm that it came back. */
  lineId?: bigint | undefined;
  /** How it is known, for the audit log: 10 to 500 characters; required without a line. */
  reason?: string | undefined;
}

/**
 * Records, for good, that the bank sent a payout back: its amount is in the player's wallet again, and the player is told. With the
 * credit of a statement at once; without one it is proposed to the other admins, whatever the amount, and the transaction stays paid.
 * Refuses with NOT_FOUND an unknown transaction or line, with NOT_PAID one that isn't paid, with ALREADY_DECIDED one that was sent
 * back, denied or cancelled, with ALREADY_PROPOSED while its return or the line's credit is proposed, with INVALID_INPUT a deposit, a
 * closed account, a reason of another length, and a line that is no credit of this amount, is matched or set aside, or lies on a
 * closed day.
 */
export async function returnPayout(
  ctx: Context,
  { transactionId, lineId, ...input }: PayoutReturn,
): Promise<{ transaction: WalletTransaction; proposed: boolean }> {
  const adminId = requireAdmin(ctx, returnPayoutVerb.may);
  const reason = lineId !== undefined && !input.reason?.trim() ? null : requireReason(input.reason ?? '');
  if (lineId !== undefined) authorize(ctx, 'statement:manage');
  const { events, ...answer } = await inTransaction(ctx.db, async (tx) => {
    const line = lineId === undefined ? null : await lockLine(tx, lineId);
    const payout = await lockPayout(tx, transactionId);
    if (line === null) {
      await refuseProposed(tx, ctx, 'payout_return', payout.id);
      const made = await proposeReturn(tx, ctx, payout, reason);
      return { transaction: payout, proposed: true, events: [...made.events, transactionChanged(payout)] };
    }
    await refuseOtherLine(tx, ctx, line, payout);
    const lapsed = await lapseProposed(tx, { kind: 'payout_return', subjectId: payout.id, at: ctx.now });
    const done = await carryOutReturn(tx, ctx, payout, { adminId, reason });
    await matchLine(tx, ctx, { line, payout, adminId, reason });
    return { transaction: done.transaction, proposed: false, events: [...lapsed, ...done.events] };
  });
  ctx.events.publish(...events);
  return answer;
}

/**
 * Records the return that a proposal is about, in the name of the acting admin. Refuses as `returnPayout` and `takeProposal` do.
 */
export async function confirmReturn(tx: Tx, ctx: Context, { id, subjectId }: Proposal): Promise<DomainEvent[]> {
  const adminId = requireAdmin(ctx, returnPayoutVerb.may);
  const payout = await lockPayout(tx, subjectId);
  const { proposal, events } = await takeProposal(tx, ctx, id);
  const reason = String(proposal.payload['reason']);
  const proposedBy = await makerUid(tx, proposal);
  const done = await carryOutReturn(tx, ctx, payout, { adminId, reason, proposedBy });
  return [...events, ...done.events];
}

/** Locks the statements of the line's account, before any request, as matching does. */
async function lockLine(tx: Tx, lineId: bigint): Promise<StatementLine> {
  const { payeeId } = await lineOf(tx, lineId);
  await lockStatements(tx, payeeId);
  return lineOf(tx, lineId);
}

async function lockPayout(tx: Tx, transactionId: bigint): Promise<WalletTransaction> {
  const payout = await lockTransaction(tx, transactionId);
  if (payout === undefined) throw noSuchTransaction();
  if (payout.transactionType === 'credit') {
    throw invalidInput('transactionId', 'transactionId must be a payout', 'Only a payout can come back.');
  }
  if (payout.status === 'pending' || payout.status === 'approved') {
    throw new DomainError('NOT_PAID', 'This withdrawal isn’t paid: nothing can come back.');
  }
  if (payout.status !== 'success') throw alreadyDecided(payout);
  const player = await playerOf(tx, payout.playerId);
  if (player.closedAt !== null) {
    throw invalidInput(
      'transactionId',
      'the account of the player is closed',
      'The player’s account is closed: set the line aside as unclaimed.',
    );
  }
  return payout;
}

async function refuseOtherLine(tx: Tx, ctx: Context, line: StatementLine, payout: WalletTransaction): Promise<void> {
  if (line.direction !== 'credit' || line.amount !== payout.amount) {
    throw invalidInput('lineId', 'The line is not a credit of the payout’s amount.');
  }
  if (!isOpen(line)) throw invalidInput('lineId', 'The line is matched or set aside already.');
  await refuseLinesOfClosedDays(tx, 'lineId', line.payeeId, [line]);
  await refuseProposed(tx, ctx, 'line_credit', line.id);
}

function proposeReturn(tx: Tx, ctx: Context, payout: WalletTransaction, reason: string | null) {
  return propose(tx, ctx, {
    kind: 'payout_return',
    subjectId: payout.id,
    subjectType: 'transaction',
    subject: transactionSubject(payout),
    amount: payout.amount,
    payload: { reason },
    facts: { amount: formatRupees(payout.amount), payoutReference: payout.payoutReference },
    reason,
  });
}

async function carryOutReturn(
  tx: Tx,
  ctx: Context,
  payout: WalletTransaction,
  { adminId, reason, proposedBy }: { adminId: bigint; reason: string | null; proposedBy?: string },
): Promise<{ transaction: WalletTransaction; events: DomainEvent[] }> {
  const [transaction] = await tx
    .update(walletTransactions)
    .set({ status: 'returned', returnedBy: adminId, returnedAt: ctx.now, updatedAt: ctx.now })
    .where(eq(walletTransactions.id, payout.id))
    .returning();
  if (transaction === undefined) throw new Error('a locked transaction vanished');
  await lockAccounts(tx, transaction.playerId);
  await moveForTransaction(tx, transaction.id, 'withdrawal_returned', ctx.now);
  const notice = await tellStep(tx, transaction, 'WITHDRAWAL_RETURNED', ctx.now);
  await recordStep(tx, ctx, { action: 'transaction:return', before: payout, after: transaction, reason, proposedBy });
  const events = [transactionChanged(transaction), ...walletsChanged([transaction.playerId])];
  return { transaction, events: notice ? [...events, notificationAdded(notice)] : events };
}

interface Match {
  line: StatementLine;
  payout: WalletTransaction;
  adminId: bigint;
  reason: string | null;
}

async function matchLine(tx: Tx, ctx: Context, { line, payout, adminId, reason }: Match): Promise<void> {
  await tx
    .update(statementLines)
    .set({ state: 'matched', transactionId: payout.id, reference: null, decidedBy: adminId, changedAt: ctx.now })
    .where(eq(statementLines.id, line.id));
  await recordAudit(tx, ctx, {
    action: 'statement:match',
    subjectType: 'statement',
    subject: payeeSubject(await payeeOf(tx, line.payeeId)),
    before: lineFacts(line),
    after: { ...lineFacts({ ...line, state: 'matched' }), transaction: transactionSubject(payout) },
    reason,
  });
}

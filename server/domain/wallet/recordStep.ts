import { eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { AuditAction } from '../ground/verbs/auditActions.ts';
import type { Context } from '../ground/verbs/context.ts';
import { formatRupees } from '../ground/values/money.ts';
import { transactionSubject, type WalletTransaction } from './transaction.ts';

interface Step {
  action: AuditAction;
  before: WalletTransaction;
  after: WalletTransaction;
  reason: string | null;
  /** The UID of the admin who proposed it, where it needed two. */
  proposedBy?: string | undefined;
}

/** Writes the row of the audit log of one step of a deposit or withdrawal, from its rows before and after. */
export async function recordStep(
  tx: Tx,
  ctx: Context,
  { action, before, after, reason, proposedBy }: Step,
): Promise<void> {
  const [player] = await tx.select({ uid: users.uid }).from(users).where(eq(users.id, after.playerId));
  const { transactionType, amount, requestedAmount, denialReason } = after;
  const facts = { player: player?.uid, transactionType, amount: formatRupees(amount) };
  await recordAudit(tx, ctx, {
    action,
    subjectType: 'transaction',
    subject: transactionSubject(after),
    before: { ...facts, amount: formatRupees(requestedAmount ?? amount), status: before.status },
    after: {
      ...facts,
      status: after.status,
      ...(requestedAmount !== null && { requestedAmount: formatRupees(requestedAmount) }),
      payoutReference: after.payoutReference,
      ...(denialReason && { denialReason }),
      ...(proposedBy && { proposedBy }),
    },
    reason,
  });
}

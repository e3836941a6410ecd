import { inTransaction, type Tx } from '../../../db/client.ts';
import { payees } from '../../../db/schema/settings.ts';
import { type GivenReason, requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../context.ts';
import { invalidInput } from '../errors.ts';
import { requireAdmin } from '../permissions.ts';
import { verb } from '../verb.ts';
import { parseBankAccount, parseUpiId, type BankAccount } from '../wallet/destination.ts';
import { payeeNotices, publishPayeeChange } from './payeeNotices.ts';
import { payeeFacts, payeeSubject, type Payee } from './payees.ts';

type NewPayee = { channel: 'upi'; upiId: string } | ({ channel: 'bank' } & BankAccount);

export const addUpiPayeeVerb = verb({
  name: 'addUpiPayee',
  may: 'payee:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['payee:add'],
  refusals: [],
});

/**
 * Adds a UPI id for deposits: active at once, and the one that players are shown. The other admins are notified. Refuses
 * with INVALID_INPUT an invalid or existing one, and a reason of less than 10 characters.
 */
export async function addUpiPayee(ctx: Context, input: { upiId: string; reason: GivenReason }): Promise<Payee> {
  requireAdmin(ctx, addUpiPayeeVerb.may);
  return add(ctx, { channel: 'upi', upiId: parseUpiId(input.upiId) }, requireReason(input.reason));
}

export const addBankPayeeVerb = verb({
  name: 'addBankPayee',
  may: 'payee:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['payee:add'],
  refusals: [],
});

/** Adds a bank account for deposits, as `addUpiPayee` does a UPI id. */
export async function addBankPayee(
  ctx: Context,
  { reason, ...account }: BankAccount & { reason: GivenReason },
): Promise<Payee> {
  requireAdmin(ctx, addBankPayeeVerb.may);
  return add(ctx, { channel: 'bank', ...parseBankAccount(account) }, requireReason(reason));
}

async function add(ctx: Context, payee: NewPayee, reason: string): Promise<Payee> {
  const { added, notices } = await inTransaction(ctx.db, async (tx) => {
    const row = await insertPayee(tx, ctx, payee);
    const notices = await payeeNotices(tx, ctx, row, { change: 'ADDED', reason });
    await recordAddition(tx, ctx, row, reason);
    return { added: row, notices };
  });
  publishPayeeChange(ctx, added, notices);
  return added;
}

/** Writes a payee and its row in the audit log, for the server itself, which gives no reason. */
export async function addPayee(tx: Tx, ctx: Context, payee: NewPayee): Promise<Payee> {
  const added = await insertPayee(tx, ctx, payee);
  await recordAddition(tx, ctx, added, null);
  return added;
}

async function insertPayee(tx: Tx, ctx: Context, payee: NewPayee): Promise<Payee> {
  const [added] = await tx
    .insert(payees)
    .values({ ...payee, createdAt: ctx.now, activatedAt: ctx.now })
    .onConflictDoNothing()
    .returning();
  if (added !== undefined) return added;
  throw invalidInput(payee.channel === 'upi' ? 'upiId' : 'accountNumber', 'This account is in the list already.');
}

function recordAddition(tx: Tx, ctx: Context, added: Payee, reason: string | null): Promise<void> {
  return recordAudit(tx, ctx, {
    action: addUpiPayeeVerb.audit[0],
    subjectType: 'payee',
    subject: payeeSubject(added),
    after: payeeFacts(added),
    reason,
  });
}

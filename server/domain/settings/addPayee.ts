import { inTransaction, type Tx } from '../../../db/client.ts';
import { payees } from '../../../db/schema/settings.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../context.ts';
import { invalidInput } from '../errors.ts';
import { requireAdmin } from '../permissions.ts';
import { verb } from '../verb.ts';
import { parseBankAccount, parseUpiId, type BankAccount } from '../wallet/destination.ts';
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

/** Adds a UPI id for deposits, active at once. Refuses with INVALID_INPUT an invalid or existing one. */
export function addUpiPayee(ctx: Context, { upiId }: { upiId: string }): Promise<Payee> {
  requireAdmin(ctx, addUpiPayeeVerb.may);
  const payee = { channel: 'upi' as const, upiId: parseUpiId(upiId) };
  return inTransaction(ctx.db, (tx) => addPayee(tx, ctx, payee));
}

export const addBankPayeeVerb = verb({
  name: 'addBankPayee',
  may: 'payee:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['payee:add'],
  refusals: [],
});

/** Adds a bank account for deposits, active at once. Refuses as `addUpiPayee` does. */
export function addBankPayee(ctx: Context, account: BankAccount): Promise<Payee> {
  requireAdmin(ctx, addBankPayeeVerb.may);
  const payee = { channel: 'bank' as const, ...parseBankAccount(account) };
  return inTransaction(ctx.db, (tx) => addPayee(tx, ctx, payee));
}

/** Writes a payee and its row in the audit log. */
export async function addPayee(tx: Tx, ctx: Context, payee: NewPayee): Promise<Payee> {
  const [added] = await tx
    .insert(payees)
    .values({ ...payee, createdAt: ctx.now, activatedAt: ctx.now })
    .onConflictDoNothing()
    .returning();
  if (added === undefined) {
    const field = payee.channel === 'upi' ? 'upiId' : 'accountNumber';
    throw invalidInput(field, 'This account is in the list already.');
  }
  await recordAudit(tx, ctx, {
    action: addUpiPayeeVerb.audit[0],
    subjectType: 'payee',
    subject: payeeSubject(added),
    after: payeeFacts(added),
  });
  return added;
}

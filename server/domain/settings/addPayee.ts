import { and, isNull, sql } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { payees } from '../../../db/schema/settings.ts';
import { type GivenReason, requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { refuseProposed } from '../proposals/proposal.ts';
import { needsSecondAdmin } from '../proposals/thresholds.ts';
import { verb } from '../ground/verbs/verb.ts';
import { parseBankAccount, parseUpiId, type BankAccount } from '../wallet/destination.ts';
import { payeeNotices } from './payeeNotices.ts';
import { lockNewPayee, proposePayee, type PayeeAccount } from './payeeProposals.ts';
import { payeeFacts, payeeSubject, type Payee } from './payees.ts';

/** The new account; null when it is proposed. */
export type AddedPayee = { payee: Payee; proposed: false } | { payee: null; proposed: true };

export const addUpiPayeeVerb = verb({
  name: 'addUpiPayee',
  may: 'payee:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['payee:add', 'proposal:make'],
  refusals: ['ALREADY_PROPOSED'],
});

/**
 * Adds a UPI id for deposits: active at once, and the one that players are shown. The other admins are notified. Where that
 * needs a second admin, it is proposed instead. Refuses with INVALID_INPUT an invalid or existing one, and a reason of less
 * than 10 characters, with ALREADY_PROPOSED one that waits for a second admin.
 */
export async function addUpiPayee(ctx: Context, input: { upiId: string; reason: GivenReason }): Promise<AddedPayee> {
  requireAdmin(ctx, addUpiPayeeVerb.may);
  return add(ctx, upiAccount(parseUpiId(input.upiId)), requireReason(input.reason));
}

export const addBankPayeeVerb = verb({
  name: 'addBankPayee',
  may: 'payee:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['payee:add', 'proposal:make'],
  refusals: ['ALREADY_PROPOSED'],
});

/** Adds a bank account for deposits, as `addUpiPayee` does a UPI id. */
export async function addBankPayee(
  ctx: Context,
  { reason, ...account }: BankAccount & { reason: GivenReason },
): Promise<AddedPayee> {
  requireAdmin(ctx, addBankPayeeVerb.may);
  return add(ctx, { channel: 'bank', upiId: null, ...parseBankAccount(account) }, requireReason(reason));
}

/** A UPI id as an account for deposits. */
export function upiAccount(upiId: string): PayeeAccount {
  return { channel: 'upi', upiId, accountNumber: null, ifscCode: null, accountHolderName: null };
}

async function add(ctx: Context, account: PayeeAccount, reason: string): Promise<AddedPayee> {
  const { payee, events } = await inTransaction(ctx.db, async (tx) => {
    const subjectId = await lockNewPayee(tx, account);
    await refuseProposed(tx, ctx, 'payee', subjectId);
    if (!(await needsSecondAdmin(tx, 'payee'))) return carryOutAddition(tx, ctx, account, { reason });
    await refuseListed(tx, account);
    return { payee: null, events: await proposePayee(tx, ctx, account, { subjectId, change: 'ADDED', reason }) };
  });
  ctx.events.publish(...events);
  return payee === null ? { payee, proposed: true } : { payee, proposed: false };
}

/**
 * Adds an account in the name of the acting admin. `proposedBy` is the UID of the admin who proposed it, where it needed
 * two. Returns the events to publish after the commit. Refuses with INVALID_INPUT one that is in the list already.
 */
export async function carryOutAddition(
  tx: Tx,
  ctx: Context,
  account: PayeeAccount,
  { reason, proposedBy }: { reason: string; proposedBy?: string },
): Promise<{ payee: Payee; events: DomainEvent[] }> {
  const payee = await insertPayee(tx, ctx, account);
  const events = await payeeNotices(tx, ctx, payee, { change: 'ADDED', reason });
  await recordAddition(tx, ctx, payee, { reason, ...(proposedBy && { proposedBy }) });
  return { payee, events };
}

/** Writes a payee and its row in the audit log, for the server itself, which gives no reason. */
export async function addPayee(tx: Tx, ctx: Context, account: PayeeAccount): Promise<void> {
  await recordAddition(tx, ctx, await insertPayee(tx, ctx, account), { reason: null });
}

async function refuseListed(tx: Tx, account: PayeeAccount): Promise<void> {
  const same =
    account.upiId === null
      ? sql`${payees.accountNumber} = ${account.accountNumber} and ${payees.ifscCode} = ${account.ifscCode}`
      : sql`lower(${payees.upiId}) = lower(${account.upiId})`;
  if ((await tx.$count(payees, and(isNull(payees.removedAt), same))) > 0) throw listedAlready(account);
}

function listedAlready({ channel }: PayeeAccount) {
  return invalidInput(channel === 'upi' ? 'upiId' : 'accountNumber', 'This account is in the list already.');
}

async function insertPayee(tx: Tx, ctx: Context, account: PayeeAccount): Promise<Payee> {
  await refuseListed(tx, account);
  const [added] = await tx
    .insert(payees)
    .values({ ...account, createdAt: ctx.now, activatedAt: ctx.now })
    .onConflictDoNothing()
    .returning();
  if (added === undefined) throw listedAlready(account);
  return added;
}

function recordAddition(
  tx: Tx,
  ctx: Context,
  added: Payee,
  { reason, proposedBy }: { reason: string | null; proposedBy?: string },
): Promise<void> {
  return recordAudit(tx, ctx, {
    action: addUpiPayeeVerb.audit[0],
    subjectType: 'payee',
    subject: payeeSubject(added),
    after: { ...payeeFacts(added), ...(proposedBy && { proposedBy }) },
    reason,
  });
}

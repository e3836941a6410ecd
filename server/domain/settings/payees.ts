import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/client.ts';
import { payees } from '../../../db/schema/settings.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { authorize, requirePlayer } from '../ground/actors/permissions.ts';

/** An account that players pay deposits to. */
export type Payee = typeof payees.$inferSelect;
export type PaymentChannel = Payee['channel'];

/** The payees of a channel, or of both, newest first, removed ones left out. For admins. */
export function listPayees(ctx: Context, channel?: PaymentChannel): Promise<Payee[]> {
  authorize(ctx, 'payee:read');
  return ctx.db
    .select()
    .from(payees)
    .where(and(isNull(payees.removedAt), channel && eq(payees.channel, channel)))
    .orderBy(desc(payees.id));
}

/** The payee to which a player pays now: the one activated or chosen last. Null when none is active. */
export async function currentPayee(ctx: Context, channel: PaymentChannel): Promise<Payee | null> {
  requirePlayer(ctx, 'payee:readCurrent');
  const [payee] = await activePayees(ctx.db, channel).limit(1);
  return payee ?? null;
}

/** The active payees of a channel in the order in which players are shown them: the first now. For admins. */
export async function listActivePayees(ctx: Context, channel: PaymentChannel): Promise<Payee[]> {
  authorize(ctx, 'payee:read');
  return activePayees(ctx.db, channel);
}

/** The same, locked until the transaction ends, so that no two admins switch off the last two at once. */
export async function lockActivePayees(tx: Tx, channel: PaymentChannel): Promise<Payee[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`payees:${channel}`}, 0))`);
  return activePayees(tx, channel);
}

function activePayees(queryable: Queryable, channel: PaymentChannel) {
  return queryable
    .select()
    .from(payees)
    .where(and(eq(payees.channel, channel), eq(payees.active, true)))
    .orderBy(desc(payees.activatedAt), desc(payees.id));
}

/** Payees in the order of `ids`, removed ones too, because deposits refer to them. */
export async function payeesById(ctx: Context, ids: readonly bigint[]): Promise<(Payee | null)[]> {
  if (ctx.actor.kind === 'anonymous' || ids.length === 0) return ids.map(() => null);
  const rows = await ctx.db
    .select()
    .from(payees)
    .where(inArray(payees.id, [...ids]));
  return inOrderOf(ids, rows);
}

/** Reads a payee to change it; refuses with NOT_FOUND one that is unknown or removed. */
export async function lockPayee(tx: Tx, payeeId: bigint): Promise<Payee> {
  const [payee] = await tx
    .select()
    .from(payees)
    .where(and(eq(payees.id, payeeId), isNull(payees.removedAt)))
    .for('update');
  if (payee === undefined) {
    throw new DomainError('NOT_FOUND', 'There is no such payment account.', { field: 'payeeId' });
  }
  return payee;
}

/** Its name in the audit log. */
export function payeeSubject({ upiId, accountNumber }: Pick<Payee, 'upiId' | 'accountNumber'>): string {
  return upiId ?? accountNumber ?? '';
}

/** The fields of a payee that the audit log records. */
export function payeeFacts({ channel, upiId, accountNumber, ifscCode, accountHolderName, active }: Payee) {
  return channel === 'upi'
    ? { channel, upiId, active }
    : { channel, accountNumber, ifscCode, accountHolderName, active };
}

import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { payees } from '../../../db/schema/settings.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { inOrderOf } from '../inOrder.ts';
import { authorize, requirePlayer } from '../permissions.ts';

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

/** The payee to which a player pays now: the one activated last. Null when none is active. */
export async function currentPayee(ctx: Context, channel: PaymentChannel): Promise<Payee | null> {
  requirePlayer(ctx, 'payee:readCurrent');
  const [payee] = await ctx.db
    .select()
    .from(payees)
    .where(and(eq(payees.channel, channel), eq(payees.active, true)))
    .orderBy(desc(payees.activatedAt), desc(payees.id))
    .limit(1);
  return payee ?? null;
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
export function payeeSubject({ upiId, accountNumber }: Payee): string {
  return upiId ?? accountNumber ?? '';
}

/** The fields of a payee that the audit log records. */
export function payeeFacts({ channel, upiId, accountNumber, ifscCode, accountHolderName, active }: Payee) {
  return channel === 'upi'
    ? { channel, upiId, active }
    : { channel, accountNumber, ifscCode, accountHolderName, active };
}

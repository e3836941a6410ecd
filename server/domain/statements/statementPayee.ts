import { eq, sql } from 'drizzle-orm';
import { rawQuery, type Queryable, type Tx } from '../../../db/client.ts';
import { payees } from '../../../db/schema/settings.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import type { Payee } from '../settings/payees.ts';

/** The payee whose statements are meant, removed ones too. Refuses with NOT_FOUND. */
export async function payeeOf(db: Queryable, payeeId: bigint): Promise<Payee> {
  const [payee] = await db.select().from(payees).where(eq(payees.id, payeeId));
  if (payee === undefined) {
    throw new DomainError('NOT_FOUND', 'There is no such payment account.', { field: 'payeeId' });
  }
  return payee;
}

/** Locks the payee's statements until the transaction ends: imports, decisions and closings come one after the other. */
export async function lockStatements(tx: Tx, payeeId: bigint): Promise<void> {
  await tx.execute(sql`select lock_statements(${payeeId}, false)`);
}

/** The last day that is closed; null if none is. */
export async function lastClosedDay(db: Queryable, payeeId: bigint): Promise<string | null> {
  const [row] = await rawQuery<{ day: string | null }>(
    db,
    sql`select max(day)::text as day from statement_days where payee_id = ${payeeId}`,
  );
  return row?.day ?? null;
}

/** Refuses with INVALID_INPUT for `field` lines of one account of which a day is closed. */
export async function refuseLinesOfClosedDays(
  db: Queryable,
  field: string,
  payeeId: bigint,
  lines: readonly { readonly day: string }[],
): Promise<void> {
  const closed = await lastClosedDay(db, payeeId);
  if (closed !== null && lines.some(({ day }) => day <= closed)) throw invalidInput(field, 'The day is closed.');
}

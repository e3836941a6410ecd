import { and, asc, desc, eq, isNotNull } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { statementBanks, statements } from '../../../db/schema/statements.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import type { CsvMapping } from './csvMapping.ts';
import { readOptionalText } from '../ground/values/typedText.ts';

/** A bank whose columns are known. */
export interface StatementBank {
  name: string;
  mapping: CsvMapping;
}

/** The banks whose columns were mapped, by name. */
export async function listStatementBanks(ctx: Context): Promise<StatementBank[]> {
  authorize(ctx, 'statement:read');
  const rows = await ctx.db.select().from(statementBanks).orderBy(asc(statementBanks.name));
  return rows.map(({ name, mapping }) => ({ name, mapping: mapping as CsvMapping }));
}

/** The columns of a bank; null while they weren't mapped. */
export async function mappingOf(db: Queryable, bank: string): Promise<CsvMapping | null> {
  const [row] = await db.select().from(statementBanks).where(eq(statementBanks.name, bank));
  return row ? (row.mapping as CsvMapping) : null;
}

/** The bank whose columns the newest table of an account had; null before the first. */
export async function bankOf(db: Queryable, payeeId: bigint): Promise<string | null> {
  const [row] = await db
    .select({ bank: statements.bank })
    .from(statements)
    .where(and(eq(statements.payeeId, payeeId), isNotNull(statements.bank)))
    .orderBy(desc(statements.id))
    .limit(1);
  return row?.bank ?? null;
}

/** Remembers the columns of a bank, in place of those from before. */
export async function keepMapping(db: Queryable, bank: string, mapping: CsvMapping, now: Date): Promise<void> {
  await db
    .insert(statementBanks)
    .values({ name: bank, mapping, changedAt: now })
    .onConflictDoUpdate({ target: statementBanks.name, set: { mapping, changedAt: now } });
}

/** The name under which a bank's columns are kept: lower case, 1 to 40 characters. Null when none is given. */
export function bankName(bank: string | undefined): string | null {
  const name = readOptionalText('bank', bank?.replaceAll(/\s+/g, ' '), { most: 40, oneLine: true });
  return name?.toLowerCase() ?? null;
}

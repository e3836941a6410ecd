import { eq } from 'drizzle-orm';
import { Readable } from 'node:stream';
import { users } from '../../../db/schema/accounts.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import { requirePlayer } from '../ground/actors/permissions.ts';
import { readDays, type Days } from './days.ts';
import { limitRecords } from './limitRecords.ts';
import { readStatement } from './statement.ts';
import { statementCsv } from './statementCsv.ts';
import { statementPdf } from './statementPdf.ts';

/** Entries of one file. A page of a PDF takes some 50 ms to lay out. */
export const MOST_ENTRIES = { csv: 20_000, pdf: 2_000 } as const;

export type StatementFormat = keyof typeof MOST_ENTRIES;

export interface StatementFile {
  content: Readable;
  /** `statement-2026-11-01-2026-11-30.csv` */
  name: string;
}

/**
 * The player's own account statement as a file, in the account's language. Refuses with INVALID_INPUT a wrong period and one with more than
 * MOST_ENTRIES, with NOT_FOUND another format, with RATE_LIMITED above 20 files, then one every 3 minutes.
 */
export async function openStatement(ctx: Context, format: string, days: Days): Promise<StatementFile> {
  const playerId = requirePlayer(ctx, 'statement:readOwn');
  if (format !== 'csv' && format !== 'pdf') {
    throw new DomainError('NOT_FOUND', 'There is no such statement.', { field: 'format' });
  }
  const period = readDays(days);
  await limitRecords(ctx, playerId, 'statement');
  const statement = await readStatement(ctx, playerId, period, MOST_ENTRIES[format]);
  const name = `statement-${days.from}-${days.to}.${format}`;
  const [owner] = await ctx.db
    .select({ name: users.name, uid: users.uid, email: users.email, language: users.language })
    .from(users)
    .where(eq(users.id, playerId));
  if (owner === undefined) throw new Error(`player ${playerId} vanished`);
  const { operator } = ctx.config;
  if (format === 'csv') return { content: Readable.from(statementCsv(statement, owner.language, operator)), name };
  const about = { product: ctx.config.productName, madeAt: ctx.now, operator };
  return { content: await statementPdf(statement, owner, about), name };
}

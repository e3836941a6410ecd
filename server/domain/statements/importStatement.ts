import { and, eq, sql } from 'drizzle-orm';
import { inTransaction, rawQuery, type Tx } from '../../../db/client.ts';
import { statements } from '../../../db/schema/statements.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import { dayOf } from '../ground/values/calendar.ts';
import type { Context } from '../ground/verbs/context.ts';
import { requireDiskSpace } from '../ground/database/diskSpace.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { payeeSubject, type Payee } from '../settings/payees.ts';
import { verb } from '../ground/verbs/verb.ts';
import { checkMapping, type CsvMapping } from './csvMapping.ts';
import { keepBalances } from './dayBalances.ts';
import { matchLines } from './matchLines.ts';
import { readInThread } from './readInThread.ts';
import { bankName, bankOf, keepMapping, mappingOf } from './statementBanks.ts';
import type { ImportedFile } from './statementFile.ts';
import { isSameAccount } from './statementParts.ts';
import { lastClosedDay, lockStatements, payeeOf } from './statementPayee.ts';
import type { LeftOutRow, StatementAnswers } from './statementQuestions.ts';

export interface StatementFile {
  payeeId: bigint;
  fileName: string;
  /** Base64 or a data URL. */
  content: string;
  /**
   * The bank whose columns a table has: those of `mapping`, which are remembered, or those remembered before. Default: that of the
   * account's newest table.
   */
  bank?: string | undefined;
  mapping?: CsvMapping | undefined;
  /** What the admin has answered to the preview's questions. */
  answers?: StatementAnswers | undefined;
}

export interface ImportedStatement {
  /** The lines in the file, and those that no file had before. */
  lineCount: number;
  newCount: number;
  /** What this import matched and proposed among all lines of the account. */
  matchedCount: number;
  proposedCount: number;
  leftOut: number;
}

export const importStatementVerb = verb({
  name: 'importStatement',
  may: 'statement:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['statement:import'],
  refusals: ['NOT_FOUND', 'STATEMENT_UNCLEAR'],
});

/**
 * Adds the lines of a bank statement that weren't there, and matches. The same file again changes nothing. Moves no money.
 * Refuses with NOT_FOUND an unknown payee, with INVALID_INPUT what can't be read whole, another account, days to come, and
 * new lines of closed days, and with STATEMENT_UNCLEAR while a question of the file has no answer. Throws DiskFullError where
 * space is short.
 */
export async function importStatement(ctx: Context, input: StatementFile): Promise<ImportedStatement> {
  const adminId = requireAdmin(ctx, importStatementVerb.may);
  requireDiskSpace(ctx.space);
  const payee = await payeeOf(ctx.db, input.payeeId);
  const bank = bankName(input.bank) ?? (await bankOf(ctx.db, payee.id));
  const answers = input.answers ?? {};
  const mapping = input.mapping ? checkMapping(input.mapping) : bank === null ? null : await mappingOf(ctx.db, bank);
  const read = await readInThread(ctx, { content: input.content, mapping, account: payee.accountNumber, answers });
  refuseOtherAccount(read, payee);
  refuseQuestions(read);
  refuseComingDays(read, ctx.now);
  const fileName =
    input.fileName
      .replaceAll(/[\p{C}/\\]/gu, '')
      .trim()
      .slice(0, 200) || 'statement';
  const fileHash = Buffer.from(read.fileHash, 'hex');

  return inTransaction(ctx.db, async (tx) => {
    await lockStatements(tx, payee.id);
    const [same] = await tx
      .select({ lineCount: statements.lineCount })
      .from(statements)
      .where(and(eq(statements.payeeId, payee.id), eq(statements.fileHash, fileHash)));
    if (same) return { ...same, newCount: 0, matchedCount: 0, proposedCount: 0, leftOut: read.leftOut.length };
    const closed = await lastClosedDay(tx, payee.id);
    await refuseClosedDays(tx, payee.id, closed, read);
    const ofBank = read.format === 'csv' ? bank : null;
    const file = { payeeId: payee.id, format: read.format, bank: ofBank, fileName, fileHash, importedBy: adminId };
    const newCount = await addLines(tx, ctx, file, read);
    await keepBalances(tx, payee.id, read.balances, closed);
    if (bank !== null && input.mapping) await keepMapping(tx, bank, answered(input.mapping, answers), ctx.now);
    const counts = await matchLines(tx, payee.id, ctx.now);
    const { format, lineCount } = read;
    const leftOut = read.leftOut.length;
    const facts = { fileName, format, lines: lineCount, new: newCount, leftOut, fileHash: read.fileHash };
    await recordAudit(tx, ctx, {
      action: importStatementVerb.audit[0],
      subjectType: 'statement',
      subject: payeeSubject(payee),
      after: { ...facts, matched: counts.matchedCount, proposed: counts.proposedCount, ...choices(read, answers) },
    });
    return { lineCount, newCount, ...counts, leftOut };
  });
}

function refuseOtherAccount({ account }: ImportedFile, { accountNumber }: Payee): void {
  if (account === null || accountNumber === null || isSameAccount(account, accountNumber)) return;
  throw invalidInput('file', `The statement is of account ${account.slice(0, 40)}.`);
}

function refuseQuestions({ questions }: ImportedFile): void {
  const [first] = questions;
  if (first === undefined) return;
  throw new DomainError('STATEMENT_UNCLEAR', 'The statement leaves a question open.', {
    field: 'answers',
    detail: first.text,
  });
}

/** The mapping with the order of dates that was answered, which holds for the bank from then on. */
function answered(mapping: CsvMapping, { dateOrder }: StatementAnswers): CsvMapping {
  return { ...mapping, dateOrder: mapping.dateOrder ?? dateOrder ?? null };
}

const MAX_NAMED_ROWS = 100;

/** What the admin has chosen, with the rows that are left out for it, for the audit log. */
function choices({ leftOut, otherAccounts }: ImportedFile, answers: StatementAnswers) {
  const given = Object.entries(answers).filter(([, answer]) => answer !== undefined);
  const chosen = leftOut.filter(({ reason }) => reason === 'offBalance');
  return {
    ...(given.length > 0 && { answers: given.map((pair) => pair.join(': ')).join(', ') }),
    ...(chosen.length > 0 && { withoutRows: namedRows(chosen) }),
    ...(otherAccounts.length > 0 && { otherAccounts: otherAccounts.slice(0, MAX_NAMED_ROWS).join(', ') }),
  };
}

function namedRows(rows: readonly LeftOutRow[]): string {
  const named = rows.slice(0, MAX_NAMED_ROWS).map(({ row, text }) => `${row}: ${text}`);
  return [...named, ...(rows.length > MAX_NAMED_ROWS ? ['…'] : [])].join('; ');
}

function refuseComingDays({ lastDay }: ImportedFile, now: Date): void {
  if (lastDay > dayOf(now)) throw invalidInput('file', `The file has a line of ${lastDay}, which is still to come.`);
}

/** Lines that earlier releases imported have another hash (`old_hash` goes after 1.0.0). */
const isKnown = sql`exists (select from statement_lines l where l.payee_id = given.payee_id and l.day = given.day
                              and (l.line_hash, l.ordinal) in ((decode(given.hash, 'hex'), given.ordinal),
                                                               (decode(given."oldHash", 'hex'), given."oldOrdinal")))`;

const given = (payeeId: bigint, { linesJson }: ImportedFile) => sql`
  select ${payeeId}::bigint as payee_id, g.*
    from jsonb_to_recordset(${linesJson}::jsonb)
      as g (day date, at timestamptz, direction transaction_type, amount bigint, description text, reference text,
            tokens text[], hash text, ordinal smallint, "oldHash" text, "oldOrdinal" smallint, place int)`;

async function refuseClosedDays(tx: Tx, payeeId: bigint, closed: string | null, read: ImportedFile): Promise<void> {
  if (closed === null) return;
  const [row] = await rawQuery<{ day: string }>(
    tx,
    sql`select min(day)::text as day from (${given(payeeId, read)}) given
         where day <= ${closed}::date and not ${isKnown} having count(*) > 0`,
  );
  if (row) throw invalidInput('file', `The file has a new line of ${row.day}, which is closed.`);
}

type File = Pick<
  typeof statements.$inferInsert,
  'payeeId' | 'format' | 'bank' | 'fileName' | 'fileHash' | 'importedBy'
>;

/** Writes the file and those of its lines that weren't there; resolves to their number. */
async function addLines(tx: Tx, ctx: Context, file: File, read: ImportedFile): Promise<number> {
  const now = sql`${ctx.now.toISOString()}::timestamptz`;
  const [row] = await rawQuery<{ newCount: number }>(
    tx,
    sql`with given as materialized (${given(file.payeeId, read)}),
             fresh as materialized (select * from given where not ${isKnown}),
             file as (
               insert into statements (payee_id, format, bank, file_name, file_hash, line_count, new_count, imported_by, imported_at)
               select ${file.payeeId}::bigint, ${file.format}::statement_format, ${file.bank}::text, ${file.fileName}, ${file.fileHash}::bytea,
                      ${read.lineCount}::int, (select count(*) from fresh), ${file.importedBy}::bigint, ${now}
               returning id, new_count),
             added as (
               insert into statement_lines (payee_id, statement_id, day, at, direction, amount, description, reference, tokens,
                                            line_hash, ordinal, changed_at)
               select payee_id, file.id, day, at, direction, amount, description, reference, tokens, decode(hash, 'hex'),
                      ordinal, ${now}
                 from fresh, file order by place)
        select new_count as "newCount" from file`,
  );
  return row?.newCount ?? 0;
}

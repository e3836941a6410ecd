import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rawQuery } from '../../db/client.ts';
import { importStatement } from '../../server/domain/statements/importStatement.ts';
import { approveDeposits } from '../../server/domain/wallet/approveDeposits.ts';
import { listTransactions } from '../../server/domain/wallet/transactionList.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { givenPlayers } from '../support/world/bulk.ts';
import { givenPrimaryAdmin } from '../support/world/members.ts';
import { addUpiPayee } from '../support/world/payees.ts';
import { generatedColumns, givenDeposits, statementOf } from '../support/world/statements.ts';

const DAY = '2026-11-20';
const LINES = 400;
const AT_ONCE = 100;
/** Each line's request is found by its reference, its key and its id, and checked again as it matches or is credited. */
const MOST_ENTRIES_PER_LINE = 40;

let database: TestDatabase;
let domain: TestDomain;

beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database, `${DAY}T12:00:00+05:30`);
});
afterAll(() => database.close());

/** Entries of the indexes of requests and lines that all connections have read so far. */
async function entriesRead(): Promise<number> {
  const [row] = await rawQuery<{ entries: number }>(
    domain.owner,
    sql`select sum(idx_tup_read)::int as entries from pg_stat_user_indexes
         where relname in ('wallet_transactions', 'statement_lines')`,
  );
  return row?.entries ?? Number.NaN;
}

/** What `work` reads for each of the statement's lines. */
async function entriesPerLine(work: () => Promise<void>): Promise<number> {
  const before = await entriesRead();
  await work();
  // A connection reports what it has read within a second of its transaction's end.
  await expect.poll(async () => (await entriesRead()) - before, { timeout: 10_000 }).toBeGreaterThan(LINES);
  return ((await entriesRead()) - before) / LINES;
}

it('requests of a statement are found by their references, without reading an index whole for each of them', async () => {
  const admin = await givenPrimaryAdmin(domain);
  const { id: payeeId } = await addUpiPayee(admin.ctx(), { upiId: 'lines@bank', reason: 'looked up here' });
  const deposits = await givenDeposits(domain, payeeId, await givenPlayers(domain, LINES), LINES);
  const file = { payeeId, fileName: 'day.csv', content: statementOf(DAY, deposits), bank: 'generated' };

  const importing = await entriesPerLine(async () => {
    const imported = await importStatement(admin.ctx(), { ...file, mapping: generatedColumns });
    expect(imported).toMatchObject({ matchedCount: LINES });
  });
  expect(importing).toBeLessThan(MOST_ENTRIES_PER_LINE);

  const { rows } = await listTransactions(admin.ctx(), { status: 'pending' }, { limit: LINES }, 'oldestFirst');
  const approving = await entriesPerLine(async () => {
    for (let from = 0; from < LINES; from += AT_ONCE) {
      const transactionIds = rows.slice(from, from + AT_ONCE).map(({ id }) => id);
      const approvals = await approveDeposits(admin.ctx(), { transactionIds });
      expect(approvals.filter(({ refusal }) => refusal !== null)).toEqual([]);
    }
  });
  expect(approving).toBeLessThan(MOST_ENTRIES_PER_LINE);
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rawQuery } from '../../db/client.ts';
import { importStatement } from '../../server/domain/statements/importStatement.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { givenPlayers } from '../support/world/bulk.ts';
import { givenPrimaryAdmin } from '../support/world/members.ts';
import { addUpiPayee } from '../support/world/payees.ts';
import { generatedColumns, givenDeposits, statementOf } from '../support/world/statements.ts';

const DAY = '2026-11-20';
const LINES = 400;
/** Each line is found by its references, is checked as it matches, and its request by its foreign key. */
const MOST_ENTRIES_PER_LINE = 40;

let database: TestDatabase;
let domain: TestDomain;

beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database, `${DAY}T12:00:00+05:30`);
});
afterAll(() => database.close());

/** Entries of the indexes of requests that all connections have read so far. */
async function entriesRead(): Promise<number> {
  const [row] = await rawQuery<{ entries: number }>(
    domain.owner,
    sql`select sum(idx_tup_read)::int as entries from pg_stat_user_indexes where relname = 'wallet_transactions'`,
  );
  return row?.entries ?? Number.NaN;
}

it('a statement finds its requests by their references, without reading an index whole for each line', async () => {
  const admin = await givenPrimaryAdmin(domain);
  const { id: payeeId } = await addUpiPayee(admin.ctx(), { upiId: 'lines@bank', reason: 'looked up here' });
  const deposits = await givenDeposits(domain, payeeId, await givenPlayers(domain, LINES), LINES);
  const content = statementOf(DAY, deposits);
  const before = await entriesRead();

  const file = { payeeId, fileName: 'day.csv', content, bank: 'generated', mapping: generatedColumns };
  expect(await importStatement(admin.ctx(), file)).toMatchObject({ matchedCount: LINES });

  // A connection reports what it has read within a second of its transaction's end.
  await expect.poll(async () => (await entriesRead()) - before, { timeout: 10_000 }).toBeGreaterThan(LINES);
  expect(((await entriesRead()) - before) / LINES).toBeLessThan(MOST_ENTRIES_PER_LINE);
});

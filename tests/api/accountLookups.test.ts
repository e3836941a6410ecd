import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction, rawQuery, type Tx } from '../../db/client.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import type { Context } from '../../server/domain/ground/verbs/context.ts';
import { lifetimeTotals } from '../../server/domain/people/lifetimeTotals.ts';
import { personalSections } from '../../server/domain/records/personalSections.ts';
import { readBalances, shownBalances } from '../../server/domain/wallet/balances.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { givenPlayers } from '../support/world/bulk.ts';
import { givenMember, givenPrimaryAdmin, type Member, userRow } from '../support/world/members.ts';

const PLAYERS = 3_000;

let database: TestDatabase;
let domain: TestDomain;
let player: Member;
let admin: Member;
let deposit: bigint;

beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  player = await givenMember(domain, { rupees: 500 });
  await givenPlayers(domain, PLAYERS);
  await domain.owner.execute(sql`analyze ledger_accounts`);
  admin = await givenPrimaryAdmin(domain);
  const { transaction } = await requestWithdrawal(player.ctx(), { amount: paise(10_000n), upiId: 'pia@okbank' });
  await decideTransaction(admin.ctx(), { transactionId: transaction.id, decision: 'DENY', message: 'Not now.' });
  const [row] = await rawQuery<{ id: bigint }>(
    domain.owner,
    sql`select id from wallet_transactions where player_id = ${player.userId} and transaction_type = 'credit'`,
  );
  deposit = row?.id ?? 0n;
});
afterAll(() => database.close());

/** How often all accounts are read by `work`, which is rolled back. */
async function scansIn(work: (tx: Tx) => Promise<unknown>): Promise<number> {
  let scans = Number.NaN;
  const undo = new Error('rolled back');
  await inTransaction(domain.owner, async (tx) => {
    const before = await scansSoFar(tx);
    await work(tx);
    scans = (await scansSoFar(tx)) - before;
    throw undo;
  }).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return scans;
}

/** Of this connection: the view has what it hasn't reported yet. */
async function scansSoFar(tx: Tx): Promise<number> {
  const [row] = await rawQuery<{ scans: number }>(
    tx,
    sql`select seq_scan::int as scans from pg_stat_xact_user_tables where relname = 'ledger_accounts'`,
  );
  return row?.scans ?? Number.NaN;
}

it('counts a reading of all accounts', async () => {
  expect(await scansIn((tx) => tx.execute(sql`select count(*) from ledger_accounts where balance = 7`))).toBe(1);
});

it.each<[what: string, work: (tx: Tx) => Promise<unknown>]>([
  ['balances', (tx) => readBalances(tx, [player.userId])],
  [
    'the totals of a player',
    async (tx) =>
      lifetimeTotals({ ...admin.ctx(), db: tx as unknown as Context['db'] }, await userRow(domain, player.userId)),
  ],
  [
    'balances in the personal data',
    (tx) => {
      const wallet = personalSections.find(({ name }) => name === 'wallet');
      if (wallet === undefined) throw new Error('the personal data has no wallet');
      return tx.execute(wallet.read({ id: player.userId, uid: '', email: '', createdAt: new Date(0) }, undefined));
    },
  ],
  ['balances as admins see them', (tx) => shownBalances(tx, [player.userId])],
  ['the lock of a wallet', (tx) => tx.execute(sql`select * from lock_wallet(${player.userId})`)],
  [
    'a transfer of a request',
    (tx) =>
      tx
        .transaction((inner) =>
          inner.execute(sql`select move_for_transaction(${deposit}, 'withdrawal_returned', now())`),
        )
        // Refused, after the accounts were found: the request is a deposit that was credited.
        .catch(() => undefined),
  ],
])('%s are found by an index, however many players there are', async (_what, work) => {
  expect(await scansIn(work)).toBe(0);
});

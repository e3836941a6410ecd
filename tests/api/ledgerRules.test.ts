import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaveBroken } from '../support/auditedBooks.ts';
import { expectLockWait, holdAccount } from '../support/contestLocks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain } from '../support/domain.ts';
import { givenPlayers } from '../support/world/bulk.ts';

/** Rules that the database enforces even if application code violates them: statements bypass the domain. */
describe('the ledger, for every role', () => {
  let database: TestDatabase;
  let available: bigint;
  let cash: bigint;
  beforeAll(async () => {
    database = await createTestDatabase();
    leaveBroken(database, 'every bet has its one stake, from its player to its contest');
    const [player] = await givenPlayers(openDomain(database), 1, { rupees: 10 });
    const { rows } = await database.pool.query<{ id: bigint; kind: string }>(
      `select id, kind from ledger_accounts where kind = 'cash' or (kind = 'player_available' and player_id = $1)`,
      [player],
    );
    available = rows.find(({ kind }) => kind === 'player_available')?.id ?? 0n;
    cash = rows.find(({ kind }) => kind === 'cash')?.id ?? 0n;
  });
  afterAll(() => database.close());

  const NOWHERE = 999_999_999n;

  /** Makes every kind of transfer with one rupee, in one statement. */
  const move = (ways: readonly (readonly [from: bigint, to: bigint])[]) =>
    database.pool.query(
      `insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
         select d, c, 100, 'bet_stake', 1, now() from unnest($1::bigint[], $2::bigint[]) ways(d, c)`,
      [ways.map(([from]) => from), ways.map(([, to]) => to)],
    );

  async function books(): Promise<unknown> {
    const { rows } = await database.pool.query(
      `select (select balance from ledger_accounts where id = $1) as balance, (select count(*)::int from transfers) as transfers`,
      [available],
    );
    return rows;
  }

  it.each([
    ['from', () => [[NOWHERE, available]] as const],
    ['to', () => [[available, NOWHERE]] as const],
    ['beside good ones, to', () => [[cash, available] as const, [available, NOWHERE] as const]],
    ['between another and', () => [[NOWHERE, NOWHERE + 1n]] as const],
  ])('moves nothing %s an account that does not exist', async (_where, ways) => {
    const before = await books();
    await expect(move(ways())).rejects.toMatchObject({ code: '23503' });
    expect(await books()).toEqual(before);
  });

  it('changes no balance without a transfer, and opens no account with money in it', async () => {
    const refused = { message: 'a balance changes only through a transfer' };
    await expect(
      database.pool.query('update ledger_accounts set balance = balance + 1 where id = $1', [available]),
    ).rejects.toMatchObject(refused);
    await expect(
      database.pool.query(`insert into ledger_accounts (kind, player_id, balance) values ('player_available', 1, 1)`),
    ).rejects.toMatchObject(refused);
  });

  it('moves balances with the transfers, and none below zero', async () => {
    await move([[cash, available]]);
    expect(await books()).toMatchObject([{ balance: 1_100n }]);
    const all = Array.from({ length: 12 }, () => [available, cash] as const);
    await expect(move(all)).rejects.toMatchObject({ constraint: 'ledger_accounts_balance_not_negative' });
    expect(await books()).toMatchObject([{ balance: 1_100n }]);
  });

  it('numbers a transfer only when it has locked its accounts, and waits for no other account', async () => {
    const [payer, payee, other] = await givenPlayers(openDomain(database), 3, { rupees: 10 });
    const lastNumber = async () =>
      (await database.pool.query<{ n: bigint }>('select last_value as n from transfers_id_seq')).rows[0]?.n;
    const accountOf = (player: string) => `(select id from ledger_accounts
      where kind = 'player_available' and player_id = ${player})`;
    const before = await lastNumber();
    const held = await Promise.all(
      [payee, other].map((player) => holdAccount(database, player as bigint, 'player_available')),
    );
    const posted = database.pool.query(
      `select post_transfer(${accountOf('$1')}, ${accountOf('$2')}, 100, 'contest_result', -7, now())`,
      [payer, payee],
    );
    await expectLockWait(database);
    expect(await lastNumber()).toBe(before);
    await held[0]?.();
    await posted;
    expect(await lastNumber()).not.toBe(before);
    await held[1]?.();
  });
});

/** Tables whose rows stay, each with a column of rows that never change; none where rows may change. */
const KEPT: readonly (readonly [table: string, column?: string])[] = [
  ['transfers', 'amount'],
  ['bets', 'amount'],
  ['bet_payouts', 'amount'],
  ['bet_cancellations', 'bet_id'],
  ['settlement_parts', 'stakes'],
  ['contest_results', 'bet_count'],
  ['payout_tables', 'basis_points'],
  ['audit_log', 'action'],
  ['ledger_accounts'],
  ['contests'],
  ['chains'],
  ['chain_checkpoints'],
  ['wallet_transactions'],
  ['payees'],
];

describe('history, for every role', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    leaveBroken(database, 'every bet has its one stake, from its player to its contest');
  });
  afterAll(() => database.close());

  it.each(KEPT)('rows of %s stay as they are', async (table, column) => {
    const statements = {
      delete: `delete from ${table} where false`,
      truncate: `truncate ${table} cascade`,
      ...(column !== undefined && { update: `update ${table} set ${column} = ${column} where false` }),
    };
    for (const [action, statement] of Object.entries(statements))
      await expect(database.pool.query(statement)).rejects.toMatchObject({
        code: '23001',
        message: `${table} is insert-only: ${action} refused`,
      });
  });
});

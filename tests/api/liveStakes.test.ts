import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leaveBroken } from '../support/auditedBooks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { tamper } from '../support/tamper.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';
import { deleteRounds, writeRounds, type WrittenRound } from '../support/writtenRounds.ts';

/** At which balances and live stakes play credit is given, and an account can be closed. */

const NOON = '2026-11-20T12:00:00+05:30';
const CREDIT = 5_000n;

let database: TestDatabase;
let domain: TestDomain;
beforeAll(async () => {
  database = await createTestDatabase();
  leaveBroken(
    database,
    'all accounts together hold nothing',
    'every bet has its one stake, from its player to its contest',
    'every cancelled bet came back once and in full, and no other did',
    'every deposit and withdrawal moved exactly what its state says',
    'every settled contest is paid out to the paisa',
    "every settled contest's totals are those of its bets",
    'every stored balance is the sum of its transfers',
  );
  domain = openDomain(database, NOON);
});
beforeEach(() => deleteRounds(database));
afterAll(() => database.close());

const query = async <Row>(statement: string, ...values: unknown[]) =>
  (await database.pool.query<Row & object>(statement, values)).rows;
const write = (...rounds: WrittenRound[]) => writeRounds(database, rounds);
const startsAt = '2026-11-20T11:59:00+05:30';

/** A player with these balances, in paise. */
async function givenWallet(available: number, held = 0): Promise<bigint> {
  const [player = 0n] = await givenPlayers(domain, 1);
  await tamper(
    database,
    `update ledger_accounts set balance = case kind when 'player_held' then ${held} else ${available} end
      where player_id = ${player}`,
  );
  return player;
}

/** Rounds in which the player has nothing at stake: settled, cancelled, already in the balance, or another player's. */
const nothingAtStake = (player: bigint, other: bigint): WrittenRound[] => [
  { startsAt, bets: [{ player, amount: 9_000 }], results: [{ player, staked: 9_000, won: 0 }] },
  {
    startsAt,
    state: 'CLOSED',
    bets: [{ player, amount: 3_000 }],
    results: [{ player, staked: 3_000, won: 0 }],
  },
  {
    startsAt,
    state: 'CLOSED',
    bets: [
      { player, amount: 6_000, cancelled: true },
      { player: other, amount: 7_000 },
    ],
  },
];

describe('play credit', () => {
  const grant = async (player: bigint, isSignUp = false) =>
    (await query('select * from grant_play_credit($1, $2, $3)', player, isSignUp, CREDIT))[0];
  const balances = (player: bigint) =>
    query('select balance from ledger_accounts where player_id = $1 order by kind', player);

  it.each([
    [999, 0],
    [0, 999],
    [500, 499],
  ])('is given below ₹10: %i paise and %i held', async (available, held) => {
    const player = await givenWallet(available, held);
    const after = { available: BigInt(available) + CREDIT, held: BigInt(held) };
    expect(await grant(player)).toEqual({ outcome: 'granted', ...after });
    expect(await balances(player)).toEqual([{ balance: after.available }, { balance: after.held }]);
  });

  it.each([
    [1_000, 0],
    [0, 1_000],
    [500, 500],
  ])('is not given at ₹10: %i paise and %i held', async (available, held) => {
    const player = await givenWallet(available, held);
    const before = { available: BigInt(available), held: BigInt(held) };
    expect(await grant(player)).toEqual({ outcome: 'enough', ...before });
    expect(await balances(player)).toEqual([{ balance: before.available }, { balance: before.held }]);
  });

  it('is given at sign-up whatever is there, once', async () => {
    const player = await givenWallet(1_000, 70);
    const after = { available: 1_000n + CREDIT, held: 70n };
    expect(await grant(player, true)).toEqual({ outcome: 'granted', ...after });
    expect(await grant(player, true)).toEqual({ outcome: 'given', ...after });
  });

  it('counts what is at stake, and nothing else', async () => {
    const [below, enough, other] = [await givenWallet(0), await givenWallet(1), await givenWallet(0)];
    for (const player of [below, enough]) {
      await write(
        ...nothingAtStake(player, other),
        { startsAt, state: 'CLOSED', bets: [400, 99].map((amount) => ({ player, amount })) },
        {
          startsAt,
          state: 'CLOSED',
          bets: [{ player, amount: 500 }],
          results: [{ player: other, staked: 800, won: 0 }],
        },
      );
    }
    expect([await grant(below), await grant(enough)]).toMatchObject([{ outcome: 'granted' }, { outcome: 'enough' }]);
  });

  it('needs a wallet', async () => {
    const { userId } = await givenActor(domain, 'admin');
    await expect(grant(userId)).rejects.toThrow('has no wallet');
  });
});

describe('what keeps an account from being closed', () => {
  const hindrance = async (player: bigint) =>
    (await query<{ reason: string | null }>('select closing_hindrance($1) as reason', player))[0]?.reason;

  const withdrawal = (player: bigint, status: string) =>
    tamper(
      database,
      `insert into wallet_transactions (player_id, transaction_type, channel, status, amount, upi_id, decided_at, created_at, updated_at)
       values (${player}, 'debit', 'upi', '${status}', 100, 'a@b', ${status === 'pending' ? 'null' : 'now()'}, now(), now())`,
    );

  it('is the last paisa, available or held', async () => {
    const wallets = [await givenWallet(0), await givenWallet(1), await givenWallet(0, 1)];
    expect(await Promise.all(wallets.map(hindrance))).toEqual([null, 'balance', 'balance']);
  });

  it('is a request that is not decided, of the player’s own', async () => {
    const [done, waiting] = [await givenWallet(0), await givenWallet(0)];
    for (const status of ['success', 'failed', 'cancelled']) await withdrawal(done, status);
    await withdrawal(waiting, 'pending');
    expect([await hindrance(done), await hindrance(waiting)]).toEqual([null, 'pending']);
  });

  it('is a live stake of the player’s own', async () => {
    const [player, other] = [await givenWallet(0), await givenWallet(0)];
    await write(...nothingAtStake(player, other));
    expect([await hindrance(player), await hindrance(other)]).toEqual([null, 'running']);
    await write({
      startsAt,
      state: 'CLOSED',
      bets: [{ player, amount: 1 }],
      results: [{ player: other, staked: 1, won: 0 }],
    });
    expect(await hindrance(player)).toBe('running');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contestByGameId } from '../../server/domain/contests/contestQueries.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { type ChildServer, startChildServer } from '../support/childServer.ts';
import { expectLockWait, holdLocks } from '../support/contestLocks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { currentContest, ledgerFaults, placeBets } from '../support/rounds.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';

let database: TestDatabase;
let domain: TestDomain;

beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
});
afterAll(() => database.close());

const paidParts = async (contestId: bigint): Promise<number> => {
  const { rows } = await database.pool.query<{ parts: number }>(
    `select count(*)::int as parts from settlement_parts where contest_id = $1`,
    [contestId],
  );
  return rows[0]?.parts ?? 0;
};

describe('a server killed with -9 while it pays a large round', () => {
  it('is followed by one that pays the rest, every player exactly once', async () => {
    const first: ChildServer = await startChildServer({ database });
    await first.idle();
    domain.clock.set(await first.now());
    const players = await givenPlayers(domain, 600);
    const contest = await currentContest(domain, 'sapreOne');
    await placeBets(
      domain,
      players.flatMap((playerId) =>
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((selection) => ({
          playerId,
          contestId: contest.id,
          selection,
          paise: 100n,
        })),
      ),
    );
    await overrideContest(domain.as(await givenActor(domain, 'admin')), {
      gameId: contest.gameId,
      number: 7,
      reason: 'set by a test',
    });

    // The fourth of seven parts, which is paid together with those before it: another worker pays the rest.
    const held = players[350] ?? 0n;
    const release = await holdLocks(database, 'select 1 from ledger_accounts where player_id = $1 for update', [held]);
    await first.advance(Number(contest.endsAt) - domain.clock.now());
    await expectLockWait(database);
    await expect.poll(() => paidParts(contest.id), { timeout: 20_000 }).toBe(3);
    await first.kill();
    await release();
    domain.clock.set(Number(contest.endsAt));
    expect((await contestByGameId(domain.as({ kind: 'anonymous' }), contest.gameId))?.state).toBe('DECIDED');

    const second = await startChildServer({ database });
    await second.advance(Number(contest.endsAt) - (await second.now()) + 1_000);
    await second.idle();
    expect(await contestByGameId(domain.as({ kind: 'anonymous' }), contest.gameId)).toMatchObject({
      state: 'SETTLED',
      winningNumber: 7,
      betCount: 6_000,
    });
    expect(await paidParts(contest.id)).toBe(7);
    const { rows } = await database.pool.query(
      `select balance, count(*)::int as players from ledger_accounts where kind = 'player_available' and player_id = any($1) group by balance`,
      [players],
    );
    expect(rows).toEqual([{ balance: 100_000n - 1_000n + 960n, players: 600 }]);
    expect(await ledgerFaults(domain)).toEqual([]);
    await second.stop();
  });
});

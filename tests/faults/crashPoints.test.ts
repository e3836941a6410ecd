import type { ClientBase } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../db/client.ts';
import { settleContest } from '../../server/domain/bets/settleContest.ts';
import { advanceGame, contestsToSettle } from '../../server/domain/contests/advanceGame.ts';
import { contestByGameId } from '../../server/domain/contests/contestQueries.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain } from '../support/domain.ts';
import { balanceOf, ledgerFaults, nextContest, placeBets, type RunningGames, runGames } from '../support/rounds.ts';
import { givenPlayers } from '../support/world/bulk.ts';

const system = { kind: 'system' } as const;
let database: TestDatabase;
let games: RunningGames;

beforeAll(async () => {
  database = await createTestDatabase();
  games = await runGames(database);
});
afterAll(async () => {
  await games.games.stop();
  await database.close();
});

class Died extends Error {}

/**
 * Connections of a server that crashes: all of them break instead of sending its statement number `lastStatement + 1`.
 */
function crashingDatabase(lastStatement: number): Database & { statements(): number } {
  const crashing = openDatabase(database.address, { max: 3 });
  const clients = new Set<ClientBase & { connection: { stream: { destroy(): void } } }>();
  let statements = 0;
  crashing.pool.on('connect', (connected) => {
    const client = connected as ClientBase & { connection: { stream: { destroy(): void } } };
    clients.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query(...args: unknown[]) {
        statements += 1;
        if (statements <= lastStatement) return query(...args);
        for (const { connection } of clients) connection.stream.destroy();
        const answer = args.at(-1);
        if (typeof answer === 'function') return void answer(new Died());
        return Promise.reject(new Died());
      },
    });
  });
  return { ...crashing, statements: () => statements };
}

/** Runs the contest clock for one game at one instant; returns whether the server survived to the end of it. */
async function playToTheEnd(contest: ContestView, crashing: Database): Promise<boolean> {
  const server = openDomain({ ...database, app: { ...database.app, db: crashing.db } });
  try {
    for (const instant of [contest.closesAt, contest.endsAt]) {
      server.clock.set(Number(instant));
      const settle = (id: bigint) => settleContest(server.as(system), id);
      await advanceGame(server.as(system), contest.gameType, settle);
      for (const id of await contestsToSettle(server.as(system), contest.gameType)) await settle(id);
    }
    return true;
  } catch {
    return false;
  }
}

describe('a server that dies between any two statements of a round', () => {
  it('leaves a round that the next server brings to the same end', async () => {
    const [player] = (await givenPlayers(games, 1)) as [bigint];
    let rounds = 0;
    for (let survived = false; !survived; rounds++) {
      const contest = await nextContest(games, 'sapreHalf');
      await placeBets(
        games,
        Array.from({ length: 10 }, (_, selection) => ({
          playerId: player,
          contestId: contest.id,
          selection,
          paise: 100n,
        })),
      );
      const crashing = crashingDatabase(rounds);
      survived = await playToTheEnd(contest, crashing);
      await crashing.close().catch(() => {});

      await games.moveTo(contest.endsAt);
      const ended = await contestByGameId(games.as({ kind: 'anonymous' }), contest.gameId);
      expect(ended, `after ${rounds} statements`).toMatchObject({
        state: 'SETTLED',
        betCount: 10,
        totalStakes: 1_000n,
      });
      expect(await balanceOf(games, player), `after ${rounds} statements`).toBe(100_000n - 40n * BigInt(rounds + 1));
    }
    expect(rounds).toBeGreaterThan(20);
    expect(await ledgerFaults(games)).toEqual([]);
    const { rows } = await database.pool.query(
      `select game_id from contests where state <> 'SETTLED' and ends_at <= $1`,
      [new Date(games.clock.now())],
    );
    expect(rows).toEqual([]);
  });
});

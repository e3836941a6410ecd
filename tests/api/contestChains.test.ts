import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { chainMaker, chainsAhead, ensureChain, listChains, rotateChains } from '../../server/domain/contests/chains.ts';
import { listContests } from '../../server/domain/contests/contestQueries.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { gameTypes, lengthMs } from '../../server/domain/contests/gameTypes.ts';
import { makeHashChain } from '../../server/domain/contests/hashChain.ts';
import { Keyring, newKey } from '../../server/platform/keyring.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain } from '../support/domain.ts';
import { currentContest, type RunningGames, runGames } from '../support/rounds.ts';

const anonymous = { kind: 'anonymous' } as const;
const system = { kind: 'system' } as const;

let database: TestDatabase;
let games: RunningGames | undefined;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await games?.games.stop();
  games = undefined;
  await database.close();
});

/** The next `count` rounds of sapreHalf, oldest first. */
async function playRounds(running: RunningGames, count: number): Promise<ContestView[]> {
  for (let round = 0; round < count; round++) await running.moveTo(running.clock.now() + lengthMs('sapreHalf'));
  const { rows } = await listContests(running.as(anonymous), 'sapreHalf', { limit: count });
  return rows.toReversed();
}

const place = ({ chainId, chainIndex }: ContestView) => `${chainId}#${chainIndex}`;

describe('a chain that runs out', () => {
  it('is followed by a new one without a round missing or a seed used twice', async () => {
    games = await runGames(database, { chainLength: 3 });
    const rounds = await playRounds(games, 10);
    expect(rounds.map(({ chainIndex }) => chainIndex)).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3, 1]);
    expect(new Set(rounds.map(({ chainId }) => chainId)).size).toBe(4);
    expect(new Set(rounds.map(({ seed }) => seed?.toString('hex'))).size).toBe(10);
    expect(rounds.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('has its successor published while its last contest still runs', async () => {
    games = await runGames(database, { chainLength: 2 });
    await playRounds(games, 1);
    const last = await currentContest(games, 'sapreHalf');
    expect(last).toMatchObject({ chainIndex: 2, state: 'OPEN' });
    const chains = (await listChains(games.as(anonymous))).filter(({ gameType }) => gameType === 'sapreHalf');
    expect(chains.map(({ chainId }) => chainId)).toEqual([expect.any(String), last.chainId]);
    expect(chains[0]?.retiredAt).toBeNull();
    await playRounds(games, 1);
    const next = await currentContest(games, 'sapreHalf');
    expect([next.chainId, next.commitment]).toEqual([chains[0]?.chainId, chains[0]?.anchor]);
  });
});

describe('the seed of a running contest', () => {
  it('is in no row that anything but the draw reads', async () => {
    games = await runGames(database, { chainLength: 5 });
    const { commitment } = await currentContest(games, 'sapreOne');
    const { rows } = await database.pool.query<{ seed: Buffer | null }>(`select seed from contests`);
    expect(rows.every(({ seed }) => seed === null)).toBe(true);
    await games.moveTo(games.clock.now() + lengthMs('sapreOne'));
    const { rows: ended } = await listContests(games.as(anonymous), 'sapreOne', { limit: 1 });
    expect(
      createHash('sha256')
        .update(ended[0]?.seed ?? '')
        .digest(),
    ).toEqual(commitment);
  });
});

describe('what the database gives of a chain', () => {
  /** A chain whose checkpoints are encrypted with `keys`, its games running. */
  function givenChain(keys: Buffer[]): Promise<RunningGames> {
    return runGames(database, { chainLength: 5, keyring: new Keyring(keys) });
  }

  const given = async (id: bigint) => {
    const { rows } = await database.app.pool.query<{ seed_index: number; seed: Buffer; key_id: string | null }>(
      'select seed_index, seed, key_id from ended_seed($1)',
      [id],
    );
    return rows;
  };

  it('is one seed, that of a contest which has ended, where seeds are in clear', async () => {
    games = await givenChain([]);
    const { id, closesAt } = await currentContest(games, 'sapreHalf');
    expect(await given(id)).toEqual([]);
    await games.moveTo(closesAt);
    expect(await given(id)).toEqual([]);
    const [ended] = await playRounds(games, 1);
    expect(await given(id)).toEqual([{ seed_index: 1, seed: ended?.seed, key_id: null }]);
    expect(await given(-1n)).toEqual([]);
  });

  it('is nothing else: the role of the application does not read the checkpoints', async () => {
    games = await givenChain([]);
    for (const statement of ['select seed from chain_checkpoints', 'update chain_checkpoints set seed = seed']) {
      await expect(database.app.pool.query(statement)).rejects.toThrow('permission denied');
    }
  });

  it('is an encrypted checkpoint where seeds are encrypted', async () => {
    games = await givenChain([newKey()]);
    const { id } = await currentContest(games, 'sapreHalf');
    expect(await given(id)).toEqual([]);
    await playRounds(games, 1);
    expect(await given(id)).toEqual([{ seed_index: 5, seed: expect.any(Buffer), key_id: expect.any(String) }]);
    expect((await given(id))[0]?.seed.length).toBe(60);
  });
});

describe('rotation', () => {
  it('begins a new chain for the next contest and leaves the running one its own', async () => {
    games = await runGames(database);
    const running = await currentContest(games, 'sapreHalf');
    const begun = await rotateChains({ ...games.as(system), db: games.owner }, () => 10);
    expect(begun.map(({ gameType }) => gameType)).toEqual([...gameTypes]);
    const [old, next] = await playRounds(games, 2);
    expect(old && place(old)).toBe(place(running));
    expect(old?.state).toBe('SETTLED');
    expect(next && place(next)).toBe(`${begun[0]?.chainId}#1`);
    expect(next?.commitment).toEqual(begun[0]?.anchor);
    const { rows } = await database.pool.query(
      `select subject, after from audit_log where action = 'chain:rotate' order by id`,
    );
    expect(rows).toEqual(
      begun.map(({ gameType, chainId }) => ({ subject: gameType, after: JSON.stringify({ chainId }) })),
    );
  });

  it('is the server’s own work', async () => {
    games = await runGames(database);
    await expect(rotateChains(games.as(anonymous))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('several servers at their first start', () => {
  it('agree on one chain per game', async () => {
    const pools = [1, 2, 3].map(() => openDatabase(database.address, { max: 2 }));
    const servers = pools.map(({ db }) => openDomain({ ...database, app: { ...database.app, db } }));
    const made = await Promise.all(
      servers.map(({ as }) => ensureChain(as(system), 'sapreOne', () => makeHashChain(50))),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await listChains(openDomain(database).as(anonymous))).toHaveLength(1);
    await Promise.all(pools.map((pool) => pool.close()));
  });
});

describe('chains made ahead of the games', () => {
  it('are each taken once, and made anew afterwards', async () => {
    const making = chainMaker(3);
    const made: string[] = [];
    const makeChain = chainsAhead((gameType) => {
      made.push(gameType);
      return making(gameType);
    });
    const taken = await Promise.all([...gameTypes, ...gameTypes].map(makeChain));
    expect(made.toSorted()).toEqual([...gameTypes, ...gameTypes].toSorted());
    expect(new Set(taken.map(({ anchor }) => anchor.toString('hex'))).size).toBe(6);
  });

  it('leave the others alone where one fails', async () => {
    const making = chainMaker(3);
    const makeChain = chainsAhead((gameType) =>
      gameType === 'sapreHalf' ? Promise.reject(new Error('no memory')) : making(gameType),
    );
    expect((await makeChain('sapreOne')).length).toBe(3);
    await expect(makeChain('sapreHalf')).rejects.toThrow('no memory');
  });
});

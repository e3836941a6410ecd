import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { rawQuery } from '../../db/client.ts';
import { betsIn } from '../../server/domain/bets/betQueries.ts';
import { CachedRoundTrees } from '../../server/domain/bets/cachedRoundTrees.ts';
import { cancelBets } from '../../server/domain/bets/cancelBets.ts';
import { ownBetPaths } from '../../server/domain/bets/ownBetPaths.ts';
import { receiptOf } from '../../server/domain/bets/receiptOf.ts';
import { contestByGameId } from '../../server/domain/contests/contestQueries.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { openBets } from '../../server/domain/transparency/betLines.ts';
import { leadsTo } from '../../web/lib/betReceipt.ts';
import { leaveBroken } from '../support/auditedBooks.ts';
import { bet, type Betting, openBetting } from '../support/betting.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { nextContest } from '../support/rounds.ts';
import { tamper } from '../support/tamper.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';

let database: TestDatabase;
let games: Betting;
let one: bigint;
let other: bigint;
/** By their size. */
const rounds = new Map<number, ContestView>();
/** Of `one`, in a round in which the first of four bets, that of `other`, was cancelled. */
let cancelled: ContestView;
const early: unknown[] = [];

const sizes = [1, 2, 3, 2_001];
const anonymous = () => games.as({ kind: 'anonymous' });
const paths = (player: bigint, { gameId }: ContestView, numbers: readonly number[]) =>
  ownBetPaths(games.player(player), { gameId, numbers });

beforeAll(async () => {
  database = await createTestDatabase();
  games = await openBetting(database, { withBeacon: true });
  const players = await givenPlayers(games, 2, { rupees: 100_000 });
  [one = 0n, other = 0n] = players;
  for (const size of sizes) {
    const contest = await nextContest(games, 'sapreOne');
    await place(contest, one);
    if (size > 2) await fill(contest, size - 2);
    if (size > 1) await place(contest, one);
    await end(contest);
    rounds.set(size, contest);
  }
  cancelled = await nextContest(games, 'sapreOne');
  for (const player of [other, one, one, one]) await place(cancelled, player);
  const admin = games.as(await givenActor(games, 'admin'));
  await overrideContest(admin, { gameId: cancelled.gameId, number: 3, reason: 'A test of the operator' });
  await cancelBets(games.player(other), { gameId: cancelled.gameId });
  await end(cancelled);
});
afterAll(async () => {
  await games.stop();
  await database.close();
});

const place = ({ gameId }: ContestView, player: bigint) =>
  bet(games.player(player), { gameId, selection: 3, paise: 100n });

/** Bets of `other`. */
async function fill(contest: ContestView, count: number): Promise<void> {
  const at = new Date(games.clock.now()).toISOString();
  await games.services.db.execute(sql`
    select count(*) from place_numbered_bets(array_fill(${other}::bigint, array[${count}::int]),
      array_fill(${contest.id}::bigint, array[${count}::int]), array_fill(7::smallint, array[${count}::int]),
      array_fill(100::bigint, array[${count}::int]), array_fill(null::uuid, array[${count}::int]),
      array_fill(${at}::timestamptz, array[${count}::int]))`);
}

async function end(contest: ContestView): Promise<void> {
  early.push(await paths(one, contest, [1]));
  await games.moveTo(contest.closesAt);
  early.push(await paths(one, contest, [1]));
  await games.moveTo(contest.endsAt);
  await vi.waitFor(async () => expect((await contestByGameId(anonymous(), contest.gameId))?.state).toBe('SETTLED'), {
    timeout: 20_000,
  });
}

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

/** RFC 6962, section 2.1: MTH. */
function treeHash(leaves: readonly Buffer[]): Buffer {
  const [only = Buffer.of()] = leaves;
  if (leaves.length < 2) return sha256(Buffer.of(0), only);
  const [left, right] = halves(leaves);
  return sha256(Buffer.of(1), treeHash(left), treeHash(right));
}

/** Section 2.1.1: PATH. */
function auditPath(place: number, leaves: readonly Buffer[]): Buffer[] {
  if (leaves.length < 2) return [];
  const [left, right] = halves(leaves);
  return place < left.length
    ? [...auditPath(place, left), treeHash(right)]
    : [...auditPath(place - left.length, right), treeHash(left)];
}

function halves(leaves: readonly Buffer[]): [readonly Buffer[], readonly Buffer[]] {
  const middle = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return [leaves.slice(0, middle), leaves.slice(middle)];
}

interface Line {
  bet: number;
  selection: number;
  paise: number;
  receivedAt: number;
  player: string;
}

/** The leaves of a round from its public bets, as the rule writes them. */
async function leavesOf({ gameId }: ContestView): Promise<{ numbers: number[]; leaves: Buffer[] }> {
  let text = '';
  for await (const chunk of (await openBets(anonymous(), `${gameId}.jsonl`)).lines) text += chunk;
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
  const named = (name: string) => Buffer.concat([Buffer.of(0, name.length), Buffer.from(name)]);
  const leaves = lines.map(({ bet: number, selection, paise, receivedAt, player }) => {
    const fields = Buffer.alloc(21);
    fields.writeUInt32BE(number);
    fields.writeUInt8(selection, 4);
    fields.writeBigUInt64BE(BigInt(paise), 5);
    fields.writeBigUInt64BE(BigInt(receivedAt), 13);
    return Buffer.concat([named('colour-bet/1'), named(gameId), fields, Buffer.from(player, 'hex')]);
  });
  return { numbers: lines.map(({ bet: number }) => number), leaves };
}

async function expectPaths(contest: ContestView): Promise<void> {
  const { numbers, leaves } = await leavesOf(contest);
  const root = (await contestByGameId(anonymous(), contest.gameId))?.betsRoot ?? Buffer.of();
  expect(treeHash(leaves)).toEqual(root);
  const own = await betsIn(games.player(one), contest.id);
  const ownNumbers = own.map(({ number }) => number ?? 0);
  const found = await paths(one, contest, ownNumbers);
  expect(found?.map(({ number }) => number)).toEqual(ownNumbers);
  for (const [at, { number, place: leafPlace, size, path }] of (found ?? []).entries()) {
    expect([leafPlace, size]).toEqual([numbers.indexOf(number), leaves.length]);
    expect(path).toEqual(auditPath(leafPlace, leaves).map((hash) => hash.toString('base64')));
    const receipt = own[at] && (await receiptOf(games.player(one), own[at]))?.fields();
    expect(await leadsTo(root, receipt?.leaf ?? '', { place: leafPlace, size, path })).toBe(true);
    expect(await leadsTo(sha256(root), receipt?.leaf ?? '', { place: leafPlace, size, path })).toBe(false);
  }
}

describe('the path from a bet to its round’s root', () => {
  test.each(sizes)('is that of RFC 6962 in a round of %i bets, and fits the receipt', async (size) => {
    await expectPaths(rounds.get(size) as ContestView);
  });

  test('counts without the bets that were cancelled', async () => {
    expect((await paths(one, cancelled, [2, 3, 4]))?.map(({ place: at, size }) => [at, size])).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
    ]);
    await expectPaths(cancelled);
    expect(await paths(other, cancelled, [1])).toEqual([]);
  });

  test('is not given of another player’s bet, nor of a number that no bet has', async () => {
    const round = rounds.get(3) as ContestView;
    expect((await paths(one, round, [1, 2, 3, 4]))?.map(({ number }) => number)).toEqual([1, 3]);
    expect((await paths(other, round, [1, 2, 3]))?.map(({ number }) => number)).toEqual([2]);
    await expect(ownBetPaths(anonymous(), { gameId: round.gameId, numbers: [1] })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  test('is not given before the round is decided, nor of an unknown one', async () => {
    expect(early).toEqual(early.map(() => null));
    expect(await ownBetPaths(games.player(one), { gameId: 'sapreOne-209901010001', numbers: [1] })).toBeNull();
  });

  test('is refused for more than 100 bets a call', async () => {
    const numbers = Array.from({ length: 101 }, (_, at) => at + 1);
    const round = rounds.get(2_001) as ContestView;
    expect(await paths(other, round, numbers.slice(1))).toHaveLength(100);
    await expect(paths(other, round, numbers)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      extra: { field: 'numbers' },
    });
  });

  test('comes from bets that are read once, by whomever it is asked for, and not for who has none', async () => {
    const execute = vi.spyOn(games.services.db, 'execute');
    const trees = new CachedRoundTrees(games.services.db);
    const { id, gameId } = rounds.get(2_001) as ContestView;
    const reads = () => execute.mock.calls.length;
    await Promise.all([trees.paths({ id, gameId }, [1]), trees.paths({ id, gameId }, [2])]);
    const first = reads();
    expect(first).toBeGreaterThan(0);
    await trees.paths({ id, gameId }, [3]);
    expect(reads()).toBe(first);
    const [stranger = 0n] = await givenPlayers(games, 1);
    games.services.roundTrees = { paths: () => Promise.reject(new Error('read for nothing')) };
    expect(await paths(stranger, rounds.get(2_001) as ContestView, [1])).toEqual([]);
    games.services.roundTrees = trees;
    execute.mockRestore();
  });

  test('is read again after the database failed', async () => {
    const { id, gameId } = rounds.get(2) as ContestView;
    const trees = new CachedRoundTrees(games.services.db);
    const execute = vi.spyOn(games.services.db, 'execute').mockRejectedValueOnce(new Error('gone'));
    await expect(trees.paths({ id, gameId }, [1])).rejects.toThrow('gone');
    execute.mockRestore();
    await vi.waitFor(async () => expect(await trees.paths({ id, gameId }, [1])).toHaveLength(1));
  });

  test('is refused while many rounds wait to be read', async () => {
    const trees = new CachedRoundTrees(games.services.db);
    const all = await Promise.allSettled(
      Array.from({ length: 9 }, (_, at) => trees.paths({ id: BigInt(1_000_000 + at), gameId: 'none' }, [1])),
    );
    expect(all.map(({ status }) => status)).toEqual([...Array<string>(8).fill('fulfilled'), 'rejected']);
    expect(all.at(-1)).toMatchObject({ reason: { code: 'RATE_LIMITED' } });
  });

  test('is null where the bets are archived', async () => {
    const { id, gameId } = rounds.get(1) as ContestView;
    const [{ month } = { month: 0 }] = await rawQuery<{ month: number }>(
      games.owner,
      sql`select bets_month as month from contests where id = ${id}`,
    );
    leaveBroken(
      database,
      'every bet has its one stake, from its player to its contest',
      "every player's results are those of the bets",
      "every bet is in its round's month, and no archived month is back",
    );
    await tamper(
      database,
      `insert into archived_months values (${month}, sha256('files'), 1, 1, now()); delete from bets where contest_id = ${id}`,
    );
    // Not an empty list, which would tell that the bet is not under the root.
    expect(await paths(one, rounds.get(1) as ContestView, [1])).toBeNull();
    expect(await new CachedRoundTrees(games.services.db).paths({ id, gameId }, [1])).toBeNull();
  });
});

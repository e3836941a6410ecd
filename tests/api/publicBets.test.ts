import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { rawQuery } from '../../db/client.ts';
import { cancelBets } from '../../server/domain/bets/cancelBets.ts';
import { voidContest } from '../../server/domain/bets/voidContest.ts';
import { contestByGameId } from '../../server/domain/contests/contestQueries.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { lengthPrefixed, u32be, u64be } from '../../server/domain/contests/draw.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { openBets } from '../../server/domain/transparency/betLines.ts';
import { bet, type Betting, openBetting } from '../support/betting.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { nextContest } from '../support/rounds.ts';
import { voidAfterAWeek } from '../support/voidAfterAWeek.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';
import { TreeHash } from '../support/treeHash.ts';

interface Line {
  gameId: string;
  bet: number;
  selection: number;
  paise: number;
  receivedAt: number;
  player: string;
}

const anonymous = { kind: 'anonymous' } as const;
let database: TestDatabase;
let games: Betting;
let round: ContestView;
let next: ContestView;
/** By owners, after a week without its beacon: its bets are refunded. */
let voided: ContestView;
/** Under version 1 of the draw, with a cancelled bet; then one that an operator voids. */
let plain: ContestView;
let plainVoided: ContestView;
/** What was to be had of the round while it was running, and while it was closed. */
const early: unknown[] = [];

const read = async (name: string): Promise<Line[]> => {
  let text = '';
  for await (const chunk of (await openBets(games.as(anonymous), name)).lines) text += chunk;
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
};
const leavesBy = (id: bigint) =>
  rawQuery(games.services.db, sql`select * from public_leaves(${id}, 0, 0, 100)`).then((rows) => rows.length);
const settles = (of: ContestView, state: ContestView['state'] = 'SETTLED') =>
  vi.waitFor(async () => expect((await contestByGameId(games.as(anonymous), of.gameId))?.state).toBe(state), {
    timeout: 10_000,
  });

function rootOf(lines: readonly Line[]): Buffer {
  const tree = new TreeHash();
  for (const line of lines) {
    tree.append(
      Buffer.concat([
        lengthPrefixed('colour-bet/1'),
        lengthPrefixed(line.gameId),
        u32be(line.bet),
        Buffer.of(line.selection),
        u64be(line.paise),
        u64be(line.receivedAt),
        Buffer.from(line.player, 'hex'),
      ]),
    );
  }
  return tree.root();
}

beforeAll(async () => {
  database = await createTestDatabase();
  games = await openBetting(database, { withBeacon: true });
  round = await nextContest(games, 'sapreOne');
  const players = await givenPlayers(games, 3, { rupees: 100 });
  for (const [at, player] of players.entries())
    await bet(games.player(player), { gameId: round.gameId, selection: at + 9, paise: 1_000n + BigInt(at) });
  early.push(await leavesBy(round.id), await read(`${round.gameId}.jsonl`).catch((error: Error) => error.message));
  await games.moveTo(round.closesAt);
  early.push(await leavesBy(round.id), await read(`${round.gameId}.jsonl`).catch((error: Error) => error.message));
  await games.moveTo(round.endsAt);
  await settles(round);
  next = await nextContest(games, 'sapreOne');
  await bet(games.player(players[0] ?? 0n), { gameId: next.gameId, selection: 4, paise: 700n });
  await games.moveTo(next.closesAt);
  await games.moveTo(next.endsAt);
  await settles(next);
  games.beacon?.behave('silent');
  voided = await nextContest(games, 'sapreOne');
  await bet(games.player(players[0] ?? 0n), { gameId: voided.gameId, selection: 4, paise: 700n });
  await games.moveTo(voided.closesAt);
  await games.moveTo(voided.endsAt);
  games.clock.advance(61_000);
  await games.games.idle();
  await playWithoutBeacon(players);
  await voidAfterAWeek(games, voided);
});
afterAll(async () => {
  await games.stop();
  await database.close();
});

/** Rounds under version 1 of the draw. */
async function playWithoutBeacon(players: readonly bigint[]): Promise<void> {
  games.services.beacon = null;
  const admin = await givenActor(games, 'admin');
  const place = async ({ gameId }: ContestView) => {
    for (const [at, player] of players.entries())
      await bet(games.player(player), { gameId, selection: at, paise: 300n });
  };
  plain = await nextContest(games, 'sapreOne');
  await place(plain);
  await overrideContest(games.as(admin), { gameId: plain.gameId, number: 3, reason: 'A test of the operator' });
  await cancelBets(games.player(players[1] ?? 0n), { gameId: plain.gameId });
  await games.moveTo(plain.closesAt);
  await games.moveTo(plain.endsAt);
  await settles(plain);
  plainVoided = await nextContest(games, 'sapreOne');
  await place(plainVoided);
  await voidContest(games.as(admin), { gameId: plainVoided.gameId, reason: 'A test of the operator' });
  await games.moveTo(plainVoided.endsAt);
}

describe('the public bets of a round', () => {
  test('give its root, in their order', async () => {
    const lines = await read(`${round.gameId}.jsonl`);
    expect(lines).toMatchObject([
      { gameId: round.gameId, bet: 1, selection: 9, paise: 1_000 },
      { gameId: round.gameId, bet: 2, selection: 10, paise: 1_001 },
      { gameId: round.gameId, bet: 3, selection: 11, paise: 1_002 },
    ]);
    expect(rootOf(lines)).toEqual((await contestByGameId(games.as(anonymous), round.gameId))?.betsRoot);
  });

  test('reveal nothing of a player: two bets of one have nothing in common', async () => {
    const [first] = await read(`${round.gameId}.jsonl`);
    const [other] = await read(`${next.gameId}.jsonl`);
    expect(Object.keys(first ?? {})).toEqual(['gameId', 'bet', 'selection', 'paise', 'receivedAt', 'player']);
    expect(first?.player).toMatch(/^[0-9a-f]{64}$/);
    expect(other?.player).not.toBe(first?.player);
  });

  test('of a void round give its root after they were refunded', async () => {
    const lines = await read(`${voided.gameId}.jsonl`);
    expect(lines).toHaveLength(1);
    expect(rootOf(lines)).toEqual((await contestByGameId(games.as(anonymous), voided.gameId))?.betsRoot);
  });

  test('are kept back by the database until the round is decided', () => {
    expect(early).toEqual([0, 'There is no such file.', 0, 'There is no such file.']);
  });

  test('under version 1 are counted in the order in which they were placed, without those that were cancelled', async () => {
    expect([plain.drawVersion, plainVoided.drawVersion]).toEqual(['colour-pf/1', 'colour-pf/1']);
    expect((await read(`${plain.gameId}.jsonl`)).map(({ bet: number, selection }) => [number, selection])).toEqual([
      [1, 0],
      [2, 2],
    ]);
    expect((await read(`${plainVoided.gameId}.jsonl`)).map(({ selection }) => selection)).toEqual([0, 1, 2]);
  });

  test('are read by pages, from the bet after the last one', async () => {
    const page = (of: ContestView, after: { id?: bigint; number: number }, limit = 100) =>
      rawQuery<{ id: bigint; number: number }>(
        games.services.db,
        sql`select id, number from public_leaves(${of.id}, ${after.id ?? 0n}, ${after.number}, ${limit})`,
      );
    const numbers = (leaves: readonly { number: number }[]) => leaves.map(({ number }) => number);
    expect(numbers(await page(round, { number: 0 }, 2))).toEqual([1, 2]);
    expect(numbers(await page(round, { number: 2 }))).toEqual([3]);
    const [first] = await page(plain, { number: 0 }, 1);
    expect(first?.number).toBe(1);
    expect(numbers(await page(plain, { id: first?.id ?? 0n, number: 1 }))).toEqual([2]);
  });

  test('of a month are those of its rounds, one after the other', async () => {
    const month = await read('sapreOne-2026-11.jsonl');
    const rounds = await Promise.all(
      [round, next, voided, plain, plainVoided].map(({ gameId }) => read(`${gameId}.jsonl`)),
    );
    expect(month).toEqual(rounds.flat());
  });

  test.each([
    'sapreOne-209901010001.jsonl',
    'sapreOne-202611200742.csv',
    'other-2026-11.jsonl',
    'sapreOne-2026-13.jsonl',
  ])('are not found under %s', async (name) => {
    await expect(openBets(games.as(anonymous), name)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancelBets } from '../../server/domain/bets/cancelBets.ts';
import { roundBets } from '../../server/domain/bets/roundBets.ts';
import { contestByGameId } from '../../server/domain/contests/contestQueries.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { bet, type Betting, openBetting } from '../support/betting.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { refusalCode } from '../support/refusal.ts';
import { nextContest } from '../support/rounds.ts';
import { tamper } from '../support/tamper.ts';
import { givenMember, givenOtherAdmin, givenPrimaryAdmin, type Member } from '../support/world/members.ts';

let database: TestDatabase;
let games: Betting;
let boss: Member;
let players: Member[];
let contest: ContestView;
const reread = async () => (await contestByGameId(games.as({ kind: 'anonymous' }), contest.gameId)) ?? contest;
const read = async (page: Parameters<typeof roundBets>[2] = { limit: 10 }) =>
  roundBets(boss.ctx(), await reread(), page);

beforeAll(async () => {
  database = await createTestDatabase();
  games = await openBetting(database);
  boss = await givenPrimaryAdmin(games);
  players = [await givenMember(games, { rupees: 500 }), await givenMember(games, { rupees: 500 })];
  contest = await nextContest(games, 'sapreOne');
  const { gameId } = contest;
  const [asha, pia] = players as [Member, Member];
  await bet(asha.ctx(), { gameId, selection: 7, paise: 2_000n });
  await bet(asha.ctx(), { gameId, selection: 10, paise: 9_000n });
  await bet(pia.ctx(), { gameId, selection: 3, paise: 2_000n });
  await bet(pia.ctx(), { gameId, selection: 7, paise: 500n });
  await overrideContest(boss.ctx(), { gameId, number: 7, reason: 'A test of the bets by stake' });
});
afterAll(async () => {
  await games.stop();
  await database.close();
});

it('shows no bets of a round that is not decided, not even to owners', async () => {
  expect(await read()).toEqual({ rows: [], hasNext: false, hasPrevious: false });
});

it('shows a decided round’s bets by stake, with whose they are and what came of them', async () => {
  const [asha, pia] = players as [Member, Member];
  await cancelBets(pia.ctx(), { gameId: contest.gameId });
  await nextContest(games, 'sapreOne');
  const { rows, hasNext } = await read();
  expect(hasNext).toBe(false);
  expect(rows).toMatchObject([
    { uid: asha.user.uid, selection: 10, amount: 9_000n, cancelled: false, payout: 0n },
    { uid: asha.user.uid, selection: 7, amount: 2_000n, cancelled: false, payout: 19_200n },
    { uid: pia.user.uid, selection: 3, amount: 2_000n, cancelled: true, payout: null },
    { uid: pia.user.uid, selection: 7, amount: 500n, cancelled: true, payout: null },
  ]);
});

it('in pages, forwards and backwards', async () => {
  const all = (await read()).rows.map(({ id }) => id);
  const first = await read({ limit: 2 });
  expect(first.hasNext).toBe(true);
  const rest = await read({ limit: 3, after: first.rows.at(-1)?.id });
  expect([...first.rows, ...rest.rows].map(({ id }) => id)).toEqual(all);
  const last = await read({ limit: 3, fromEnd: true });
  expect(last.rows.map(({ id }) => id)).toEqual(all.slice(1));
  const before = await read({ limit: 3, fromEnd: true, before: last.rows[0]?.id });
  expect(before.rows.map(({ id }) => id)).toEqual(all.slice(0, 1));
});

it('to those who may export bets', async () => {
  const round = await reread();
  const of = async (role: 'GAME' | 'AUDITOR' | 'FINANCE' | 'SUPPORT') =>
    roundBets((await givenOtherAdmin(games, undefined, [role])).ctx(), round, { limit: 1 });
  for (const role of ['GAME', 'AUDITOR'] as const) expect((await of(role)).rows).toHaveLength(1);
  for (const role of ['FINANCE', 'SUPPORT'] as const) expect(await refusalCode(of(role))).toBe('FORBIDDEN');
  expect(await refusalCode(roundBets(players[0]?.ctx() ?? boss.ctx(), round, { limit: 1 }))).toBe('FORBIDDEN');
});

it('but not once their month is archived', async () => {
  const month = (await database.pool.query<{ month: number }>('select max(bets_month) as month from contests')).rows[0];
  await tamper(
    database,
    `insert into archived_months (month, sha256, bet_count, last_transfer_id, archived_at) values (${month?.month}, sha256(''), 4, 0, now())`,
  );
  expect(await refusalCode(read())).toBe('NOT_FOUND');
  await tamper(database, 'delete from archived_months');
});

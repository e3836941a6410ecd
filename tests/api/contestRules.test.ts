import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { betsById, listBets, listBetsOf } from '../../server/domain/bets/betQueries.ts';
import { settleContest } from '../../server/domain/bets/settleContest.ts';
import type { Actor } from '../../server/domain/ground/verbs/context.ts';
import { advanceGame } from '../../server/domain/contests/advanceGame.ts';
import { activeContest, contestByGameId } from '../../server/domain/contests/contestQueries.ts';
import { contestStakes } from '../../server/domain/contests/contestStakes.ts';
import type { ContestOutcome, ContestView } from '../../server/domain/contests/contestView.ts';
import { appearanceOrder } from '../../server/domain/contests/draw.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { listNotifications } from '../../server/domain/notifications/notificationList.ts';
import { setProfitabilityLevel, setRandomize } from '../../server/domain/settings/changeSettings.ts';
import { exportText } from '../support/exported.ts';
import { leaveBroken } from '../support/auditedBooks.ts';
import { delayedByContest } from '../support/contestLocks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { setDatabaseClock } from '../support/databaseClock.ts';
import { nextContest, placeBets, type RunningGames, runGames, secretSeed } from '../support/rounds.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';
import { tamper } from '../support/tamper.ts';

/** SQLSTATE class 23. */
const INTEGRITY_VIOLATION = expect.stringMatching(/^23/) as string;
const anonymous = { kind: 'anonymous' } as const;
let database: TestDatabase;
let games: RunningGames;
let admin: Actor;
let players: bigint[];

beforeAll(async () => {
  database = await createTestDatabase();
  leaveBroken(database, 'every step of a contest has its one entry in the public log, which says what happened');
  games = await runGames(database);
  admin = await givenActor(games, 'admin');
  players = await givenPlayers(games, 5);
});
afterAll(async () => {
  await games.games.stop();
  await database.close();
});

async function givenSettings(settings: { randomize: boolean; profitabilityIndex: number }): Promise<void> {
  await setRandomize(games.as(admin), { randomize: settings.randomize });
  await setProfitabilityLevel(games.as(admin), { value: settings.profitabilityIndex, reason: 'set by a test' });
}

async function reread({ gameId }: ContestView, actor: Actor = anonymous): Promise<ContestView> {
  const contest = await contestByGameId(games.as(actor), gameId);
  if (contest === null) throw new Error(`${gameId} vanished`);
  return contest;
}

/** The outcomes by profit, lowest first; ties by `order`. */
function ranked(outcomes: readonly ContestOutcome[], order: readonly number[]): number[] {
  const key = (number: number) => [outcomes[number]?.profit ?? 0n, order.indexOf(number)] as const;
  return [...Array(10).keys()].sort((a, b) => {
    const [[profitA, placeA], [profitB, placeB]] = [key(a), key(b)];
    return profitA === profitB ? placeA - placeB : Number(profitA - profitB);
  });
}

describe('settings', () => {
  it('take effect from the next contest that opens', async () => {
    await givenSettings({ randomize: true, profitabilityIndex: 3 });
    const running = await nextContest(games, 'sapreOne');
    expect(running).toMatchObject({ decidedBy: 'DRAW', profitabilityLevel: null });
    await givenSettings({ randomize: false, profitabilityIndex: 8 });
    expect(await reread(running)).toMatchObject({ decidedBy: 'DRAW', profitabilityLevel: null });

    const next = await nextContest(games, 'sapreOne');
    expect(next).toMatchObject({ decidedBy: 'PROFIT_RULE', profitabilityLevel: 8 });
    await givenSettings({ randomize: true, profitabilityIndex: 0 });
    await games.moveTo(next.endsAt);
    expect(await reread(next)).toMatchObject({ decidedBy: 'PROFIT_RULE', profitabilityLevel: 8 });
    expect(await reread(running)).toMatchObject({ decidedBy: 'DRAW' });
  });
});

describe('the profit rule', () => {
  it.each([0, 1, 4, 8, 9])('at level %d picks what anyone can recompute from the published figures', async (level) => {
    await givenSettings({ randomize: false, profitabilityIndex: level });
    const contest = await nextContest(games, 'sapreHalf');
    const bets = fc.sample(
      fc.record({
        playerId: fc.constantFrom(...players),
        contestId: fc.constant(contest.id),
        selection: fc.integer({ min: 0, max: 12 }),
        paise: fc.bigInt({ min: 1n, max: 60n }),
      }),
      { numRuns: level === 4 ? 0 : 3 + level, seed: level },
    );
    if (bets.length > 0) await placeBets(games, bets);
    await games.moveTo(contest.endsAt);

    const { seed, outcomes, winningNumber, ...decided } = await reread(contest);
    expect(decided).toMatchObject({ decidedBy: 'PROFIT_RULE', profitabilityLevel: level, ruleVersion: 2 });
    if (!seed || !outcomes) throw new Error('the decided contest publishes nothing to recompute');
    const sorted = ranked(outcomes, appearanceOrder(seed, 'sapreHalf', contest.gameId));
    const candidates = sorted.filter((number) => (outcomes[number]?.profit ?? 0n) >= 0n);
    expect(winningNumber).toBe(candidates[Math.floor((level * candidates.length) / 10)]);
  });

  it('stays version 1 in a contest that opened under it', async () => {
    await givenSettings({ randomize: false, profitabilityIndex: 0 });
    const contest = await nextContest(games, 'sapreHalf');
    await tamper(database, `update contests set rule_version = 1 where id = ${contest.id}`);
    await placeBets(games, [{ playerId: players[0] ?? 0n, contestId: contest.id, selection: 6, paise: 100n }]);
    await games.moveTo(contest.endsAt);
    // The number with the bet on it: the house pays 9.6 times its stake.
    expect(await reread(contest)).toMatchObject({ decidedBy: 'PROFIT_RULE', ruleVersion: 1, winningNumber: 6 });
  });

  it.each([
    ['at which the house loses where it need not', [6], 6],
    // Equal stakes on green and red: the numbers with two colours pay least.
    ['at another place than the level’s', [10, 12], 1],
  ])('is kept by the database, which refuses a number %s', async (_what, selections, wrong) => {
    await givenSettings({ randomize: false, profitabilityIndex: 9 });
    const contest = await nextContest(games, 'sapreHalf');
    const playerId = players[0] ?? 0n;
    await placeBets(
      games,
      selections.map((selection) => ({ playerId, contestId: contest.id, selection, paise: 100n })),
    );
    await games.moveTo(contest.closesAt);
    const seed = await secretSeed(games, contest);
    setDatabaseClock(database.address, Number(contest.endsAt), 'still');
    const decide = (number: number) =>
      database.pool.query(
        `update contests set state = 'DECIDED', decided_by = 'PROFIT_RULE', winning_number = $2, seed = $3,
                settlement_parts = 1, decided_at = ends_at where id = $1`,
        [contest.id, number, seed],
      );
    await expect(decide(wrong)).rejects.toThrow('is not the one of the profit rule');
    await games.moveTo(contest.endsAt);
    const { winningNumber } = await reread(contest);
    expect(winningNumber).not.toBe(wrong);
  });

  it('hides stakes by selection from all users until betting has closed', async () => {
    await givenSettings({ randomize: false, profitabilityIndex: 5 });
    const contest = await nextContest(games, 'sapreOne');
    await placeBets(games, [{ playerId: players[0] ?? 0n, contestId: contest.id, selection: 12, paise: 70n }]);
    expect(await contestStakes(games.as(admin), [contest.id])).toEqual([null]);
    await games.moveTo(Number(contest.closesAt) - 1);
    expect(await contestStakes(games.as(admin), [contest.id])).toEqual([null]);
    await games.moveTo(contest.closesAt);
    expect((await contestStakes(games.as(admin), [contest.id]))[0]?.bySelection[12]).toBe(70n);
    expect((await reread(contest, admin)).outcomes).toBeNull();
  });
});

describe('single bets under the profit rule', () => {
  it('are shown to admins, listed or exported, only when betting has closed', async () => {
    await givenSettings({ randomize: false, profitabilityIndex: 5 });
    const contest = await nextContest(games, 'sapreOne');
    const [player = 0n] = await givenPlayers(games, 1);
    const ids = await placeBets(games, [{ playerId: player, contestId: contest.id, selection: 12, paise: 70n }]);
    const seenByAdmin = async () => {
      const ctx = games.as(admin);
      const listed = await listBetsOf(ctx, player, { limit: 5 });
      const exported = await exportText(ctx, { file: 'bets.csv' });
      return [listed.rows.length, (await betsById(ctx, ids)).filter(Boolean).length, exported.includes(contest.gameId)];
    };
    expect(await seenByAdmin()).toEqual([0, 0, false]);
    const own = games.as({ kind: 'player', userId: player, sessionId: 1n });
    expect((await listBets(own, { limit: 5 })).rows).toHaveLength(1);
    await games.moveTo(contest.closesAt);
    expect(await seenByAdmin()).toEqual([1, 1, true]);
  });
});

describe('stakes by selection', () => {
  it('are live for admins under the draw, and for no others', async () => {
    await givenSettings({ randomize: true, profitabilityIndex: 0 });
    const contest = await nextContest(games, 'sapreOne');
    const playerId = players[0] ?? 0n;
    await placeBets(games, [
      { playerId, contestId: contest.id, selection: 10, paise: 30n },
      { playerId, contestId: contest.id, selection: 10, paise: 12n },
    ]);
    const [live] = await contestStakes(games.as(admin), [contest.id]);
    expect(live?.bySelection).toEqual([0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, 42n, 0n, 0n]);
    const player: Actor = { kind: 'player', userId: playerId, sessionId: 1n };
    await expect(contestStakes(games.as(player), [contest.id])).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(contestStakes(games.as(anonymous), [contest.id])).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('the house’s liability by number', () => {
  it('is that of the live bets, floored per bet, and what the closing counts', async () => {
    await givenSettings({ randomize: true, profitabilityIndex: 0 });
    const contest = await nextContest(games, 'sapreOne');
    const playerId = players[0] ?? 0n;
    const [empty] = (await contestStakes(games.as(admin), [contest.id]))[0]?.outcomes ?? [];
    expect(empty).toEqual({ number: 0, stakes: 0n, payouts: 0n, profit: 0n });
    await placeBets(games, [
      { playerId, contestId: contest.id, selection: 10, paise: 33n },
      { playerId, contestId: contest.id, selection: 10, paise: 33n },
      { playerId, contestId: contest.id, selection: 11, paise: 100n },
      { playerId, contestId: contest.id, selection: 0, paise: 7n },
    ]);
    const [live] = await contestStakes(games.as(admin), [contest.id]);
    // 0 is violet and green: 2 × floor(33 × 1.6) + 480 + floor(7 × 9.6).
    expect(live?.outcomes[0]).toEqual({ number: 0, stakes: 173n, payouts: 651n, profit: -478n });
    expect(live?.outcomes.map(({ payouts }) => payouts)).toEqual([651n, 0n, 132n, 0n, 132n, 480n, 132n, 0n, 132n, 0n]);
    await games.moveTo(contest.closesAt);
    expect(await contestStakes(games.as(admin), [contest.id])).toEqual([live]);
  });
});

describe('an operator’s override', () => {
  beforeEach(() => givenSettings({ randomize: true, profitabilityIndex: 0 }));

  it('marks the round at once, keeps the number from players, and decides it', async () => {
    const contest = await nextContest(games, 'sapreOne');
    games.published.length = 0;
    await overrideContest(games.as(admin), { gameId: contest.gameId, number: 4, reason: 'set by a test' });
    expect(games.published).toEqual([
      { type: 'contestChanged', gameType: 'sapreOne', contestId: String(contest.id), phase: 'OPERATOR_MARKED' },
    ]);
    const marked = { decidedBy: 'OPERATOR', cancellable: true, winningNumber: null };
    expect(await reread(contest)).toMatchObject({ ...marked, figures: null });
    expect(await activeContest(games.as(admin), 'sapreOne')).toMatchObject({
      ...marked,
      figures: { overrideNumber: 4 },
    });

    await games.moveTo(contest.closesAt);
    expect(await reread(contest)).toMatchObject({ decidedBy: 'OPERATOR', cancellable: false });
    await games.moveTo(contest.endsAt);
    expect(await reread(contest)).toMatchObject({ decidedBy: 'OPERATOR', winningNumber: 4, state: 'SETTLED' });
  });

  it('is replaced by a later one, and both are in the audit log', async () => {
    const contest = await nextContest(games, 'sapreThree');
    await overrideContest(games.as(admin), { gameId: contest.gameId, number: 4, reason: 'first thought' });
    await overrideContest(games.as(admin), { gameId: contest.gameId, number: 0, reason: 'set by a test' });
    await games.moveTo(contest.endsAt);
    expect(await reread(contest)).toMatchObject({ winningNumber: 0 });
    const { rows } = await database.pool.query(
      `select before, after, reason from audit_log where subject = $1 and action = 'contest:override' order by id`,
      [contest.gameId],
    );
    expect(rows).toEqual([
      { before: null, after: '{"number":4}', reason: 'first thought' },
      { before: '{"number":4}', after: '{"number":0}', reason: 'set by a test' },
    ]);
  });

  it('tells every other admin at once, with its reason', async () => {
    const other = await givenActor(games, 'admin');
    const noticesOf = async (actor: Actor) => (await listNotifications(games.as(actor), { limit: 9 })).rows;
    const before = (await noticesOf(admin)).length;
    const contest = await nextContest(games, 'sapreOne');
    games.published.length = 0;
    for (const number of [4, 5]) {
      games.clock.advance(1);
      await overrideContest(games.as(admin), { gameId: contest.gameId, number, reason: 'Rehearsal of the drill' });
    }
    const [second, first, ...rest] = await noticesOf(other);
    expect(rest).toEqual([]);
    expect(first).toMatchObject({
      kind: 'RESULT_SET',
      title: `Result set: round ${contest.gameId.replace(/\D/g, '')}`,
    });
    expect(second?.body).toMatch(/set number 5\..*Reason: Rehearsal of the drill$/);
    const told = { type: 'notificationAdded', notificationId: String(second?.id), userId: String(other.userId) };
    expect(games.published).toContainEqual(told);
    expect(await noticesOf(admin)).toHaveLength(before);
  });

  it('needs a reason of at least 10 characters, by the database too', async () => {
    const contest = await nextContest(games, 'sapreOne');
    const input = { gameId: contest.gameId, number: 4 };
    await expect(overrideContest(games.as(admin), { ...input, reason: 'too short' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      extra: { field: 'reason' },
    });
    const adminId = 'userId' in admin ? admin.userId : 0n;
    const set = (number: number) =>
      `select override_contest(${contest.id}, ${number}::smallint, ${adminId}, '${games.as(admin).now.toISOString()}')`;
    const record = (reason: string | null, subject = contest.gameId) =>
      `select record_audit(${adminId}, 'contest:override', 'contest', '${subject}', null, '{}',
                           ${reason === null ? 'null' : `'${reason}'`}, now())`;
    const write = (...statements: string[]) => database.pool.query(statements.join(';'));
    for (const reason of [null, 'too short', '  too short  ']) {
      await expect(write(set(4), record(reason), record('long enough', 'another'))).rejects.toThrow('needs a reason');
    }
    expect((await reread(contest)).decidedBy).toBe('DRAW');
    await write(set(4), record('ten chars.'));
    expect((await reread(contest)).decidedBy).toBe('OPERATOR');
    await expect(write(set(5), record('too short'))).rejects.toThrow('needs a reason');
    await expect(write(set(5))).rejects.toThrow('needs its row in the audit log');
  });

  it('is refused in the last 5 seconds before betting closes, and after', async () => {
    const contest = await nextContest(games, 'sapreHalf');
    const override = () =>
      overrideContest(games.as(admin), { gameId: contest.gameId, number: 4, reason: 'set by a test' });
    await games.moveTo(Number(contest.closesAt) - 5_000);
    await expect(override()).rejects.toMatchObject({ code: 'OVERRIDE_TOO_LATE' });
    await games.moveTo(Number(contest.closesAt) - 1);
    await expect(override()).rejects.toMatchObject({ code: 'OVERRIDE_TOO_LATE' });
    // The closing is due, whether or not the clock's timer has fired.
    games.clock.set(Number(contest.closesAt));
    await expect(override()).rejects.toMatchObject({ code: 'BETTING_CLOSED' });
    await games.moveTo(contest.endsAt);
    await expect(override()).rejects.toMatchObject({ code: 'BETTING_CLOSED' });
    expect(await reread(contest)).toMatchObject({ decidedBy: 'DRAW' });
  });

  it('is refused by the clock once the round is locked, not by the one before the wait', async () => {
    const contest = await nextContest(games, 'sapreHalf');
    games.clock.set(Number(contest.closesAt) - 5_001);
    const until = Number(contest.closesAt) - 5_000;
    const overridden = delayedByContest(database, { contestId: contest.id, clock: games.clock, until }, () =>
      overrideContest(games.as(admin), { gameId: contest.gameId, number: 4, reason: 'set by a test' }),
    );
    await expect(overridden).rejects.toMatchObject({ code: 'OVERRIDE_TOO_LATE' });
    expect((await reread(contest)).decidedBy).toBe('DRAW');
  });

  it('is accepted up to 5 seconds before betting closes', async () => {
    const contest = await nextContest(games, 'sapreHalf');
    await games.moveTo(Number(contest.closesAt) - 5_001);
    await overrideContest(games.as(admin), { gameId: contest.gameId, number: 4, reason: 'set by a test' });
    expect((await reread(contest)).decidedBy).toBe('OPERATOR');
  });

  it.each([10, -1, 1.5, NaN])('refuses %d as a number', async (number) => {
    const contest = await nextContest(games, 'sapreHalf');
    await expect(
      overrideContest(games.as(admin), { gameId: contest.gameId, number, reason: 'set by a test' }),
    ).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      extra: { field: 'number' },
    });
    expect((await reread(contest)).decidedBy).toBe('DRAW');
  });

  it('is for admins, and for rounds that there are', async () => {
    const { gameId } = await nextContest(games, 'sapreHalf');
    const player: Actor = { kind: 'player', userId: players[0] ?? 0n, sessionId: 1n };
    const by = (actor: Actor, id = gameId) =>
      overrideContest(games.as(actor), { gameId: id, number: 1, reason: 'set by a test' });
    await expect(by(player)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(by(anonymous)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(by(admin, 'sapreHalf-202001010001')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the database itself', () => {
  it.each([
    ['going back', `update contests set state = 'OPEN' where state = 'SETTLED'`],
    ['skipping the decision', `update contests set state = 'SETTLED' where state = 'OPEN'`],
    [
      'skipping the closing',
      `update contests set state = 'DECIDED', winning_number = 1, seed = '\\x00', decided_by = 'DRAW', settlement_parts = 1 where state = 'OPEN'`,
    ],
    [
      'another number afterwards',
      `update contests set winning_number = (winning_number + 1) % 10 where state = 'SETTLED'`,
    ],
    ['another decider afterwards', `update contests set decided_by = 'OPERATOR' where state = 'SETTLED'`],
    ['another level', `update contests set profitability_level = 9`],
    ['another version of the profit rule', `update contests set rule_version = 1`],
    ['another commitment', `update contests set commitment = sha256('x')`],
    ['another end', `update contests set ends_at = ends_at + interval '1 second'`],
    [
      'an override afterwards',
      `update contests set override_number = 1, overridden_at = now(), overridden_by = 1 where state = 'SETTLED'`,
    ],
    [
      'a late override',
      `update contests set override_number = 1, overridden_at = closes_at, overridden_by = (select min(id) from users where user_type = 'admin') where state = 'OPEN'`,
    ],
    ['other totals', `update contests set total_payouts = 0 where state = 'SETTLED'`],
    ['other stakes', `update contests set selection_stakes = array_fill(0::bigint, array[13]) where state = 'SETTLED'`],
    ['an early closing', `update contests set state = 'CLOSED', closed_at = starts_at where state = 'OPEN'`],
    ['a missing contest', `delete from contests`],
    ['another seed', `update chain_checkpoints set seed = set_byte(seed, 20, 255 - get_byte(seed, 20))`],
    ['a seed in clear again', `update chain_checkpoints set seed = sha256(seed), key_id = null`],
    ['a seed of another place', `update chain_checkpoints set index = index + 1, key_id = 'other'`],
    ['another anchor', `update chains set anchor = sha256(anchor)`],
    ['a chain going back', `update chains set next_index = 1`],
    ['another payout table', `update payout_tables set basis_points[1] = 0`],
  ])('refuses %s', async (_, statement) => {
    await nextContest(games, 'sapreHalf');
    await expect(database.pool.query(statement)).rejects.toMatchObject({ code: INTEGRITY_VIOLATION });
  });

  it('opens contests under version 2 of the profit rule only', async () => {
    const open = database.pool.query(`insert into contests (rule_version) values (1)`);
    await expect(open).rejects.toThrow('under version 2 of the profit rule');
  });

  it('refuses to settle a contest that hasn’t been paid', async () => {
    await games.games.stop();
    const contest = await reread((await activeContest(games.as(anonymous), 'sapreOne')) as ContestView);
    games.clock.set(Number(contest.endsAt));
    await advanceGame(games.as({ kind: 'system' }), 'sapreOne', () => Promise.resolve());
    expect((await reread(contest)).state).toBe('DECIDED');
    const settle = database.pool.query(
      `update contests set state = 'SETTLED', total_stakes = 0, total_payouts = 0, settled_at = now() where id = $1`,
      [contest.id],
    );
    await expect(settle).rejects.toThrow('is not fully paid');
    await settleContest(games.as({ kind: 'system' }), contest.id);
    expect((await reread(contest)).state).toBe('SETTLED');
  });
});

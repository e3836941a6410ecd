import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rawQuery } from '../../db/client.ts';
import { gameTypes } from '../../server/domain/contests/gameTypes.ts';
import { activePlayerStats } from '../../server/domain/stats/activePlayerStats.ts';
import { decisionTimes } from '../../server/domain/stats/decisionTimes.ts';
import { drawStats } from '../../server/domain/stats/drawStats.ts';
import { foldActivity } from '../../server/domain/stats/foldActivity.ts';
import { liabilities } from '../../server/domain/stats/liabilities.ts';
import { moneyFigures } from '../../server/domain/stats/moneyFigures.ts';
import { owedStatement } from '../../server/domain/stats/owedStatement.ts';
import { pendingByAge } from '../../server/domain/stats/pendingByAge.ts';
import { playerWeeks } from '../../server/domain/stats/playerWeeks.ts';
import { profitSeries } from '../../server/domain/stats/profitSeries.ts';
import { profitStats } from '../../server/domain/stats/profitStats.ts';
import { recordSeen } from '../../server/domain/stats/recordSeen.ts';
import { correctBalance } from '../../server/domain/wallet/correctBalance.ts';
import { cancelWithdrawal } from '../../server/domain/wallet/cancelWithdrawal.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { leaveBroken } from '../support/auditedBooks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { currentContest, nextContest, placeBets, runGames } from '../support/rounds.ts';
import { givenActor } from '../support/world/bulk.ts';
import { givenDeposit, givenMember, givenOtherAdmin, givenPrimaryAdmin } from '../support/world/members.ts';
import { givenSettledRounds, type SettledRound } from '../support/settledRounds.ts';
import { tamper } from '../support/tamper.ts';

const HOUR = 3_600_000;
const at = (kolkata: string) => new Date(`${kolkata}+05:30`);
const admin = { kind: 'admin', userId: 1n, sessionId: 1n, roles: ['OWNER'] } as const;
const fold = (domain: TestDomain) => foldActivity(domain.as({ kind: 'system' }));

/** Counts the steps of folding from now on, for `foldAt`. */
async function countSteps({ pool }: TestDatabase): Promise<void> {
  await pool.query(
    `create sequence folding_steps;
     create function count_step() returns trigger language plpgsql security definer as
       $$ begin perform nextval('folding_steps'); return new; end $$;
     create trigger steps after update on activity_folds for each row execute function count_step()`,
  );
}

/** Folds at that time; how far each scope is folded, and the steps of all so far. */
async function foldAt({ pool }: TestDatabase, domain: TestDomain, kolkata: string) {
  domain.clock.set(at(kolkata).getTime());
  await fold(domain);
  const { rows } = await pool.query<{ scope: string; until: Date; steps: bigint }>(
    `select scope::text, folded_until as until, (select last_value from folding_steps) as steps from activity_folds order by 1`,
  );
  return rows;
}

describe('statistics of rounds', () => {
  const firstDay = at('2026-11-17T00:00').getTime();
  const lastEnd = at('2026-11-20T10:30').getTime();
  const rounds = history(firstDay, lastEnd);
  let database: TestDatabase;
  let domain: TestDomain;
  const asAdmin = () => domain.as(admin);

  beforeAll(async () => {
    database = await createTestDatabase();
    domain = openDomain(database, '2026-11-20T10:31:00+05:30');
    await givenSettledRounds(database, rounds);
  });
  afterAll(() => database.close());

  /** Ranges around the history, to the millisecond or on whole hours, where off-by-one errors would show. */
  const instants = fc.oneof(
    fc.integer({ min: firstDay - 5 * HOUR, max: lastEnd + 5 * HOUR }),
    fc.integer({ min: -5, max: 90 }).map((hours) => firstDay + hours * HOUR),
    fc.constantFrom(...rounds.map(({ endsAt }) => endsAt)),
  );
  const ranges = fc
    .tuple(instants, instants)
    .map(([a, b]) => ({ from: new Date(Math.min(a, b)), to: new Date(Math.max(a, b)) }));

  describe.each([
    ['before anything is folded', null],
    ['with two days folded and a part of the third', '2026-11-19T15:10:00+05:30'],
    ['with everything folded that is over', '2026-11-20T10:31:00+05:30'],
  ])('%s', (_, foldedAt) => {
    beforeAll(async () => {
      if (!foldedAt) return;
      domain.clock.set(Date.parse(foldedAt));
      await fold(domain);
    });

    it('counts the players that a scan counts, for any range', async () => {
      await fc.assert(
        fc.asyncProperty(ranges, async (range) => {
          expect(await activePlayerStats(asAdmin(), range)).toEqual(scanPlayers(rounds, range));
        }),
        { numRuns: 60, endOnFailure: true },
      );
    });

    it('counts the draws and sums the money that a scan finds, for any range', async () => {
      await fc.assert(
        fc.asyncProperty(ranges, fc.constantFrom(...gameTypes), async (range, gameType) => {
          const found = inRange(rounds, range).filter((round) => round.gameType === gameType);
          const { stakes, payouts } = sums(found);
          expect(await drawStats(asAdmin(), { ...range, gameType })).toEqual(scanDraws(found));
          expect(await profitStats(asAdmin(), range)).toContainEqual({
            gameType,
            stakes,
            payouts,
            profit: stakes - payouts,
          });

          const points = await profitSeries(asAdmin(), { ...range, gameType });
          expect(points.reduce((sum, point) => sum + point.stakes, 0n)).toBe(stakes);
          expect(points.reduce((sum, point) => sum + point.profit, 0n)).toBe(stakes - payouts);
        }),
        { numRuns: 40, endOnFailure: true },
      );
    });
  });

  it('does not fold twice what two servers fold at once', async () => {
    domain.clock.advance(24 * HOUR);
    await Promise.all([fold(domain), fold(domain), fold(domain)]);
    const range = { from: new Date(firstDay), to: new Date(lastEnd + 1) };
    expect(await activePlayerStats(asAdmin(), range)).toEqual(scanPlayers(rounds, range));
    expect(await drawStats(asAdmin(), { ...range, gameType: 'sapreOne' })).toEqual(
      scanDraws(rounds.filter((round) => round.gameType === 'sapreOne')),
    );
  });

  it('does not fold past a round that still waits to be settled', async () => {
    await database.pool.query(
      `do $$ begin
         set local session_replication_role = replica;
         insert into contests (game_type, game_id, number, slot, starts_at, closes_at, ends_at, account_id, randomize, profitability_level,
           payout_table_id, chain_id, chain_index, commitment)
         select 'sapreHalf', 'sapreHalf-late', 1, 1, ends_at, ends_at + interval '25 s', ends_at + interval '30 s', 1, true, 0, 1, 1, 1, seed
           from contests where game_type = 'sapreHalf' order by ends_at desc limit 1;
       end $$`,
    );
    domain.clock.advance(24 * HOUR);
    const before = await foldedUntil('sapreHalf');
    await fold(domain);
    expect(await foldedUntil('sapreHalf')).toBe(before);
    expect(await foldedUntil('sapreOne')).toBeGreaterThan(before);
  });

  it('draws a picture by the hour for up to three days, and by the day for more', async () => {
    const byHour = await profitSeries(asAdmin(), {
      from: at('2026-11-18T10:15'),
      to: at('2026-11-18T13:00'),
      gameType: 'sapreOne',
    });
    expect(byHour.map((point) => point.at)).toEqual([
      at('2026-11-18T10:00'),
      at('2026-11-18T11:00'),
      at('2026-11-18T12:00'),
    ]);
    const byDay = await profitSeries(asAdmin(), {
      from: at('2026-11-16T00:00'),
      to: at('2026-11-20T10:00'),
      gameType: 'sapreOne',
    });
    expect(byDay.map((point) => point.at)).toEqual(
      ['16', '17', '18', '19', '20'].map((day) => at(`2026-11-${day}T00:00`)),
    );
    expect(byDay[0]).toMatchObject({ stakes: 0n, profit: 0n });
  });

  it('refuses a range that ends before it begins, or has no end in sight', async () => {
    const backwards = { from: at('2026-11-19T00:00'), to: at('2026-11-18T00:00') };
    for (const read of [activePlayerStats, profitStats]) {
      await expect(read(asAdmin(), backwards)).rejects.toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'to' } });
    }
    const nowhere = { from: new Date(Number.NaN), to: at('2026-11-18T00:00') };
    await expect(profitStats(asAdmin(), nowhere)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      extra: { field: 'from' },
    });
    const beyond = { from: at('2026-11-18T00:00'), to: new Date(8_640_000_000_000_000) };
    const before = { from: new Date(-8_640_000_000_000_000), to: at('2026-11-18T00:00') };
    for (const read of [activePlayerStats, profitStats]) {
      await expect(read(asAdmin(), beyond)).rejects.toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'to' } });
      await expect(read(asAdmin(), before)).rejects.toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'from' } });
    }
    const ages = { from: at('1970-01-01T00:00'), to: at('2026-11-18T00:00'), gameType: 'sapreOne' } as const;
    await expect(profitSeries(asAdmin(), ages)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('is for admins only', async () => {
    const range = { from: at('2026-11-18T00:00'), to: at('2026-11-19T00:00') };
    const player = domain.as({ kind: 'player', userId: 1n, sessionId: 1n });
    for (const read of [activePlayerStats, profitStats, pendingByAge]) {
      await expect(read(player, range)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(read(domain.as({ kind: 'anonymous' }), range)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    }
  });

  async function foldedUntil(scope: string): Promise<number> {
    const [row] = await rawQuery<{ at: Date }>(
      database.db,
      sql`select folded_until as at from activity_folds where scope::text = ${scope}`,
    );
    if (!row) throw new Error(`${scope} was never folded`);
    return row.at.getTime();
  }
});

describe('folding after months without rounds', () => {
  const [first, last] = ['2024-03-01T10:20:00', '2026-11-20T09:30:00'];
  let database: TestDatabase;
  let domain: TestDomain;
  beforeEach(async () => {
    database = await createTestDatabase();
    domain = openDomain(database, `${first}+05:30`);
    await countSteps(database);
    return () => database.close();
  });

  const round = (kolkata: string, playerId: bigint): SettledRound => ({
    gameType: 'sapreOne',
    endsAt: at(kolkata).getTime(),
    winningNumber: 1,
    decidedBy: 'DRAW',
    results: [{ playerId, betAmount: 100n, winAmount: 0n }],
  });

  it('takes a step for each day with rounds and one for those between', async () => {
    const rounds = [round(first, 1n), round(last, 2n)];
    await givenSettledRounds(database, rounds);
    expect(await foldAt(database, domain, '2026-11-20T12:10')).toEqual([
      { scope: 'sapreOne', until: at('2026-11-20T12:00'), steps: 2n },
    ]);
    const range = { from: at('2024-03-01T00:00'), to: at('2026-11-20T12:00') };
    expect(await activePlayerStats(domain.as(admin), range)).toEqual(scanPlayers(rounds, range));
    expect(await drawStats(domain.as(admin), { ...range, gameType: 'sapreOne' })).toEqual(scanDraws(rounds));
  });

  it('goes on where it was when rounds are played again', async () => {
    await givenSettledRounds(database, [round(first, 1n)]);
    await foldAt(database, domain, '2024-03-01T18:00');
    expect(await foldAt(database, domain, '2026-11-20T00:00')).toMatchObject([{ until: at('2026-11-20T00:00') }]);
    expect(await foldAt(database, domain, '2026-11-20T09:20')).toMatchObject([{ until: at('2026-11-20T09:00') }]);
    const rounds = [round(first, 1n), round(last, 2n), round('2026-11-20T23:59', 3n)];
    await givenSettledRounds(database, rounds.slice(1));
    expect(await foldAt(database, domain, '2026-11-21T03:00')).toMatchObject([{ until: at('2026-11-21T03:00') }]);
    for (const [from, to] of [
      ['2024-03-01T00:00', '2024-03-02T00:00'],
      ['2026-11-20T00:00', '2026-11-21T00:00'],
    ] as const) {
      const day = { from: at(from), to: at(to) };
      expect(await activePlayerStats(domain.as(admin), day)).toEqual(scanPlayers(rounds, day));
      const drawn = await drawStats(domain.as(admin), { ...day, gameType: 'sapreOne' });
      expect(drawn).toEqual(scanDraws(inRange(rounds, day)));
    }
  });
});

describe('active on the platform', () => {
  let database: TestDatabase;
  let domain: TestDomain;
  beforeEach(async () => {
    database = await createTestDatabase();
    domain = openDomain(database, '2026-11-20T12:00:00+05:30');
    return () => database.close();
  });

  const seen = async (actor: Awaited<ReturnType<typeof givenActor>>) => {
    recordSeen(domain.as(actor));
    await domain.services.sightings.written();
  };
  const active = async (from: string, to: string) =>
    (await activePlayerStats(domain.as(admin), { from: at(from), to: at(to) })).activeOnPlatform;

  it('counts each player once, and no admins', async () => {
    const [one, other, boss] = [
      await givenActor(domain, 'player'),
      await givenActor(domain, 'player'),
      await givenActor(domain, 'admin'),
    ];
    await Promise.all([seen(one), seen(one), seen(other), seen(boss)]);
    domain.clock.advance(45 * 60_000);
    await seen(one);
    expect(await active('2026-11-20T00:00', '2026-11-21T00:00')).toBe(2);
    expect(await active('2026-11-20T12:30', '2026-11-20T13:00')).toBe(1);
    expect(await active('2026-11-20T00:00', '2026-11-20T12:00')).toBe(0);
  });

  it('is folded in a step for each day in which somebody was, and one for those between', async () => {
    await countSteps(database);
    domain.clock.set(at('2024-03-01T10:20').getTime());
    const player = await givenActor(domain, 'player');
    await seen(player);
    domain.clock.set(at('2026-11-20T09:30').getTime());
    await seen(player);
    expect(await foldAt(database, domain, '2026-11-20T12:10')).toEqual([
      { scope: 'platform', until: at('2026-11-20T12:00'), steps: 2n },
    ]);
    expect(await active('2024-03-01T00:00', '2024-03-02T00:00')).toBe(1);
    expect(await active('2024-03-02T00:00', '2026-11-20T09:00')).toBe(0);
    expect(await active('2026-11-20T09:00', '2026-11-20T10:00')).toBe(1);
  });

  it('is the same once hours and days are folded', async () => {
    const players = await Promise.all(Array.from({ length: 5 }, () => givenActor(domain, 'player')));
    for (const [index, player] of players.entries()) {
      await seen(player);
      if (index % 2) domain.clock.advance(7 * HOUR);
    }
    const count = () =>
      Promise.all([
        active('2026-11-20T00:00', '2026-11-22T00:00'),
        active('2026-11-20T12:00', '2026-11-20T19:30'),
        active('2026-11-20T20:00', '2026-11-21T02:00'),
        active('2026-11-21T02:00', '2026-11-21T03:00'),
      ]);
    const unfolded = await count();
    expect(unfolded).toEqual([5, 4, 0, 1]);
    domain.clock.advance(48 * HOUR);
    await fold(domain);
    expect(await count()).toEqual(unfolded);
  });
});

describe('the money of the house', () => {
  it('is what a small world took, paid and owes, to the paisa', async () => {
    const database = await createTestDatabase();
    const games = await runGames(database, { startsAt: '2026-11-20T12:00:00+05:30' });
    try {
      const [asha, pia] = [await givenMember(games, { rupees: 1_000 }), await givenMember(games, { rupees: 500 })];
      const boss = await givenPrimaryAdmin(games);
      await givenDeposit(games, pia, 70);
      await requestWithdrawal(asha.ctx(), { amount: paise(20_000n), upiId: 'asha@upi' });
      const { transaction } = await requestWithdrawal(pia.ctx(), { amount: paise(10_000n), upiId: 'pia@upi' });
      await decideTransaction(boss.ctx(), { transactionId: transaction.id, decision: 'APPROVE', grounds: 'optional' });

      // ₹10 on each number return ₹96 whichever wins.
      const { id: contestId } = await nextContest(games, 'sapreHalf');
      const everyNumber = Array.from({ length: 10 }, (_, selection) => selection);
      await placeBets(
        games,
        everyNumber.map((selection) => ({ playerId: asha.userId, contestId, selection, paise: 1_000n })),
      );
      await nextContest(games, 'sapreHalf');
      const running = await currentContest(games, 'sapreThree');
      await placeBets(games, [{ playerId: pia.userId, contestId: running.id, selection: 10, paise: 5_000n }]);

      const correction = { playerId: pia.userId, reason: 'asked for by a test', evidence: 'Ticket 1' };
      for (const amount of [300n, -200n]) await correctBalance(boss.ctx(), { ...correction, amount: paise(amount) });

      const today = { from: at('2026-11-20T00:00'), to: at('2026-11-21T00:00') };
      expect(await moneyFigures(boss.ctx(), today)).toEqual({
        stakes: 10_000n,
        returned: 9_600n,
        grossGamingRevenue: 400n,
        hold: 0.04,
        deposits: { count: 2, amount: 150_000n },
        withdrawals: { count: 1, amount: 10_000n },
        returnedPayouts: { count: 0, amount: 0n },
        corrections: { count: 2, amount: 100n },
        playCredit: { count: 0, amount: 0n },
      });
      const none = { count: 0, amount: 0n };
      expect(await moneyFigures(boss.ctx(), { from: at('2026-11-19T00:00'), to: today.from })).toEqual({
        stakes: 0n,
        returned: 0n,
        grossGamingRevenue: 0n,
        hold: null,
        deposits: none,
        withdrawals: none,
        returnedPayouts: none,
        corrections: none,
        playCredit: none,
      });
      // Asha: 1,000 − 200 held − 100 + 96. Pia: 500 − 100 − 50 + 1.
      expect(await liabilities(boss.ctx())).toEqual({
        available: 114_700n,
        held: 20_000n,
        liveStakes: 5_000n,
        unclaimed: 0n,
        pendingDeposits: 7_000n,
      });
      // The day began with nothing owed: 1,500 in, 100 out, 1 added, 96 won for 100 staked.
      expect(await owedStatement(boss.ctx(), today)).toEqual({
        owedAtStart: 0n,
        deposits: 150_000n,
        withdrawals: 10_000n,
        playCredit: 0n,
        returnedPayouts: 0n,
        playMoneyTaken: 0n,
        corrections: 100n,
        won: 9_600n,
        staked: 10_000n,
        owedAtEnd: 139_700n,
        now: await liabilities(boss.ctx()),
      });
      for (const read of [moneyFigures, owedStatement, decisionTimes, liabilities]) {
        await expect(read(asha.ctx(), today)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      }
    } finally {
      await games.games.stop();
      await database.close();
    }
  });
});

describe('players by week', () => {
  it('are counted as new, active and returning, and by the week in which they joined, folded or not', async () => {
    const database = await createTestDatabase();
    try {
      const domain = openDomain(database, '2026-11-05T12:00:00+05:30');
      const seen = async (...players: Awaited<ReturnType<typeof givenActor>>[]) => {
        for (const player of players) recordSeen(domain.as(player));
        await domain.services.sightings.written();
      };
      const weeks = () => playerWeeks(domain.as(admin), 3);
      const [one, two] = [await givenActor(domain, 'player'), await givenActor(domain, 'player')];
      await seen(one, two);
      domain.clock.set(at('2026-11-12T09:00').getTime());
      const three = await givenActor(domain, 'player');
      await seen(one, three);
      // A minute before the week ends, and a minute after.
      domain.clock.set(at('2026-11-15T23:59').getTime());
      await seen(one);
      domain.clock.set(at('2026-11-16T00:01').getTime());
      await seen(three);
      domain.clock.set(at('2026-11-20T12:00').getTime());
      await givenActor(domain, 'player');
      await seen(one, three);

      const expected = [
        { startsAt: at('2026-11-02T00:00'), registered: 2, active: 2, returning: 0, stayed: [2, 1, 1] },
        { startsAt: at('2026-11-09T00:00'), registered: 1, active: 2, returning: 1, stayed: [1, 1] },
        { startsAt: at('2026-11-16T00:00'), registered: 1, active: 2, returning: 2, stayed: [0] },
      ];
      expect(await weeks()).toEqual(expected);
      await fold(domain);
      expect(await weeks(), 'with everything folded but the last hour').toEqual(expected);
      domain.clock.advance(2 * HOUR);
      await fold(domain);
      expect(await weeks(), 'with everything folded').toEqual(expected);
      await expect(playerWeeks(domain.as(admin), 27)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    } finally {
      await database.close();
    }
  });
});

describe('payments that wait', () => {
  it('are counted by how long they have been waiting', async () => {
    const database = await createTestDatabase();
    leaveBroken(database, 'every deposit and withdrawal moved exactly what its state says');
    try {
      const domain = openDomain(database);
      const { userId } = await givenActor(domain, 'player');
      for (const [index, minutes] of [0, 14, 15, 59, 60, 1_439, 1_440, 100_000].entries()) {
        await tamper(
          database,
          `insert into wallet_transactions (player_id, transaction_type, channel, amount, upi_id, created_at, updated_at)
           values (${userId}, 'debit', 'upi', ${100 + index}, 'pia@upi', '${ago(domain, minutes)}', '${ago(domain, minutes)}')`,
        );
      }
      for (const minutes of [3, 20])
        await tamper(
          database,
          `insert into wallet_transactions (player_id, transaction_type, channel, amount, reference, payee_id, created_at, updated_at)
           values (${userId}, 'credit', 'upi', 5000, 'UTR${minutes}00', 1, '${ago(domain, minutes)}', '${ago(domain, minutes)}')`,
        );
      const none = { count: 0, amount: 0n };
      const one = { count: 1, amount: 5_000n };
      const minutes = (fromMinutes: number, toMinutes: number | null) => ({ fromMinutes, toMinutes });
      expect(await pendingByAge(domain.as(admin))).toEqual([
        {
          label: 'Under 15 min',
          ...minutes(0, 15),
          deposits: one,
          withdrawals: { count: 2, amount: 201n },
          payouts: none,
        },
        {
          label: '15-60 min',
          ...minutes(15, 60),
          deposits: one,
          withdrawals: { count: 2, amount: 205n },
          payouts: none,
        },
        { label: '1-4 h', ...minutes(60, 240), deposits: none, withdrawals: { count: 1, amount: 104n }, payouts: none },
        {
          label: '4-24 h',
          ...minutes(240, 1_440),
          deposits: none,
          withdrawals: { count: 1, amount: 105n },
          payouts: none,
        },
        {
          label: 'Over a day',
          ...minutes(1_440, null),
          deposits: none,
          withdrawals: { count: 2, amount: 213n },
          payouts: none,
        },
      ]);
    } finally {
      await database.close();
    }
  });

  function ago({ clock }: TestDomain, minutes: number): string {
    return new Date(clock.now() - minutes * 60_000).toISOString();
  }
});

const deciders = ['PROFIT_RULE', 'OPERATOR'] as const;

/** What drawStats answers for these rounds, computed from the rounds themselves. */
function scanDraws(found: readonly SettledRound[]) {
  const draws = found.filter(({ decidedBy }) => decidedBy === 'DRAW');
  const others = deciders.map((decider) => found.filter(({ decidedBy }) => decidedBy === decider));
  const { stakes } = sums(draws);
  const spread = (1.96 * Math.sqrt(draws.reduce((sum, round) => sum + varianceOf(round), 0))) / Number(stakes);
  const even = draws.length / 10;
  const apart = 2.807 * Math.sqrt(draws.length * 0.09);
  return {
    ...scanRounds('DRAW', draws),
    returnInterval:
      stakes === 0n
        ? null
        : { low: expect.closeTo(Math.max(0, 0.96 - spread), 5), high: expect.closeTo(0.96 + spread, 5) },
    countInterval:
      draws.length < 50 ? null : { low: Math.max(0, Math.ceil(even - apart)), high: Math.floor(even + apart) },
    others: others.flatMap((one, index) => (one.length === 0 ? [] : [scanRounds(deciders[index] as string, one)])),
  };
}

function scanRounds(decidedBy: string, found: readonly SettledRound[]) {
  const { stakes, payouts } = sums(found);
  return {
    decidedBy,
    contests: found.length,
    counts: Array.from({ length: 10 }, (_, n) => found.filter((round) => round.winningNumber === n).length),
    stakes,
    payouts,
    returnToPlayer: stakes === 0n ? null : expect.closeTo(Number(payouts) / Number(stakes), 5),
  };
}

/** Of the payout, were each number as likely. */
function varianceOf({ outcomePayouts = [] }: SettledRound): number {
  const payouts = outcomePayouts.map(Number);
  const mean = payouts.reduce((sum, payout) => sum + payout, 0) / 10;
  return payouts.reduce((sum, payout) => sum + (payout - mean) ** 2, 0) / 10;
}

/** Rounds of every game, about one in twenty minutes and at every full hour, some of them settled late. */
function history(from: number, to: number): SettledRound[] {
  const random = seeded(20_261_120);
  return gameTypes.flatMap((gameType) => {
    const ends: number[] = [];
    for (let end = from; end <= to; end += 180_000) if (end % HOUR === HOUR / 2 || random(7) === 0) ends.push(end);
    return ends.map((endsAt) => ({
      gameType,
      endsAt,
      winningNumber: random(10),
      decidedBy: deciders[random(5)] ?? 'DRAW',
      outcomePayouts: Array.from({ length: 10 }, () => BigInt(random(500_000))),
      settledAfter: random(20) === 0 ? 2 * HOUR : 100 + random(900),
      results: distinct(Array.from({ length: random(6) }, () => BigInt(1 + random(20) * random(1_500)))).map(
        (playerId) => ({
          playerId,
          betAmount: BigInt(1 + random(100_000)),
          winAmount: random(3) === 0 ? BigInt(1 + random(300_000)) : 0n,
        }),
      ),
    }));
  });
}

function scanPlayers(rounds: readonly SettledRound[], range: { from: Date; to: Date }) {
  const found = inRange(rounds, range);
  const players = (of: readonly SettledRound[]) =>
    distinct(of.flatMap((round) => round.results.map(({ playerId }) => playerId))).length;
  const [half, one, three] = gameTypes.map((gameType) => players(found.filter((round) => round.gameType === gameType)));
  return {
    activeOnPlatform: 0,
    activeInBetting: players(found),
    activeInSapreHalf: half,
    activeInSapreOne: one,
    activeInSapreThree: three,
  };
}

function inRange(rounds: readonly SettledRound[], { from, to }: { from: Date; to: Date }): SettledRound[] {
  return rounds.filter(({ endsAt }) => endsAt >= from.getTime() && endsAt < to.getTime());
}

function sums(rounds: readonly SettledRound[]): { stakes: bigint; payouts: bigint } {
  const results = rounds.flatMap((round) => round.results);
  return {
    stakes: results.reduce((sum, { betAmount }) => sum + betAmount, 0n),
    payouts: results.reduce((sum, { winAmount }) => sum + winAmount, 0n),
  };
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

/** Deterministic whole numbers below a bound. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('how long decisions take', () => {
  it('is told by median and nine of ten, by admin too, without what players cancelled', async () => {
    const database = await createTestDatabase();
    const domain = openDomain(database, '2026-11-20T12:00:00+05:30');
    try {
      const boss = await givenPrimaryAdmin(domain);
      const other = await givenOtherAdmin(domain);
      const player = await givenMember(domain, { rupees: 500 });
      const decided = { from: new Date(domain.clock.now() + 1), to: at('2026-11-21T00:00') };
      for (const minutes of [10, 20, 30]) {
        const { id: transactionId } = await givenDeposit(domain, player, 70);
        domain.clock.advance(minutes * 60_000);
        const admin = minutes === 30 ? other : boss;
        await decideTransaction(admin.ctx(), { transactionId, decision: 'APPROVE' });
      }
      const ask = () => requestWithdrawal(player.ctx(), { amount: paise(1_000n), upiId: 'pia@upi' });
      const { transaction } = await ask();
      domain.clock.advance(5 * 60_000);
      await decideTransaction(boss.ctx(), { transactionId: transaction.id, decision: 'DENY', message: 'Not yours' });
      await cancelWithdrawal(player.ctx(), { transactionId: (await ask()).transaction.id });

      const time = (count: number, median: number, ninetieth: number) => ({
        count,
        medianSeconds: median * 60,
        ninetiethSeconds: ninetieth * 60,
      });
      expect(await decisionTimes(boss.ctx(), decided)).toEqual({
        deposits: time(3, 20, 28),
        withdrawals: time(1, 5, 5),
        byAdmin: [
          { adminId: boss.userId, ...time(3, 10, 18) },
          { adminId: other.userId, ...time(1, 30, 30) },
        ],
        capped: false,
      });
      const none = { count: 0, medianSeconds: null, ninetiethSeconds: null };
      const before = { from: at('2026-11-19T00:00'), to: at('2026-11-20T00:00') };
      expect(await decisionTimes(boss.ctx(), before)).toMatchObject({ deposits: none, withdrawals: none, byAdmin: [] });
    } finally {
      await database.close();
    }
  });
});

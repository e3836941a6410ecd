import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawQuery } from '../../db/client.ts';
import { cancelBets } from '../../server/domain/bets/cancelBets.ts';
import { settleContest } from '../../server/domain/bets/settleContest.ts';
import { advanceGame } from '../../server/domain/contests/advanceGame.ts';
import { contestByGameId } from '../../server/domain/contests/contestQueries.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { gameTypes } from '../../server/domain/contests/gameTypes.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { listNotifications } from '../../server/domain/notifications/notificationList.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectedPayout } from '../support/expectedPayout.ts';
import {
  balanceOf,
  houseBalance,
  ledgerFaults,
  nextContest,
  placeBets,
  type RunningGames,
  runGames,
} from '../support/rounds.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';

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

async function ended({ gameId }: ContestView): Promise<ContestView & { winningNumber: number }> {
  const contest = await contestByGameId(games.as({ kind: 'anonymous' }), gameId);
  if (contest === null || contest.winningNumber === null) throw new Error(`${gameId} is not decided`);
  return { ...contest, winningNumber: contest.winningNumber };
}

const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);

function total(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

/** Hours whose totals differ from those of their settled contests. */
function hoursThatDiffer(): Promise<unknown[]> {
  return rawQuery(
    games.services.db,
    sql`select * from (
          select game_type, date_bin('1 hour', ends_at, '2000-01-01 00:00+05:30') as hour, count(*)::int,
                 sum(bet_count)::int, sum(total_stakes)::bigint, sum(total_payouts)::bigint
            from contests where state = 'SETTLED' group by 1, 2) counted
        except select game_type, hour, contest_count, bet_count, stakes, payouts from hourly_totals`,
  );
}

describe.each(gameTypes)('paying a round of %s', (gameType) => {
  it('returns to every player exactly what the table defines, floored per bet', async () => {
    const players = await givenPlayers(games, 40, { rupees: 1_000 });
    const contest = await nextContest(games, gameType);
    const bets = fc.sample(
      fc.record({
        playerId: fc.constantFrom(...players),
        contestId: fc.constant(contest.id),
        selection: fc.integer({ min: 0, max: 12 }),
        paise: fc.bigInt({ min: 1n, max: 1_234n }),
      }),
      { numRuns: 400, seed: gameTypes.indexOf(gameType) },
    );
    await placeBets(games, bets);
    await games.moveTo(contest.endsAt);

    const { winningNumber, ...settled } = await ended(contest);
    expect(settled.state).toBe('SETTLED');
    for (const playerId of players) {
      const own = bets.filter((bet) => bet.playerId === playerId);
      const staked = total(own.map(({ paise }) => paise));
      const won = total(own.map((bet) => expectedPayout(bet.selection, bet.paise, winningNumber)));
      expect(await balanceOf(games, playerId)).toBe(100_000n - staked + won);
      const [result] = await rawQuery<{ staked: bigint; won: bigint; bets: number }>(
        games.services.db,
        sql`select bet_amount as staked, win_amount as won, bet_count as bets from contest_results
             where player_id = ${playerId} and contest_id = ${contest.id}`,
      );
      expect(result).toEqual(own.length === 0 ? undefined : { staked, won, bets: own.length });
    }

    const staked = total(bets.map(({ paise }) => paise));
    expect(settled.totalStakes).toBe(staked);
    expect(settled.betCount).toBe(bets.length);
    expect(settled.outcomes).toEqual(
      Array.from({ length: 10 }, (_, number) => {
        const payouts = total(bets.map((bet) => expectedPayout(bet.selection, bet.paise, number)));
        return { number, stakes: staked, payouts, profit: staked - payouts };
      }),
    );
    expect(await ledgerFaults(games)).toEqual([]);
  });

  it('notifies those who won more than they staked, once a day, and no others', async () => {
    const [winner, breaker, loser] = (await givenPlayers(games, 3)) as [bigint, bigint, bigint];
    const contest = await nextContest(games, gameType);
    const bet = (playerId: bigint, selection: number, paise: bigint) => ({
      playerId,
      contestId: contest.id,
      selection,
      paise,
    });
    await placeBets(games, [
      bet(winner, 7, 5_000n),
      // A bet on each number returns 96 % of the total: something, but no win.
      ...Array.from({ length: 10 }, (_, number) => bet(breaker, number, 100n)),
      bet(loser, 6, 100n),
    ]);
    await overrideContest(games.as(await givenActor(games, 'admin')), {
      gameId: contest.gameId,
      number: 7,
      reason: 'set by a test',
    });
    games.published.length = 0;
    await games.moveTo(contest.endsAt);

    expect(await ended(contest)).toMatchObject({ decidedBy: 'OPERATOR', winningNumber: 7 });
    const notified = () =>
      rawQuery<{ userId: bigint; kind: string }>(
        games.services.db,
        sql`select user_id as "userId", kind from notifications where user_id in (${winner}, ${breaker}, ${loser})`,
      );
    expect(await notified()).toEqual([{ userId: winner, kind: 'ROUNDS_PLAYED' }]);
    const paid = games.published.flatMap((event) => (event.type === 'walletChanged' ? event.playerIds : []));
    expect(paid.toSorted()).toEqual([winner, breaker].map(String).toSorted());
    expect(games.published.filter(({ type }) => type === 'notificationAdded')).toEqual([
      expect.objectContaining({ userId: String(winner) }),
    ]);

    const later = await nextContest(games, gameType);
    await placeBets(games, [{ ...bet(winner, 7, 1_000n), contestId: later.id }]);
    await overrideContest(games.as(await givenActor(games, 'admin')), {
      gameId: later.gameId,
      number: 7,
      reason: 'set by a test',
    });
    games.published.length = 0;
    await games.moveTo(later.endsAt);
    expect(await ended(later)).toMatchObject({ state: 'SETTLED' });
    expect(await notified()).toHaveLength(1);
    expect(games.published.filter(({ type }) => type === 'notificationAdded')).toEqual([]);
    const { rows } = await listNotifications(games.as({ kind: 'player', userId: winner, sessionId: 1n }), { limit: 1 });
    expect(rows[0]?.body).toBe('2 rounds: Staked ₹60, got ₹576 back: +₹516.');
  });

  it('leaves cancelled bets out of everything', async () => {
    const [stayer, leaver] = (await givenPlayers(games, 2)) as [bigint, bigint];
    const contest = await nextContest(games, gameType);
    const bet = (playerId: bigint, paise: bigint) => ({ playerId, contestId: contest.id, selection: 3, paise });
    await placeBets(games, [bet(stayer, 100n), bet(leaver, 300n), bet(leaver, 400n)]);
    await overrideContest(games.as(await givenActor(games, 'admin')), {
      gameId: contest.gameId,
      number: 3,
      reason: 'set by a test',
    });
    const { refunded, amount } = await cancelBets(games.as({ kind: 'player', userId: leaver, sessionId: 1n }), contest);
    expect([refunded, amount]).toEqual([2, 700n]);
    await games.moveTo(contest.endsAt);

    const settled = await ended(contest);
    expect(settled).toMatchObject({ state: 'SETTLED', totalStakes: 100n, betCount: 1 });
    expect(settled.outcomes?.[3]).toEqual({ number: 3, stakes: 100n, payouts: 960n, profit: -860n });
    expect(await balanceOf(games, stayer)).toBe(100_860n);
    expect(await balanceOf(games, leaver)).toBe(100_000n);
    const results = await rawQuery<{ playerId: bigint }>(
      games.services.db,
      sql`select player_id as "playerId" from contest_results where contest_id = ${contest.id}`,
    );
    expect(results).toEqual([{ playerId: stayer }]);
    expect(await ledgerFaults(games)).toEqual([]);
  });

  it('moves what is left of the stakes to the house, or from it, and keeps the hour’s totals', async () => {
    const before = await houseBalance(games);
    const [player] = (await givenPlayers(games, 1)) as [bigint];
    const contest = await nextContest(games, gameType);
    await placeBets(games, [{ playerId: player, contestId: contest.id, selection: 1, paise: 1_000n }]);
    await overrideContest(games.as(await givenActor(games, 'admin')), {
      gameId: contest.gameId,
      number: 1,
      reason: 'set by a test',
    });
    await games.moveTo(contest.endsAt);
    expect(await houseBalance(games)).toBe(before - 8_600n);
    const next = await nextContest(games, gameType);
    await placeBets(games, [{ playerId: player, contestId: next.id, selection: 1, paise: 1_000n }]);
    await overrideContest(games.as(await givenActor(games, 'admin')), {
      gameId: next.gameId,
      number: 2,
      reason: 'set by a test',
    });
    await games.moveTo(next.endsAt);
    expect(await houseBalance(games)).toBe(before - 7_600n);

    expect(await hoursThatDiffer()).toEqual([]);
  });
});

describe('what the database counts and pays', () => {
  const anyAmount = fc.bigInt({ min: 1n, max: 1_000_000_000n });

  it.each(upTo(10))('is floored per bet on every selection when %i wins', async (winner) => {
    const amounts = [1n, 3n, 7n, ...fc.sample(anyAmount, { numRuns: 7, seed: winner })];
    const [playerId] = (await givenPlayers(games, 1, { rupees: 2_000_000_000 })) as [bigint];
    const contest = await nextContest(games, 'sapreHalf');
    const bets = upTo(13).flatMap((selection) =>
      amounts.map((paise) => ({ playerId, contestId: contest.id, selection, paise })),
    );
    const ids = await placeBets(games, bets);
    await overrideContest(games.as(await givenActor(games, 'admin')), {
      gameId: contest.gameId,
      number: winner,
      reason: 'set by a test',
    });
    await games.moveTo(contest.endsAt);

    const { outcomes } = await ended(contest);
    expect(outcomes?.map(({ payouts }) => payouts)).toEqual(
      upTo(10).map((number) => total(bets.map((bet) => expectedPayout(bet.selection, bet.paise, number)))),
    );
    const paid = await rawQuery<{ id: bigint; paise: bigint }>(
      games.services.db,
      sql`select p.bet_id as id, p.amount as paise
            from bet_payouts p join bets b on b.id = p.bet_id where b.contest_id = ${contest.id}`,
    );
    const paidFor = new Map(paid.map(({ id, paise }) => [id, paise]));
    expect(bets.map((bet, at) => ({ ...bet, paid: paidFor.get(ids[at] as bigint) ?? 0n }))).toEqual(
      bets.map((bet) => ({ ...bet, paid: expectedPayout(bet.selection, bet.paise, winner) })),
    );
  });
});

/** In how many transactions a contest's parts were paid. */
async function paymentsOf({ id }: ContestView): Promise<number> {
  const [counted] = await rawQuery<{ payments: number }>(
    games.services.db,
    sql`select count(distinct xmin::text)::int as payments from settlement_parts where contest_id = ${id}`,
  );
  return counted?.payments ?? 0;
}

describe('a large contest', () => {
  it('is paid in parts of about a thousand bets, each once', async () => {
    const players = await givenPlayers(games, 1_500);
    const contest = await nextContest(games, 'sapreThree');
    const bets = players.flatMap((playerId) =>
      [1, 6, 10, 12].map((selection) => ({ playerId, contestId: contest.id, selection, paise: 105n })),
    );
    await placeBets(games, bets);
    await games.moveTo(contest.endsAt);

    const { winningNumber, state } = await ended(contest);
    expect(state).toBe('SETTLED');
    const won = total(bets.slice(0, 4).map((bet) => expectedPayout(bet.selection, bet.paise, winningNumber)));
    for (const playerId of [players[0], players[31], players[777], players.at(-1)]) {
      expect(await balanceOf(games, playerId ?? 0n)).toBe(100_000n - 420n + won);
    }
    const parts = await rawQuery<{ part: number; bets: number }>(
      games.services.db,
      sql`select part, bet_count as bets from settlement_parts where contest_id = ${contest.id} order by part`,
    );
    // A player's four bets are always in one part.
    expect(parts).toEqual([996, 1_000, 1_000, 1_000, 1_000, 1_000, 4].map((bets, part) => ({ part, bets })));
    expect(await hoursThatDiffer()).toEqual([]);
    expect(await ledgerFaults(games)).toEqual([]);
    // Two workers in parallel take half of the remaining parts each: four, two, and the last.
    expect(await paymentsOf(contest)).toBe(3);
  });

  it('is paid part by part while others’ bets wait', async () => {
    const players = await givenPlayers(games, 300);
    const contest = await nextContest(games, 'sapreThree');
    const bets = players.flatMap((playerId) =>
      upTo(10).map((selection) => ({ playerId, contestId: contest.id, selection, paise: 100n })),
    );
    await placeBets(games, bets);
    const { bets: placer } = games.services;
    games.services.bets = { ...placer, inFlight: 64 };
    await games.moveTo(contest.endsAt);
    games.services.bets = placer;
    expect((await ended(contest)).state).toBe('SETTLED');
    expect(await paymentsOf(contest)).toBe(4);
    expect(await ledgerFaults(games)).toEqual([]);
  });

  it('is paid once where another server has paid some of its parts already, and settled with the rest', async () => {
    const database = await createTestDatabase();
    const games = await runGames(database);
    const players = await givenPlayers(games, 1_000);
    const contest = await nextContest(games, 'sapreThree');
    const bets = players.flatMap((playerId) =>
      [4, 4, 10, 0, 1, 2, 3, 5, 6].map((selection) => ({ playerId, contestId: contest.id, selection, paise: 100n })),
    );
    await placeBets(games, bets);
    await overrideContest(games.as(await givenActor(games, 'admin')), {
      gameId: contest.gameId,
      number: 4,
      reason: 'set by a test',
    });
    // Decided manually, so that the contest clock doesn't pay it.
    await games.games.stop();
    games.clock.set(Number(contest.endsAt));
    const system = games.as({ kind: 'system' });
    await advanceGame(system, 'sapreThree', () => Promise.resolve());
    const paid = async (first: number, last: number) => {
      const rows = await rawQuery<{ player: bigint }>(
        games.services.db,
        sql`select player_id as player from settle_parts(${contest.id}, ${first}, ${last}, ${contest.endsAt})
             where notification_id is null`,
      );
      return rows.map(({ player }) => player);
    };

    await expect(paid(3, 10)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('no parts 3 to 10') },
    });
    const middle = await paid(2, 2);
    const rest = await paid(1, 3);
    expect(await paid(1, 3)).toEqual([]);
    expect(rest.length).toBeGreaterThan(middle.length);
    await settleContest(system, contest.id);

    expect((await contestByGameId(system, contest.gameId))?.state).toBe('SETTLED');
    const perPlayer = 100_000n - 900n + 2n * 960n + 200n;
    expect(await Promise.all(players.map((player) => balanceOf(games, player)))).toEqual(players.map(() => perPlayer));
    expect(new Set([...middle, ...rest]).size).toBe(middle.length + rest.length);
    expect(await ledgerFaults(games)).toEqual([]);
    await database.close();
  });
});

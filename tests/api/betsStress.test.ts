import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rawQuery } from '../../db/client.ts';
import type { BetBatcher } from '../../server/domain/bets/betBatcher.ts';
import { cancelBets } from '../../server/domain/bets/cancelBets.ts';
import type { PlacedBet } from '../../server/domain/bets/placeBet.ts';
import { contextFor } from '../../server/domain/ground/verbs/context.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { gameTypes } from '../../server/domain/contests/gameTypes.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { DomainError, type DomainErrorCode } from '../../server/domain/ground/refusals/errors.ts';
import { startContestClock } from '../../server/jobs/contestClock.ts';
import { type Betting, openBatcher, openBetting, tryBet, type Wager } from '../support/betting.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { currentContest, ledgerFaults } from '../support/rounds.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';

/**
 * Stress test of the batched statement: four servers with two betting connections each on one database, sixty players
 * with little money who reuse a few keys, contests that open, are overridden, close and are paid meanwhile, and players
 * who cancel. Afterwards every invariant is checked in the database itself.
 */

const SERVERS = 4;
const PLAYERS = 60;
const KEYS_PER_CONTEST = 6;
const STAKES = [100n, 200n, 500n, 1_900n, 5_000n];
const RUPEES = 80;
const BETTORS = 48;
const BETS_PER_WAVE = 20;

interface Attempt {
  playerId: bigint;
  wager: Wager;
  answer: PlacedBet | DomainErrorCode;
}

let database: TestDatabase;
let games: Betting;
let batchers: BetBatcher[];
let players: bigint[];
const attempts: Attempt[] = [];
/** Milliseconds from the clock reaching a turn of the games until it was made, while bets arrive. */
const turns: number[] = [];
let cancellations = 0;
let overrides = 0;

beforeAll(async () => {
  database = await createTestDatabase({ max: 30 });
  games = await openBetting(database);
  batchers = [games.batcher, ...Array.from({ length: SERVERS - 1 }, () => openBatcher(games))];
  const otherClocks = batchers.slice(1).map(() => startContestClock(games.services, { chainLength: 2_000 }));
  players = await givenPlayers(games, PLAYERS, { rupees: RUPEES });
  const admin = await givenActor(games, 'admin');

  for (let step = 0; step < 8; step += 1) {
    const contests = await Promise.all(gameTypes.map((gameType) => currentContest(games, gameType)));
    const marked = contests.filter((_, index) => (step + index) % 3 === 0);
    await Promise.all([...bettorsOn(contests), ...marked.map((contest) => override(contest, admin))]);
    // The second wave meets the next closing or opening.
    const bettors = bettorsOn(contests);
    const began = performance.now();
    await games.moveTo(nextTurn(contests));
    turns.push(performance.now() - began);
    await Promise.all(bettors);
  }
  // Past every contest's end, so that all of them are paid.
  await games.moveTo(games.clock.now() + 400_000);
  for (const clock of otherClocks) await clock.stop();
}, 120_000);

afterAll(async () => {
  await Promise.all(batchers.slice(1).map((batcher) => batcher.stop()));
  await games.stop();
  await database.close();
});

const draw = (below: number): number => Math.floor(Math.random() * below);
const pick = <Item>(items: readonly Item[]): Item => items[draw(items.length)] as Item;

/** The next instant at which one of the contests closes or ends. */
function nextTurn(contests: readonly ContestView[]): number {
  const instants = contests.flatMap(({ closesAt, endsAt }) => [closesAt.getTime(), endsAt.getTime()]);
  return Math.min(...instants.filter((instant) => instant > games.clock.now()));
}

function bettorsOn(contests: readonly ContestView[]): Promise<void>[] {
  return Array.from({ length: BETTORS }, (_, index) => betAndCancel(batchers[index % SERVERS] as BetBatcher, contests));
}

/** A client of one server: bets of random players on random contests, sometimes cancelling bets. */
async function betAndCancel(bets: BetBatcher, contests: readonly ContestView[]): Promise<void> {
  for (let count = 0; count < BETS_PER_WAVE; count += 1) {
    const playerId = pick(players);
    const ctx = contextFor({ ...games.services, bets }, { kind: 'player', userId: playerId, sessionId: 1n });
    const { gameId } = pick(contests);
    if (Math.random() < 0.03) {
      await cancel(ctx, gameId);
      continue;
    }
    const wager = Math.random() < 0.5 ? keyedWager(gameId) : { gameId, selection: draw(13), paise: pick(STAKES) };
    attempts.push({ playerId, wager, answer: await tryBet(ctx, wager) });
  }
}

/** One of a few keys: mostly with the usual payload, sometimes with another. */
function keyedWager(gameId: string): Wager {
  const selection = draw(KEYS_PER_CONTEST);
  return { gameId, selection, paise: Math.random() < 0.8 ? 200n : 300n, key: `${gameId}/${selection}` };
}

async function cancel(ctx: Parameters<typeof cancelBets>[0], gameId: string): Promise<void> {
  try {
    cancellations += (await cancelBets(ctx, { gameId })).refunded;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

async function override({ gameId }: ContestView, admin: Awaited<ReturnType<typeof givenActor>>): Promise<void> {
  try {
    await overrideContest(games.as(admin), { gameId, number: draw(10), reason: 'set by a test' });
    overrides += 1;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

/** Rows that break a rule: there must be none. */
const offenders = (statement: ReturnType<typeof sql>) => rawQuery(games.services.db, statement);

test('the stress was one: bets placed, replayed and refused for every reason, contests overridden, bets cancelled', () => {
  const answers = attempts.map(({ answer }) =>
    typeof answer === 'string' ? answer : answer.replayed ? 'replayed' : 'placed',
  );
  expect(new Set(answers)).toEqual(
    new Set(['placed', 'replayed', 'INSUFFICIENT_FUNDS', 'BETTING_CLOSED', 'IDEMPOTENCY_KEY_REUSED']),
  );
  expect(overrides).toBeGreaterThan(0);
  expect(cancellations).toBeGreaterThan(0);
});

test('every balance is the sum of its transfers, and every settled contest is empty', async () => {
  expect(await ledgerFaults(games)).toEqual([]);
});

test('every placed bet is there once, and no other', async () => {
  const placed = attempts.flatMap(({ answer }) =>
    typeof answer === 'object' && !answer.replayed ? [answer.bet.id] : [],
  );
  const rows = await rawQuery<{ id: bigint }>(games.services.db, sql`select id from bets order by id`);
  expect(placed.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(rows.map(({ id }) => id));
});

test('every bet has exactly one stake transfer, from its player to its contest', async () => {
  const wrong = await offenders(sql`
    select b.id, count(t.id) from bets b
      join contests c on c.id = b.contest_id
      join ledger_accounts a on a.kind = 'player_available' and a.player_id = b.player_id
      left join transfers t on t.kind = 'bet_stake' and t.reference_id = b.id and t.amount = b.amount
                           and t.debit_account_id = a.id and t.credit_account_id = c.account_id
     group by b.id having count(t.id) <> 1`);
  expect(wrong).toEqual([]);
  const [stray] = await rawQuery<{ count: number }>(
    games.services.db,
    sql`select count(*)::int from transfers t where kind = 'bet_stake' and not exists (select from bets b where b.id = t.reference_id)`,
  );
  expect(stray?.count).toBe(0);
});

test('the balance after each bet is what its player’s transfers up to it leave', async () => {
  const wrong = await offenders(sql`
    with sides as (
      select a.player_id, t.id, t.kind, t.reference_id, case when t.credit_account_id = a.id then t.amount else -t.amount end as delta
        from ledger_accounts a join transfers t on a.id in (t.debit_account_id, t.credit_account_id)
       where a.kind = 'player_available'),
    running as (
      select *, sum(delta) over (partition by player_id order by id) as balance, min(delta) over (partition by player_id) as least from sides)
    select b.id, b.balance_after, r.balance from bets b join running r on r.kind = 'bet_stake' and r.reference_id = b.id
     where r.balance <> b.balance_after or r.balance < 0`);
  expect(wrong).toEqual([]);
});

test('no bet came after its contest closed, and none was missed when its bets were counted', async () => {
  expect(
    await offenders(
      sql`select b.id from bets b join contests c on c.id = b.contest_id where b.placed_at >= c.closes_at`,
    ),
  ).toEqual([]);
  const wrong = await offenders(sql`
    select c.game_id, c.bet_count, count(b.id), c.total_stakes, sum(b.amount) from contests c
      left join bets b on b.contest_id = c.id and not exists (select from bet_cancellations x where x.bet_id = b.id)
     where c.state = 'SETTLED'
     group by c.id having count(b.id) <> c.bet_count or coalesce(sum(b.amount), 0) <> c.total_stakes
                       or c.total_stakes <> (select sum(s) from unnest(c.selection_stakes) s)`);
  expect(wrong).toEqual([]);
});

test('every cancelled bet was refunded once, in an operator-marked contest, and never paid', async () => {
  const wrong = await offenders(sql`
    select x.bet_id from bet_cancellations x join bets b on b.id = x.bet_id join contests c on c.id = b.contest_id
      left join transfers t on t.kind = 'bet_refund' and t.reference_id = b.id and t.amount = b.amount
     where t.id is null or c.override_number is null or x.created_at >= c.closes_at
        or exists (select from bet_payouts p where p.bet_id = b.id)`);
  expect(wrong).toEqual([]);
});

test('a key belongs to one bet of its player, and always got that one for an answer', () => {
  const bets = new Map<string, { id: bigint; balanceAfter: bigint; wager: Wager }>();
  for (const { playerId, wager, answer } of attempts) {
    if (wager.key === undefined || typeof answer === 'string' || answer.replayed) continue;
    const name = `${playerId}:${wager.key}`;
    expect(bets.has(name), name).toBe(false);
    bets.set(name, { id: answer.bet.id, balanceAfter: answer.balanceAfter, wager });
  }
  for (const { playerId, wager, answer } of attempts) {
    if (wager.key === undefined || typeof answer === 'string' || !answer.replayed) continue;
    const first = bets.get(`${playerId}:${wager.key}`);
    expect({ ...first?.wager, id: first?.id }).toEqual({ ...wager, id: answer.bet.id });
    expect(answer.balanceAfter).toBe(first?.balanceAfter);
  }
});

test('contests closed, were decided and opened promptly while bets poured in', () => {
  expect(Math.max(...turns)).toBeLessThan(5_000);
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withConnection } from '../../db/client.ts';
import { endPassedLead, readDatabaseLead, setDatabaseLead } from '../../db/databaseClock.ts';
import { limitsFor } from '../../db/limits.ts';
import { migrate } from '../../db/migrate.ts';
import { cancelBets } from '../../server/domain/bets/cancelBets.ts';
import { advanceGame } from '../../server/domain/contests/advanceGame.ts';
import { contestByGameId } from '../../server/domain/contests/contestQueries.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { slotAt } from '../../server/domain/contests/gameTypes.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import type { Actor, Context } from '../../server/domain/ground/verbs/context.ts';
import { type Betting, openBetting, tryBet } from '../support/betting.ts';
import { expectKeepsFromClosing } from '../support/contestLocks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { setDatabaseClock } from '../support/databaseClock.ts';
import { currentContest, nextContest } from '../support/rounds.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';
import { runStatement } from '../support/postgres.ts';

/** More than the tolerated difference between a server's clock and the database's. */
const TOO_EARLY = 101;
const system = { kind: 'system' } as const;

let database: TestDatabase;
let games: Betting;
let admin: Actor;
let players: bigint[];

beforeAll(async () => {
  database = await createTestDatabase();
  games = await openBetting(database);
  admin = await givenActor(games, 'admin');
  players = await givenPlayers(games, 2);
});
afterAll(async () => {
  await games.stop();
  await database.close();
});

/** What a server does whose clock shows `instant`, whatever the database's clock shows. */
function withServerClockAt(actor: Actor, instant: number | Date): Context {
  return { ...games.as(actor), now: new Date(instant) };
}

function theDatabaseShows(instant: number): void {
  setDatabaseClock(database.address, instant, 'still');
}

function advance(instant: number | Date): Promise<void> {
  return advanceGame(withServerClockAt(system, instant), 'sapreHalf', () => Promise.resolve());
}

async function stateOf({ gameId }: ContestView) {
  const contest = await contestByGameId(games.as({ kind: 'anonymous' }), gameId);
  return contest?.state;
}

/** The database's own error, unwrapped from Drizzle's. */
const refused = (sentence: RegExp) =>
  expect.objectContaining({
    cause: expect.objectContaining({ code: '23001', message: expect.stringMatching(sentence) }),
  });

describe('a database whose clock is behind the server’s', () => {
  let contest: ContestView;
  beforeEach(async () => {
    contest = await nextContest(games, 'sapreHalf');
  });

  it('closes no round before its evaluation time', async () => {
    const closesAt = Number(contest.closesAt);
    theDatabaseShows(closesAt - TOO_EARLY);
    await expect(advance(closesAt)).rejects.toEqual(refused(/closes once, at its evaluation time/));
    expect(await stateOf(contest)).toBe('OPEN');
    theDatabaseShows(closesAt - TOO_EARLY + 1);
    await advance(closesAt);
    expect(await stateOf(contest)).toBe('CLOSED');
  });

  it('takes no outcome and no seed before the round’s end', async () => {
    await games.moveTo(contest.closesAt);
    const endsAt = Number(contest.endsAt);
    theDatabaseShows(endsAt - TOO_EARLY);
    await expect(advance(endsAt)).rejects.toThrow('has no seed for contest');
    const decide = `select decide_contest(${contest.id}, 'DRAW', 1::smallint, '\\x00', '${new Date(endsAt).toISOString()}')`;
    await expect(database.pool.query(decide)).rejects.toThrow('is decided at its end');
    expect(await stateOf(contest)).toBe('CLOSED');
    theDatabaseShows(endsAt - TOO_EARLY + 1);
    await advance(endsAt);
    expect(await stateOf(contest)).toBe('DECIDED');
  });

  it('opens no round before its start', async () => {
    await games.moveTo(contest.closesAt);
    const { startsAt } = slotAt('sapreHalf', Number(contest.endsAt) + 30_000);
    theDatabaseShows(startsAt - TOO_EARLY);
    await expect(advance(startsAt)).rejects.toMatchObject({ cause: refused(/opens at its start/) });
    expect(await stateOf(contest)).toBe('DECIDED');
    theDatabaseShows(startsAt - TOO_EARLY + 1);
    await advance(startsAt);
    games.clock.set(startsAt);
    expect(await currentContest(games, 'sapreHalf')).toMatchObject({ state: 'OPEN' });
  });
});

describe('a database whose clock is ahead of the server’s', () => {
  let contest: ContestView;
  let bettor: Context;
  let closesAt: number;
  beforeEach(async () => {
    contest = await nextContest(games, 'sapreHalf');
    closesAt = Number(contest.closesAt);
    bettor = games.player(players[0] ?? 0n);
  });

  it('closes to bets that come too late, whatever instant they carry', async () => {
    theDatabaseShows(closesAt + 1_750);
    const { gameId } = contest;
    expect(await tryBet(bettor, { gameId, paise: 100n })).toMatchObject({ replayed: false });
    theDatabaseShows(closesAt + 1_751);
    expect(await tryBet(bettor, { gameId, paise: 100n })).toBe('BETTING_CLOSED');
  });

  it('refuses a bet that is written two seconds after the closing', async () => {
    const bet = `insert into bets (contest_id, player_id, selection, amount, balance_after, placed_at)
      values (${contest.id}, ${players[0]}, 1, 100, 0, '${new Date(closesAt - 1).toISOString()}')`;
    theDatabaseShows(closesAt + 2_001);
    await expect(database.pool.query(bet)).rejects.toMatchObject({ code: '23001' });
    theDatabaseShows(closesAt + 2_000);
    await database.pool.query(`begin; ${bet}; rollback`);
  });

  it('keeps a round from being closed until the bets written to it are committed', async () => {
    const bet = `insert into bets (contest_id, player_id, selection, amount, balance_after, placed_at)
      values (${contest.id}, ${players[0]}, 1, 100, 0, '${new Date(closesAt - 1).toISOString()}')`;
    await expectKeepsFromClosing(database, contest.id, bet);
  });

  it('refuses a statement with a bet of the closing’s instant, or of a round that is over, among good ones', async () => {
    const over = contest.id;
    contest = await nextContest(games, 'sapreHalf');
    const bet = (id: bigint, beforeClosing: number) =>
      `(${id}, ${players[0]}, 1, 100, 0, '${new Date(Number(contest.closesAt) - beforeClosing).toISOString()}')`;
    const write = (...bets: string[]) =>
      database.pool.query(`begin; insert into bets (contest_id, player_id, selection, amount, balance_after, placed_at)
        values ${bets.join()}; rollback`);
    await write(bet(contest.id, 2), bet(contest.id, 1));
    const late = { code: '23001' };
    await expect(write(bet(contest.id, 0))).rejects.toMatchObject(late);
    await expect(write(bet(contest.id, 2), bet(contest.id, 0))).rejects.toMatchObject(late);
    await expect(write(bet(contest.id, 2), bet(over, 60_000))).rejects.toMatchObject(late);
  });

  it('refuses an override in the last 5 s before the closing, in words', async () => {
    const override = (at: number) =>
      overrideContest(withServerClockAt(admin, at), { gameId: contest.gameId, number: 3, reason: 'set by a test' });
    theDatabaseShows(closesAt + 100);
    await expect(override(closesAt - 6_000)).rejects.toMatchObject({ code: 'BETTING_CLOSED' });
    theDatabaseShows(closesAt - 4_900);
    await expect(override(closesAt - 6_000)).rejects.toMatchObject({ code: 'OVERRIDE_TOO_LATE' });
    theDatabaseShows(closesAt - 4_901);
    await override(closesAt - 6_000);
  });

  it('refuses a late override by a statement that carries an earlier instant', async () => {
    const override = () =>
      database.pool.query('select override_contest($1, 3::smallint, 1, $2)', [contest.id, new Date(closesAt - 6_000)]);
    theDatabaseShows(closesAt - 4_900);
    await expect(override()).rejects.toThrow('leaves 5 s to cancel');
    theDatabaseShows(closesAt - 4_901);
    await expect(override()).rejects.not.toThrow('leaves 5 s to cancel');
  });

  it('refuses a cancellation more than a second after the closing', async () => {
    await tryBet(bettor, { gameId: contest.gameId, paise: 100n });
    await overrideContest(games.as(admin), { gameId: contest.gameId, number: 3, reason: 'set by a test' });
    const cancel = () => cancelBets(bettor, { gameId: contest.gameId });
    theDatabaseShows(closesAt + 1_001);
    await expect(cancel()).rejects.toEqual(refused(/cancelled only in an open contest/));
    theDatabaseShows(closesAt + 1_000);
    expect(await cancel()).toMatchObject({ refunded: 1 });
  });
});

describe('db_now()', () => {
  it('is the machine’s time where no test has replaced it', async () => {
    const name = `${database.address.database}_real`;
    await runStatement(database.address, `create database ${name}`);
    const address = { ...database.address, database: name };
    try {
      await migrate(address);
      await runStatement(
        address,
        `do $$ begin assert coalesce(abs(extract(epoch from db_now() - clock_timestamp())) < 1, false); end $$`,
      );
    } finally {
      await runStatement(database.address, `drop database ${name} with (force)`);
    }
  });
});

describe('a lead of db_now() over the machine’s time', () => {
  const AT = Date.parse('2026-11-20T09:00:00Z');
  const MINUTE = 60_000;
  let empty: TestDatabase;
  beforeAll(async () => {
    empty = await createTestDatabase();
  });
  afterAll(() => empty.close());

  /** What the application is shown when the machine's time is `instant`. */
  async function shownAt(instant: number, { address, app } = empty): Promise<number> {
    setDatabaseClock(address, instant, 'still');
    const { rows } = await app.pool.query(`select extract(epoch from db_now())::float8 * 1000 as now`);
    return (rows[0] as { now: number }).now;
  }

  it('holds until it is set anew, also over a migration', async () => {
    await setDatabaseLead(empty.address, { ms: 6 * MINUTE, change: null });
    await migrate(empty.address, { appRole: empty.app.address.user });
    expect(await shownAt(AT)).toBe(AT + 6 * MINUTE);
    expect(await readDatabaseLead(empty.address)).toMatchObject({ leadMs: 6 * MINUTE });
    await setDatabaseLead(empty.address, { ms: 0, change: null });
    expect(await shownAt(AT)).toBe(AT);
  });

  it.each([
    // Set ahead by 5 min: behind, then at the new time.
    { ms: -5 * MINUTE, toMs: 0, justAfter: AT + 5 * MINUTE, aSecondLater: AT + 5 * MINUTE + 1_000 },
    // Set back by 5 min: ahead, then ahead by whole periods.
    { ms: 5 * MINUTE, toMs: 6 * MINUTE, justAfter: AT + MINUTE, aSecondLater: AT + MINUTE + 1_000 },
    // Set back by 1.5 s: ahead, then standing still.
    { ms: 1_500, toMs: 0, justAfter: AT, aSecondLater: AT },
  ])('changes from $ms to $toMs ms at the instant given', async ({ ms, toMs, justAfter, aSecondLater }) => {
    await setDatabaseLead(empty.address, { ms, change: { at: AT, toMs } });
    expect(await shownAt(AT - ms - 1)).toBe(AT - 1);
    expect(await shownAt(AT - ms)).toBe(justAfter);
    expect(await shownAt(AT - ms + 1_000)).toBe(aSecondLater);
    expect(await shownAt(AT - ms + 10_000)).toBe(AT - ms + toMs + 10_000);
  });

  it('reaches statements of connections that had read the clock before', async () => {
    const { rows } = await empty.app.pool.query(`select db_now()`);
    expect(rows).toHaveLength(1);
    setDatabaseClock(empty.address, AT, 'still');
    for (const ms of [1_000, 2_000]) {
      await setDatabaseLead(empty.address, { ms, change: null });
      expect(await shownAt(AT)).toBe(AT + ms);
    }
  });

  it('ends where the machine’s time has passed everything recorded, and only there', async () => {
    const latest = (await readDatabaseLead(database.address)).latestMs ?? 0;
    expect(latest).toBeGreaterThan(Date.parse('2026-11-20'));
    await setDatabaseLead(database.address, { ms: 6 * MINUTE, change: null });
    setDatabaseClock(database.address, latest - 1, 'still');
    await withConnection(database.address, limitsFor('clock'), endPassedLead);
    expect(await shownAt(latest - 1, database)).toBe(latest - 1 + 6 * MINUTE);
    setDatabaseClock(database.address, latest, 'still');
    await withConnection(database.address, limitsFor('clock'), endPassedLead);
    expect(await shownAt(latest, database)).toBe(latest);
  });
});

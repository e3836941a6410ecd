import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { betsIn } from '../../server/domain/bets/betQueries.ts';
import { cancelBets } from '../../server/domain/bets/cancelBets.ts';
import { ownBetPaths } from '../../server/domain/bets/ownBetPaths.ts';
import { announceVoid, stopVoid, standingNotices, voidWaitingContest } from '../../server/domain/bets/voidWaiting.ts';
import type { Actor } from '../../server/domain/ground/verbs/context.ts';
import { activeContest, contestByGameId, waitingContests } from '../../server/domain/contests/contestQueries.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { appearanceOrder } from '../../server/domain/contests/draw.ts';
import { fetchMissedRounds } from '../../server/domain/contests/fetchMissedRounds.ts';
import { gameTypes } from '../../server/domain/contests/gameTypes.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { listNotifications } from '../../server/domain/notifications/notificationList.ts';
import { pause, resume } from '../../server/domain/settings/pauses.ts';
import { listLiabilities, makeLiabilities } from '../../server/domain/wallet/liabilities.ts';
import { startLateContests } from '../../server/jobs/lateContests.ts';
import { Beacon } from '../../server/platform/beacon/beacon.ts';
import { attemptSteps } from '../support/attemptSteps.ts';
import { bet, type Betting, openBetting } from '../support/betting.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { balanceOf, ledgerFaults, nextContest } from '../support/rounds.ts';
import { signatureOf, testChain, type TestBeacon } from '../support/testBeacon.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEEK_MS = 7 * 24 * HOUR_MS;
const reason = 'The beacon has ended for good';
const anonymous = { kind: 'anonymous' } as const;
type Admin = Actor & { userId: bigint };

let database: TestDatabase;
let games: Betting;
let beacon: TestBeacon;
let owner: Admin;
let other: Admin;
let contest: ContestView;
let players: bigint[];

beforeAll(async () => {
  database = await createTestDatabase();
  games = await openBetting(database, { withBeacon: true });
  beacon = games.beacon as TestBeacon;
  [owner, other] = [await givenActor(games, 'admin'), await givenActor(games, 'admin')];
});
afterAll(async () => {
  await games.stop();
  await database.close();
});
beforeEach(async () => {
  beacon.behave('honest');
  await games.services.beacon?.probe(new AbortController().signal);
  contest = await nextContest(games, 'sapreOne');
  players = await givenPlayers(games, 2, { rupees: 100 });
});

const reread = async ({ gameId }: ContestView = contest) => {
  const found = await contestByGameId(games.as(anonymous), gameId);
  if (found === null) throw new Error(`${gameId} vanished`);
  return found;
};
const place = (player: bigint | undefined, paise: bigint) =>
  bet(games.player(player ?? 0n), { gameId: contest.gameId, selection: 3, paise });
const dueTo = (state: ContestView['state'], of = contest) =>
  vi.waitFor(async () => expect((await reread(of)).state).toBe(state), { timeout: 20_000 });
/** Ends the contest, and lets its first minute pass without the beacon. */
async function letWait(): Promise<void> {
  beacon.behave('failing');
  await games.moveTo(contest.closesAt);
  await games.moveTo(contest.endsAt);
  games.clock.advance(MINUTE_MS + 1_000);
  await games.games.idle();
  expect(await reread()).toMatchObject({ state: 'CLOSED', winningNumber: null, voidReason: null });
}
async function letWaitAWeek(): Promise<void> {
  await letWait();
  await games.moveTo(contest.endsAt.getTime() + WEEK_MS);
}
const late = async (work: () => Promise<void>, services = games.services) => {
  const job = startLateContests(services);
  try {
    await work();
  } finally {
    await job.stop();
  }
};
/** The job's next run. */
const nextRun = () => games.clock.advance(30_000);
const announce = (by: Actor = owner) => announceVoid(games.as(by), { gameId: contest.gameId, reason });
const carryOut = (by: Actor) => voidWaitingContest(games.as(by), { gameId: contest.gameId });
const refused = { code: 'INVALID_INPUT' };

describe('a round without the beacon’s number', () => {
  test('waits while the next one is played, and is decided and paid when the number comes', async () => {
    const [one = 0n] = players;
    await place(one, 1_000n);
    await letWait();
    const next = await nextContest(games, 'sapreOne');
    await games.moveTo(next.closesAt);
    await games.moveTo(next.endsAt);
    expect(await reread(next)).toMatchObject({ state: 'SETTLED', drawVersion: 'colour-pf/1' });
    expect((await waitingContests(games.as(anonymous), gameTypes)).map(({ id }) => id)).toContain(contest.id);

    await late(async () => {
      beacon.behave('honest');
      nextRun();
      await dueTo('SETTLED');
    });
    const { winningNumber, seed, betsRoot, beaconRandomness: randomness } = await reread();
    if (seed === null || betsRoot === null || randomness === null) throw new Error('all of it is public');
    const inputs = { betsRoot, beaconRound: contest.beaconRound ?? 0, randomness };
    expect(winningNumber).toBe(appearanceOrder(seed, 'sapreOne', contest.gameId, inputs)[0]);
    expect(await ledgerFaults(games)).toEqual([]);
  });

  test('is not the running one of its game, which may be paused', async () => {
    await pause(games.as(owner), { scope: 'sapreOne', notice: 'Back soon' });
    await letWait();
    expect(await activeContest(games.as(anonymous), 'sapreOne')).toBeNull();
    await resume(games.as(owner), { scope: 'sapreOne' });
    await vi.waitFor(async () => expect(await activeContest(games.as(anonymous), 'sapreOne')).not.toBeNull());
  });

  test('is asked for at the relays with which it opened, also by a server that starts a day later with BEACON=off', async () => {
    await letWait();
    const off = { ...games.services, beacon: new Beacon({ chain: testChain, relays: [] }, games.services) };
    await games.moveTo(games.clock.now() + 24 * HOUR_MS);
    await late(async () => {
      beacon.behave('honest');
      nextRun();
      await dueTo('SETTLED');
    }, off);
    expect(off.beacon.isReachable).toBe(false);
  });

  test('is decided in the order of the ends, once the beacon is back', async () => {
    await letWait();
    const first = contest;
    beacon.behave('honest');
    await games.services.beacon?.probe(new AbortController().signal);
    contest = await nextContest(games, 'sapreThree');
    await letWait();
    games.published.length = 0;
    await late(async () => {
      beacon.behave('honest');
      nextRun();
      await Promise.all([dueTo('SETTLED', first), dueTo('SETTLED')]);
    });
    const decided = games.published.flatMap((event) =>
      event.type === 'contestChanged' && event.phase === 'DECIDED' ? [event.contestId] : [],
    );
    const ofThese = decided.filter((id) => [first.id, contest.id].map(String).includes(id));
    expect(ofThese).toEqual([first.id, contest.id].map(String));
  });

  test('is asked for again and again, for days', async () => {
    await letWait();
    // Rounds that open meanwhile do without the beacon.
    const asked = () => beacon.asked.length;
    await late(async () => {
      for (const hours of [1, 3, 30, 100]) {
        const before = asked();
        await games.moveTo(contest.endsAt.getTime() + hours * HOUR_MS);
        await vi.waitFor(
          () => {
            nextRun();
            expect(asked()).toBeGreaterThan(before);
          },
          { timeout: 20_000, interval: 200 },
        );
      }
    });
  });

  test('holds up closing the account, can’t be cancelled, and stands in the published total of liabilities', async () => {
    const [one = 0n] = players;
    await place(one, 1_000n);
    const override = { gameId: contest.gameId, number: 3, reason: 'A test of the operator' };
    await overrideContest(games.as(owner), override);
    await letWait();
    await expect(cancelBets(games.player(one), { gameId: contest.gameId })).rejects.toMatchObject({
      code: 'BETTING_CLOSED',
    });
    const { rows } = await database.pool.query('select closing_hindrance($1) as why', [one]);
    expect(rows).toEqual([{ why: 'running' }]);

    await makeLiabilities(games.as({ kind: 'system' }));
    const [day] = await listLiabilities(games.as(anonymous), 1);
    expect(day?.waitingStakes).toBeGreaterThanOrEqual(1_000n);
    const faults = async () =>
      (await auditBooks(games.as({ kind: 'system' }))).flatMap((check) =>
        check.faults.filter((fault) => /waiting|total/.test(fault)),
      );
    expect(await faults()).toEqual([]);
    await late(async () => {
      beacon.behave('honest');
      nextRun();
      await dueTo('SETTLED');
    });
    expect(await faults()).toEqual([]);
  });
});

describe('a round that has waited for a week', () => {
  test('is announced by an owner, with everybody told, and made void by another one', async () => {
    const [one = 0n, two = 0n] = players;
    await place(one, 1_000n);
    await letWait();
    await games.moveTo(contest.endsAt.getTime() + WEEK_MS - 1_000);
    await expect(announce()).rejects.toMatchObject(refused);
    await games.moveTo(contest.endsAt.getTime() + WEEK_MS);
    await expect(announce({ ...owner, kind: 'admin', roles: ['GAME'] } as Actor)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(carryOut(other)).rejects.toMatchObject(refused);
    await announce();
    await expect(announce(other)).rejects.toMatchObject(refused);
    const [notice] = await standingNotices(games.as(anonymous), [contest.id]);
    expect(notice).toMatchObject({
      reason,
      madeBy: owner.userId,
      effectiveAt: new Date(games.clock.now() + 24 * HOUR_MS),
    });
    const { rows: told } = await listNotifications(games.as(other), { limit: 1 });
    expect(told).toMatchObject([{ kind: 'VOID_ANNOUNCED', body: expect.stringContaining(reason) }]);

    await expect(carryOut(owner)).rejects.toMatchObject(refused);
    await carryOut(other);
    expect(await reread()).toMatchObject({
      state: 'VOID',
      voidCause: 'NO_BEACON',
      voidReason: reason,
      wouldHaveBeen: null,
    });
    expect(await balanceOf(games, one)).toBe(10_000n);
    expect(await balanceOf(games, two)).toBe(10_000n);
    expect(await ledgerFaults(games)).toEqual([]);
    await expect(carryOut(owner)).rejects.toMatchObject(refused);

    // The beacon publishes the round later: the contest shows the number that was withheld.
    beacon.behave('honest');
    games.clock.advance(5_000);
    await games.services.beacon?.probe(new AbortController().signal);
    await fetchMissedRounds(games.as({ kind: 'system' }), new AbortController().signal);
    const { seed, betsRoot, beaconRandomness: randomness, wouldHaveBeen } = await reread();
    if (seed === null || betsRoot === null || randomness === null) throw new Error('all of it is public');
    const inputs = { betsRoot, beaconRound: contest.beaconRound ?? 0, randomness };
    expect(wouldHaveBeen).toBe(appearanceOrder(seed, 'sapreOne', contest.gameId, inputs)[0]);
  });

  test('is made void by the owner who announced it after 24 hours, unless another one stops it', async () => {
    await letWaitAWeek();
    await announce();
    await stopVoid(games.as(other), { gameId: contest.gameId, reason: 'Wait a little longer' });
    await games.moveTo(games.clock.now() + 25 * HOUR_MS);
    await expect(carryOut(owner)).rejects.toMatchObject(refused);
    await expect(stopVoid(games.as(other), { gameId: contest.gameId, reason })).rejects.toMatchObject(refused);
    await announce();
    await games.moveTo(games.clock.now() + 24 * HOUR_MS);
    await carryOut(owner);
    expect((await reread()).state).toBe('VOID');
    const { rows } = await database.pool.query(
      `select action from audit_log where subject = $1 and action <> 'contest:override' order by id`,
      [contest.gameId],
    );
    expect(rows.map(({ action }) => action as string)).toEqual([
      'contest:announceVoid',
      'contest:stopVoid',
      'contest:announceVoid',
      'contest:void',
    ]);
  });

  test('is decided, not void, where the number comes before that', async () => {
    await letWaitAWeek();
    await announce();
    await late(async () => {
      beacon.behave('honest');
      nextRun();
      await dueTo('SETTLED');
    });
    await expect(carryOut(other)).rejects.toMatchObject(refused);
    expect((await reread()).voidReason).toBeNull();
  });

  test('tells a bet that its player called off, which is not under the root, from those refunded because it is void', async () => {
    const [one = 0n, two = 0n] = players;
    await place(one, 1_000n);
    await place(two, 500n);
    await overrideContest(games.as(owner), { gameId: contest.gameId, number: 3, reason: 'A test of the operator' });
    await cancelBets(games.player(one), { gameId: contest.gameId });
    await letWaitAWeek();
    await announce();
    await carryOut(other);
    const betOf = async (player: bigint) => (await betsIn(games.player(player), contest.id))[0];
    expect(await betOf(one)).toMatchObject({ cancelled: true, cancelledByPlayer: true });
    expect(await betOf(two)).toMatchObject({ cancelled: true, cancelledByPlayer: false });
    const paths = async (player: bigint) => {
      const number = (await betOf(player))?.number ?? 0;
      return ownBetPaths(games.player(player), { gameId: contest.gameId, numbers: [number] });
    };
    await vi.waitFor(async () => expect(await paths(two)).toHaveLength(1), { timeout: 10_000 });
    expect(await paths(one)).toEqual([]);
    expect((await reread()).decidedBy).toBe('OPERATOR');
  });
});

describe('the database, whichever role writes', () => {
  const at = () => games.clock.now();
  const attempt = (when: number, ...statements: string[]) =>
    attemptSteps(database, ...statements.map((statement) => ({ at: when, statement }))).finally(() =>
      games.clock.set(games.clock.now()),
    );
  const voided = (by: Admin = other) =>
    `select void_waiting_contest(${contest.id}, ${by.userId}, '${new Date(at()).toISOString()}')`;
  const notice = (by: Admin = owner, when = at()) =>
    `insert into void_notices (contest_id, reason, made_by, made_at)
     values (${contest.id}, '${reason}', ${by.userId}, '${new Date(when).toISOString()}')`;
  const store = () =>
    `select store_beacon_round(${contest.beaconRound}, decode('${signatureOf(contest.beaconRound ?? 0)}', 'hex'))`;

  test('makes a round void only a week after its end, by an owner, as announced, without the beacon', async () => {
    await letWaitAWeek();
    const madeAt = (when: number) => [
      'set local session_replication_role = replica',
      notice(owner, when),
      'set local session_replication_role = origin',
    ];
    expect(await attempt(at(), notice(), voided())).toBe('accepted');
    expect(await attempt(at(), notice(), voided(owner))).toMatch('void only');
    const earlier = at() - 24 * HOUR_MS;
    expect(await attempt(at(), ...madeAt(earlier), voided(owner))).toBe('accepted');
    expect(await attempt(at(), ...madeAt(earlier + 1_000), voided(owner))).toMatch('void only');
    expect(await attempt(at() - 1_000, ...madeAt(at()), voided())).toMatch('void only');
    expect(await attempt(at(), notice(), store(), voided())).toMatch('void only');
    const inactive = `update users set status = 'deactivated', deactivated_at = now() where id = ${other.userId}`;
    const roles = `update users set roles = '{GAME}' where id = ${other.userId}`;
    for (const change of [inactive, roles])
      expect(await attempt(at(), change, notice(), voided())).toMatch('void only');
    const { rows } = await database.pool.query(`${voided()} as done`);
    expect(rows, 'without an announcement').toEqual([{ done: false }]);
    const bare = `update contests set state = 'VOID', voided_at = now(), voided_by = ${other.userId}, void_reason = '${reason}', decided_at = now() where id = ${contest.id}`;
    expect(await attempt(at(), bare)).toMatch('void only');
  });

  test('takes an announcement only of an owner about a round that has waited for a week, with a row in the audit log', async () => {
    await letWait();
    const week = contest.endsAt.getTime() + WEEK_MS;
    expect(await attempt(week - 1_000, notice(owner, week - 1_000))).toMatch('only after a week');
    expect(await attempt(week, store(), notice(owner, week))).toMatch('only after a week');
    expect(await attempt(week, notice(owner, week - 3_600_000))).toMatch('only after a week');
    expect(await attempt(week, notice({ ...owner, userId: players[0] ?? 0n }, week))).toMatch('an owner');
    const set = (values: string) => `update void_notices set ${values} where contest_id = ${contest.id}`;
    const stop = set(`stopped_at = now(), stopped_by = ${other.userId}`);
    expect(await attempt(week, notice(owner, week), set(`reason = 'another reason'`))).toMatch('only ends');
    expect(await attempt(week, notice(owner, week), stop, set('stopped_at = now()'))).toMatch('only ends');
    expect(await attempt(week, notice(owner, week), stop)).toBe('accepted');
    expect(await attempt(week, notice(owner, week), set(`stopped_at = now(), stopped_by = ${players[0]}`))).toMatch(
      'an owner',
    );
    expect(await attempt(week, notice(owner, week), 'delete from void_notices')).toMatch('insert-only');
    expect(await attempt(week, notice(owner, week), 'set constraints all immediate')).toMatch('audit log');
  });

  test('makes none void while its beacon’s number is being stored', async () => {
    await letWaitAWeek();
    const storing = await database.pool.connect();
    try {
      await storing.query('begin');
      // The lock that store_beacon_round takes.
      await storing.query(`select pg_advisory_xact_lock(20265, ${contest.beaconRound})`);
      const timeout = "set local lock_timeout = '50ms'";
      expect(await attempt(at(), timeout, notice(), voided())).toMatch('lock timeout');
      await storing.query('rollback');
      expect(await attempt(at(), notice(), voided())).toBe('accepted');
    } finally {
      storing.release();
    }
  });

  test('keeps the relays with which a round opened', async () => {
    const { rows } = await database.pool.query(`select beacon_relays from contests where id = ${contest.id}`);
    expect(rows).toEqual([{ beacon_relays: beacon.relays }]);
    const change = `update contests set beacon_relays = null where id = ${contest.id}`;
    expect(await attempt(at(), change)).toMatch('never changes');
  });
});

test('a round of before relays were kept waits all the same', async () => {
  const { rows } = await database.pool.query<{ entry: string }>(
    `select contest_log_entry(jsonb_populate_record(c, '{"beacon_relays": null}'), 'opened', null) as entry from contests c where id = ${contest.id}`,
  );
  expect(rows[0]?.entry).not.toContain('waitsForBeacon');
  const { rows: now } = await database.pool.query<{ entry: string }>(
    `select contest_log_entry(c, 'opened', null) as entry from contests c where id = ${contest.id}`,
  );
  expect(JSON.parse(now[0]?.entry ?? '')).toMatchObject({ gameId: contest.gameId, waitsForBeacon: true });
});

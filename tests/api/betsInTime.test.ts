import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import pg from 'pg';
import { WebSocket } from 'ws';
import { connectionOptions, openConnection } from '../../db/client.ts';
import { limitsFor } from '../../db/limits.ts';
import { cancelBets } from '../../server/domain/bets/cancelBets.ts';
import { RoundHolds } from '../../server/domain/bets/roundHolds.ts';
import { contestByGameId } from '../../server/domain/contests/contestQueries.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { slotAt } from '../../server/domain/contests/gameTypes.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import type { Actor, Context } from '../../server/domain/ground/verbs/context.ts';
import { type ReceivedCall, ReceivedCalls } from '../../server/domain/ground/calls/receivedCalls.ts';
import { bet, type Betting, openBetting, tryBet } from '../support/betting.ts';
import { expectLockWait, holdLocks } from '../support/contestLocks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runStatement } from '../support/postgres.ts';
import { nextContest } from '../support/rounds.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';
import { givenPlayer, type Person } from '../support/world/people.ts';

/** Of pg_locks: those that hold rounds of this database, while other tests hold theirs. */
const HOLDS = `locktype = 'advisory' and classid = 20270 and granted
  and database = (select oid from pg_database where datname = current_database())`;
/**
 * Lets closings wait long enough for any machine, so that a test sees what ends the wait; from the function that the database
 * has. Returns what puts that back.
 */
async function patientClosings({ address, pool }: TestDatabase): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ ours: string }>(`select pg_get_functiondef('close_contest'::regproc) as ours`);
  const ours = rows[0]?.ours ?? '';
  await runStatement(address, ours.replace('1.5 seconds', '60 seconds').replace('1500)', '60000)'));
  return () => runStatement(address, ours);
}

async function storedState({ pool }: TestDatabase, gameId: string): Promise<string> {
  const { rows } = await pool.query<{ state: string }>('select state from contests where game_id = $1', [gameId]);
  return rows[0]?.state ?? 'none';
}

describe('a round that other servers hold for bets in time', () => {
  let database: TestDatabase;
  let games: Betting;
  let bettor: Context;
  let admin: Actor;
  let contest: ContestView;
  let closesAt: number;
  /** Another server: what it has received, and its holds. */
  let calls: ReceivedCalls;
  let holds: RoundHolds;
  /** A bet of its that was received 100 ms before the closing. */
  let received: ReceivedCall;
  let usualClosings: () => Promise<void>;

  beforeAll(async () => {
    database = await createTestDatabase();
    games = await openBetting(database);
    const [player = 0n] = await givenPlayers(games, 1);
    bettor = games.player(player);
    admin = await givenActor(games, 'admin');
  });
  beforeEach(async () => {
    contest = await nextContest(games, 'sapreHalf');
    closesAt = Number(contest.closesAt);
    calls = new ReceivedCalls();
    const connect = () => openConnection(database.app.address, limitsFor('roundHold', 10));
    holds = new RoundHolds({ connect, clock: games.clock, calls, log: games.services.log });
    await holds.start();
    received = calls.begin(closesAt - 100);
    usualClosings = await patientClosings(database);
  });
  afterEach(async () => {
    received.end();
    await holds.stop();
    await games.games.idle();
    await usualClosings();
  });
  afterAll(async () => {
    await games.stop();
    await database.close();
  });

  const inTime = () => ({ gameId: contest.gameId, paise: 100n, receivedAt: new Date(closesAt - 1) });

  /** The clock shows the closing, and the row waits for the other server. */
  async function closing(): Promise<void> {
    games.clock.set(closesAt);
    await expectLockWait(database);
    expect(await storedState(database, contest.gameId)).toBe('OPEN');
  }

  it('has a key of its own among all games and slots', async () => {
    const { rows } = await database.pool.query<{ keys: number; all: number }>(
      `select count(distinct round_hold_key(game_type, slot))::int as keys, count(*)::int as all
         from unnest(enum_range(null::game_type)) game_type,
              (select first + step from unnest(array[0, 59640000, 499999990]) first, generate_series(0, 9) step) slots(slot)`,
    );
    expect(rows).toEqual([{ keys: 90, all: 90 }]);
  });

  it('is closed once they have placed them, and the bets are in it', async () => {
    await closing();
    expect(await tryBet(bettor, inTime())).toMatchObject({ replayed: false });
    received.end();
    await games.games.idle();
    expect(await storedState(database, contest.gameId)).toBe('CLOSED');
    expect(await tryBet(bettor, inTime())).toBe('BETTING_CLOSED');
  });

  it('is closed at once when none of their bets is left', async () => {
    received.end();
    await games.moveTo(closesAt);
    expect(await storedState(database, contest.gameId)).toBe('CLOSED');
  });

  it('is closed by one call: another finds it closed, and does not announce it again', async () => {
    received.end();
    await games.moveTo(closesAt);
    const { rows } = await database.pool.query(
      `select close_contest(id, to_timestamp($2)) as closed from contests where id = $1`,
      [contest.id, closesAt / 1_000],
    );
    expect(rows).toEqual([{ closed: false }]);
  });

  it('is closed at once when bets are left that came later', async () => {
    const late = calls.begin(closesAt);
    received.end();
    await games.moveTo(closesAt);
    expect(await storedState(database, contest.gameId)).toBe('CLOSED');
    late.end();
  });

  it('does not wait for a server that has ended', async () => {
    await closing();
    await database.pool.query(`select pg_terminate_backend(pid) from pg_locks where ${HOLDS} and mode = 'ShareLock'`);
    await games.games.idle();
    expect(await storedState(database, contest.gameId)).toBe('CLOSED');
  });

  it('is held again by a server whose connection broke', async () => {
    const holding = `select pid from pg_locks where ${HOLDS}`;
    const pids = async () => new Set((await database.pool.query(holding)).rows.map(({ pid }) => pid as number));
    // Those of the test before may not have ended yet.
    await expect.poll(async () => (await pids()).size, { timeout: 10_000 }).toBe(1);
    const [before] = await pids();
    await database.pool.query('select pg_terminate_backend($1)', [before]);
    await expect
      .poll(async () => [...(await pids())].filter((pid) => pid !== before), { timeout: 10_000 })
      .toHaveLength(1);
    await closing();
  });

  it('is closed 1.5 s later whatever they hold, and says so to whose bet it was', async () => {
    await usualClosings();
    await games.moveTo(closesAt);
    expect(await storedState(database, contest.gameId)).toBe('CLOSED');
    const late = { code: 'BETTING_CLOSED', extra: expect.objectContaining({ field: 'gameId' }) };
    const crowded = await refusal(bet(bettor, inTime()));
    expect(crowded).toMatchObject({ ...late, extra: { detail: 'received in time, too many at once' } });
    const tooLate = await refusal(bet(bettor, { ...inTime(), receivedAt: new Date(closesAt) }));
    expect(tooLate).toMatchObject(late);
    expect(tooLate.extra.detail).toBeUndefined();
  });

  it('is closed at once after an outage, whatever they hold', async () => {
    await usualClosings();
    await games.moveTo(closesAt + 1_500);
    expect(await storedState(database, contest.gameId)).toBe('CLOSED');
  });

  it.each([
    { afterClosing: 0, waits: '1500ms' },
    { afterClosing: 400, waits: '1100ms' },
    // That of its transaction: it waits for no server.
    { afterClosing: 1_500, waits: '7s' },
  ])('$afterClosing ms after its closing it waits with a lock timeout of $waits', async ({ afterClosing, waits }) => {
    await usualClosings();
    const { address, pool } = database;
    const client = new pg.Client(connectionOptions(address));
    await client.connect();
    const lockTimeout = async (statement: string) => {
      await client.query(statement, [contest.id, new Date(closesAt)]);
      return (await client.query<{ lock_timeout: string }>('show lock_timeout')).rows[0]?.lock_timeout;
    };
    const { rows } = await pool.query<{ ours: string }>(`select pg_get_functiondef('close_contest'::regproc) as ours`);
    const ours = rows[0]?.ours ?? '';
    const unset = ours.replace(`perform set_config('lock_timeout', v_lock_timeout, true);`, '');
    expect(unset).not.toBe(ours);
    try {
      await client.query(`begin; set local lock_timeout = '7s'`);
      // So that this closing comes before the game's: the locks in the order in which close_contest takes them, and before the
      // savepoint, else the game's takes the first of them at the rollback and waits for the second.
      await client.query('select hold_bets($1)', [contest.id]);
      await client.query('select from contests where id = $1 for update', [contest.id]);
      games.clock.set(closesAt + afterClosing);
      await client.query('savepoint before_closing');
      expect(await lockTimeout('select close_contest($1, $2)')).toBe('7s');
      await client.query(`rollback to before_closing; ${unset}`);
      expect(await lockTimeout('select close_contest($1, $2)')).toBe(waits);
    } finally {
      await client.query('rollback');
      await client.end();
    }
  });

  it('takes no bet that is received after its closing, and answers one that it has taken by its key', async () => {
    const key = randomUUID();
    const placed = await bet(bettor, { ...inTime(), key });
    await closing();
    const late = { gameId: contest.gameId, paise: 100n, receivedAt: new Date(closesAt) };
    expect(await tryBet(bettor, late)).toBe('BETTING_CLOSED');
    expect(await tryBet(bettor, { ...late, key: randomUUID() })).toBe('BETTING_CLOSED');
    expect(await bet(bettor, { ...late, key })).toMatchObject({ replayed: true, bet: { id: placed.bet.id } });
    const statement = `select outcome from place_numbered_bets(array[$1::bigint], array[$2::bigint], array[1::smallint],
      array[100::bigint], array[null::uuid], array[$3::timestamptz])`;
    const { rows } = await database.app.pool.query(statement, [
      bettor.actor.kind === 'player' ? bettor.actor.userId : 0n,
      contest.id,
      new Date(closesAt),
    ]);
    expect(rows).toEqual([{ outcome: 'closed' }]);
  });

  it('is closed for everybody: to see, to override and to cancel', async () => {
    await bet(bettor, inTime());
    await overrideContest(games.as(admin), { gameId: contest.gameId, number: 3, reason: 'set by a test' });
    await closing();
    const shown = await contestByGameId(games.as({ kind: 'anonymous' }), contest.gameId);
    expect(shown).toMatchObject({ state: 'CLOSED', cancellable: false });
    const again = { gameId: contest.gameId, number: 4, reason: 'set by a test' };
    expect(await refusalCode(overrideContest(games.as(admin), again))).toBe('BETTING_CLOSED');
    const later = games.as(bettor.actor);
    expect(await refusalCode(cancelBets(later, { gameId: contest.gameId }))).toBe('BETTING_CLOSED');
    // An operator has set its number: that is why, not the crowd.
    expect((await refusal(bet(bettor, inTime()))).extra.detail).toBeUndefined();
    received.end();
    await games.games.idle();
    expect((await refusal(bet(bettor, inTime()))).extra.detail).toBeUndefined();
  });
});

describe('a bet whose session is read for half a second', () => {
  let server: TestServer;
  let player: Person;
  beforeAll(async () => {
    server = await startTestServer();
    player = await givenPlayer(server, { rupees: 100 });
    await patientClosings(server.database);
  });
  afterAll(() => server.stop());

  const body = (gameId: string) => ({ gameId, amount: 10, betType: 'number', betValue: 7 });
  const operation = (gameId: string) => ({
    query: `mutation ($input: PlaceBetInput!) { placeBet(input: $input) { __typename ... on BettingClosed { message } } }`,
    variables: { input: { gameId, selection: { number: 7 }, amount: '10.00', idempotencyKey: randomUUID() } },
  });

  const post = async (path: string, content: object): Promise<string> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${player.accessToken}` };
    const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(content) });
    return answer.text();
  };

  async function bySocket(): Promise<{ send: (content: object) => Promise<string>; close: () => void }> {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const next = () =>
      new Promise<string>((resolve) => socket.once('message', (data: Buffer) => resolve(String(data))));
    await new Promise((resolve) => socket.once('open', resolve));
    const acknowledged = next();
    const payload = { authorization: `Bearer ${player.accessToken}` };
    socket.send(JSON.stringify({ type: 'connection_init', payload }));
    await acknowledged;
    return {
      send: (content) => {
        const answer = next();
        socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: content }));
        return answer;
      },
      close: () => socket.close(),
    };
  }

  /** What is answered to a bet that arrives 100 ms before the closing, whose session is read until 400 ms after it. */
  async function placedBy(send: (gameId: string) => Promise<string>): Promise<string> {
    const { clock, services, database } = server;
    clock.set(slotAt('sapreHalf', clock.now()).endsAt);
    await server.contestClock.idle();
    const { gameId, closesAt } = slotAt('sapreHalf', clock.now());
    clock.set(closesAt - 100);
    // Known tokens are not trusted while ended sessions may be missed.
    services.events.disconnected('database');
    const release = await holdLocks(database, 'lock table sessions in access exclusive mode');
    const answer = send(gameId);
    await expectLockWait(database);
    clock.set(closesAt);
    clock.set(closesAt + 400);
    await release();
    const text = await answer;
    services.events.reconnected('database');
    await server.contestClock.idle();
    expect(await storedState(database, gameId)).toBe('CLOSED');
    return text;
  }

  it('is placed when it was received 100 ms before the closing: REST', async () => {
    expect(await placedBy((gameId) => post('/sapre/placeBet', body(gameId)))).toContain('"success":true');
  });

  it('is placed when it was received 100 ms before the closing: GraphQL', async () => {
    expect(await placedBy((gameId) => post('/graphql', operation(gameId)))).toContain('PlaceBetPayload');
  });

  it('is placed when it was received 100 ms before the closing: a socket', async () => {
    const { send, close } = await bySocket();
    expect(await placedBy((gameId) => send(operation(gameId)))).toContain('PlaceBetPayload');
    close();
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedPlayPayee } from '../../server/domain/settings/seedPlayPayee.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { givenMember, type Member } from '../support/world/members.ts';

/** What the SQL functions of limits and pauses decide at the very instants and amounts where they change. */

const NOON = '2026-11-20T12:00:00+05:30';
const REFUSED = { code: '23001' };

let database: TestDatabase;
let domain: TestDomain;
beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database, NOON);
});
afterAll(() => database.close());

const query = async <Row>(statement: string, ...values: unknown[]) =>
  (await database.pool.query<Row & object>(statement, values)).rows;
const at = (time: string) => new Date(`2026-11-20T${time}+05:30`);

/** A player with this row in play_guards: columns as SQL. */
async function guarded(columns: Record<string, string>): Promise<Member> {
  const player = await givenMember(domain);
  await query(
    `insert into play_guards (player_id, ${Object.keys(columns).join()}) values ($1, ${Object.values(columns).join()})`,
    player.userId,
  );
  return player;
}

async function limited(...limits: string[]): Promise<Member> {
  const player = await givenMember(domain);
  for (const limit of limits) {
    await query(
      `insert into play_limits (player_id, kind, period, amount, next_amount, next_at) values ($1, ${limit})`,
      player.userId,
    );
  }
  return player;
}

const changeGuard = ({ userId }: Member, change: string) =>
  query(`update play_guards set ${change} where player_id = $1`, userId);
const changeLimit = ({ userId }: Member, change: string) =>
  query(`update play_limits set ${change} where player_id = $1`, userId);

/** Whether accounts are locked while `statement` is not committed: that of the player, and that of another one. */
async function locks(player: Member, statement: string): Promise<{ own: boolean; other: boolean }> {
  const other = await givenMember(domain);
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(statement, [player.userId]);
    const free = await query<{ playerId: bigint }>(
      `select player_id as "playerId" from ledger_accounts where kind = 'player_available' for no key update skip locked`,
    );
    const isFree = ({ userId }: Member) => free.some(({ playerId }) => playerId === userId);
    return { own: !isFree(player), other: !isFree(other) };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('a pause', () => {
  it('is never deleted', async () => {
    const asha = await guarded({ reality_minutes: '15' });
    await expect(query('delete from play_guards where player_id = $1', asha.userId)).rejects.toMatchObject(REFUSED);
  });

  it('locks the player’s account and no other while it is changed', async () => {
    const asha = await guarded({ reality_minutes: '15' });
    const change = 'update play_guards set reality_minutes = 20 where player_id = $1';
    expect(await locks(asha, change)).toEqual({ own: true, other: false });
  });

  it('is kept by a time-out until its end, and not at it', async () => {
    const ends = await guarded({ time_out_until: 'db_now()' });
    await changeGuard(ends, `time_out_until = time_out_until - interval '1 ms'`);
    const runs = await guarded({ time_out_until: `db_now() + interval '1 ms'` });
    await changeGuard(runs, 'time_out_until = time_out_until');
    await expect(changeGuard(runs, 'time_out_until = db_now()')).rejects.toMatchObject(REFUSED);
  });

  it('is kept by an exclusion until its end, and not at it', async () => {
    const ended = await guarded({ excluded_at: 'db_now()', excluded_until: 'db_now()' });
    await changeGuard(ended, 'excluded_at = null, excluded_until = null');
    const runs = await guarded({ excluded_at: 'db_now()', excluded_until: `db_now() + interval '1 ms'` });
    await changeGuard(runs, 'excluded_until = excluded_until');
    await expect(changeGuard(runs, 'excluded_until = db_now()')).rejects.toMatchObject(REFUSED);
  });
});

describe('a limit', () => {
  it('is replaced by its change from the instant of the change on', async () => {
    const asha = await limited(`'stake', 'day', 100, 700, '2026-11-22T00:00:00Z'`);
    const inForce = (ms: number) =>
      query(
        `select limit_in_force(l, '2026-11-22T00:00:00Z'::timestamptz + $2::int * interval '1 ms') as amount
           from play_limits l where player_id = $1`,
        asha.userId,
        ms,
      );
    expect([await inForce(-1), await inForce(0)]).toEqual([[{ amount: 100n }], [{ amount: 700n }]]);
  });

  it('locks the player’s account and no other while it is changed', async () => {
    const asha = await limited(`'stake', 'day', 100, null, null`);
    const change = 'update play_limits set amount = 50 where player_id = $1';
    expect(await locks(asha, change)).toEqual({ own: true, other: false });
  });

  it('stays the same or becomes tighter at once', async () => {
    const asha = await limited(`'stake', 'day', 100, null, null`);
    await changeLimit(asha, 'amount = 100');
    await changeLimit(asha, 'amount = 99');
    await expect(changeLimit(asha, 'amount = 100')).rejects.toMatchObject(REFUSED);
    await expect(changeLimit(asha, `period = 'week'`)).rejects.toMatchObject(REFUSED);
  });

  it('is loosened by a change 23 hours and 59 minutes ahead, no millisecond sooner', async () => {
    const asha = await limited(`'stake', 'day', 100, null, null`);
    const soonest = `db_now() + interval '23 hours 59 minutes'`;
    await expect(changeLimit(asha, `next_amount = 101, next_at = ${soonest} - interval '1 ms'`)).rejects.toMatchObject(
      REFUSED,
    );
    await changeLimit(asha, `next_amount = 100, next_at = ${soonest} - interval '1 ms'`);
    await changeLimit(asha, `next_amount = 101, next_at = ${soonest}`);
    // Tightened meanwhile: the change that is to come was asked for in time.
    domain.clock.advance(3_600_000);
    await changeLimit(asha, 'amount = 50');
    domain.clock.set(Date.parse(NOON));
  });

  it('is set freely where there was none', async () => {
    const asha = await limited(`'stake', 'day', null, null, null`);
    await changeLimit(asha, `next_amount = 100, next_at = db_now()`);
    const other = await limited(`'stake', 'day', null, null, null`);
    await changeLimit(other, 'amount = 100');
  });
});

describe('the guard of deposits', () => {
  const guardOf = async ({ userId }: Member) => (await query('select * from deposit_guard($1)', userId))[0];

  it('locks the player’s account and no other', async () => {
    const asha = await limited(`'deposit', 'day', 100, null, null`);
    expect(await locks(asha, 'select * from deposit_guard($1)')).toEqual({ own: true, other: false });
  });

  it('stops until the end of a pause, and not at it', async () => {
    const later = `db_now() + interval '1 ms'`;
    const until = new Date(at('12:00:00').getTime() + 1);
    expect(await guardOf(await guarded({ time_out_until: later }))).toEqual({ stop: 'TIME_OUT', room: null, until });
    expect(await guardOf(await guarded({ time_out_until: 'db_now()' }))).toMatchObject({ stop: null });
    const excluded = { excluded_at: 'db_now()', excluded_until: later };
    expect(await guardOf(await guarded(excluded))).toEqual({ stop: 'SELF_EXCLUDED', room: null, until });
    expect(await guardOf(await guarded({ ...excluded, excluded_until: 'db_now()' }))).toMatchObject({ stop: null });
    expect(await guardOf(await guarded({ excluded_at: 'db_now()' }))).toMatchObject({
      stop: 'SELF_EXCLUDED',
      until: null,
    });
  });

  it('leaves the room of the tightest limit, of equal ones the longer', async () => {
    const two = await limited(`'deposit', 'day', 100, null, null`, `'deposit', 'month', 70, null, null`);
    expect(await guardOf(two)).toEqual({ stop: null, room: 70n, until: new Date('2026-12-01T00:00:00+05:30') });
    const equal = await limited(`'deposit', 'day', 70, null, null`, `'deposit', 'week', 70, null, null`);
    expect(await guardOf(equal)).toMatchObject({ room: 70n, until: new Date('2026-11-23T00:00:00+05:30') });
    const none = await limited(`'stake', 'day', 100, null, null`, `'deposit', 'day', null, null, null`);
    expect(await guardOf(none)).toEqual({ stop: null, room: null, until: null });
  });

  it('counts from midnight in India on', async () => {
    const asha = await limited(`'deposit', 'day', 1000, null, null`);
    await seedPlayPayee(domain.as({ kind: 'system' }));
    const request = (time: string, amount: number) =>
      query(
        `insert into wallet_transactions
           (player_id, transaction_type, channel, amount, reference, payee_id, created_at, updated_at)
         select $1, 'credit', 'upi', $2::bigint, 'RULE' || $2::bigint, min(id), $3::timestamptz, $3::timestamptz from payees`,
        asha.userId,
        amount,
        time,
      );
    await request('2026-11-19T23:59:59.999+05:30', 1);
    await request('2026-11-20T00:00:00+05:30', 20);
    await request('2026-11-20T11:00:00+05:30', 300);
    expect(await guardOf(asha)).toMatchObject({ room: 680n, until: new Date('2026-11-21T00:00:00+05:30') });
  });
});

describe('the guard of bets', () => {
  const guardOf = async ({ userId }: Member, time = at('12:00:00')) =>
    (await query('select stop, room, room_name as name from bet_guard($1, $2)', userId, time))[0];

  it('stops until the end of a pause, and not at it', async () => {
    const end = `'${at('12:00:00').toISOString()}'`;
    const before = new Date(at('12:00:00').getTime() - 1);
    const pausing = await guarded({ time_out_until: end });
    expect([await guardOf(pausing, before), await guardOf(pausing)]).toMatchObject([
      { stop: 'time_out' },
      { stop: null },
    ]);
    const excluded = await guarded({ excluded_at: end, excluded_until: end });
    expect([await guardOf(excluded, before), await guardOf(excluded)]).toMatchObject([
      { stop: 'self_excluded' },
      { stop: null },
    ]);
    expect(await guardOf(await guarded({ excluded_at: end }))).toMatchObject({ stop: 'self_excluded' });
  });

  it('asks for the reality check when its minutes are over, and ends a play after more than 30 without a bet', async () => {
    const asha = await guarded({ reality_minutes: '60', answered_at: `'${at('12:00:00').toISOString()}'` });
    for (const time of ['12:10:00', '12:40:00', '13:09:59.999']) {
      expect([time, await guardOf(asha, at(time))]).toEqual([time, { stop: null, room: null, name: null }]);
    }
    expect(await guardOf(asha, at('13:10:00'))).toMatchObject({ stop: 'reality_check' });
    // The last bet was at 13:09:59.999.
    expect(await guardOf(asha, at('13:39:59.999'))).toMatchObject({ stop: 'reality_check' });
    expect(await guardOf(asha, at('13:40:00'))).toMatchObject({ stop: null });
  });

  it('leaves the room of the tightest limit, of equal ones that on stakes', async () => {
    const two = await limited(`'stake', 'day', 100, null, null`, `'loss', 'month', 70, null, null`);
    expect(await guardOf(two)).toEqual({ stop: null, room: 70n, name: 'loss_limit' });
    const equal = await limited(`'loss', 'day', 70, null, null`, `'stake', 'week', 70, null, null`);
    expect(await guardOf(equal)).toMatchObject({ room: 70n, name: 'stake_limit' });
    const none = await limited(`'deposit', 'day', 100, null, null`, `'stake', 'day', null, null, null`);
    expect(await guardOf(none)).toEqual({ stop: null, room: null, name: null });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { tamper } from '../support/tamper.ts';
import { givenPlayers } from '../support/world/bulk.ts';
import { deleteRounds, writeRounds, type WrittenRound } from '../support/writtenRounds.ts';

/** What play_by_day counts on which day, what it keeps of days that are over, and what bet_guard makes of its sums. */

const NOON = '2026-11-20T12:00:00+05:30';

let database: TestDatabase;
let domain: TestDomain;
let own: bigint;
let other: bigint;
beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database, NOON);
});
beforeEach(async () => {
  await deleteRounds(database);
  await tamper(database, 'delete from play_limits');
  [own = 0n, other = 0n] = await givenPlayers(domain, 2);
});
afterAll(() => database.close());

const query = async <Row>(statement: string, ...values: unknown[]) =>
  (await database.pool.query<Row & object>(statement, values)).rows;
const write = (...rounds: WrittenRound[]) => writeRounds(database, rounds);
/** An instant in India of November 2026. */
const at = (day: number, time = '10:00:00') => `2026-11-${day}T${time}+05:30`;
const result = (player: bigint, staked: number, won: number) => ({ results: [{ player, staked, won }] });
const live = (player: bigint, amount: number) => ({ state: 'CLOSED' as const, bets: [{ player, amount }] });

/** Days of November with what was staked on them and came back. */
type Days = Record<number, readonly [staked: number, returned: number]>;
function daysOf(rows: readonly { day: string; staked: bigint; returned: bigint }[]): Days {
  const entries = rows.map(({ day, ...sums }) => [Number(day.slice(-2)), [Number(sums.staked), Number(sums.returned)]]);
  expect(new Set(entries.map(([day]) => day)).size).toBe(rows.length);
  return Object.fromEntries(entries) as Days;
}
const columns = 'day::text as day, staked, returned';
const playByDay = async (from: number) =>
  daysOf(await query(`select ${columns} from play_by_day($1, $2, $3)`, own, `2026-11-${from}`, NOON));
const keptDays = async (player = own) =>
  daysOf(await query(`select ${columns} from play_days where player_id = $1`, player));
async function keep(player: bigint, days: Days): Promise<void> {
  for (const [day, [staked, returned]] of Object.entries(days)) {
    await query('insert into play_days values ($1, $2, $3, $4)', player, `2026-11-${day}`, staked, returned);
  }
}

describe('what was played by day', () => {
  it('is each player’s own, by the round’s start in India, and kept of days that are over', async () => {
    await keep(own, { 16: [99, 99] });
    await keep(other, { 17: [888, 9], 19: [888, 9] });
    await write(
      { startsAt: at(17, '00:00:00'), ...result(own, 100, 0), bets: [{ player: own, amount: 100 }] },
      { startsAt: at(17, '23:59:30'), results: [...result(own, 40, 10).results, ...result(other, 7000, 1).results] },
      { startsAt: at(19), ...result(own, 5, 50) },
      { startsAt: at(19), ...result(own, 3, 1) },
      { startsAt: at(19), ...live(own, 60_000), state: 'SETTLED' },
      { startsAt: at(20, '00:00:00'), ...result(own, 20, 6) },
      { startsAt: at(20, '11:00:00'), results: [...result(own, 300, 7).results, ...result(other, 9000, 2).results] },
      { startsAt: at(20, '11:00:30'), ...live(own, 80_000), state: 'SETTLED' },
    );
    const days = { 17: [140, 10], 18: [0, 0], 19: [8, 51] };
    expect(await playByDay(17)).toEqual({ ...days, 20: [320, 13] });
    expect(await keptDays()).toEqual({ 16: [99, 99], ...days });
    expect(await keptDays(other)).toEqual({ 17: [888, 9], 19: [888, 9] });
  });

  it('holds live stakes: neither cancelled ones nor those whose result is written', async () => {
    const cancelled = { player: own, amount: 5_000, cancelled: true };
    await write(
      { startsAt: at(19), ...result(own, 7, 3) },
      { startsAt: at(20, '00:00:00'), ...live(own, 2) },
      {
        startsAt: at(20, '11:58:00'),
        state: 'CLOSED',
        bets: [{ player: own, amount: 1_000 }, cancelled, { player: other, amount: 2_000 }],
      },
      { startsAt: at(20, '11:58:30'), ...live(own, 60), ...result(own, 60, 80) },
      { startsAt: at(20, '11:59:00'), ...live(own, 4), ...result(other, 70, 0) },
    );
    // The open round of midnight keeps nothing from being kept.
    expect(await playByDay(19)).toEqual({ 19: [7, 3], 20: [1_066, 80] });
    expect(await keptDays()).toEqual({ 19: [7, 3] });
  });

  it('is not kept while a round of a day before is unsettled', async () => {
    await keep(own, { 17: [500, 5] });
    await keep(other, { 18: [888, 9] });
    await write(
      { startsAt: at(18), ...result(own, 11, 1) },
      { startsAt: at(19), ...result(own, 13, 2) },
      { startsAt: at(19, '23:59:00'), ...live(other, 1) },
      { startsAt: at(19, '23:59:30'), ...live(own, 30) },
      { startsAt: at(20), ...live(own, 2) },
    );
    expect(await playByDay(17)).toEqual({ 17: [500, 5], 18: [11, 1], 19: [43, 2], 20: [2, 0] });
    expect(await keptDays()).toEqual({ 17: [500, 5] });
  });

  it.each([17, 18, 19])('is summed once, and what is kept read again: the %i th', async (missing) => {
    const { [missing]: _, ...kept }: Days = { 17: [500, 5], 18: [600, 6], 19: [700, 7] };
    // The clock was behind midnight, and has stepped back since.
    await keep(own, { ...kept, 20: [777, 7] });
    await write(
      { startsAt: at(17), ...result(own, 1, 1) },
      { startsAt: at(18), ...result(own, 1, 1) },
      { startsAt: at(19), ...result(own, 1, 1) },
      { startsAt: at(20), ...result(own, 20, 6) },
      { startsAt: at(20, '11:59:30'), ...live(own, 2) },
    );
    const days = { ...kept, [missing]: [1, 1], 20: [22, 6] };
    expect(await playByDay(17)).toEqual(days);
    expect(await playByDay(17)).toEqual(days);
  });
});

describe('the guard of bets', () => {
  const guardOf = async (player = own) =>
    (await query('select stop, room, room_name as name from bet_guard($1, $2)', player, NOON))[0];
  const limit = (player: bigint, values: string) => query(`insert into play_limits values ($1, ${values})`, player);

  it('takes from a limit what was staked in its period, from one on losses less what came back', async () => {
    await limit(own, `'stake', 'day', 1000`);
    await limit(own, `'deposit', 'day', 1`);
    await limit(other, `'stake', 'month', 2`);
    await write(
      { startsAt: at(18), ...result(own, 100, 30) },
      { startsAt: at(19), ...result(own, 200, 150) },
      { startsAt: at(20), ...result(own, 40, 10) },
      { startsAt: at(20, '11:59:30'), ...live(own, 5) },
    );
    expect(await guardOf()).toEqual({ stop: null, room: 955n, name: 'stake_limit' });
    await limit(own, `'stake', 'month', 900`);
    expect(await guardOf()).toEqual({ stop: null, room: 555n, name: 'stake_limit' });
    await limit(own, `'loss', 'week', 600`);
    expect(await guardOf()).toEqual({ stop: null, room: 445n, name: 'loss_limit' });
    await limit(own, `'loss', 'day', 300`);
    expect(await guardOf()).toEqual({ stop: null, room: 265n, name: 'loss_limit' });
  });

  it('leaves all of a limit to a player who has not played', async () => {
    await limit(own, `'stake', 'day', 1000`);
    expect(await guardOf()).toEqual({ stop: null, room: 1000n, name: 'stake_limit' });
  });

  it('reads no more days than the player’s own limits in force need, and none in a pause', async () => {
    await limit(own, `'stake', 'day', 1000`);
    await limit(own, `'deposit', 'month', 1000`);
    await limit(own, `'loss', 'month', null`);
    await limit(other, `'stake', 'month', 1000`);
    await guardOf();
    expect(await keptDays()).toEqual({});
    await query(`insert into play_guards (player_id, time_out_until) values ($1, $2)`, other, at(21));
    expect(await guardOf(other)).toEqual({ stop: 'time_out', room: null, name: null });
    expect(await keptDays(other)).toEqual({});
  });
});

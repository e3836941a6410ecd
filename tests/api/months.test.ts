import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { inTransaction, openDatabase } from '../../db/client.ts';
import { committedRelease, migrate } from '../../db/migrate.ts';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { activeGames, betsById, betsInEach, listBets, ownStakes } from '../../server/domain/bets/betQueries.ts';
import type { Context } from '../../server/domain/ground/verbs/context.ts';
import { makeMonths } from '../../server/domain/ground/database/makeMonths.ts';
import { leaveBroken } from '../support/auditedBooks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { ledgerFaults, nextContest, placeBets, runGames, type RunningGames } from '../support/rounds.ts';
import { runStatement } from '../support/postgres.ts';
import { tamper } from '../support/tamper.ts';
import { givenPlayers } from '../support/world/bulk.ts';

/** The last rounds of November end now, in India. */
const TURN = Date.parse('2026-12-01T00:00:00+05:30');
const RED = 12;

let database: TestDatabase;
let games: RunningGames;
let player: bigint;

async function begin(startsAt: number): Promise<void> {
  database = await createTestDatabase();
  await database.pool.query('select make_month(2611), make_month(2612)');
  games = await runGames(database, { startsAt: new Date(startsAt).toISOString() });
  player = (await givenPlayers(games, 1))[0] as bigint;
}

async function end(): Promise<void> {
  await games.games.stop();
  await database.close();
}

const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await database.pool.query<Row>(text, values)).rows;
const bet = async (contest: { id: bigint }) => {
  const [id] = await placeBets(games, [{ playerId: player, contestId: contest.id, selection: RED, paise: 100n }]);
  return id as bigint;
};
const monthOf = (id: bigint) => id / 1_000_000_000_000n;
const partitionsOf = async (table: string, column: string, id: bigint) =>
  (
    await rows<{ name: string }>(`select tableoid::regclass::text as name from ${table} where ${column} = $1`, [id])
  ).map(({ name }) => name);
const faults = async () => (await auditBooks(games.as({ kind: 'system' }))).filter(({ faultCount }) => faultCount > 0);

describe('over the turn of a month', () => {
  beforeEach(() => begin(TURN - 5 * 60_000));
  afterEach(end);

  it('each round and its money are in the month of its start, and the books are in order', async () => {
    const last = await nextContest(games, 'sapreThree');
    const before = await bet(last);
    await games.moveTo(TURN);
    const first = await nextContest(games, 'sapreHalf');
    const after = await bet(first);
    await games.moveTo(TURN + 10 * 60_000);

    expect([monthOf(before), monthOf(after)]).toEqual([2611n, 2612n]);
    expect(await partitionsOf('bets', 'id', before)).toEqual(['bets_2611']);
    expect(await partitionsOf('bets', 'id', after)).toEqual(['bets_2612']);
    expect(new Set(await partitionsOf('transfers', 'reference_id', before))).toEqual(new Set(['transfers_2611']));
    expect(new Set(await partitionsOf('transfers', 'reference_id', after))).toEqual(new Set(['transfers_2612']));
    expect(
      await rows('select id, bets_month, state from contests where id = any($1) order by id', [[last.id, first.id]]),
    ).toEqual([
      { id: last.id, bets_month: 2611, state: 'SETTLED' },
      { id: first.id, bets_month: 2612, state: 'SETTLED' },
    ]);
    expect(await ledgerFaults(games)).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it('a key of the month before still answers with its bet, and not for another', async () => {
    const contest = await nextContest(games, 'sapreThree');
    const key = randomUUID();
    const place = async (contestId: bigint) =>
      (
        await rows<{ outcome: string; bet_id: bigint; balance: bigint }>(
          `select outcome, bet_id, balance from place_numbered_bets(array[$1::bigint], array[$2::bigint], array[12::smallint],
             array[100::bigint], array[$3::uuid], array[$4::timestamptz])`,
          [player, contestId, key, new Date(games.clock.now())],
        )
      )[0];
    const first = await place(contest.id);
    expect(first).toMatchObject({ outcome: 'placed' });
    await games.moveTo(TURN);
    const next = await nextContest(games, 'sapreHalf');
    await bet(next);
    expect(await place(contest.id)).toEqual({ ...first, outcome: 'replayed' });
    expect(await place(next.id)).toMatchObject({ outcome: 'key_reused' });
  });

  it('no bet is paid twice, whatever the month of its payout', async () => {
    leaveBroken(database, 'every payout on record was moved, and nothing else was');
    const id = await bet(await nextContest(games, 'sapreThree'));
    await games.moveTo(TURN);
    await nextContest(games, 'sapreHalf');
    const [account] = await rows<{ id: bigint }>(
      `select id from ledger_accounts where player_id = $1 and kind = 'player_available'`,
      [player],
    );
    const pay = () =>
      rows(
        `select post_transfer((select id from ledger_accounts where kind = 'house'), $1, 100, 'bet_payout', $2, now())`,
        [account?.id, id],
      );
    const [paid] = await rows(`select from transfers where reference_id = $1 and kind = 'bet_payout'`, [id]);
    if (!paid) await pay();
    await expect(pay()).rejects.toThrow(/duplicate key value .*(reference)/);
  });

  it('bets stay in the month before while the next has no partitions, or a round is open', async () => {
    for (const table of ['bets', 'bet_payouts', 'transfers']) {
      await database.pool.query(`drop table ${table}_2612`);
    }
    await games.moveTo(TURN);
    const late = await bet(await nextContest(games, 'sapreHalf'));
    expect(monthOf(late)).toBe(2611n);
    await database.pool.query('select make_month(2612)');
    // Half a minute later the longer rounds are still open.
    const between = await bet(await nextContest(games, 'sapreHalf'));
    expect(monthOf(between)).toBe(2611n);
    // All three end together.
    await games.moveTo(TURN + 6 * 60_000);
    const turned = await bet(await nextContest(games, 'sapreHalf'));
    expect(monthOf(turned)).toBe(2612n);
    await games.moveTo(TURN + 10 * 60_000);
    expect(await faults()).toEqual([]);
  });
});

describe('lists of bets over many months', () => {
  const MONTHS = [0, 2601, 2605, 2608, 2609, 2610, 2611];
  /** Newest first, three of each month. */
  let ids: bigint[];
  let contestId: bigint;
  beforeAll(async () => {
    await begin(TURN - 60 * 60_000);
    for (const month of MONTHS.slice(1)) await database.pool.query('select make_month($1)', [month]);
    contestId = (await nextContest(games, 'sapreThree')).id;
    leaveBroken(
      database,
      'every bet has its one stake, from its player to its contest',
      "every bet is in its round's month, and no archived month is back",
    );
    await tamper(
      database,
      `insert into bets (id, contest_id, player_id, selection, amount, balance_after, placed_at) overriding system value
       select month * 1000000000000 + n, ${contestId}, ${player}, 12, 100, 0, now()
         from unnest(array[${MONTHS.join(',')}]) month, generate_series(1, 3) n`,
    );
    ids = MONTHS.toReversed().flatMap((month) => [3n, 2n, 1n].map((n) => BigInt(month) * 1_000_000_000_000n + n));
  });
  afterAll(end);

  const reader = () => games.as({ kind: 'player', userId: player, sessionId: 1n });
  const idsOf = (page: { rows: { id: bigint }[] }) => page.rows.map(({ id }) => id);
  /** Partitions of bets and payouts that the statements of `read` use, also only to plan. */
  const partitionsUsed = (read: (ctx: Context) => Promise<unknown>) =>
    inTransaction(games.services.db, async (tx) => {
      await read(Object.assign(reader(), { db: tx }));
      const { rows: locked } = await tx.execute<{ name: string }>(
        sql`select relation::regclass::text as name from pg_locks
             where pid = pg_backend_pid() and relation::regclass::text ~ '^(bets|bet_payouts)_[0-9]+$' order by 1`,
      );
      return locked.map(({ name }) => name);
    });

  it.each([1, 4, 5, 9, 20, 50])('show each bet once, in pages of %d from either end', async (limit) => {
    const forwards: bigint[] = [];
    const backwards: bigint[] = [];
    let [more, after, before]: [boolean, bigint?, bigint?] = [true];
    while (more) {
      const page = await listBets(reader(), { limit, after });
      forwards.push(...idsOf(page));
      after = forwards.at(-1);
      more = page.hasNext;
    }
    for (more = true; more;) {
      const page = await listBets(reader(), { limit, before, fromEnd: true });
      backwards.unshift(...idsOf(page));
      before = backwards[0];
      more = page.hasPrevious;
    }
    expect({ forwards, backwards }).toEqual({ forwards: ids, backwards: ids });
  });

  it('use the partitions of three months where a page is full', async () => {
    const near = ['09', '10', '11', '12'].flatMap((month) => [`bet_payouts_26${month}`, `bets_26${month}`]).sort();
    const newest = await partitionsUsed((ctx) => listBets(ctx, { limit: 8 }));
    expect(newest.filter((name) => name < 'bets_27' && !/_27/.test(name))).toEqual(near);
    const middle = await partitionsUsed((ctx) => listBets(ctx, { limit: 2, after: ids[6] }));
    expect(middle).not.toContain('bets_2605');
    const back = await partitionsUsed((ctx) => listBets(ctx, { limit: 1, before: ids[14], fromEnd: true }));
    expect(back).not.toContain('bets_2609');
  });

  it('of a round use those of its month', async () => {
    expect(await partitionsUsed((ctx) => betsInEach(ctx, [contestId]))).toEqual(['bet_payouts_2611', 'bets_2611']);
    expect(await partitionsUsed((ctx) => ownStakes(ctx, [contestId]))).toEqual(['bets_2611']);
    expect(await partitionsUsed((ctx) => activeGames(ctx))).toEqual(['bets_2611']);
    expect(await partitionsUsed((ctx) => betsById(ctx, [ids[0] ?? 0n]))).toEqual(['bet_payouts_2611', 'bets_2611']);
  });
});

describe('the database', () => {
  beforeAll(() => begin(TURN - 60 * 60_000));
  afterAll(end);

  it.each(['bets_0', 'bets_2611', 'bet_payouts_2612', 'transfers_0', 'transfers_2611'])(
    'refuses statements that name the partition %s',
    async (partition) => {
      await database.pool.query('select make_months()');
      for (const statement of [
        `insert into ${partition} ${partition.startsWith('bet_p') ? '' : 'overriding system value'} select * from ${partition}`,
        `delete from ${partition}`,
        `truncate ${partition}`,
      ]) {
        await expect(database.pool.query(statement)).rejects.toThrow('is insert-only');
      }
    },
  );

  it('has the same indexes in each month', async () => {
    const shapes = await rows<{ month: string; shape: string }>(
      `select i.inhrelid::regclass::text as month,
              string_agg(regexp_replace(pg_get_indexdef(x.indexrelid), '^CREATE (UNIQUE )?INDEX \\S+ ON \\S+', '\\1'), '; '
                         order by regexp_replace(pg_get_indexdef(x.indexrelid), '^CREATE (UNIQUE )?INDEX \\S+ ON \\S+', '\\1')) as shape
         from pg_inherits i join pg_index x on x.indrelid = i.inhrelid
        where i.inhparent in ('bets'::regclass, 'bet_payouts'::regclass, 'transfers'::regclass) group by 1`,
    );
    for (const table of ['bets', 'bet_payouts', 'transfers']) {
      const own = shapes.filter(({ month }) => month.startsWith(`${table}_`));
      expect(own.length).toBeGreaterThan(2);
      expect(new Set(own.map(({ shape }) => shape)).size).toBe(1);
    }
  });

  it("refuses a bet whose id is not of its contest's month", async () => {
    const contest = await nextContest(games, 'sapreHalf');
    const insert = (id: string) =>
      rows(
        `insert into bets (id, contest_id, player_id, selection, amount, balance_after, placed_at)
         overriding system value values (${id}, $1, $2, 1, 100, 0, $3)`,
        [contest.id, player, new Date(games.clock.now())],
      );
    await expect(insert('2612000000000001')).rejects.toThrow("a contest's bets are in its month");
    await expect(insert('5')).rejects.toThrow("a contest's bets are in its month");
    leaveBroken(
      database,
      'every bet has its one stake, from its player to its contest',
      'every settled contest is paid out to the paisa',
    );
    await insert('2611500000000000');
    await expect(rows('update contests set bets_month = 2612 where id = $1', [contest.id])).rejects.toThrow(
      'what a contest opened with never changes',
    );
  });

  it('reads one partition for what it does with a round', async () => {
    await nextContest(games, 'sapreHalf');
    const analysed = await rows<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off, summary off)
       select count(*) from bets
        where contest_id = 1 and id >= (select bets_month * 1000000000000 from contests where id = 1)
          and id < (select (bets_month + 1) * 1000000000000 from contests where id = 1)`,
    );
    const scans = analysed.map((row) => row['QUERY PLAN']).filter((line) => / on bets_\d+ /.test(line));
    const run = scans.filter((line) => !line.includes('never executed'));
    expect(scans.length).toBeGreaterThan(2);
    expect(run).toHaveLength(1);
    expect(run[0]).toContain('bets_2611');
  });

  it('makes the partitions of this month and the next three, once', async () => {
    const count = async () => (await rows(`select from pg_inherits where inhparent = 'bets'::regclass`)).length;
    games.clock.set(Date.parse('2027-04-10T12:00:00+05:30'));
    const before = await count();
    expect(await makeMonths(games.as({ kind: 'system' }))).toBe(4);
    expect(await makeMonths(games.as({ kind: 'system' }))).toBe(0);
    expect((await count()) - before).toBe(4);
    const [last] = await rows(`select to_regclass('transfers_2707')::text as name`);
    expect(last).toEqual({ name: 'transfers_2707' });
  });
});

describe('a database from before there were months', () => {
  it('keeps its tables as the first partitions, unwritten, and goes on', async () => {
    const own = await createTestDatabase();
    const address = { ...own.address, database: `${own.address.database}_old` };
    await runStatement(own.address, `create database ${address.database}`);
    const release = committedRelease();
    const at = release.migrations.findIndex(({ tag }) => tag.endsWith('_months'));
    await migrate(address, {
      release: { migrations: release.migrations.slice(0, at), functions: { version: 0, functions: [] } },
    });
    const { pool, close } = openDatabase(address);
    await pool.query(`insert into bets (contest_id, player_id, selection, amount, balance_after, placed_at)
      select 1, 1, 1, 100, 0, now() from generate_series(1, 5)`);
    await pool.query(`insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
      select 1, 2, 100, 'bet_stake', id, now() from bets`);
    await pool.query(`insert into bet_payouts select id, 960 from bets where id = 2`);
    const files = async (suffix: string) =>
      (
        await pool.query(
          `select array(select pg_relation_filenode(t || $1) from unnest(array['bets', 'bet_payouts', 'transfers']) t) as files`,
          [suffix],
        )
      ).rows;
    const before = await files('');
    await migrate(address);
    expect(await files('_0')).toEqual(before);
    const counted = `select (select count(*) from bets)::int as bets, (select count(*) from bet_payouts)::int as payouts,
                            (select count(*) from transfers)::int as transfers,
                            nextval('bets_id_seq')::int as bet, nextval('transfers_id_seq')::int as transfer`;
    expect((await pool.query(counted)).rows).toEqual([{ bets: 5, payouts: 1, transfers: 5, bet: 6, transfer: 6 }]);
    await close();
    await runStatement(own.address, `drop database ${address.database} with (force)`);
    await own.close();
  });
});

import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ArchivedMonth, monthsIn, readMonth } from '../../db/backup/monthFiles.ts';
import { archiveMonth } from '../../server/composition/archiveMonth.ts';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { betsArchivedBefore } from '../../server/domain/bets/archivedMonths.ts';
import { listBets, ownStakes } from '../../server/domain/bets/betQueries.ts';
import { archivedBets } from '../../server/domain/records/archivedBets.ts';
import { openPersonalData } from '../../server/domain/records/openPersonalData.ts';
import { openStatement } from '../../server/domain/records/openStatement.ts';
import { openBets } from '../../server/domain/transparency/betLines.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { nextContest, placeBets, runGames, type RunningGames } from '../support/rounds.ts';
import { tamper } from '../support/tamper.ts';
import { givenPlayers } from '../support/world/bulk.ts';
import { givenPrimaryAdmin } from '../support/world/members.ts';

const TURN = Date.parse('2026-12-01T00:00:00+05:30');
/** Three months after November's end. */
const ALLOWED = Date.parse('2027-03-01T00:00:00+05:30');

let database: TestDatabase;
let games: RunningGames;
let player: bigint;
let other: bigint;
let folder: string;
let dir: string;
let november: bigint[];
let december: bigint[];

async function begin(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'rangoli-months-'));
  dir = join(folder, 'november');
  database = await createTestDatabase();
  await database.pool.query('select make_month(2611), make_month(2612)');
  games = await runGames(database, { startsAt: new Date(TURN - 10 * 60_000).toISOString() });
  [player, other] = (await givenPlayers(games, 2)) as [bigint, bigint];
}

async function end(): Promise<void> {
  await games.games.stop();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}

/** A bet on each number, so that some win. */
async function betOnAll(): Promise<bigint[]> {
  const { id: contestId } = await nextContest(games, 'sapreThree');
  return placeBets(
    games,
    Array.from({ length: 10 }, (_, selection) => ({ playerId: player, contestId, selection, paise: 100n })),
  );
}

const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await database.pool.query<Row>(text, values)).rows;
const archive = () => archiveMonth(database.address, '2026-11', dir, new Date(games.clock.now()));
const owner = () => Object.assign(games.as({ kind: 'system' }), { db: games.owner });
const wrong = async (archives: ArchivedMonth[] = []) =>
  (await auditBooks(owner(), undefined, archives)).flatMap(({ faults }) => faults);
async function statement(): Promise<string> {
  const ctx = games.as({ kind: 'player', userId: player, sessionId: 1n });
  const { content } = await openStatement(ctx, 'csv', { from: '2026-11-01', to: '2026-11-30' });
  return (await content.toArray()).join('');
}
const uidOf = async (id: bigint) => (await rows<{ uid: string }>('select uid from users where id = $1', [id]))[0]!.uid;
async function filed(id: bigint, archives = monthsIn(folder)): Promise<unknown[]> {
  const bets: unknown[] = [];
  for await (const line of archivedBets(games.owner, await uidOf(id), archives)) bets.push(JSON.parse(line));
  return bets;
}
async function exported(): Promise<{ bets: unknown[]; monthsWithArchivedBets: unknown[] }> {
  const pieces: string[] = [];
  for await (const piece of await openPersonalData(games.as({ kind: 'player', userId: player, sessionId: 1n })))
    pieces.push(piece);
  return JSON.parse(pieces.join(''));
}
const partitions = () =>
  rows<{ name: string }>(
    `select relname as name from pg_class where relname in ('bets_2611', 'bet_payouts_2611', 'transfers_2611')`,
  );

describe('a month that may still change', () => {
  beforeAll(begin);
  afterAll(end);

  it('stays: one with a round that is not settled, one not over for three months, one that is not there', async () => {
    await betOnAll();
    await games.games.stop();
    games.clock.set(ALLOWED - 1);
    await expect(archive()).rejects.toThrow(
      '2026-11 can be archived from 1 March 2027 on, three months after its end.',
    );
    games.clock.set(ALLOWED);
    await expect(archive()).rejects.toThrow(/round sapre\w+-\d+ of 2026-11 is not settled/);
    for (const month of ['2025-01', '2026-12', '2026-13', '2611', '']) {
      await expect(archiveMonth(database.address, month, dir, new Date()), month).rejects.toThrow(
        /(2025-01|2026-12) has no bets in the database|2026-12 can be archived from 1 April 2027 on|is no month/,
      );
    }
    await expect(rows('select refuse_open_month(0)')).rejects.toThrow('no bets in the database');
    await expect(rows('select refuse_open_month(null)')).rejects.toThrow('no bets in the database');
    expect(existsSync(dir)).toBe(false);
    expect(await partitions()).toHaveLength(3);
  });
});

describe('an archived month', () => {
  let balance: unknown;
  let results: unknown;
  let written: string;
  let before: unknown[];
  beforeAll(async () => {
    await begin();
    november = await betOnAll();
    await games.moveTo(TURN - 5 * 60_000);
    await games.moveTo(TURN);
    december = await betOnAll();
    await games.moveTo(TURN + 10 * 60_000);
    await games.games.stop();
    games.clock.set(ALLOWED);
    balance = await rows('select balance from ledger_accounts where player_id = $1 order by id', [player]);
    results = await rows('select * from contest_results order by contest_id');
    written = await statement();
    before = (await exported()).bets;
  });
  afterAll(end);

  it('is not taken while something reads the bets for long', async () => {
    const reader = await database.pool.connect();
    await reader.query('begin; select count(*) from bets');
    await expect(archive()).rejects.toThrow('reading the bets for long');
    await reader.query('rollback');
    reader.release();
    expect(existsSync(dir)).toBe(false);
    expect(await partitions()).toHaveLength(3);
    expect(await rows('select from archived_months')).toEqual([]);
  });

  it('is in files and out of the database, with its row in the audit log', async () => {
    const { manifest, sha256 } = await archive();
    expect(manifest.tables.map(({ name, rows: count }) => [name, count])).toEqual([
      ['public.bets_2611', 10],
      ['public.bet_payouts_2611', 1],
      ['public.transfers_2611', 11],
    ]);
    expect(await partitions()).toEqual([]);
    expect(await rows('select month, sha256, bet_count from archived_months')).toEqual([
      { month: 2611, sha256, bet_count: 10n },
    ]);
    expect(await rows('select action, subject, after from audit_log order by id desc limit 1')).toEqual([
      {
        action: 'month:archive',
        subject: 'month 2026-11',
        after: `{"bets":"10","month":"2026-11","sha256":"${sha256.toString('hex')}"}`,
      },
    ]);
    expect(monthsIn(folder)).toEqual([readMonth(dir)]);
    await expect(archiveMonth(database.address, '2026-11', `${dir}2`, new Date())).rejects.toThrow('no bets');
  });

  it('changes no balance and no result, and leaves later bets', async () => {
    expect(await rows('select balance from ledger_accounts where player_id = $1 order by id', [player])).toEqual(
      balance,
    );
    expect(await rows('select * from contest_results order by contest_id')).toEqual(results);
    const page = await listBets(games.as({ kind: 'player', userId: player, sessionId: 1n }), { limit: 100 });
    expect(new Set(page.rows.map(({ id }) => id))).toEqual(new Set(december));
  });

  it('keeps statement and stakes of its rounds, and refuses their list of bets', async () => {
    const ctx = games.as({ kind: 'player', userId: player, sessionId: 1n });
    expect(await statement()).toBe(written);
    expect(written).toContain('10.00');
    const [round] = await rows<{ id: bigint; game_id: string }>(
      'select id, game_id from contests where bets_month = 2611 and bet_count > 0',
    );
    const [own] = await ownStakes(ctx, [round?.id as bigint]);
    expect(own).toMatchObject({ betAmount: 1_000n });
    for (const file of [`${round?.game_id}.jsonl`, 'sapreThree-2026-11.jsonl']) {
      await expect(openBets(ctx, file), file).rejects.toThrow('These bets are archived');
    }
    const later = await openBets(ctx, 'sapreThree-2026-12.jsonl');
    const lines: string[] = [];
    for await (const line of later.lines) lines.push(line);
    expect(lines.join('').trim().split('\n')).toHaveLength(10);
    const admin = await givenPrimaryAdmin(games);
    expect(await betsArchivedBefore(admin.ctx())).toEqual(new Date(TURN));
  });

  it('is named by the data export that lacks its bets, which the files give in the same form', async () => {
    const { bets, monthsWithArchivedBets } = await exported();
    expect(monthsWithArchivedBets).toEqual([{ month: '2026-11' }]);
    expect(before).toHaveLength(20);
    expect(await filed(player)).toEqual(before.slice(0, 10));
    expect(bets).toEqual(before.slice(10));
    expect(await filed(other)).toEqual([]);
    const [month] = monthsIn(folder) as [ArchivedMonth];
    await expect(filed(player, [{ ...month, sha256: Buffer.alloc(32) }])).rejects.toThrow('does not have the files');
    await expect(archivedBets(games.owner, '00000000', [month]).next()).rejects.toThrow('No account has the UID');
  });

  it('takes no money any more', async () => {
    const pay = rows(
      `select post_transfer((select id from ledger_accounts where kind = 'house'),
         (select id from ledger_accounts where player_id = $1 and kind = 'player_available'), 100, 'bet_refund', $2, now())`,
      [player, november[0]],
    );
    await expect(pay).rejects.toThrow('no partition');
  });

  it('leaves the books in order, without its files and with them, and stays out of the database', async () => {
    expect(await wrong()).toEqual([]);
    expect(await wrong([readMonth(dir)])).toEqual([]);
    expect(await partitions()).toEqual([]);
    expect(await rows('select month from archived_months')).toEqual([{ month: 2611 }]);
  });

  it.each(['archived_months', 'archived_moves'])('is kept by the database: %s is insert-only', async (table) => {
    await expect(rows(`delete from ${table}`)).rejects.toThrow('is insert-only');
    await expect(rows(`update ${table} set month = 2610`)).rejects.toThrow('is insert-only');
  });

  it('is found out when a file, its manifest or the sums kept of it were changed', async () => {
    const original = readMonth(dir);
    const file = join(dir, 'tables', 'public.bets_2611.gz');
    const bytes = readFileSync(file);
    appendFileSync(file, 'x');
    expect(await wrong([original])).toEqual([expect.stringContaining('bytes, and had')]);
    const flipped = Buffer.from(bytes);
    flipped[flipped.length - 1]! ^= 1;
    writeFileSync(file, flipped);
    expect(await wrong([original])).toEqual([expect.stringContaining('has another content')]);
    writeFileSync(file, bytes);

    const manifest = readFileSync(join(dir, 'month.json'), 'utf8');
    writeFileSync(join(dir, 'month.json'), manifest.replace('"rows": 10', '"rows": 11'));
    expect(await wrong([readMonth(dir)])).toEqual([expect.stringContaining('has other files than those')]);
    writeFileSync(join(dir, 'month.json'), manifest);

    const other = `(select account_id from archived_moves order by account_id limit 1)`;
    await tamper(database, `update archived_moves set moved = moved + 5 where account_id = ${other}`);
    expect(await wrong()).toEqual(expect.arrayContaining([expect.stringContaining('moved 5 paise on the whole')]));
    expect(await wrong([original])).toEqual([expect.stringContaining('by its files')]);
    await tamper(database, `update archived_moves set moved = moved - 5 where account_id = ${other}`);
    expect(await wrong([original])).toEqual([]);
  });
});

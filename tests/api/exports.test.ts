import { read, utils, type CellObject } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelBets } from '../../server/domain/bets/cancelBets.ts';
import type { Actor } from '../../server/domain/ground/verbs/context.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { openExport, type ExportInput } from '../../server/domain/stats/exports/openExport.ts';
import { leaveBroken } from '../support/auditedBooks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { exportBytes, exportText } from '../support/exported.ts';
import { nextContest, placeBets, runGames, type RunningGames } from '../support/rounds.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';
import { tamper } from '../support/tamper.ts';

let database: TestDatabase;
let games: RunningGames;
let admin: Actor;
beforeAll(async () => {
  database = await createTestDatabase();
  leaveBroken(
    database,
    'every deposit and withdrawal moved exactly what its state says',
    'every decision on money stands in the audit log',
  );
  games = await runGames(database);
  admin = await givenActor(games, 'admin');
});
afterAll(async () => {
  await games.games.stop();
  await database.close();
});

/** The export's lines as cells by column; these cells contain no line ends or quotes. */
async function exported(input: ExportInput, actor = admin): Promise<Record<string, string>[]> {
  const [header = '', ...lines] = (await textOf(input, actor)).trimEnd().split('\r\n');
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index], cell])));
}

const textOf = (input: ExportInput, actor = admin) => exportText(games.as(actor), input);

describe('the export of bets', () => {
  it('holds every bet of the range with what became of it', async () => {
    const [one, other] = await givenPlayers(games, 2);
    if (!one || !other) throw new Error('no players');
    const contest = await nextContest(games, 'sapreOne');
    const bet = (playerId: bigint, selection: number, paise: bigint) => ({
      playerId,
      contestId: contest.id,
      selection,
      paise,
    });
    const numbers = Array.from({ length: 10 }, (_, number) => bet(one, number, 1_000n));
    await placeBets(games, [bet(other, 12, 5_000n), ...numbers]);
    await overrideContest(games.as(admin), { gameId: contest.gameId, number: 4, reason: 'set by a test' });
    await cancelBets(games.as({ kind: 'player', userId: other, sessionId: 1n }), { gameId: contest.gameId });

    const running = await exported({ file: 'bets.csv', from: contest.startsAt, to: contest.endsAt });
    expect(running).toHaveLength(11);
    expect(running.every((row) => row.payout === '')).toBe(true);

    await games.moveTo(contest.endsAt);
    const rows = await exported({ file: 'bets.csv', from: contest.startsAt, to: contest.endsAt });
    expect(rows.filter((row) => row.cancelled === 'true')).toEqual([
      expect.objectContaining({ selection: 'red', amount: '50.00', payout: '' }),
    ]);
    const payouts = rows.filter((row) => row.cancelled === 'false').map((row) => [row.selection, row.payout]);
    expect(payouts).toEqual(numbers.map(({ selection }) => [String(selection), selection === 4 ? '96.00' : '0.00']));
    expect(await exported({ file: 'bets.csv', from: contest.endsAt })).toEqual([]);
    expect(await exported({ file: 'bets.csv', to: contest.startsAt })).toEqual([]);
  });

  it('leaves none out and gives none twice where it reads on in the middle of a round', async () => {
    const players = await givenPlayers(games, 50);
    const contest = await nextContest(games, 'sapreThree');
    const bets = Array.from({ length: 4_500 }, (_, index) => ({
      playerId: players[index % players.length] ?? 0n,
      contestId: contest.id,
      selection: index % 13,
      paise: 100n,
    }));
    await placeBets(games, bets);
    const rows = await exported({ file: 'bets.csv', from: contest.startsAt, to: contest.endsAt });
    expect(rows).toHaveLength(4_500);
    expect(new Set(rows.map((row) => row.id)).size).toBe(4_500);
  });
});

describe('the export of contests', () => {
  it('holds decided rounds with all that is needed to check them, and nothing of running ones', async () => {
    const contest = await nextContest(games, 'sapreHalf');
    expect((await exported({ file: 'contests.csv' })).map((row) => row.gameId)).not.toContain(contest.gameId);
    await games.moveTo(contest.endsAt);
    const [row, ...more] = await exported({
      file: 'contests.csv',
      from: contest.endsAt,
      to: new Date(contest.endsAt.getTime() + 1),
    }).then((rows) => rows.filter(({ gameType }) => gameType === 'sapreHalf'));
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      gameId: contest.gameId,
      state: 'SETTLED',
      decidedBy: 'DRAW',
      stakes: '0.00',
      profit: '0.00',
    });
    expect(row?.seed).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('the export of transactions', () => {
  it('reads on where many were requested at the same instant', async () => {
    const { userId } = await givenActor(games, 'player');
    await tamper(
      database,
      `insert into wallet_transactions (player_id, transaction_type, channel, amount, upi_id, created_at, updated_at)
       select ${userId}, 'debit', 'upi', n, 'pia@upi', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z' from generate_series(1, 4100) n`,
    );
    const rows = await exported({ file: 'transactions.csv', to: new Date('2026-01-02T00:00:00Z') });
    expect(new Set(rows.map((row) => row.amount)).size).toBe(4_100);
    expect(rows[0]).toMatchObject({
      type: 'debit',
      status: 'pending',
      upiId: 'pia@upi',
      'requestedAt (IST)': '01-01-2026 05:30:00',
    });
  });

  it('follows the filter of the screen, and names the decider', async () => {
    const { userId } = await givenActor(games, 'player');
    await tamper(
      database,
      `insert into wallet_transactions (player_id, transaction_type, channel, amount, upi_id, created_at, updated_at)
       select ${userId}, 'debit', 'upi', n * 100, 'filtered' || n || '@upi', '2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z'
         from generate_series(1, 9) n`,
    );
    await tamper(
      database,
      `update wallet_transactions set status = 'failed', denial_reason = 'CHECK_NEEDED', decided_at = created_at,
              decided_by = (select id from users where user_type = 'admin' order by id limit 1) where upi_id = 'filtered7@upi'`,
    );
    const of = async (filter: Record<string, string>) =>
      (await exported({ file: 'transactions.csv', filter: { search: 'FILTERED', ...filter } })).map(
        ({ amount }) => amount,
      );
    expect(await of({})).toHaveLength(9);
    expect(await of({ min: '3', max: '4.50', type: 'DEBIT', channel: 'UPI' })).toEqual(['3.00', '4.00']);
    expect(await of({ type: 'CREDIT' })).toEqual([]);
    const [denied] = await exported({ file: 'transactions.csv', filter: { search: 'filtered', status: 'FAILED' } });
    const [boss] = (
      await database.pool.query<{ uid: string; name: string }>(
        `select uid, name from users where user_type = 'admin' order by id limit 1`,
      )
    ).rows;
    expect(denied).toMatchObject({
      'decidedAt (IST)': '01-03-2026 05:30:00',
      denialReason: 'CHECK_NEEDED',
      decidedBy: boss?.name,
      decidedByUid: boss?.uid,
    });
    for (const wrong of [{ status: 'LOST' }, { payee: 'nobody' }, { min: 'much' }]) {
      await expect(of(wrong)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
  });

  it('is a file with the days of its range in India', async () => {
    const fileOf = async (from?: string, to?: string) => {
      const range = { from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined };
      return (await openExport(games.as(admin), { file: 'transactions.csv', ...range })).name;
    };
    expect(await fileOf('2025-10-31T18:30:00Z', '2025-11-21T18:30:00Z')).toBe('transactions-2025-11-01_2025-11-21.csv');
    expect(await fileOf()).toMatch(/^transactions-start_\d{4}-\d\d-\d\d\.csv$/);
  });

  it('keeps a player’s words from becoming a formula', async () => {
    const { userId } = await givenActor(games, 'player', '=HYPERLINK("http://evil.example","Pia")');
    await tamper(
      database,
      `insert into wallet_transactions (player_id, transaction_type, channel, amount, account_number, ifsc_code, account_holder_name, created_at, updated_at)
       values (${userId}, 'debit', 'bank', 100, '123456', 'HDFC0000001', '@SUM(A1)', '2026-02-01T00:00:00Z', '2026-02-01T00:00:00Z')`,
    );
    const range = { from: new Date('2026-02-01T00:00:00Z'), to: new Date('2026-02-02T00:00:00Z') };
    const text = await textOf({ file: 'transactions.csv', ...range });
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"",""Pia"")"`);
    expect(text).toContain(`,'@SUM(A1),`);
  });
});

describe('the export of players', () => {
  it('holds every player with both balances, and no admin', async () => {
    const [one] = await givenPlayers(games, 1);
    const rows = await exported({ file: 'players.csv' });
    const { rows: users } = await database.pool.query<{ id: bigint; uid: string; user_type: string }>(
      'select id, uid, user_type from users',
    );
    const players = users.filter((user) => user.user_type === 'player').map(({ uid }) => uid);
    expect(new Set(rows.map(({ uid }) => uid))).toEqual(new Set(players));
    expect(rows).toHaveLength(players.length);
    expect(rows.at(-1)).toMatchObject({ uid: users.find(({ id }) => id === one)?.uid, held: '0.00', status: 'active' });
  });
});

describe('the export of the ledger', () => {
  it('holds every transfer of the range with both accounts, and no stake of a round that keeps them secret', async () => {
    const [player] = await givenPlayers(games, 1);
    if (player === undefined) throw new Error('no player');
    const contest = await nextContest(games, 'sapreThree');
    await placeBets(games, [{ playerId: player, contestId: contest.id, selection: 12, paise: 5_000n }]);
    const stakes = async () =>
      (await exported({ file: 'ledger.csv', from: contest.startsAt })).filter(({ kind }) => kind === 'bet_stake');
    const { rows } = await database.pool.query<{ uid: string }>(`select uid from users where id = ${player}`);
    expect(await stakes()).toEqual([
      expect.objectContaining({
        debitAccount: 'player_available',
        debitOf: rows[0]?.uid,
        creditAccount: 'contest',
        creditOf: contest.gameId,
        amount: '50.00',
      }),
    ]);
    await tamper(database, `update contests set randomize = false where id = ${contest.id}`);
    expect(await stakes()).toEqual([]);
    await tamper(database, `update contests set randomize = true where id = ${contest.id}`);
  });

  it('leaves none out and gives none twice, whatever the range', async () => {
    const all = await exported({ file: 'ledger.csv' });
    const { rows } = await database.pool.query<{ count: bigint }>('select count(*) from transfers');
    expect(all).toHaveLength(Number(rows[0]?.count));
    expect(new Set(all.map(({ transfer }) => transfer)).size).toBe(all.length);
    const middle = new Date(games.clock.now());
    const [before, after] = [
      await exported({ file: 'ledger.csv', to: middle }),
      await exported({ file: 'ledger.csv', from: middle }),
    ];
    expect(before.length + after.length).toBe(all.length);
  });
});

describe('the export of the audit log', () => {
  it('holds what admins did, this export too', async () => {
    const text = await textOf({ file: 'audit.csv' });
    expect(text).toMatch(/^number,at \(IST\),atUtc,actorUid,actorName,action,/);
    expect(text).toContain('admin:register,user,');
    expect(text).toContain('export:read,export,audit,');
  });
});

describe('exports', () => {
  it('begin as CSV with a byte order mark, so that spreadsheets read their letters', async () => {
    const bytes = await exportBytes(games.as(admin), { file: 'players.csv' });
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  });

  it('have the same rows as a workbook, in which digits of texts, amounts and instants are what they are', async () => {
    const { userId } = await givenActor(games, 'player', 'आशा <Rao> & "=1+1"');
    await tamper(
      database,
      `insert into wallet_transactions (player_id, transaction_type, channel, amount, account_number, ifsc_code, account_holder_name, created_at, updated_at)
       values (${userId}, 'debit', 'bank', 1234567, '0012345678901234', 'HDFC0000001', '=SUM(A1)', '2026-04-01T20:00:00Z', '2026-04-01T20:00:00Z')`,
    );
    const range = { from: new Date('2026-04-01T00:00:00Z'), to: new Date('2026-04-02T00:00:00Z') };
    const book = read(await exportBytes(games.as(admin), { file: 'transactions.xlsx', ...range }), {
      cellDates: false,
    });
    expect(book.SheetNames).toEqual(['Table']);
    const [sheet = {}] = Object.values(book.Sheets);
    const rows = utils.sheet_to_json<string[]>(sheet, { header: 1, defval: '' });
    const csv = (await textOf({ file: 'transactions.csv', ...range })).trimEnd().split('\r\n');
    expect([rows.length, rows[0]?.join()]).toEqual([csv.length, csv[0]]);
    const cellOf = (title: string) =>
      sheet[utils.encode_cell({ r: 1, c: rows[0]?.indexOf(title) ?? -1 })] as CellObject;
    expect(cellOf('accountNumber')).toMatchObject({ t: 's', v: '0012345678901234' });
    expect(cellOf('accountHolderName')).toMatchObject({ t: 's', v: '=SUM(A1)' });
    expect(cellOf('accountHolderName').f).toBeUndefined();
    expect(cellOf('name')).toMatchObject({ t: 's', v: 'आशा <Rao> & "=1+1"' });
    expect(cellOf('amount')).toMatchObject({ t: 'n', v: 12_345.67, w: '12345.67' });
    expect(cellOf('requestedAt (IST)')).toMatchObject({ t: 'n', w: '02-04-2026 01:30:00' });
  });

  it.each(['transactions', 'corrections', 'bets', 'contests', 'players', 'ledger', 'audit'])(
    'have as a workbook as many rows and columns as in CSV (%s)',
    async (name) => {
      const to = new Date('2027-01-01T00:00:00Z');
      const book = read(await exportBytes(games.as(admin), { file: `${name}.xlsx`, to }));
      const rows = utils.sheet_to_json<string[]>(Object.values(book.Sheets)[0] ?? {}, { header: 1 });
      const header = (await textOf({ file: `${name}.csv`, to })).split('\r\n')[0];
      expect(rows[0]?.join()).toBe(header);
      // Reading the audit log adds to it.
      if (name !== 'audit') expect(rows.length).toBe((await exported({ file: `${name}.csv`, to })).length + 1);
    },
  );

  it.each(['transactions', 'bets', 'contests', 'players', 'ledger', 'audit'])(
    'are for admins only (%s)',
    async (name) => {
      const player = await givenActor(games, 'player');
      const file = `${name}.csv`;
      await expect(openExport(games.as(player), { file })).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(openExport(games.as({ kind: 'anonymous' }), { file })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      });
    },
  );

  it('refuse unknown names and impossible ranges, and leave no trace of those', async () => {
    const count = async () => (await exported({ file: 'audit.csv' })).length;
    const before = await count();
    const unknown = ['users.csv', 'toString.csv', '', 'bets', 'bets.pdf', 'bets.toString', 'bets.csv.csv', '.csv'];
    for (const file of unknown) {
      await expect(openExport(games.as(admin), { file })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    const backwards = { from: new Date('2026-02-02T00:00:00Z'), to: new Date('2026-02-01T00:00:00Z') };
    for (const range of [backwards, { to: new Date(8_640_000_000_000_000) }]) {
      await expect(openExport(games.as(admin), { file: 'bets.csv', ...range })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      });
    }
    expect(await count()).toBe(before + 1);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelBets } from '../../server/domain/bets/cancelBets.ts';
import type { Actor } from '../../server/domain/ground/verbs/context.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { openExport, type ExportInput } from '../../server/domain/stats/exports/openExport.ts';
import { leaveBroken } from '../support/auditedBooks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
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

async function textOf(input: ExportInput, actor = admin): Promise<string> {
  let text = '';
  const { lines } = await openExport(games.as(actor), input);
  for await (const piece of lines) text += piece;
  return text;
}

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

    const running = await exported({ name: 'bets', from: contest.startsAt, to: contest.endsAt });
    expect(running).toHaveLength(11);
    expect(running.every((row) => row.payout === '')).toBe(true);

    await games.moveTo(contest.endsAt);
    const rows = await exported({ name: 'bets', from: contest.startsAt, to: contest.endsAt });
    expect(rows.filter((row) => row.cancelled === 'true')).toEqual([
      expect.objectContaining({ selection: 'red', amount: '50.00', payout: '' }),
    ]);
    const payouts = rows.filter((row) => row.cancelled === 'false').map((row) => [row.selection, row.payout]);
    expect(payouts).toEqual(numbers.map(({ selection }) => [String(selection), selection === 4 ? '96.00' : '0.00']));
    expect(await exported({ name: 'bets', from: contest.endsAt })).toEqual([]);
    expect(await exported({ name: 'bets', to: contest.startsAt })).toEqual([]);
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
    const rows = await exported({ name: 'bets', from: contest.startsAt, to: contest.endsAt });
    expect(rows).toHaveLength(4_500);
    expect(new Set(rows.map((row) => row.id)).size).toBe(4_500);
  });
});

describe('the export of contests', () => {
  it('holds decided rounds with all that is needed to check them, and nothing of running ones', async () => {
    const contest = await nextContest(games, 'sapreHalf');
    expect((await exported({ name: 'contests' })).map((row) => row.gameId)).not.toContain(contest.gameId);
    await games.moveTo(contest.endsAt);
    const [row, ...more] = await exported({
      name: 'contests',
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
    const rows = await exported({ name: 'transactions', to: new Date('2026-01-02T00:00:00Z') });
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
      (await exported({ name: 'transactions', filter: { search: 'FILTERED', ...filter } })).map(({ amount }) => amount);
    expect(await of({})).toHaveLength(9);
    expect(await of({ min: '3', max: '4.50', type: 'DEBIT', channel: 'UPI' })).toEqual(['3.00', '4.00']);
    expect(await of({ type: 'CREDIT' })).toEqual([]);
    const [denied] = await exported({ name: 'transactions', filter: { search: 'filtered', status: 'FAILED' } });
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
      return (await openExport(games.as(admin), { name: 'transactions', ...range })).file;
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
    const text = await textOf({ name: 'transactions', ...range });
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"",""Pia"")"`);
    expect(text).toContain(`,'@SUM(A1),`);
  });
});

describe('the export of players', () => {
  it('holds every player with both balances, and no admin', async () => {
    const [one] = await givenPlayers(games, 1);
    const rows = await exported({ name: 'players' });
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
      (await exported({ name: 'ledger', from: contest.startsAt })).filter(({ kind }) => kind === 'bet_stake');
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
    const all = await exported({ name: 'ledger' });
    const { rows } = await database.pool.query<{ count: bigint }>('select count(*) from transfers');
    expect(all).toHaveLength(Number(rows[0]?.count));
    expect(new Set(all.map(({ transfer }) => transfer)).size).toBe(all.length);
    const middle = new Date(games.clock.now());
    const [before, after] = [
      await exported({ name: 'ledger', to: middle }),
      await exported({ name: 'ledger', from: middle }),
    ];
    expect(before.length + after.length).toBe(all.length);
  });
});

describe('the export of the audit log', () => {
  it('holds what admins did, this export too', async () => {
    const text = await textOf({ name: 'audit' });
    expect(text).toMatch(/^number,at \(IST\),atUtc,actorUid,actorName,action,/);
    expect(text).toContain('admin:register,user,');
    expect(text).toContain('export:read,export,audit,');
  });
});

describe('exports', () => {
  it.each(['transactions', 'bets', 'contests', 'players', 'ledger', 'audit'])(
    'are for admins only (%s)',
    async (name) => {
      const player = await givenActor(games, 'player');
      await expect(openExport(games.as(player), { name })).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(openExport(games.as({ kind: 'anonymous' }), { name })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      });
    },
  );

  it('refuse unknown names and impossible ranges, and leave no trace of those', async () => {
    const count = async () => (await exported({ name: 'audit' })).length;
    const before = await count();
    for (const name of ['users', 'toString', '']) {
      await expect(openExport(games.as(admin), { name })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    const backwards = { from: new Date('2026-02-02T00:00:00Z'), to: new Date('2026-02-01T00:00:00Z') };
    for (const range of [backwards, { to: new Date(8_640_000_000_000_000) }]) {
      await expect(openExport(games.as(admin), { name: 'bets', ...range })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      });
    }
    expect(await count()).toBe(before + 1);
  });
});

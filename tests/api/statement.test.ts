import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateProfile } from '../../server/domain/accounts/users/updateProfile.ts';
import { openStatement } from '../../server/domain/records/openStatement.ts';
import { statementSummary } from '../../server/domain/records/statementSummary.ts';
import type { Context } from '../../server/domain/ground/verbs/context.ts';
import { readBalances } from '../../server/domain/wallet/balances.ts';
import { correctBalance } from '../../server/domain/wallet/correctBalance.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { drawnLetters } from '../support/pdf.ts';
import { nextContest, placeBets, runGames, type RunningGames } from '../support/rounds.ts';
import { tamper } from '../support/tamper.ts';
import { givenActor } from '../support/world/bulk.ts';
import { givenDeposit, givenMember, givenPrimaryAdmin, type Member } from '../support/world/members.ts';

const DAY_MS = 24 * 3_600_000;

let database: TestDatabase;
let games: RunningGames;
beforeAll(async () => {
  database = await createTestDatabase();
  games = await runGames(database, { startsAt: '2026-11-20T12:00:00+05:30', chainLength: 20_000 });
});
afterAll(async () => {
  await games.games.stop();
  await database.close();
});

const november = { from: '2026-11-01', to: '2026-11-30' };

async function textOf(ctx: Context, days = november): Promise<string> {
  const { content } = await openStatement(ctx, 'csv', days);
  return (await content.toArray()).join('');
}

/** Lines as cells by column. */
async function linesOf(ctx: Context, days = november): Promise<Record<string, string>[]> {
  const [header = '', ...lines] = (await textOf(ctx, days)).trimEnd().split('\r\n');
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index], cell])));
}

const paiseOf = (rupees = '') => BigInt(rupees.replace('.', '') || '0');

async function decide(transactionId: bigint, decision: 'APPROVE' | 'DENY'): Promise<void> {
  await decideTransaction((await givenPrimaryAdmin(games)).ctx(), { transactionId, decision, grounds: 'optional' });
}

async function withdraw(player: Member, amount: bigint): Promise<bigint> {
  const { transaction } = await requestWithdrawal(player.ctx(), { amount: paise(amount), upiId: 'asha@okbank' });
  return transaction.id;
}

async function correct(player: Member, amount: bigint): Promise<void> {
  const input = { playerId: player.userId, amount: paise(amount), reason: 'asked for by a test', evidence: 'Ticket 1' };
  await correctBalance((await givenPrimaryAdmin(games)).ctx(), input);
}

async function bet(player: Member, selections: readonly number[], amount: bigint): Promise<{ endsAt: Date }> {
  const contest = await nextContest(games, 'sapreHalf');
  await placeBets(
    games,
    selections.map((selection) => ({ playerId: player.userId, contestId: contest.id, selection, paise: amount })),
  );
  return contest;
}

/** What the player owns: the balance, what withdrawals hold, and stakes of running rounds. */
async function owned({ userId }: Member): Promise<bigint> {
  const balances = (await readBalances(database.db, [userId])).get(userId);
  const { rows } = await database.pool.query<{ live: bigint }>(
    `select coalesce(sum(b.amount), 0)::bigint as live from bets b join contests c on c.id = b.contest_id
      where b.player_id = $1 and c.state <> 'SETTLED'
        and not exists (select from contest_results r where r.contest_id = c.id and r.player_id = b.player_id)`,
    [userId],
  );
  return (balances?.available ?? 0n) + (balances?.held ?? 0n) + (rows[0]?.live ?? 0n);
}

describe('a statement', () => {
  it('leads from the opening to the closing balance, which is the wallet, to the paisa', async () => {
    games.services.config.playCredit = paise(1_000_01n);
    const player = await givenMember(games, { rupees: 500 });
    games.services.config.playCredit = paise(0n);
    const { endsAt } = await bet(player, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 333n);
    await games.moveTo(endsAt);
    const [paid, denied] = [await withdraw(player, 100_00n), await withdraw(player, 50_00n)];
    await decide(paid, 'APPROVE');
    await decide(denied, 'DENY');
    await decide((await givenDeposit(games, player, 7)).id, 'DENY');
    for (const amount of [30_00n, -10_01n]) await correct(player, amount);
    await withdraw(player, 25_00n);
    await bet(player, [11], 1_07n);

    const lines = await linesOf(player.ctx());
    expect(lines.map(({ entry }) => entry)).toEqual([
      'openingBalance',
      'playCredit',
      'deposit',
      'round',
      'withdrawal',
      'correction',
      'correction',
      'closingBalance',
    ]);
    const [opening, ...rest] = lines;
    const closing = rest.pop();
    let balance = paiseOf(opening?.['balance']);
    for (const line of rest) {
      balance += paiseOf(line['change']);
      expect(paiseOf(line['balance'])).toBe(balance);
    }
    expect(paiseOf(closing?.['balance'])).toBe(balance);
    expect(balance).toBe(await owned(player));
    expect(lines[3]).toMatchObject({ staked: '36.63', reference: expect.stringMatching(/^sapreHalf-\d+$/) });
    expect(lines[3]?.['at']).toMatch(/^2026-11-20T12:\d\d:\d\d\+05:30$/);
    expect(paiseOf(lines[3]?.['change'])).toBe(paiseOf(lines[3]?.['returned']) - 36_63n);

    const summary = await statementSummary(player.ctx(), november);
    expect(summary).toMatchObject({
      opening: 0n,
      deposits: 500_00n,
      withdrawals: 100_00n,
      playCredits: 1_000_01n,
      corrections: 19_99n,
      staked: 36_63n,
      returned: paiseOf(lines[3]?.['returned']),
      closing: balance,
      entries: 6,
    });
  });

  it('begins where the one of the days before ends', async () => {
    const player = await givenMember(games, { rupees: 100 });
    await games.moveTo((await bet(player, [3], 11_11n)).endsAt);
    games.clock.advance(2 * DAY_MS);
    await games.games.idle();
    await decide((await givenDeposit(games, player, 9)).id, 'APPROVE');
    const now = new Date(games.clock.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
    const before = await statementSummary(player.ctx(), { from: '2026-11-01', to: '2026-11-20' });
    const after = await statementSummary(player.ctx(), { from: '2026-11-21', to: now });
    expect(before.entries).toBe(2);
    expect(after).toMatchObject({ opening: before.closing, deposits: 9_00n, staked: 0n, entries: 1 });
    expect(after.closing).toBe(await owned(player));
    expect((await linesOf(player.ctx(), { from: '2026-11-21', to: now })).map((line) => line['balance'])).toEqual(
      [after.opening, after.closing, after.closing].map(
        (value) => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`,
      ),
    );
  });

  it('is in the account’s language', async () => {
    const player = await givenMember(games, { rupees: 500 });
    await updateProfile(player.ctx(), { language: 'hi' });
    const [header, opening, deposit, closing] = (await textOf(player.ctx())).split('\r\n');
    expect(header).toBe('\ufeffसमय,प्रविष्टि,संदर्भ,लगाए,वापस,बदलाव,बैलेंस');
    expect(opening).toBe('2026-11-01T00:00:00+05:30,शुरुआती बैलेंस,,,,,0.00');
    expect(deposit).toMatch(/,जमा,[0-9a-f]+,,,500.00,500.00$/);
    expect(closing).toBe('2026-12-01T00:00:00+05:30,अंतिम बैलेंस,,,,,500.00');
  });

  it('holds nothing of other players, and is for players alone', async () => {
    await givenMember(games, { rupees: 100 });
    const newcomer = await givenMember(games);
    expect(await statementSummary(newcomer.ctx(), november)).toMatchObject({ closing: 0n, entries: 0 });
    expect(await linesOf(newcomer.ctx())).toHaveLength(2);
    const admin = games.as(await givenActor(games, 'admin'));
    expect(await refusalCode(openStatement(admin, 'csv', november))).toBe('FORBIDDEN');
    expect(await refusalCode(statementSummary(admin, november))).toBe('FORBIDDEN');
    const nobody = games.as({ kind: 'anonymous' });
    expect(await refusalCode(openStatement(nobody, 'csv', november))).toBe('UNAUTHENTICATED');
  });

  it.each([
    [{ from: '2026-02-30', to: '2026-03-01' }, 'from'],
    [{ from: 'yesterday', to: '2026-03-01' }, 'from'],
    [{ from: '2026-01-01', to: '' }, 'to'],
    [{ from: '2026-11-02', to: '2026-11-01' }, 'to'],
    [{ from: '2025-01-01', to: '2026-01-02' }, 'to'],
  ])('refuses the period %j', async (days, field) => {
    const player = await givenMember(games);
    expect(await refusal(openStatement(player.ctx(), 'csv', days))).toMatchObject({
      code: 'INVALID_INPUT',
      extra: { field },
    });
  });

  it('takes 366 days, and refuses another format', async () => {
    const player = await givenMember(games);
    const { content } = await openStatement(player.ctx(), 'csv', { from: '2025-01-01', to: '2026-01-01' });
    expect(await content.toArray()).not.toEqual([]);
    expect(await refusalCode(openStatement(player.ctx(), 'xlsx', november))).toBe('NOT_FOUND');
  });

  it('is bounded in entries: above, a shorter period is asked for', async () => {
    const player = await givenMember(games);
    const rowsOf = (count: number) => `
      insert into contest_results (player_id, contest_id, bet_count, bet_amount, win_amount, settled_at)
      select ${player.userId}, -n, 1, 100, 100, '2026-11-05T00:00:00Z' from generate_series(1, ${count}) n
      on conflict do nothing`;
    await tamper(database, rowsOf(2_000));
    expect((await openStatement(player.ctx(), 'pdf', november)).name).toBe('statement-2026-11-01-2026-11-30.pdf');
    await tamper(database, rowsOf(2_001));
    expect(await refusal(openStatement(player.ctx(), 'pdf', november))).toMatchObject({ extra: { field: 'to' } });
    await tamper(database, rowsOf(20_000));
    expect(await linesOf(player.ctx())).toHaveLength(20_002);
    await tamper(database, rowsOf(20_001));
    expect(await refusalCode(openStatement(player.ctx(), 'csv', november))).toBe('INVALID_INPUT');
  });

  it('is made 20 times, then one more after 3 minutes', async () => {
    const player = await givenMember(games);
    games.services.config.rateLimited = true;
    try {
      for (let file = 1; file <= 20; file += 1) await openStatement(player.ctx(), 'csv', november);
      expect(await refusal(openStatement(player.ctx(), 'csv', november))).toMatchObject({
        code: 'RATE_LIMITED',
        extra: { retryAfterSeconds: 180 },
      });
    } finally {
      games.services.config.rateLimited = false;
    }
  });
});

describe('a statement as PDF', () => {
  it('is a PDF of as many pages as it needs, with the fonts of both scripts', async () => {
    const player = await givenMember(games, { rupees: 12, name: 'आशा राव' });
    await tamper(
      database,
      `insert into contest_results (player_id, contest_id, bet_count, bet_amount, win_amount, settled_at)
       select ${player.userId}, -1000000 - n, 1, 100, 196, '2026-11-05T00:00:00Z' from generate_series(1, 100) n`,
    );
    const { content } = await openStatement(player.ctx(), 'pdf', november);
    const bytes = Buffer.concat(await content.toArray());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const text = bytes.toString('latin1');
    expect(text.trimEnd().endsWith('%%EOF')).toBe(true);
    expect(/\/Count (\d+)/.exec(text)?.[1]).toBe('3');
    expect(text.match(/\/FontFile2/g)).toHaveLength(2);
  });

  it('is in the account’s language, with a glyph for each of its letters', async () => {
    const player = await givenMember(games, { rupees: 12 });
    const lettersOf = async () => {
      const { content } = await openStatement(player.ctx(), 'pdf', november);
      const text = Buffer.concat(await content.toArray()).toString('latin1');
      return { language: /\/Lang \((.*?)\)/.exec(text)?.[1], letters: drawnLetters(text) };
    };
    const english = await lettersOf();
    expect(english.language).toBe('en-IN');
    expect([...'प्र।?'].filter((letter) => english.letters.has(letter))).toEqual([]);
    await updateProfile(player.ctx(), { language: 'hi' });
    const hindi = await lettersOf();
    expect(hindi.language).toBe('hi-IN');
    // "?" is drawn for a letter that neither font has.
    expect([...'खाता।₹?'].filter((letter) => !hindi.letters.has(letter))).toEqual(['?']);
  });
});

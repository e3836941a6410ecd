import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawQuery } from '../../db/client.ts';
import { sessions } from '../../db/schema/accounts.ts';
import { closeAccount } from '../../server/domain/accounts/status/closeAccount.ts';
import { deactivateUser } from '../../server/domain/accounts/status/deactivateUser.ts';
import { lastSignIns, listMembers } from '../../server/domain/accounts/users/members.ts';
import { reactivateUser } from '../../server/domain/accounts/status/reactivateUser.ts';
import { latestActionsOf, listAudit } from '../../server/domain/audit/auditList.ts';
import { addPlayerNote } from '../../server/domain/people/addPlayerNote.ts';
import { lifetimeTotals } from '../../server/domain/people/lifetimeTotals.ts';
import { flagsOf } from '../../server/domain/people/playerFlags.ts';
import { setPlayerFlag } from '../../server/domain/people/setPlayerFlag.ts';
import { playerTimeline, timelineKey, type TimelineEntry } from '../../server/domain/people/timeline.ts';
import { timelineSources, type TimelineKind } from '../../server/domain/people/timelineSources.ts';
import { personalSections } from '../../server/domain/records/personalSections.ts';
import { setPlayLimit } from '../../server/domain/safety/setPlayLimit.ts';
import { startTimeOut } from '../../server/domain/safety/startTimeOut.ts';
import { raiseTicket } from '../../server/domain/tickets/raiseTicket.ts';
import { playOfPlayers } from '../../server/domain/signals/signalList.ts';
import { resolveTicket } from '../../server/domain/tickets/resolveTicket.ts';
import { flagOf } from '../../server/domain/people/decision.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { nextContest, placeBets, runGames, type RunningGames } from '../support/rounds.ts';
import {
  givenDeposit,
  givenMember,
  givenPrimaryAdmin,
  signedIn,
  userRow,
  type Member,
} from '../support/world/members.ts';

const HOUR_MS = 3_600_000;

let database: TestDatabase;
let games: RunningGames;
let admin: Member;
beforeAll(async () => {
  database = await createTestDatabase();
  games = await runGames(database);
  admin = await givenPrimaryAdmin(games);
});
afterAll(async () => {
  await games.games.stop();
  await database.close();
});

const adminWith = (...roles: ('FINANCE' | 'SUPPORT' | 'GAME' | 'AUDITOR')[]) =>
  games.as({ kind: 'admin', userId: admin.userId, roles, sessionId: 1n });
const memberRow = async ({ userId }: Member) => {
  const { id, uid, userType, createdAt } = await userRow(games, userId);
  return { id, uid, userType, createdAt };
};
const timeline = async (player: Member, kinds?: TimelineKind[], ctx = admin.ctx()) =>
  (await playerTimeline(ctx, await memberRow(player), kinds, { limit: 100 })).rows;
const note = (player: Member, text: string) => addPlayerNote(admin.ctx(), { userId: player.userId, text });

async function bet(player: Member, ...rupees: number[]): Promise<void> {
  const contest = await nextContest(games, 'sapreOne');
  await placeBets(
    games,
    rupees.map((amount) => ({
      playerId: player.userId,
      contestId: contest.id,
      selection: 5,
      paise: BigInt(amount) * 100n,
    })),
  );
  await games.moveTo(contest.endsAt);
}

/** A player with something of every kind. */
async function givenHistory(): Promise<Member> {
  const player = await givenMember(games, { rupees: 500, name: 'Meera Iyer' });
  await bet(player, 10, 20);
  await bet(player, 30);
  games.clock.advance(2 * HOUR_MS);
  await games.games.idle();
  await bet(player, 40);
  const { id: ticketId } = await raiseTicket(player.ctx(), { title: 'UPI Payment Stuck', description: 'It hangs' });
  await resolveTicket(admin.ctx(), { ticketId });
  const { transaction } = await requestWithdrawal(player.ctx(), { amount: paise(5_000n), upiId: 'meera@okbank' });
  games.clock.advance(1_000);
  await decideTransaction(admin.ctx(), {
    transactionId: transaction.id,
    decision: 'DENY',
    denialReason: 'CHECK_NEEDED',
  });
  await setPlayLimit(player.ctx(), { kind: 'stake', period: 'day', amount: paise(100_000n) });
  await setPlayLimit(player.ctx(), { kind: 'stake', period: 'day', amount: null });
  await startTimeOut(player.ctx(), { days: 2 });
  games.clock.advance(1_000);
  await note(player, 'Called twice about a payment.');
  await setPlayerFlag(admin.ctx(), { userId: player.userId, flag: 'WATCH', on: true, reason: 'Called twice in a day' });
  await deactivateUser(admin.ctx(), { userId: player.userId, reason: 'Asked for by her' });
  await reactivateUser(admin.ctx(), { userId: player.userId, reason: 'And back again' });
  return player;
}

describe('the timeline of a player', () => {
  let player: Member;
  let all: TimelineEntry[];
  beforeAll(async () => {
    player = await givenHistory();
    all = await timeline(player);
  });

  it('has everything, newest first, and bets by the hour', () => {
    const events = all.map(({ event }) => event);
    for (const { event } of timelineSources) {
      if (event !== 'playCreditGranted') expect(events, event).toContain(event);
    }
    expect(all.map(({ at }) => at.getTime())).toEqual(all.map(({ at }) => at.getTime()).toSorted((a, b) => b - a));
    const bets = all.flatMap((entry) => entry.bets ?? []);
    expect(bets).toMatchObject([
      { roundCount: 1, betCount: 1, staked: 4_000n },
      { roundCount: 2, betCount: 3, staked: 6_000n },
    ]);
    expect(all.flatMap(({ decision }) => (decision ? [[decision.action, flagOf(decision)]] : []))).toEqual([
      ['member:reactivate', null],
      ['member:deactivate', null],
      ['member:flag', 'WATCH'],
    ]);
    expect(
      all.flatMap(({ safety }) => (safety ? [[safety.setting, safety.amount, safety.effectiveAt !== null]] : [])),
    ).toEqual([
      ['TIME_OUT', null, false],
      ['LIMIT', null, true],
      ['LIMIT', 100_000n, false],
    ]);
    expect(all.find(({ session }) => session)?.session).not.toHaveProperty('refreshHash');
  });

  it('has every change of limits and pauses once, and no change that is none', async () => {
    const { userId } = await givenMember(games);
    const write = (statement: string) => database.pool.query(statement.replaceAll('$player', String(userId)));
    await write(`insert into play_limits (player_id, kind, period) values ($player, 'loss', 'day')`);
    await write(`insert into play_guards (player_id, reality_minutes) values ($player, 30)`);
    const day = (days: number) => `date_trunc('day', db_now()) + interval '${days} days'`;
    for (const change of [
      'reality_minutes = 30',
      `time_out_until = ${day(2)}`,
      'reality_minutes = 60',
      `excluded_at = ${day(0)}, excluded_until = ${day(200)}`,
      'reality_minutes = null',
      `time_out_until = ${day(3)}`,
      `excluded_until = ${day(300)}`,
    ]) {
      await write(`update play_guards set ${change} where player_id = $player`);
    }
    const { rows } = await write(
      'select setting, minutes from play_safety_changes where player_id = $player order by id',
    );
    expect(rows.map(({ setting, minutes }) => [setting, minutes])).toEqual([
      ['REALITY_CHECK', 30],
      ['TIME_OUT', null],
      ['REALITY_CHECK', 60],
      ['EXCLUSION', null],
      ['REALITY_CHECK', null],
      ['TIME_OUT', null],
      ['EXCLUSION', null],
    ]);
  });

  it('is the same page by page, whatever the size', async () => {
    const row = await memberRow(player);
    for (const limit of [1, 2, 3, 7]) {
      const pages: TimelineEntry[] = [];
      let after: ReturnType<typeof timelineKey> | undefined;
      for (;;) {
        const { rows, hasNext } = await playerTimeline(admin.ctx(), row, undefined, { limit, after });
        pages.push(...rows);
        const last = rows.at(-1);
        if (!hasNext || !last) break;
        after = timelineKey(last);
      }
      expect(pages, `pages of ${limit}`).toEqual(all);
    }
  });

  it('is filtered by kind, and refuses to go backwards', async () => {
    const kinds = ['money', 'bets', 'tickets', 'sessions', 'safety', 'notes', 'decisions'] as const;
    const parts = await Promise.all(kinds.map((kind) => timeline(player, [kind])));
    expect(parts.flat().length).toBe(all.length);
    expect(await timeline(player, ['notes'])).toMatchObject([{ note: { text: 'Called twice about a payment.' } }]);
    expect(
      await refusal(playerTimeline(admin.ctx(), await memberRow(player), undefined, { limit: 5, fromEnd: true })),
    ).toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('has tickets for those who may read them, and is for admins who may read players', async () => {
    const finance = await timeline(player, undefined, adminWith('FINANCE'));
    expect(finance.length).toBe(all.length - 2);
    expect(finance.some(({ ticketId }) => ticketId)).toBe(false);
    expect(await refusalCode(timeline(player, undefined, adminWith('GAME')))).toBe('FORBIDDEN');
    expect(await refusalCode(timeline(player, undefined, player.ctx()))).toBe('FORBIDDEN');
  });

  it('reads each source by an index, whatever else the tables hold', async () => {
    const { id: playerId, uid } = await memberRow(player);
    const after = timelineKey(all[3]!);
    await database.db.transaction(async (tx) => {
      for (const way of ['seqscan', 'bitmapscan', 'sort']) await tx.execute(sql.raw(`set local enable_${way} = off`));
      for (const [rank, source] of timelineSources.entries()) {
        const plan = await rawQuery<{ 'QUERY PLAN': string }>(
          tx,
          sql`explain ${source.keys({ playerId, uid, after, limit: 20 }, rank)}`,
        );
        const text = plan.map((line) => line['QUERY PLAN']).join('\n');
        expect(text, source.event).not.toMatch(/Seq Scan|Sort/);
      }
    });
  });
});

describe('notes and flags', () => {
  it('notes are of 1 to 2,000 characters, about players, and stay as they are', async () => {
    const player = await givenMember(games);
    for (const text of ['  ', 'x'.repeat(2_001), 'a\u0000b']) {
      expect(await refusalCode(note(player, text))).toBe('INVALID_INPUT');
    }
    expect(await refusalCode(addPlayerNote(admin.ctx(), { userId: admin.userId, text: 'Me' }))).toBe('NOT_FOUND');
    await note(player, ` ${'x'.repeat(2_000)} `);
    expect(await timeline(player, ['notes'])).toMatchObject([
      { note: { text: 'x'.repeat(2_000), authorId: admin.userId } },
    ]);
    for (const change of [
      sql`update player_notes set text = 'Other'`,
      sql`delete from player_notes`,
      sql`truncate player_notes`,
    ]) {
      await expect(database.db.execute(change)).rejects.toMatchObject({ cause: { code: '23001' } });
    }
    const { uid } = await memberRow(player);
    const [entry] = (await listAudit(admin.ctx(), { action: 'member:note', subject: uid }, { limit: 1 })).rows;
    expect(entry).toMatchObject({ subject: uid, before: null, after: null, reason: null });
  });

  it('the database refuses both without a row in the audit log', async () => {
    const { userId } = await givenMember(games);
    const noRow = { cause: { code: '23000' } };
    await expect(
      database.db.execute(
        sql`insert into player_notes (player_id, author_id, text, created_at) values (${userId}, ${admin.userId}, 'x', now())`,
      ),
    ).rejects.toMatchObject(noRow);
    await expect(
      database.db.execute(sql`insert into player_flags values (${userId}, 'VIP', 'because', ${admin.userId}, now())`),
    ).rejects.toMatchObject(noRow);
    await setPlayerFlag(admin.ctx(), { userId, flag: 'VIP', on: true, reason: 'A very good player' });
    await expect(database.db.execute(sql`delete from player_flags where player_id = ${userId}`)).rejects.toMatchObject(
      noRow,
    );
  });

  it('a flag is set and removed with a reason, once, and finds the player in the list', async () => {
    const player = await givenMember(games);
    const set = (on: boolean, reason = 'Reversed two payments') =>
      setPlayerFlag(admin.ctx(), { userId: player.userId, flag: 'CHARGEBACK_RISK', on, reason });
    const listed = async () =>
      (await listMembers(admin.ctx(), { userType: 'player', flag: 'CHARGEBACK_RISK' }, { limit: 100 })).rows.map(
        ({ id }) => id,
      );
    expect(await refusalCode(set(true, 'short'))).toBe('INVALID_INPUT');
    games.published.length = 0;
    await set(true);
    await set(true);
    expect(games.published).toEqual([{ type: 'memberChanged', userId: String(player.userId) }]);
    expect(await flagsOf(admin.ctx(), [1n, player.userId])).toMatchObject([[], [{ flag: 'CHARGEBACK_RISK' }]]);
    expect(await listed()).toEqual([player.userId]);
    await set(false);
    expect(await listed()).toEqual([]);
    expect((await timeline(player, ['decisions'])).map(({ decision }) => decision?.action)).toEqual([
      'member:unflag',
      'member:flag',
    ]);
  });

  it('are for admins of payments and support, and read by those who may read players', async () => {
    const player = await givenMember(games);
    const input = { userId: player.userId, text: 'Seen' };
    for (const role of ['FINANCE', 'SUPPORT'] as const) await addPlayerNote(adminWith(role), input);
    for (const ctx of [adminWith('AUDITOR'), adminWith('GAME'), player.ctx()]) {
      expect(await refusalCode(addPlayerNote(ctx, input))).toBe('FORBIDDEN');
      const flag = { userId: player.userId, flag: 'VIP', on: true, reason: 'A very good player' } as const;
      expect(await refusalCode(setPlayerFlag(ctx, flag))).toBe('FORBIDDEN');
    }
    expect(await refusalCode(flagsOf(player.ctx(), [player.userId]))).toBe('FORBIDDEN');
    expect((await timeline(player, ['notes'], adminWith('AUDITOR'))).length).toBe(2);
  });

  it('are not in what the player downloads about themselves', async () => {
    const player = await givenMember(games);
    await note(player, 'secret words');
    await setPlayerFlag(admin.ctx(), { userId: player.userId, flag: 'WATCH', on: true, reason: 'secret reason' });
    await setPlayLimit(player.ctx(), { kind: 'loss', period: 'week', amount: paise(70_000n) });
    const { id, uid, email, createdAt } = await userRow(games, player.userId);
    const rows = await Promise.all(
      personalSections.map(({ read }) => rawQuery(database.db, read({ id, uid, email, createdAt }, undefined))),
    );
    const told = JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    expect(told).toContain('70000');
    expect(told).not.toMatch(/secret|WATCH|member:note|member:flag/);
  });

  it('words of notes are erased with a closed account', async () => {
    const player = await givenMember(games);
    await note(player, 'Her name is Meera.');
    await closeAccount(player.ctx(), { password: player.password });
    const erased = 'Erased: the account is closed.';
    expect(await timeline(player, ['notes'])).toMatchObject([{ note: { text: erased } }]);

    const other = await givenMember(games);
    await note(other, 'Her name is Diya.');
    for (const [{ userId }, text] of [
      [player, 'Something else'],
      [other, erased],
    ] as const) {
      const change = sql`update player_notes set text = ${text} where player_id = ${userId}`;
      await expect(database.db.execute(change)).rejects.toMatchObject({
        cause: { message: 'player_notes is insert-only: update refused' },
      });
    }
  });
});

it('the last sign-in is that of the newest session, for admins who may read accounts', async () => {
  const player = await givenMember(games);
  games.clock.advance(HOUR_MS);
  await signedIn(games, player.email, player.password);
  const never = await givenMember(games);
  await database.db.delete(sessions).where(eq(sessions.userId, never.userId));
  const ids = [never.userId, player.userId, 0n];
  expect(await lastSignIns(admin.ctx(), ids)).toEqual([null, new Date(games.clock.now()), null]);
  expect(await refusalCode(lastSignIns(adminWith('GAME'), ids))).toBe('FORBIDDEN');
});

it('totals are those of the whole life of the account, today included', async () => {
  const player = await givenMember(games, { rupees: 300 });
  await bet(player, 50);
  games.clock.advance(30 * HOUR_MS);
  await games.games.idle();
  await bet(player, 20);
  await givenDeposit(games, player, 75);
  await requestWithdrawal(player.ctx(), { amount: paise(1_000n), upiId: 'meera@okbank' });
  const totals = await lifetimeTotals(admin.ctx(), await memberRow(player));
  expect(totals).toMatchObject({ deposits: 30_000n, staked: 7_000n, withdrawals: 0n, pendingWithdrawals: 1_000n });
  const [sums] = await rawQuery<{ returned: bigint }>(
    database.db,
    sql`select sum(win_amount)::bigint as returned from contest_results where player_id = ${player.userId}`,
  );
  expect(totals.won).toBe(sums?.returned);
  // The comparison of a signal's players has the same.
  const { staked, won: returned } = totals;
  const nothing = { staked: 0n, returned: 0n };
  expect(await playOfPlayers(admin.ctx(), [0n, player.userId])).toMatchObject([nothing, { staked, returned }]);
  expect(await refusalCode(playOfPlayers(adminWith('GAME'), [player.userId]))).toBe('FORBIDDEN');
});

it('what an admin did last is for those who may read the audit log', async () => {
  const player = await givenMember(games);
  await note(player, 'Seen');
  const [latest] = await latestActionsOf(admin.ctx(), admin.userId, 3);
  expect(latest).toMatchObject({ action: 'member:note', actorId: admin.userId });
  expect(await refusalCode(latestActionsOf(adminWith('SUPPORT'), admin.userId, 3))).toBe('FORBIDDEN');
});

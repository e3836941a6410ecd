import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activeContest } from '../../server/domain/contests/contestQueries.ts';
import type { SignedInActor } from '../../server/domain/ground/actors/liveTokens.ts';
import {
  announce,
  currentAnnouncements,
  endAnnouncement,
  listAnnouncements,
  nextNoticeChange,
} from '../../server/domain/settings/announcements.ts';
import { listPauses, pause, resume } from '../../server/domain/settings/pauses.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { openBetting, type Betting } from '../support/betting.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { nextContest } from '../support/rounds.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';

let database: TestDatabase;
let games: Betting;
let admin: SignedInActor;

beforeAll(async () => {
  database = await createTestDatabase();
  games = await openBetting(database);
  admin = await givenActor(games, 'admin');
});
afterAll(async () => {
  await games.stop();
  await database.close();
});

const running = () => activeContest(games.as({ kind: 'anonymous' }), 'sapreOne');

describe('a pause', () => {
  test.each(['sapreOne', 'everything'] as const)(
    'of %s lets the round end and opens no other, until it ends',
    async (scope) => {
      const contest = await nextContest(games, 'sapreOne');
      await pause(games.as(admin), { scope, notice: 'We are back at noon.', noticeHi: 'हम दोपहर को लौटेंगे।' });
      await games.games.idle();
      expect((await running())?.gameId).toBe(contest.gameId);
      await games.moveTo(contest.endsAt);
      expect(await running()).toBeNull();
      await expect(
        database.pool.query(`insert into contests select * from contests where id = $1`, [contest.id]),
      ).rejects.toThrow();

      games.published.length = 0;
      await resume(games.as(admin), { scope });
      expect(games.published).toContainEqual({ type: 'noticesChanged' });
      await games.games.idle();
      expect((await running())?.number).toBe(contest.number + 1);
    },
  );

  test('of a game leaves the others alone', async () => {
    await pause(games.as(admin), { scope: 'sapreHalf', notice: 'Half is paused.' });
    expect((await nextContest(games, 'sapreOne')).state).toBe('OPEN');
    await resume(games.as(admin), { scope: 'sapreHalf' });
  });

  test('of a rail refuses new requests with its notice, by the database too', async () => {
    const [player = 0n] = await givenPlayers(games, 1, { rupees: 100 });
    const withdraw = () => requestWithdrawal(games.player(player), { amount: paise(100n), upiId: 'pia@okbank' });
    await pause(games.as(admin), { scope: 'withdrawals', notice: 'The bank is closed.' });
    await pause(games.as(admin), { scope: 'withdrawals', notice: 'The bank is closed today.' });
    expect(await refusal(withdraw())).toMatchObject({ code: 'PAUSED', extra: { detail: 'The bank is closed today.' } });
    await expect(
      database.app.pool.query(
        `insert into wallet_transactions (player_id, transaction_type, channel, amount, upi_id, created_at, updated_at)
         values ($1, 'debit', 'upi', 100, 'pia@okbank', now(), now())`,
        [player],
      ),
    ).rejects.toThrow('a paused rail');
    await resume(games.as(admin), { scope: 'withdrawals' });
    await resume(games.as(admin), { scope: 'withdrawals' });
    expect((await withdraw()).transaction.status).toBe('pending');
    expect(await listPauses(games.as({ kind: 'anonymous' }))).toEqual([]);
  });

  test('needs a notice, and its row in the audit log', async () => {
    expect(await refusalCode(pause(games.as(admin), { scope: 'deposits', notice: ' a ' }))).toBe('INVALID_INPUT');
    const write = database.app.pool.query(
      `insert into pauses (scope, notice, paused_at, paused_by) values ('deposits', 'quiet', now(), $1)`,
      ['userId' in admin ? admin.userId : 0n],
    );
    await expect(write).rejects.toThrow('needs its row in the audit log');
    const { rows } = await database.pool.query<{ action: string }>(
      `select action from audit_log where subject_type = 'pause' and subject = 'withdrawals' order by id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['platform:pause', 'platform:pause', 'platform:resume']);
  });
});

describe('an announcement', () => {
  test('is shown in its time frame, or until it is ended', async () => {
    const now = games.clock.now();
    const at = (ms: number) => new Date(now + ms);
    const shown = async () => (await currentAnnouncements(games.as({ kind: 'anonymous' }))).map(({ text }) => text);
    await announce(games.as(admin), { text: 'Diwali bonus', textHi: 'दिवाली बोनस', endsAt: at(60_000) });
    const later = await announce(games.as(admin), { text: 'Tomorrow', startsAt: at(30_000), endsAt: at(90_000) });
    expect(await shown()).toEqual(['Diwali bonus']);
    expect(await nextNoticeChange(games.as({ kind: 'anonymous' }))).toEqual(at(30_000));
    expect(await listAnnouncements(games.as(admin))).toHaveLength(2);
    await games.moveTo(now + 30_000);
    expect(await shown()).toEqual(['Tomorrow', 'Diwali bonus']);
    expect(await nextNoticeChange(games.as({ kind: 'anonymous' }))).toEqual(at(60_000));
    await endAnnouncement(games.as(admin), { announcementId: later.id });
    expect(await shown()).toEqual(['Diwali bonus']);
    await games.moveTo(now + 60_000);
    expect(await shown()).toEqual([]);
    expect(await nextNoticeChange(games.as({ kind: 'anonymous' }))).toBeNull();
    expect(await refusalCode(endAnnouncement(games.as(admin), { announcementId: later.id }))).toBe('NOT_FOUND');
  });

  test('ends after it begins, in the future, and has a text', async () => {
    const at = (ms: number) => new Date(games.clock.now() + ms);
    for (const wrong of [
      { text: 'Too late', endsAt: at(0) },
      { text: 'Backwards', startsAt: at(2_000), endsAt: at(1_000) },
      { text: 'x', endsAt: at(1_000) },
    ]) {
      expect(await refusalCode(announce(games.as(admin), wrong))).toBe('INVALID_INPUT');
    }
  });
});

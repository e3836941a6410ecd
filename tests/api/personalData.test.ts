import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setPlayLimit } from '../../server/domain/safety/setPlayLimit.ts';
import type { Context } from '../../server/domain/ground/verbs/context.ts';
import { openPersonalData } from '../../server/domain/records/openPersonalData.ts';
import { personalSections } from '../../server/domain/records/personalSections.ts';
import { submitFeedback } from '../../server/domain/tickets/feedback.ts';
import { raiseTicket } from '../../server/domain/tickets/raiseTicket.ts';
import { sendTicketMessage } from '../../server/domain/tickets/sendTicketMessage.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { correctBalance } from '../../server/domain/wallet/correctBalance.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { leaveBroken } from '../support/auditedBooks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { nextContest, placeBets, runGames, type RunningGames } from '../support/rounds.ts';
import { tamper } from '../support/tamper.ts';
import { givenActor } from '../support/world/bulk.ts';
import { givenMember, givenPrimaryAdmin, userRow, type Member } from '../support/world/members.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

let database: TestDatabase;
let games: RunningGames;
beforeAll(async () => {
  database = await createTestDatabase();
  leaveBroken(database, "every player's results are those of the bets");
  games = await runGames(database);
});
afterAll(async () => {
  await games.games.stop();
  await database.close();
});

type Exported = Record<string, Record<string, unknown>[]> & { product: string; madeAt: string };

async function textOf(ctx: Context): Promise<string> {
  let text = '';
  for await (const piece of await openPersonalData(ctx)) text += piece;
  return text;
}

const exported = async (ctx: Context) => JSON.parse(await textOf(ctx)) as Exported;

/** A player of whom something is kept in every section, and a ticket that an admin answered. */
async function givenLived(): Promise<Member> {
  const player = await givenMember(games, { rupees: 100 });
  const { id } = await nextContest(games, 'sapreHalf');
  const bet = { playerId: player.userId, contestId: id, paise: 100n };
  const selections = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12];
  await placeBets(
    games,
    selections.map((selection) => ({ ...bet, selection })),
  );
  await games.moveTo((await nextContest(games, 'sapreHalf')).startsAt);
  await requestWithdrawal(player.ctx(), { amount: paise(5_00n), upiId: 'asha@okbank' });
  await setPlayLimit(player.ctx(), { kind: 'stake', period: 'day', amount: paise(500_00n) });
  await submitFeedback(player.ctx(), { rating: 4, text: 'Fair and quick' });
  const document = `data:image/png;base64,${PNG.toString('base64')}`;
  const ticket = await raiseTicket(player.ctx(), { title: 'UPI Payment Stuck', description: 'Where is it?', document });
  const admin = await givenPrimaryAdmin(games);
  await sendTicketMessage(admin.ctx(), { ticketId: ticket.id, message: 'On its way' });
  await correctBalance(admin.ctx(), {
    playerId: player.userId,
    amount: paise(1_00n),
    reason: 'For operators alone.',
    evidence: 'Ticket 1',
    message: 'We are sorry',
  });
  return player;
}

describe('the personal data of a player', () => {
  it('are all of it, as JSON', async () => {
    const player = await givenLived();
    const data = await exported(player.ctx());
    expect(Object.keys(data)).toEqual(['product', 'madeAt', ...personalSections.map(({ name }) => name)]);
    expect(data['profile']).toMatchObject([{ uid: player.user.uid, email: player.email, name: 'Asha Rao' }]);
    expect(data['wallet']).toContainEqual({ account: 'held', balance: '5.00' });
    expect(data['sessions']).toHaveLength(1);
    expect(data['auditLog']).toContainEqual(expect.objectContaining({ action: 'session:open', by: 'you' }));
    expect(data['auditLog']).toContainEqual(expect.objectContaining({ action: 'account:export', by: 'you' }));
    expect(data['transactions']).toMatchObject([
      { type: 'credit', status: 'success', amount: '100.00' },
      { type: 'debit', status: 'pending', amount: '5.00', upiId: 'asha@okbank' },
    ]);
    expect(data['rounds']).toMatchObject([{ bets: 11, staked: '11.00', gameId: expect.stringMatching(/^sapreHalf-/) }]);
    expect(data['bets']).toHaveLength(11);
    expect(data['bets']?.map(({ selection }) => selection)).toContain('red');
    expect(data['bets']?.filter(({ returned }) => returned === '9.60')).toHaveLength(1);
    expect(data['limits']).toMatchObject([{ kind: 'stake', period: 'day', amount: '500.00' }]);
    expect(data['tickets']).toMatchObject([
      { title: 'UPI Payment Stuck', description: 'Where is it?', messages: [{ by: 'support', message: 'On its way' }] },
    ]);
    expect(data['documents']).toMatchObject([
      { by: 'you', mediaType: 'image/png', contentInBase64: PNG.toString('base64') },
    ]);
    expect(data['notifications']?.length).toBeGreaterThan(3);
    expect(data['mails']).toMatchObject([{ subject: expect.any(String) }]);
    expect(data['corrections']).toEqual([{ createdAt: expect.any(String), amount: '1.00', message: 'We are sorry' }]);
    expect(data['feedback']).toMatchObject([{ rating: 4, text: 'Fair and quick' }]);
  });

  it('have no secrets, no hashes, and nothing of the admin or of others', async () => {
    const player = await givenLived();
    const other = await givenLived();
    const admin = await givenPrimaryAdmin(games);
    const text = await textOf(player.ctx());
    const { passwordHash } = await userRow(games, player.userId);
    for (const secret of [
      passwordHash,
      player.password,
      player.refreshToken,
      other.email,
      other.user.uid,
      admin.email,
    ]) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toContain(admin.user.uid);
    expect(text).not.toContain('For operators alone.');
    expect(text).not.toMatch(/hash|password_hash|secret/i);
  });

  it('leave a row in the audit log', async () => {
    const player = await givenMember(games);
    await textOf(player.ctx());
    const { rows } = await database.pool.query(
      `select actor_id as "actorId", subject from audit_log where action = 'account:export' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ actorId: player.userId, subject: player.user.uid }]);
  });

  it('are read on where a section is long', async () => {
    const player = await givenMember(games);
    await tamper(
      database,
      `insert into contest_results (player_id, contest_id, bet_count, bet_amount, win_amount, settled_at)
       select ${player.userId}, c.id, 1, 100, 0, '2026-11-05T00:00:00Z' from contests c limit 1;
       insert into notifications (user_id, kind, data, cause, created_at)
       select ${player.userId}, 'ROUNDS_PLAYED', '{"day": "2026-11-05"}', 'n' || n, '2026-11-05T00:00:00Z' from generate_series(1, 4100) n`,
    );
    const data = await exported(player.ctx());
    expect(data['rounds']).toHaveLength(1);
    expect(data['notifications']).toHaveLength(4_103);
  });

  it('are for players alone, three times, then once an hour', async () => {
    const admin = games.as(await givenActor(games, 'admin'));
    expect(await refusalCode(openPersonalData(admin))).toBe('FORBIDDEN');
    expect(await refusalCode(openPersonalData(games.as({ kind: 'anonymous' })))).toBe('UNAUTHENTICATED');
    const player = await givenMember(games);
    games.services.config.rateLimited = true;
    try {
      for (let file = 1; file <= 3; file += 1) await openPersonalData(player.ctx());
      expect(await refusal(openPersonalData(player.ctx()))).toMatchObject({
        code: 'RATE_LIMITED',
        extra: { retryAfterSeconds: 3_600 },
      });
    } finally {
      games.services.config.rateLimited = false;
    }
  });
});

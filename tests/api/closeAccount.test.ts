import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawQuery } from '../../db/client.ts';
import { closeAccount } from '../../server/domain/accounts/status/closeAccount.ts';
import { login } from '../../server/domain/accounts/sessions/login.ts';
import { reactivateUser } from '../../server/domain/accounts/status/reactivateUser.ts';
import { registerPlayer } from '../../server/domain/accounts/users/registerPlayer.ts';
import { requestPasswordReset } from '../../server/domain/accounts/links/requestPasswordReset.ts';
import { requestSignInLink } from '../../server/domain/accounts/links/requestSignInLink.ts';
import { movementsOf } from '../../server/domain/records/movements.ts';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { setPlayLimit } from '../../server/domain/safety/setPlayLimit.ts';
import { startTimeOut } from '../../server/domain/safety/startTimeOut.ts';
import { submitFeedback } from '../../server/domain/tickets/feedback.ts';
import { raiseTicket } from '../../server/domain/tickets/raiseTicket.ts';
import { sendTicketMessage } from '../../server/domain/tickets/sendTicketMessage.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { lastMail } from '../support/world/mails.ts';
import { tamper } from '../support/tamper.ts';
import { nextContest, placeBets, runGames, type RunningGames } from '../support/rounds.ts';
import { givenDeposit, givenMember, givenPrimaryAdmin, userRow, type Member } from '../support/world/members.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const DAY_MS = 24 * 3_600_000;

let database: TestDatabase;
let games: RunningGames;
beforeAll(async () => {
  database = await createTestDatabase();
  games = await runGames(database);
});
afterAll(async () => {
  await games.games.stop();
  await database.close();
});

const close = (player: Member, password = player.password) => closeAccount(player.ctx(), { password });
const register = (email: string) => registerPlayer(games.as({ kind: 'anonymous' }), { email, name: 'Asha Again' });

async function withdrawAll(player: Member, amount: bigint): Promise<void> {
  const { transaction } = await requestWithdrawal(player.ctx(), { amount: paise(amount), upiId: 'asha@okbank' });
  const admin = await givenPrimaryAdmin(games);
  await decideTransaction(admin.ctx(), { transactionId: transaction.id, decision: 'APPROVE', grounds: 'optional' });
}

/** A player who has played, been paid out, and written to support; nothing is left in the wallet. */
async function givenDone(): Promise<Member> {
  const player = await givenMember(games, { rupees: 100, name: 'Meera Iyer' });
  const contest = await nextContest(games, 'sapreHalf');
  const ways = [10, 11, 12].map((selection) => ({
    playerId: player.userId,
    contestId: contest.id,
    selection,
    paise: 100n,
  }));
  await placeBets(games, ways);
  await games.moveTo(contest.endsAt);
  const { rows } = await database.pool.query<{ balance: bigint }>(
    `select balance from ledger_accounts where player_id = $1 and kind = 'player_available'`,
    [player.userId],
  );
  await withdrawAll(player, rows[0]?.balance ?? 0n);
  await submitFeedback(player.ctx(), { rating: 2, text: 'Too much Meera' });
  const document = `data:image/png;base64,${PNG.toString('base64')}`;
  const ticket = await raiseTicket(player.ctx(), { title: 'UPI Payment Stuck', description: 'Meera asks', document });
  await sendTicketMessage(player.ctx(), { ticketId: ticket.id, message: 'Meera here', document });
  await sendTicketMessage((await givenPrimaryAdmin(games)).ctx(), { ticketId: ticket.id, message: 'Dear Meera' });
  return player;
}

describe('closing an account', () => {
  it('erases what is personal, and keeps the books', async () => {
    const player = await givenDone();
    games.published.length = 0;
    await close(player);
    expect(await userRow(games, player.userId)).toMatchObject({
      uid: player.user.uid,
      email: `closed:${player.user.uid}`,
      name: 'Closed account',
      avatar: 'lotus',
      status: 'deactivated',
      closedAt: new Date(games.clock.now()),
    });
    expect(games.published).toContainEqual(expect.objectContaining({ type: 'sessionsEnded' }));

    // Nothing in any table that mentions them, but for the payments and the account of the money.
    const { rows: tables } = await database.pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    for (const { name } of tables) {
      const { rows } = await database.pool.query(
        `select t from ${name} t where t::text ilike '%meera%' or position($1 in t::text) > 0`,
        [player.email],
      );
      expect([name, rows]).toEqual([name, []]);
    }
    const { rows: left } = await database.pool.query(
      `select (select count(*) from sessions where user_id = $1 and (user_agent is not null or address is not null or ended_at is null)) as sessions,
              (select count(*) from documents where owner_id = $1) as documents,
              (select count(*) from notifications where user_id = $1) as notifications,
              (select count(*) from known_devices where user_id = $1) as devices,
              (select count(*) from contest_results where player_id = $1) as rounds,
              (select count(*) from wallet_transactions where player_id = $1) as payments`,
      [player.userId],
    );
    expect(left).toEqual([{ sessions: 0n, documents: 0n, notifications: 0n, devices: 0n, rounds: 1n, payments: 2n }]);
    const audited = await auditBooks(games.as({ kind: 'system' }));
    expect(audited.filter(({ faultCount }) => faultCount > 0)).toEqual([]);
  });

  it('ends every session, and neither password nor name let anybody in again', async () => {
    const player = await givenMember(games);
    await close(player);
    for (const id of [player.email, player.user.uid, `closed:${player.user.uid}`]) {
      const attempt = login(games.as({ kind: 'anonymous' }), { id, password: player.password });
      expect(['USER_NOT_FOUND', 'BAD_CREDENTIALS']).toContain(await refusalCode(attempt));
    }
    const admin = await givenPrimaryAdmin(games);
    expect(
      await refusalCode(reactivateUser(admin.ctx(), { userId: player.userId, reason: 'Asked for by a test' })),
    ).toBe('USER_PROTECTED');
  });

  it('asks for the password', async () => {
    const player = await givenMember(games);
    expect(await refusal(close(player, 'wrong'))).toMatchObject({
      code: 'INCORRECT_OLD_PASSWORD',
      extra: { field: 'password' },
    });
    expect((await userRow(games, player.userId)).closedAt).toBeNull();
  });

  it('waits for the balance, the pending request and the running round, and says so', async () => {
    const player = await givenMember(games, { rupees: 10 });
    const refused = async () => (await refusal(close(player))).message;
    const { config } = games.services;
    config.moneyMode = 'real';
    expect(await refused()).toMatch(/withdraw it first/);
    config.moneyMode = 'play';
    const contest = await nextContest(games, 'sapreOne');
    await placeBets(games, [{ playerId: player.userId, contestId: contest.id, selection: 7, paise: 10_00n }]);
    expect(await refused()).toMatch(/running round/);
    await givenDeposit(games, player, 5);
    expect(await refused()).toMatch(/not decided yet/);
    const { closedAt, email } = await userRow(games, player.userId);
    expect([closedAt, email]).toEqual([null, player.email]);
  });

  it('gives up the play money that is left, by a transfer of its own to the house', async () => {
    const player = await givenMember(games, { rupees: 10 });
    await close(player);
    const { rows } = await database.pool.query(
      `select t.amount, d.kind as from, c.kind as to, f.amount as forfeited, d.balance as left
         from transfers t
         join ledger_accounts d on d.id = t.debit_account_id
         join ledger_accounts c on c.id = t.credit_account_id
         join play_forfeits f on f.player_id = t.reference_id
        where t.kind = 'play_forfeit' and d.player_id = $1`,
      [player.userId],
    );
    expect(rows).toEqual([{ amount: 10_00n, from: 'player_available', to: 'house', forfeited: 10_00n, left: 0n }]);
    const moved = await rawQuery<{ kind: string; change: bigint }>(
      games.services.db,
      sql`select kind, change from (${movementsOf(player.userId, new Date(games.services.clock.now() + 1))}) m
           order by at, rank, id`,
    );
    expect(moved).toEqual([
      { kind: 'deposit', change: 10_00n },
      { kind: 'playForfeit', change: -10_00n },
    ]);
    const faults = async () => (await auditBooks(games.as({ kind: 'system' }))).flatMap((check) => check.faults);
    expect(await faults()).toEqual([]);
    const change = (paisa: number) =>
      `update play_forfeits set amount = amount + ${paisa} where player_id = ${player.userId}`;
    await tamper(database, change(1));
    expect(await faults()).toEqual([expect.stringContaining('closed: 1001 paise forfeited, moved 1000 paise')]);
    await tamper(database, change(-1));
  });

  it('leaves a row in the audit log', async () => {
    const player = await givenMember(games);
    await close(player);
    const { rows } = await database.pool.query(
      `select action, actor_id as "actorId" from audit_log where subject = $1 order by id desc limit 1`,
      [player.user.uid],
    );
    expect(rows).toEqual([{ action: 'account:close', actorId: player.userId }]);
  });
});

describe('the email of a closed account', () => {
  it('can be registered again at once', async () => {
    const player = await givenMember(games);
    await close(player);
    expect(await register(player.email)).toMatchObject({ email: player.email });
  });

  it('waits for 24 hours where there were limits', async () => {
    const player = await givenMember(games);
    await setPlayLimit(player.ctx(), { kind: 'stake', period: 'day', amount: paise(100n) });
    await close(player);
    for (const spelled of [player.email.toUpperCase(), player.email.replace('@', '+x@')]) {
      expect(await refusalCode(register(spelled))).toBe('EMAIL_TAKEN');
    }
    games.clock.advance(DAY_MS);
    expect(await register(player.email)).toMatchObject({ email: player.email });
  });

  it('waits for the end of a time-out', async () => {
    const player = await givenMember(games);
    await startTimeOut(player.ctx(), { days: 3 });
    await close(player);
    games.clock.advance(2 * DAY_MS);
    expect(await refusalCode(register(player.email))).toBe('EMAIL_TAKEN');
    games.clock.advance(DAY_MS);
    expect(await register(player.email)).toMatchObject({ email: player.email });
  });

  it.each([
    ['for ever', 'null'],
    ['until a day', `'2030-01-01T00:00:00Z'`],
  ])('stays excluded %s, whatever was kept of it before', async (_, until) => {
    const player = await givenMember(games);
    await database.pool.query(
      `insert into play_guards (player_id, excluded_at, excluded_until) values ($1, '2026-11-01', ${until})`,
      [player.userId],
    );
    await close(player);
    games.clock.advance(30 * DAY_MS);
    const nobody = games.as({ kind: 'anonymous' });
    for (const email of [player.email, player.email.replace('@', '+x@')]) {
      expect(await refusalCode(register(email))).toBe('EMAIL_TAKEN');
      expect(await refusalCode(login(nobody, { id: email, password: player.password }))).toBe('BAD_CREDENTIALS');
      expect(await requestPasswordReset(nobody, { email })).toEqual({ email });
      expect(await requestSignInLink(nobody, { email })).toEqual({ email });
      expect((await lastMail({ db: database.db }, email)).subject).toContain("can't be used");
    }
  });
});

describe('the database', () => {
  const asApp = (statement: string, values: unknown[]) => database.app.pool.query(statement, values);

  it('closes no account with money, nor one that is not erased, whatever the role', async () => {
    const [rich, named] = [await givenMember(games, { rupees: 1 }), await givenMember(games)];
    const set = `update users set closed_at = now(), status = 'deactivated', deactivated_at = now()`;
    const erased = `${set}, email = 'closed:' || uid, name = 'Closed account'`;
    const attempts: [string, bigint][] = [
      [`${erased} where id = $1`, rich.userId],
      [`${set} where id = $1`, named.userId],
    ];
    for (const [statement, id] of attempts) {
      await expect(database.pool.query(statement, [id])).rejects.toMatchObject({ code: '23001' });
      await expect(asApp(statement, [id])).rejects.toMatchObject({ code: '42501' });
    }
    const admin = await givenPrimaryAdmin(games);
    await expect(database.pool.query(`${erased} where id = $1`, [admin.userId])).rejects.toMatchObject({
      code: '23001',
    });
  });

  it('keeps a closed account as it is, and begins nothing for it', async () => {
    const player = await givenMember(games);
    await close(player);
    const id = player.userId;
    for (const change of [
      `status = 'active', deactivated_at = null`,
      `name = 'Asha'`,
      `email = 'a@example.com'`,
      `closed_at = null`,
    ]) {
      await expect(database.pool.query(`update users set ${change} where id = $1`, [id])).rejects.toMatchObject({
        code: '23001',
      });
    }
    const begins = [
      `insert into tickets (player_id, title, description, created_at, updated_at) values ($1, 'x', 'y', now(), now())`,
      `insert into feedback (player_id, rating, text, created_at) values ($1, 5, 'x', now())`,
      `insert into sessions (user_id, refresh_hash, created_at, last_seen_at, expires_at) values ($1, 'x', now(), now(), now())`,
      `insert into known_devices (user_id, token_hash, created_at, last_used_at, expires_at) values ($1, 'x', now(), now(), now())`,
      `insert into play_credits (player_id, amount, created_at) values ($1, 100, now())`,
      `insert into wallet_transactions (player_id, transaction_type, channel, amount, upi_id, created_at, updated_at)
       values ($1, 'debit', 'upi', 100, 'a@b', now(), now())`,
      `insert into ticket_messages (ticket_id, author_id, message, created_at)
       select min(t.id), $1, 'x', now() from tickets t`,
    ];
    for (const statement of begins) {
      await expect(database.pool.query(statement, [id]), statement).rejects.toMatchObject({
        code: '23001',
        message: 'the account is closed',
      });
    }
  });
});

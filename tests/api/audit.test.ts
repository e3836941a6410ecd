import { spawn } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { changePassword } from '../../server/domain/accounts/users/changePassword.ts';
import { deactivateUser } from '../../server/domain/accounts/status/deactivateUser.ts';
import { reactivateUser } from '../../server/domain/accounts/status/reactivateUser.ts';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { auditChain, countNewer, listAudit, type AuditFilter } from '../../server/domain/audit/auditList.ts';
import { latestAudit, nextNight } from '../../server/domain/audit/nightlyAudit.ts';
import { everyCheck, leaveBroken } from '../support/auditedBooks.ts';
import { addUpiPayee } from '../support/world/payees.ts';
import { removePayee, setPayeeActive } from '../../server/domain/settings/changePayee.ts';
import { setProfitabilityLevel, setRandomize } from '../../server/domain/settings/changeSettings.ts';
import { getSettings } from '../../server/domain/settings/gameSettings.ts';
import { raiseTicket } from '../../server/domain/tickets/raiseTicket.ts';
import { resolveTicket } from '../../server/domain/tickets/resolveTicket.ts';
import { sendTicketMessage } from '../../server/domain/tickets/sendTicketMessage.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { startNightlyAudit } from '../../server/jobs/nightlyAudit.ts';
import { expectLockWait, holdLocks } from '../support/contestLocks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { expectedPayout } from '../support/expectedPayout.ts';
import { nextContest, placeBets, runGames } from '../support/rounds.ts';
import {
  givenDeposit,
  givenMember,
  givenOtherAdmin,
  givenPrimaryAdmin,
  type Member,
} from '../support/world/members.ts';
import { refusalCode } from '../support/refusal.ts';
import { TEST_SEED_KEY } from '../support/seedKey.ts';
import { tamper } from '../support/tamper.ts';
import { databaseUrl } from '../support/databaseUrl.ts';

const HOUR = 3_600_000;
const reason = 'asked for by a test';

let database: TestDatabase;
let domain: TestDomain;
let admin: Member;

const faultsOf = async (of: TestDomain) =>
  (await auditBooks(of.as({ kind: 'system' }))).filter(({ faultCount }) => faultCount > 0);

describe('the audit log', () => {
  beforeAll(async () => {
    database = await createTestDatabase();
    domain = openDomain(database);
    admin = await givenPrimaryAdmin(domain);
  });
  afterAll(() => database.close());

  const entries = async (filter: AuditFilter = {}) => (await listAudit(admin.ctx(), filter, { limit: 100 })).rows;
  const newest = async () => (await entries())[0];

  it('records actor, action, subject, time, before, after and reason', async () => {
    const player = await givenMember(domain);
    await deactivateUser(admin.ctx(), { userId: player.userId, reason: 'chargeback' });
    expect(await newest()).toMatchObject({
      actorId: admin.userId,
      action: 'member:deactivate',
      subjectType: 'user',
      subject: player.user.uid,
      before: '{"status":"active","userType":"player"}',
      after: '{"status":"deactivated","userType":"player"}',
      reason: 'chargeback',
      at: new Date(domain.clock.now()),
    });
    await reactivateUser(admin.ctx(), { userId: player.userId, reason: 'Asked for by a test' });
    expect(await newest()).toMatchObject({ action: 'member:reactivate', reason: 'Asked for by a test' });
  });

  it('has a row for every admin action, in order', async () => {
    const before = (await newest())?.id ?? 0n;
    const player = await givenMember(domain, { rupees: 100 });
    await setRandomize(admin.ctx(), { randomize: false, reason: 'try the rule' });
    await setProfitabilityLevel(admin.ctx(), { value: 4, reason: 'set by a test' });
    await setRandomize(admin.ctx(), { randomize: true });
    const payee = await addUpiPayee(admin.ctx(), { upiId: 'house@bank', reason });
    await setPayeeActive(admin.ctx(), { payeeId: payee.id, active: false, reason });
    await setPayeeActive(admin.ctx(), { payeeId: payee.id, active: true, reason });
    await removePayee(admin.ctx(), { payeeId: payee.id, reason });
    const other = await givenOtherAdmin(domain);
    await changePassword(other.ctx(), { oldPassword: other.password, newPassword: 'another password' });
    const { transaction } = await requestWithdrawal(player.ctx(), { amount: paise(500n), upiId: 'asha@okbank' });
    await decideTransaction(admin.ctx(), { transactionId: transaction.id, decision: 'DENY', message: 'wrong account' });
    const ticket = await raiseTicket(player.ctx(), { title: 'UPI Payment Stuck', description: 'It hangs' });
    await sendTicketMessage(player.ctx(), { ticketId: ticket.id, message: 'Hello?' });
    await sendTicketMessage(admin.ctx(), { ticketId: ticket.id, message: 'We look into it.' });
    await resolveTicket(admin.ctx(), { ticketId: ticket.id });

    const written = (await entries()).filter(({ id, action }) => id > before && action !== 'session:open').toReversed();
    expect(written.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      'payee:add play@rangoli',
      expect.stringMatching(/^transaction:approve [0-9a-f]{16}$/),
      'settings:randomize game',
      'settings:profitabilityLevel game',
      'settings:randomize game',
      'payee:add house@bank',
      'payee:deactivate house@bank',
      'payee:activate house@bank',
      'payee:remove house@bank',
      expect.stringMatching(/^admin:register \d{8}$/),
      `admin:changePassword ${other.user.uid}`,
      'transaction:deny asha@okbank',
      expect.stringMatching(/^ticket:answer /),
      expect.stringMatching(/^ticket:resolve /),
    ]);
    expect(written.find(({ action }) => action === 'transaction:deny')).toMatchObject({
      reason: 'wrong account',
      before: `{"amount":"5.00","player":"${player.user.uid}","status":"pending","transactionType":"debit"}`,
    });
  });

  it('writes nothing when nothing changes', async () => {
    const settings = await getSettings(admin.ctx());
    const before = (await newest())?.id;
    expect(await setRandomize(admin.ctx(), { randomize: settings.randomize })).toEqual(settings);
    expect(await refusalCode(setProfitabilityLevel(admin.ctx(), { value: 10, reason: 'set by a test' }))).toBe(
      'INVALID_INPUT',
    );
    expect(await refusalCode(setProfitabilityLevel(admin.ctx(), { value: 1.5, reason: 'set by a test' }))).toBe(
      'INVALID_INPUT',
    );
    expect((await newest())?.id).toBe(before);
  });

  it('is filtered by action, admin, subject and time', async () => {
    const other = await givenOtherAdmin(domain);
    domain.clock.advance(60_000);
    const from = new Date(domain.clock.now());
    await setProfitabilityLevel(other.ctx(), { value: 7, reason: 'set by a test' });
    domain.clock.advance(1_000);
    const to = new Date(domain.clock.now());
    await setProfitabilityLevel(admin.ctx(), { value: 8, reason: 'set by a test' });

    expect((await entries({ actor: other.user.uid })).map(({ action }) => action)).toEqual([
      'settings:profitabilityLevel',
      'session:open',
    ]);
    expect(await entries({ actor: ` ${other.email.slice(0, -4).toUpperCase()}\0` })).toHaveLength(2);
    expect(new Set((await entries({ actor: 'primary ADM' })).map(({ actorId }) => actorId))).toEqual(
      new Set([admin.userId]),
    );
    expect(await entries({ action: 'settings:profitabilityLevel', from, to })).toHaveLength(1);
    expect((await entries({ from })).map(({ actorId }) => actorId)).toEqual([admin.userId, other.userId]);
    expect(await entries({ subject: 'game', actor: '00000000' })).toEqual([]);
    const newest = (await entries())[0];
    if (!newest) throw new Error('the log is empty');
    const part = other.user.uid.slice(1, 7);
    expect(await entries({ subject: part })).toEqual(await entries({ subject: other.user.uid }));
    const newer = (filter: AuditFilter, than: bigint) => countNewer(admin.ctx(), filter, than);
    expect(await newer({}, newest.id)).toBe(0);
    expect(await newer({}, newest.id - 1n)).toBe(1);
    expect(await newer({ subject: 'AM' }, newest.id - 1n), 'of "game"').toBe(1);
    expect(await newer({ subject: part }, newest.id - 1n)).toBe(0);
    expect((await entries({ subject: other.user.uid })).map(({ action }) => action)).toEqual([
      'session:open',
      'admin:register',
    ]);
  });

  it('is read whole, oldest first, in parts of up to 500, by those who may read it', async () => {
    const read = (after: bigint, limit: number) => auditChain(admin.ctx(), { after, limit });
    const whole = await read(0n, 500);
    expect(whole.map(({ id }) => id)).toEqual(whole.map((_row, place) => BigInt(place + 1)));
    expect(whole.length).toBeGreaterThan(3);
    expect(await read(1n, 2)).toEqual(whole.slice(1, 3));
    for (const limit of [0, 501, 1.5]) expect(await refusalCode(read(0n, limit))).toBe('INVALID_INPUT');
  });

  it('is linked in one chain though many write at the same moment', async () => {
    const upiIds = Array.from({ length: 20 }, (_, n) => `race${n}@bank`);
    await Promise.all(upiIds.map((upiId) => addUpiPayee(admin.ctx(), { upiId, reason })));
    expect(await faultsOf(domain)).toEqual([]);
  });

  it('is for admins to read', async () => {
    const player = await givenMember(domain);
    expect(await refusalCode(listAudit(player.ctx(), {}, { limit: 1 }))).toBe('FORBIDDEN');
  });

  it.each([
    'update audit_log set reason = null',
    'delete from audit_log',
    'truncate audit_log',
    'update game_settings set randomize = not randomize',
    "insert into payees (channel, upi_id, created_at, activated_at) values ('upi', 'sneaky@bank', now(), now())",
    'update payees set active = false, deactivated_at = now()',
    "update users set status = 'deactivated', deactivated_at = now() where not is_primary",
    `insert into users (uid, email, name, avatar, user_type, password_hash, created_at)
     values ('12345678', 'sneaky@example.com', 'x', 'lotus', 'admin', 'x', now())`,
  ])('cannot be got round: %s', async (statement) => {
    await expect(database.pool.query(statement)).rejects.toThrow();
  });

  it('must name the subject that changed', async () => {
    const auditRow = (subject: string) => `
      begin; update game_settings set profitability_index = 1;
      insert into audit_log (action, subject_type, subject, at) values ('settings:x', 'settings', '${subject}', now()); commit`;
    const client = await database.pool.connect();
    try {
      await expect(client.query(auditRow('else'))).rejects.toThrow('needs its row in the audit log');
      await client.query('rollback');
      await client.query(auditRow('game'));
      await client.query('begin; update game_settings set profitability_index = 2');
      await expect(client.query('commit'), 'a row of an earlier transaction does not count').rejects.toThrow();
    } finally {
      client.release();
    }
  });
});

describe('the audit of the books', () => {
  let played: Awaited<ReturnType<typeof createTestDatabase>>;
  let playedUntil: string;

  /** Some of everything: deposits, withdrawals in every state, bets won, lost and cancelled, settled contests. */
  beforeAll(async () => {
    played = await createTestDatabase();
    const games = await runGames(played);
    const boss = await givenPrimaryAdmin(games);
    const player = await givenMember(games, { rupees: 1_000 });
    await givenDeposit(games, player, 5);
    for (const decision of ['APPROVE', 'DENY'] as const) {
      const { transaction } = await requestWithdrawal(player.ctx(), { amount: paise(1_000n), upiId: 'asha@okbank' });
      await decideTransaction(boss.ctx(), { transactionId: transaction.id, decision });
    }
    await requestWithdrawal(player.ctx(), { amount: paise(2_000n), upiId: 'asha@okbank' });
    const contest = await nextContest(games, 'sapreHalf');
    const { userId: playerId } = player;
    const selections = Array.from({ length: 13 }, (_, selection) => selection);
    await placeBets(
      games,
      selections.map((selection) => ({ playerId, contestId: contest.id, selection, paise: 1_001n })),
    );
    await games.moveTo(contest.endsAt);
    await games.games.stop();
    playedUntil = new Date(games.clock.now()).toISOString();
    await played.disconnect();
  });
  afterAll(() => played.close());

  beforeEach(async () => {
    database = await createTestDatabase({ copyOf: played.address.database });
    domain = openDomain(database, playedUntil);
  });
  afterEach(() => database.close());

  it('finds no faults in untouched books', async () => {
    expect(await faultsOf(domain)).toEqual([]);
  });

  it('is run at three in the morning by one of the servers, and its result is kept', async () => {
    leaveBroken(database, 'every stored balance is the sum of its transfers', 'all accounts together hold nothing');
    admin = await givenPrimaryAdmin(domain);
    const job = startNightlyAudit(domain.services, domain.services.db);
    await job.idle();
    expect(await latestAudit(admin.ctx()), 'the first audit waits for its night').toBeNull();

    const night = nextNight(domain.clock.now());
    expect(new Date(night).toISOString()).toBe('2026-11-20T21:30:00.000Z');
    await database.pool.query('alter table play_credits rename to mislaid');
    domain.clock.set(night);
    await job.idle();
    expect(await latestAudit(admin.ctx())).toMatchObject({
      failure: expect.stringContaining('play_credits'),
      finishedAt: null,
      checks: null,
    });

    await database.pool.query('alter table mislaid rename to play_credits');
    const others = [
      startNightlyAudit(domain.services, domain.services.db),
      startNightlyAudit(domain.services, domain.services.db),
    ];
    domain.clock.advance(30 * 60_000);
    for (const one of [job, ...others]) await one.idle();
    const [{ runs } = { runs: 0 }] = (
      await database.pool.query<{ runs: number }>('select count(*)::int as runs from book_audits')
    ).rows;
    expect(runs).toBe(1);
    const result = await latestAudit(admin.ctx());
    expect(result).toMatchObject({ dueAt: new Date(night), failure: null, finishedAt: expect.any(Date) });
    expect(result?.checks?.map(({ faultCount }) => faultCount)).toEqual(
      (await auditBooks(domain.as({ kind: 'system' }))).map(() => 0),
    );

    await tamper(database, `update ledger_accounts set balance = balance + 1 where kind = 'player_available'`);
    for (const one of [job, ...others]) await one.stop();
    domain.clock.set(night + 30 * HOUR);
    const restarted = startNightlyAudit(domain.services, domain.services.db);
    await restarted.idle();
    await restarted.stop();
    const missed = await latestAudit(admin.ctx());
    expect(missed?.dueAt, 'a night that was missed is made up for').toEqual(new Date(night + 24 * HOUR));
    expect(missed?.checks?.find(({ faultCount }) => faultCount > 0)?.name).toContain('stored balance');
  });

  it('waits for a lock on the connection of the audit, not on one that other jobs and the metrics need', async () => {
    admin = await givenPrimaryAdmin(domain);
    const ofOthers = openDatabase(database.app.address, { max: 1 });
    domain.clock.set(nextNight(domain.clock.now()));
    const release = await holdLocks(database, 'lock table book_audits in exclusive mode');
    const job = startNightlyAudit({ ...domain.services, db: ofOthers.db }, domain.services.db);
    try {
      await expectLockWait(database);
      expect((await ofOthers.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    } finally {
      await release();
    }
    await job.stop();
    expect(await latestAudit(admin.ctx())).toMatchObject({ finishedAt: expect.any(Date) });
    await ofOthers.close();
  });

  it('audits with a payout function that follows the rules of the game for every bet', async () => {
    const { rows } = await database.pool.query<{ selection: number; amount: bigint; winner: number; paid: bigint }>(
      `select selection, b.amount, c.winning_number as winner, coalesce(p.amount, 0)::bigint as paid
         from bets b join contests c on c.id = b.contest_id left join bet_payouts p on p.bet_id = b.id`,
    );
    expect(rows).toHaveLength(13);
    expect(rows.map(({ paid }) => paid)).toEqual(
      rows.map(({ selection, amount, winner }) => expectedPayout(selection, amount, winner)),
    );
  });

  it.each([
    ['a balance', `update ledger_accounts set balance = balance + 1 where kind = 'player_available'`, 'stored balance'],
    [
      'a transfer’s amount',
      `update transfers set amount = amount + 1 where kind = 'deposit'`,
      'deposit and withdrawal',
    ],
    ['a stake', `update transfers set amount = amount - 1 where kind = 'bet_stake'`, 'its one stake'],
    ['a missing stake', `delete from transfers where kind = 'bet_stake'`, 'its one stake'],
    [
      'a second stake',
      `insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
       select debit_account_id, credit_account_id, amount, kind, reference_id, created_at from transfers where kind = 'bet_stake'`,
      'its one stake',
    ],
    ['a payout', `update bet_payouts set amount = amount + 1`, 'payout on record'],
    [
      'a payout that was not due',
      `insert into bet_payouts select id, 5 from bets where id not in (select bet_id from bet_payouts)`,
      'its table says',
    ],
    ['a contest’s remainder', `delete from transfers where kind = 'contest_result'`, 'paid out to the paisa'],
    [
      'a contest’s totals',
      `update contests set total_payouts = total_payouts + 1 where bet_count > 0`,
      'totals are those of its bets',
    ],
    ['a player’s history', `update contest_results set win_amount = win_amount + 1`, 'results are those of the bets'],
    [
      'a withdrawal’s state',
      `update wallet_transactions set status = 'success' where transaction_type = 'debit' and status = 'failed'`,
      'deposit and withdrawal',
    ],
    [
      'a refund without a cancellation',
      `update transfers set kind = 'bet_refund' where kind = 'contest_result'`,
      'cancelled bet',
    ],
    ['a decision without its row', `delete from audit_log where action = 'transaction:approve'`, 'decision on money'],
    ['a changed row of the audit log', `update audit_log set reason = 'else' where id = 2`, 'audit log is whole'],
    [
      'a changed entry of the public log',
      `insert into log_entries (index, entry, hash) values (0, '{}', sha256('x'))`,
      'log is whole',
    ],
    ['a missing entry', `delete from log_pending where entry like '%"decided"%'`, 'its one entry'],
    [
      'an entry without a deed',
      `insert into log_pending (contest_id, entry) overriding system value select contest_id, entry from log_pending where contest_id is not null limit 1`,
      'its one entry',
    ],
    [
      'an entry that says otherwise',
      `update log_pending set entry = replace(entry, '"bets":13', '"bets":12')`,
      'its one entry',
    ],
    [
      'a missing chain',
      `delete from log_pending where entry like '%"chain"%'; insert into public_logs values (1, 'x')`,
      'every chain',
    ],
    ['a missing row of the audit log', `delete from audit_log where id = 1`, 'audit log is whole'],
  ])('finds %s', async (_what, statement, rule) => {
    leaveBroken(database, ...everyCheck);
    await tamper(database, statement);
    const faults = await faultsOf(domain);
    expect(faults.map(({ name }) => name).join('; ')).toContain(rule);
    for (const fault of faults) expect(fault.faults.length).toBeGreaterThan(0);
  });

  it('ends `npm run audit` with status 0 when all is well, else prints the difference and ends with 1', async () => {
    leaveBroken(database, 'every stored balance is the sum of its transfers', 'all accounts together hold nothing');
    const good = await runAudit();
    expect(good.output).toContain('The books are in order.');
    const [, mark = ''] = /^Head of the audit log: (\d+:[0-9a-f]{64}) \(\d+ rows\)$/m.exec(good.output) ?? [];
    expect(good.status).toBe(0);
    await tamper(database, `update ledger_accounts set balance = balance + 1 where kind = 'player_available'`);
    const bad = await runAudit('--since', mark.replace(/^\d+/, '999'));
    expect(bad.output).toMatch(
      /WRONG\s+every stored balance is the sum of its transfers\n\s+account \d+ \(player_available/,
    );
    expect(bad.output).toMatch(/WRONG\s+the audit log has kept all rows up to 999:.*\n\s+row 999 /);
    expect(bad.status).toBe(1);
    const refused = await runAudit('--since', 'yesterday');
    expect(refused.output).toContain('--since needs id:hash');
    expect(refused.status).toBe(2);
  }, 60_000);

  function runAudit(...options: string[]): Promise<{ status: number | null; output: string }> {
    const env = { ...process.env, DATABASE_URL: databaseUrl(database.address), SEED_KEY: TEST_SEED_KEY };
    const child = spawn(process.execPath, ['server/build/run.mjs', 'server/commands/audit.ts', ...options], { env });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return new Promise((resolve) => child.on('close', (status) => resolve({ status, output })));
  }
});

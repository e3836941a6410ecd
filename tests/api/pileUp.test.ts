import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sessions } from '../../db/schema/accounts.ts';
import { setSmallestWithdrawal } from '../../server/domain/settings/paymentSettings.ts';
import { submitFeedback } from '../../server/domain/tickets/feedback.ts';
import { raiseTicket } from '../../server/domain/tickets/raiseTicket.ts';
import { sendTicketMessage } from '../../server/domain/tickets/sendTicketMessage.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { denyTransactions } from '../../server/domain/wallet/denyTransactions.ts';
import { waitingBeside } from '../../server/domain/wallet/duplicates.ts';
import { requestDeposit } from '../../server/domain/wallet/requestDeposit.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { smallestWithdrawal } from '../../server/domain/wallet/requestBounds.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import {
  givenDeposit,
  givenMember,
  givenOtherAdmin,
  givenPrimaryAdmin,
  type Member,
  PLAY_UPI_ID,
  signedIn,
} from '../support/world/members.ts';

/** What one account can pile up. */
let database: TestDatabase;
let domain: TestDomain;
let owner: Member;
beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  owner = await givenPrimaryAdmin(domain);
});
afterAll(() => database.close());

const withdraw = (player: Member, paisa: bigint) =>
  requestWithdrawal(player.ctx(), { amount: paise(paisa), upiId: 'asha@okbank' });
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('requests that wait', () => {
  let player: Member;
  beforeEach(async () => {
    player = await givenMember(domain, { rupees: 100 });
  });

  it('are at most 10 deposits and 10 withdrawals of a player, by code and database, until one is decided', async () => {
    const deposits = [];
    for (const index of times(10))
      deposits.push(await givenDeposit(domain, player, 5, `MOST${player.userId}X${index}`));
    for (const _ of times(10)) await withdraw(player, 100n);
    const another = () =>
      requestDeposit(player.ctx(), {
        amount: paise(100n),
        reference: `MORE${player.userId}`,
        payee: { upiId: PLAY_UPI_ID },
      });
    expect(await refusal(another())).toMatchObject({
      code: 'TOO_MANY_OPEN',
      extra: { detail: '10 deposits are pending, which is the most' },
    });
    expect(await refusalCode(withdraw(player, 100n))).toBe('TOO_MANY_OPEN');
    for (const kind of ['credit', 'debit']) {
      const copy = `insert into wallet_transactions (player_id, transaction_type, channel, amount, reference, payee_id, upi_id, created_at, updated_at)
        select player_id, transaction_type, channel, amount, reference || 'Z', payee_id, upi_id, now(), now()
          from wallet_transactions where player_id = $1 and transaction_type = $2 and status = 'pending' limit 1`;
      await expect(database.app.pool.query(copy, [player.userId, kind])).rejects.toThrow(
        /at most 10 requests of a kind that wait/,
      );
    }
    await decideTransaction(owner.ctx(), { transactionId: deposits[0]?.id ?? 0n, decision: 'DENY' });
    await another();
  });

  it('are 10 when many come at once', async () => {
    const outcomes = await Promise.all(
      times(14).map(() =>
        withdraw(player, 100n).then(
          () => 'held',
          () => 'refused',
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(10);
  });

  it('are denied at once with one reason, each by itself and once', async () => {
    const asked = [];
    for (const _ of times(3)) asked.push((await withdraw(player, 1_000n)).transaction);
    const [first, second, third] = asked.map(({ id }) => id) as [bigint, bigint, bigint];
    const [beside = []] = await waitingBeside(owner.ctx(), [first]);
    expect(beside.map(({ id }) => id)).toEqual([second, third]);
    await decideTransaction(owner.ctx(), { transactionId: second, decision: 'DENY' });
    const input = {
      transactionIds: [first, second, third],
      denialReason: 'CHECK_NEEDED' as const,
      idempotencyKey: 'deny-all-1',
    };
    const outcomes = await denyTransactions(owner.ctx(), input);
    expect(outcomes.map((one) => one.refusal?.code ?? null)).toEqual([null, 'ALREADY_DECIDED', null]);
    expect(await denyTransactions(owner.ctx(), input)).toEqual(outcomes);
    const { rows } = await database.pool.query(
      'select balance from ledger_accounts where player_id = $1 order by kind',
      [player.userId],
    );
    expect(rows).toEqual([{ balance: 10_000n }, { balance: 0n }]);
    const support = await givenOtherAdmin(domain, 'Sarita', ['SUPPORT']);
    expect(await refusalCode(denyTransactions(support.ctx(), input))).toBe('FORBIDDEN');
    const many = { ...input, transactionIds: times(101).map(BigInt), idempotencyKey: undefined };
    expect(await refusalCode(denyTransactions(owner.ctx(), many))).toBe('INVALID_INPUT');
  });
});

describe('the smallest withdrawal', () => {
  const reason = 'The bank charges for each';
  afterEach(() => setSmallestWithdrawal(owner.ctx(), { amount: paise(100n), reason }));

  it('is ₹1 at first, and everything that is available may always be withdrawn', async () => {
    const player = await givenMember(domain, { rupees: 1.5 });
    expect(await refusal(withdraw(player, 99n))).toMatchObject({ code: 'BELOW_MINIMUM', extra: { field: 'amount' } });
    await withdraw(player, 100n);
    expect(await refusalCode(withdraw(player, 49n))).toBe('BELOW_MINIMUM');
    const insert = `insert into wallet_transactions (player_id, transaction_type, channel, amount, upi_id, created_at, updated_at)
      values ($1, 'debit', 'upi', 49, 'asha@okbank', now(), now())`;
    await expect(database.app.pool.query(insert, [player.userId])).rejects.toThrow('at least the smallest one');
    await withdraw(player, 50n);
  });

  it('is set by owners, up to ₹500, with a reason in the audit log', async () => {
    const set = (by: Member, amount: bigint) => setSmallestWithdrawal(by.ctx(), { amount: paise(amount), reason });
    const finance = await givenOtherAdmin(domain, 'Farida', ['FINANCE']);
    expect(await refusalCode(set(finance, 200n))).toBe('FORBIDDEN');
    for (const amount of [0n, 50_001n]) expect(await refusalCode(set(owner, amount))).toBe('INVALID_INPUT');
    await set(owner, 500_00n);
    expect(await smallestWithdrawal(domain.services.db)).toBe(500_00n);
    expect(await refusalCode(withdraw(await givenMember(domain, { rupees: 600 }), 499_99n))).toBe('BELOW_MINIMUM');
    const unwritten = database.app.pool.query('update payment_settings set min_withdrawal = 1');
    await expect(unwritten).rejects.toThrow(/needs its row in the audit log/);
  });
});

describe('what a player writes', () => {
  let player: Member;
  const raise = (description = 'Please help') =>
    raiseTicket(player.ctx(), { title: 'UPI Transaction Failed', description });
  beforeEach(async () => {
    player = await givenMember(domain);
  });

  it('is at most 60 messages an hour in a ticket; an admin answers all the same', async () => {
    const ticket = await raise();
    const write = (by: Member) => sendTicketMessage(by.ctx(), { ticketId: ticket.id, message: 'Hello?' });
    for (const _ of times(60)) await write(player);
    expect(await refusalCode(write(player))).toBe('DAILY_LIMIT');
    await write(owner);
    domain.clock.advance(3_600_001);
    await write(player);
  });

  it('is at most 5 feedbacks a day', async () => {
    const write = () => submitFeedback(player.ctx(), { rating: 4, text: 'Good' });
    for (const _ of times(5)) await write();
    expect(await refusalCode(write())).toBe('DAILY_LIMIT');
    domain.clock.advance(24 * 3_600_000 + 1);
    await write();
  });

  it('is at most 2 MB of text and 20 MB of files a day, in all tickets together', async () => {
    const ticket = await raise();
    await database.pool.query(
      `insert into ticket_messages (ticket_id, author_id, message, created_at) select $1, $2, repeat('x', 1999000), $3`,
      [ticket.id, player.userId, player.ctx().now],
    );
    const message = 'y'.repeat(1_900);
    expect(await refusalCode(sendTicketMessage(player.ctx(), { ticketId: ticket.id, message }))).toBe('DAILY_LIMIT');
    await sendTicketMessage(player.ctx(), { ticketId: ticket.id, message: 'short' });
    await database.pool.query(
      `insert into documents (owner_id, uploaded_by, media_type, content, created_at)
       select $1, $1, 'image/png', convert_to(repeat('x', 4999900), 'UTF8'), $2 from generate_series(1, 4)`,
      [player.userId, player.ctx().now],
    );
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(600)]).toString('base64');
    const send = () => sendTicketMessage(player.ctx(), { ticketId: ticket.id, message: 'See', document: png });
    expect(await refusalCode(send())).toBe('DAILY_LIMIT');
    domain.clock.advance(24 * 3_600_000 + 1);
    await send();
  });
});

describe('sessions', () => {
  const live = async (player: Member) =>
    domain.services.db
      .select({ id: sessions.id, reason: sessions.endReason })
      .from(sessions)
      .where(eq(sessions.userId, player.userId))
      .orderBy(sessions.id);

  it('are at most 50 of an account: with another one the longest unused ends, and the database refuses more', async () => {
    const player = await givenMember(domain);
    const again = () => signedIn(domain, player.email, player.password);
    for (const _ of times(49)) await again();
    const [first, second] = await live(player);
    await database.pool.query(`update sessions set last_seen_at = last_seen_at + interval '1 minute' where id = $1`, [
      first?.id,
    ]);
    await again();
    const ended = (await live(player)).filter(({ reason }) => reason !== null);
    expect(ended).toEqual([{ id: second?.id, reason: 'too_many' }]);
    const { rows } = await database.pool.query<{ hash: string }>(
      'select password_hash as hash from users where id = $1',
      [player.userId],
    );
    const more = `select open_session($1, $2, sha256('more'), null, null, db_now(), db_now() + interval '1 day')`;
    await expect(database.app.pool.query(more, [player.userId, rows[0]?.hash])).rejects.toThrow('has 50 sessions');
  });

  it('of a player have one row an hour and device in the audit log, those of admins each their own', async () => {
    const rowsOf = async ({ user }: Member) => {
      const { rows } = await database.pool.query(
        `select from audit_log where action = 'session:open' and subject = $1`,
        [user.uid],
      );
      return rows.length;
    };
    const player = await givenMember(domain);
    const step = async () => {
      domain.clock.advance(25 * 60_000);
      await signedIn(domain, player.email, player.password);
      return rowsOf(player);
    };
    expect([await rowsOf(player), await step(), await step(), await step(), await step()]).toEqual([1, 1, 1, 2, 2]);
    const before = await rowsOf(owner);
    await signedIn(domain, owner.email, owner.password);
    expect(await rowsOf(owner)).toBe(before + 1);
  });
});

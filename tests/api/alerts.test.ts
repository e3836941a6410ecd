import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { login } from '../../server/domain/accounts/sessions/login.ts';
import { newestMails } from '../../server/domain/accounts/mails/mails.ts';
import { acknowledgeAlert, listAlerts, newAlertCount } from '../../server/domain/alerts/alertList.ts';
import { listAlertThresholds, setAlertThreshold } from '../../server/domain/alerts/alertThresholds.ts';
import type { AlertKind } from '../../server/domain/alerts/cause.ts';
import { EVALUATE_EVERY_MS, evaluateAlerts } from '../../server/domain/alerts/evaluateAlerts.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { chooseDailyReport } from '../../server/domain/reports/chooseDailyReport.ts';
import { nextMorning, sendDailyReport } from '../../server/domain/reports/sendDailyReport.ts';
import { liabilities } from '../../server/domain/stats/liabilities.ts';
import { dayOf } from '../../server/domain/ground/values/calendar.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { displayDay, displayMoney } from '../../server/domain/notifications/display.ts';
import { listDailyReports } from '../../server/domain/reports/dailyReportList.ts';
import { correctBalance } from '../../server/domain/wallet/correctBalance.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { startOverrideAlerts } from '../../server/jobs/alerts.ts';
import { bet, openBetting } from '../support/betting.ts';
import { nextContest } from '../support/rounds.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { refusalCode } from '../support/refusal.ts';
import { tamper } from '../support/tamper.ts';
import {
  givenDeposit,
  givenMember,
  givenOtherAdmin,
  givenPrimaryAdmin,
  type Member,
} from '../support/world/members.ts';
import { deleteRounds, writeRounds } from '../support/writtenRounds.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const reason = 'Agreed by the owners.';

let database: TestDatabase;
let domain: TestDomain;
let owner: Member;
let finance: Member;
let game: Member;
let auditor: Member;
let player: Member;
beforeAll(async () => {
  database = await createTestDatabase({ max: 10 });
  domain = openDomain(database);
  domain.services.mail = { send: () => Promise.resolve(), close: () => {} };
  owner = await givenPrimaryAdmin(domain);
  finance = await givenOtherAdmin(domain, 'Farida', ['FINANCE']);
  game = await givenOtherAdmin(domain, 'Gita', ['GAME']);
  auditor = await givenOtherAdmin(domain, 'Anand', ['AUDITOR']);
  player = await givenMember(domain, { rupees: 500 });
});
afterAll(() => database.close());
beforeEach(() => database.pool.query('delete from mails'));

const evaluate = () => evaluateAlerts(domain.as({ kind: 'system' }));
const evaluateAfter = (ms = EVALUATE_EVERY_MS) => {
  domain.clock.advance(ms);
  return evaluate();
};
const open = async (kind: AlertKind, { ctx }: Member = owner) =>
  (await listAlerts(ctx(), { ended: false })).find((alert) => alert.kind === kind);
const mails = async () => (await newestMails(domain.services)).map(({ recipient, body }) => ({ recipient, body }));
const ago = (ms: number) => new Date(domain.clock.now() - ms).toISOString();

describe('a result that an operator has set', () => {
  it('is told to every admin as its round closes, and stands until another one has looked', async () => {
    const own = await createTestDatabase();
    const games = await openBetting(own);
    games.services.mail = { send: () => Promise.resolve(), close: () => {} };
    const alerting = startOverrideAlerts(games.services);
    const [setter, other, looker] = [
      await givenActor(games, 'admin'),
      await givenActor(games, 'admin', 'Olga Other'),
      await givenOtherAdmin(games, 'Anand', ['AUDITOR']),
    ];
    const [low = 0n, high = 0n, loser = 0n] = await givenPlayers(games, 3);
    const { gameId, closesAt } = await nextContest(games, 'sapreOne');
    await bet(games.player(low), { gameId, selection: 12, paise: 1_000n });
    await bet(games.player(high), { gameId, selection: 7, paise: 900n });
    await bet(games.player(high), { gameId, selection: 2, paise: 100n });
    await bet(games.player(loser), { gameId, selection: 8, paise: 5_000n });
    await overrideContest(games.as(setter), { gameId, number: 7, reason });
    const alertsOf = async (ctx = games.as(other)) =>
      (await listAlerts(ctx, { ended: false })).filter(({ kind }) => kind === 'overriddenRound');
    await evaluateAlerts(games.as({ kind: 'system' }));
    expect(await alertsOf()).toEqual([]);

    await games.moveTo(closesAt);
    await alerting.idle();
    const [alert] = await alertsOf(looker.ctx());
    expect(alert).toMatchObject({
      subject: gameId,
      data: {
        number: 7,
        count: 2,
        amount: '10640',
        winners: [
          { stake: '1000', payout: '8640' },
          { stake: '1000', payout: '2000' },
        ],
      },
    });
    const [mail] = await newestMails(games.services);
    expect(mail?.body).toMatch(/has set the result 7, which pays Rs 106.40 to 2 players.*Rs 86.40 for Rs 10.00/);

    // Evaluations change nothing, however late, nor does who has set it.
    const alertId = alert?.id ?? 0n;
    expect(await refusalCode(acknowledgeAlert(games.as(setter), { alertId }))).toBe('OWN_PROPOSAL');
    await expect(
      own.pool.query('update alerts set acknowledged_by = $2, acknowledged_at = now() where id = $1', [
        alertId,
        setter.userId,
      ]),
    ).rejects.toThrow('looked at by another admin');
    games.clock.advance(3 * 24 * HOUR);
    await games.games.idle();
    await evaluateAlerts(games.as({ kind: 'system' }));
    expect(await alertsOf()).toEqual([alert]);

    await acknowledgeAlert(games.as(other), { alertId });
    games.clock.advance(EVALUATE_EVERY_MS);
    await evaluateAlerts(games.as({ kind: 'system' }));
    expect(await alertsOf()).toEqual([]);
    await alerting.stop();
    await games.stop();
    await own.close();
  });
});

describe('an alert', () => {
  it('opens once for a cause, ends by itself when the cause does, and is kept', async () => {
    const deposit = await givenDeposit(domain, player, 100);
    await evaluateAfter(29 * MINUTE);
    expect(await open('queueOverdue')).toBeUndefined();
    await evaluateAfter(2 * MINUTE);
    const first = await open('queueOverdue');
    expect(first).toMatchObject({ endedAt: null, data: { count: 1, since: deposit.createdAt.toISOString() } });
    await evaluateAfter();
    expect((await open('queueOverdue'))?.id).toBe(first?.id);
    await decideTransaction(owner.ctx(), { transactionId: deposit.id, decision: 'APPROVE' });
    domain.published.length = 0;
    await evaluateAfter();
    expect(await open('queueOverdue')).toBeUndefined();
    expect((await listAlerts(owner.ctx(), { ended: true }))[0]?.id).toBe(first?.id);
    expect(domain.published).toContainEqual({ type: 'alertsChanged' });
    expect(await mails()).toEqual([]);
  });

  it('is evaluated once a minute, on one of all servers', async () => {
    domain.clock.advance(EVALUATE_EVERY_MS);
    expect((await Promise.all([evaluate(), evaluate(), evaluate()])).filter(Boolean)).toHaveLength(1);
    expect(await evaluateAfter(EVALUATE_EVERY_MS - 1_000)).toBe(false);
    expect(await evaluateAfter(1_000)).toBe(true);
  });

  it('is mailed to owners when it must be known, once, with the page where it is solved', async () => {
    await tamper(
      database,
      `insert into book_audits (due_at, started_at, finished_at, checks) values ('${ago(HOUR)}', '${ago(HOUR)}', '${ago(HOUR)}',
         '[{"name": "balances", "faultCount": 2, "faults": []}]')`,
    );
    await evaluateAfter();
    await evaluateAfter();
    expect(await mails()).toEqual([
      { recipient: owner.email, body: expect.stringContaining('found 2 faults') as string },
    ]);
    expect((await mails())[0]?.body).toContain('http://localhost:4000/admin/dashboard');
    await tamper(database, `update book_audits set checks = '[]'`);
    await evaluateAfter();
    expect(await open('booksFailed')).toBeUndefined();
    // A night whose audit never ended.
    await tamper(database, `update book_audits set checks = null, finished_at = null, due_at = '${ago(7 * HOUR)}'`);
    await evaluateAfter();
    expect(await open('booksFailed')).toMatchObject({ data: { count: 0 } });
    await tamper(database, 'delete from book_audits');
    await evaluateAfter();
  });

  it('is not mailed more than three times in 15 minutes', async () => {
    domain.services.config.rateLimited = true;
    for (let round = 0; round < 4; round += 1) {
      await writeRounds(database, [{ startsAt: ago(5 * MINUTE), state: 'CLOSED' }]);
      await evaluateAfter();
      await deleteRounds(database);
      await evaluateAfter();
    }
    domain.services.config.rateLimited = false;
    expect(await mails()).toHaveLength(3);
  });

  it('is acknowledged by name, by those who may read its kind and change something', async () => {
    await writeRounds(database, [{ startsAt: ago(5 * MINUTE), state: 'CLOSED' }]);
    await evaluateAfter();
    const round = await open('overdueRound', auditor);
    const alertId = round?.id ?? 0n;
    expect(round?.data).toMatchObject({ count: 1 });
    expect(await refusalCode(acknowledgeAlert(auditor.ctx(), { alertId }))).toBe('FORBIDDEN');
    const before = await newAlertCount(game.ctx());
    expect(await acknowledgeAlert(game.ctx(), { alertId })).toMatchObject({ acknowledgedBy: game.userId });
    expect(await acknowledgeAlert(owner.ctx(), { alertId })).toMatchObject({ acknowledgedBy: game.userId });
    expect(await newAlertCount(game.ctx())).toBe(before - 1);
    const { rows } = await database.pool.query(`select action from audit_log where subject_type = 'alert'`);
    expect(rows).toEqual([{ action: 'alert:acknowledge' }]);
    await deleteRounds(database);
    await evaluateAfter();
    expect(await open('overdueRound')).toBeUndefined();
  });

  it('is of its own kind about a round that waits for its beacon', async () => {
    await writeRounds(database, [{ startsAt: ago(MINUTE), state: 'CLOSED' }]);
    await tamper(
      database,
      `update contests set draw_version = 2, beacon_round = 1, seed = sha256('seed'), commitment = sha256(sha256('seed'))`,
    );
    await evaluateAfter();
    expect(await open('waitingRound')).toBeUndefined();
    await evaluateAfter(2 * MINUTE);
    expect((await open('waitingRound'))?.data).toMatchObject({ count: 1 });
    expect(await open('overdueRound')).toBeUndefined();
    await deleteRounds(database);
    await evaluateAfter();
    expect(await open('waitingRound')).toBeUndefined();
  });
});

describe('what is alerted to', () => {
  it('a witness that is asked and confirms nothing for ten minutes, and one that never has', async () => {
    const witness = (name: string) => ({
      verifier: { vkey: `${name}+00000000+key`, name },
      url: 'https://witness.example',
    });
    const inForce = [witness('first'), witness('second')];
    const asWitnessed = () => Object.assign(domain.as({ kind: 'system' }), { witnesses: inForce });
    const silent = async () => {
      domain.clock.advance(EVALUATE_EVERY_MS);
      await evaluateAlerts(asWitnessed());
      return (await listAlerts(owner.ctx(), { ended: false }))
        .filter(({ kind }) => kind === 'silentWitness')
        .map(({ data }) => data);
    };
    expect(await silent()).toEqual([]);
    await database.pool.query(
      `insert into log_witnesses (vkey, failures, fault, confirmed_at)
       values ('first+00000000+key', 3, 'SILENT', $1), ('second+00000000+key', 1, 'REFUSED', null), ('past+00000000+key', 9, 'SILENT', null)`,
      [ago(10 * MINUTE - 2 * EVALUATE_EVERY_MS)],
    );
    expect(await silent()).toEqual([{ name: 'second' }]);
    expect(await silent()).toContainEqual({ name: 'first', since: ago(10 * MINUTE) });
    expect((await mails()).map(({ body }) => body).join()).toContain('The witness first has confirmed nothing');
    await database.pool.query('update log_witnesses set failures = 0, fault = null, confirmed_at = $1', [ago(0)]);
    expect(await silent()).toEqual([]);
    await database.pool.query('delete from log_witnesses');
  });

  it('a beacon without which all rounds of ten minutes were opened', async () => {
    const silent = async (beacon: object | null = { isUsed: true }) => {
      domain.clock.advance(EVALUATE_EVERY_MS);
      await evaluateAlerts(Object.assign(domain.as({ kind: 'system' }), { beacon }));
      return open('silentBeacon');
    };
    await writeRounds(database, [{ startsAt: ago(5 * MINUTE) }]);
    expect(await silent()).toBeUndefined();
    await writeRounds(database, [{ startsAt: ago(8 * MINUTE) }]);
    expect(await silent()).toMatchObject({ subject: '' });
    expect(await silent({ isUsed: false })).toBeUndefined();
    await deleteRounds(database);
    expect(await silent()).toBeUndefined();
  });

  it('a drift of the day that was closed last', async () => {
    const { rows } = await database.pool.query<{ id: bigint }>('select id from payees limit 1');
    const payeeId = rows[0]?.id;
    const closeDay = (day: string, drift: number) =>
      tamper(
        database,
        `insert into statement_days (payee_id, day, opening, money_in, money_out, closing, ledger_opening, ledger_in, ledger_out,
           set_aside, ledger_closing, drift, reason, closed_by, closed_at)
         values (${payeeId}, '${day}', 0, 0, 0, ${drift}, 0, 0, 0, 0, 0, ${drift}, 'a bank charge', ${owner.userId}, now())`,
      );
    await closeDay('2026-11-18', -4_250);
    await evaluateAfter();
    expect(await open('statementDrift', finance)).toMatchObject({ data: { day: '2026-11-18', amount: '-4250' } });
    expect(await open('statementDrift', game)).toBeUndefined();
    const alertId = (await open('statementDrift'))?.id ?? 0n;
    expect(await refusalCode(acknowledgeAlert(game.ctx(), { alertId }))).toBe('NOT_FOUND');
    await closeDay('2026-11-19', 0);
    await evaluateAfter();
    expect(await open('statementDrift')).toBeUndefined();
  });

  it('a win beyond the threshold, less what was staked, within 24 hours', async () => {
    const win = (won: number) => ({
      startsAt: ago(HOUR),
      results: [{ player: player.userId, staked: 1_000_000, won }],
    });
    await writeRounds(database, [win(10_000_000), win(0)]);
    await evaluateAfter();
    expect(await open('unusualWin')).toBeUndefined();
    await writeRounds(database, [win(3_000_001)]);
    await evaluateAfter();
    // 1,30,000.01 won, 30,000 staked.
    expect(await open('unusualWin', finance)).toMatchObject({ data: { uid: player.user.uid, amount: '10000001' } });
    await evaluateAfter(24 * HOUR);
    expect(await open('unusualWin')).toBeUndefined();
  });

  it('failed sign-ins from a number on, which owners set with a reason', async () => {
    const input = { kind: 'failedSignIns' as const, value: 3n, reason };
    expect(await refusalCode(setAlertThreshold(finance.ctx(), input))).toBe('FORBIDDEN');
    expect(await refusalCode(setAlertThreshold(owner.ctx(), { ...input, value: 0n }))).toBe('INVALID_INPUT');
    expect(await refusalCode(setAlertThreshold(owner.ctx(), { ...input, kind: 'booksFailed' }))).toBe('INVALID_INPUT');
    expect(await refusalCode(setAlertThreshold(owner.ctx(), { ...input, reason: 'so' }))).toBe('INVALID_INPUT');
    await setAlertThreshold(owner.ctx(), input);
    expect(await listAlertThresholds(game.ctx())).toContainEqual({ kind: 'failedSignIns', value: 3n });
    await expect(database.app.pool.query('update alert_thresholds set value = 100')).rejects.toThrow('audit log');
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await refusalCode(login(domain.as({ kind: 'anonymous' }), { id: finance.email, password: 'wrong' }));
    }
    await evaluateAfter();
    expect(await open('failedSignIns', auditor)).toMatchObject({ data: { count: 3, accounts: finance.user.uid } });
    await evaluateAfter(HOUR);
    expect(await open('failedSignIns')).toBeUndefined();
  });
});

describe('the daily report', () => {
  const send = () => sendDailyReport(domain.as({ kind: 'system' }));
  const morning = () => domain.clock.set(nextMorning(domain.clock.now()));

  it('is mailed once a day, whatever the number of servers, also after the morning was missed', async () => {
    morning();
    expect((await Promise.all([send(), send(), send()])).filter((count) => count > 0)).toEqual([1]);
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([owner.email]);
    domain.clock.advance(20 * HOUR);
    expect(await send()).toBe(0);
    // All servers were stopped at seven; another one starts in the evening.
    domain.clock.advance(16 * HOUR);
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
  });

  it('has the figures of yesterday in Indian time, and what is owed now', async () => {
    await database.pool.query('delete from mails');
    morning();
    await givenMember(domain, { rupees: 700 });
    domain.clock.advance(24 * HOUR);
    await database.pool.query('delete from mails');
    await send();
    const [mail] = await mails();
    const day = displayDay(dayOf(new Date(domain.clock.now() - 24 * HOUR)));
    expect(mail?.body).toContain(`${day} in Indian time`);
    expect(mail?.body).toContain('Deposits approved: 1, ₹700.00 (day before: 0, ₹0.00)');
    expect(mail?.body).toContain('New players: 1 (day before: 0)');
    expect(mail?.body).toContain('Hold: none: no stakes');
    expect(mail?.body).toContain('Time to decision, deposits: median 0 min, 90 % within 0 min, of 1');
    const { available } = await liabilities(owner.ctx());
    expect(mail?.body).toContain(`available: ${displayMoney(available)}`);
    expect(mail?.body).toContain('The books: not audited yet');
  });

  it('leads from what was owed at the start of the day to what was at its end, with corrections and play credit', async () => {
    domain.services.config.playCredit = paise(17_817_200n);
    const other = await givenMember(domain);
    domain.services.config.playCredit = paise(0n);
    const correct = (amount: bigint) =>
      correctBalance(owner.ctx(), { playerId: other.userId, amount: paise(amount), reason, evidence: 'Ticket 1' });
    await correct(-25_050n);
    const { available, held } = await liabilities(owner.ctx());
    morning();
    await send();
    const [report] = (await listDailyReports(finance.ctx(), { limit: 1 })).rows;
    const lines = new Map(report?.sections.flat().map(({ label, value }) => [label, value]));
    const of = (label: string) => lines.get(label);
    expect(of('Play credit given')).toBe('+ ₹1,78,172.00');
    expect(of('Corrections, added less taken')).toBe('−₹250.50');
    expect(of('Corrections')).toBe('1, −₹250.50 (day before: 0, ₹0.00)');
    expect(of('Owed to players at the end')).toBe(`= ${displayMoney(available + held)}`);
    expect(of('Owed to players at the start')).toBe(displayMoney(available + held - 17_817_200n + 25_050n));
  });

  it('is kept, once for each day, also where no mail is sent, for those who may read the money', async () => {
    const { mail } = domain.services;
    domain.services.mail = undefined;
    morning();
    const sent = await Promise.all([send(), send()]);
    domain.services.mail = mail;
    expect(sent).toEqual([0, 0]);
    const { rows, hasNext } = await listDailyReports(auditor.ctx(), { limit: 2 });
    expect(hasNext).toBe(true);
    expect(rows.map(({ day }) => day)).toEqual(
      [24, 48].map((hours) => dayOf(new Date(domain.clock.now() - hours * HOUR))),
    );
    expect(await refusalCode(listDailyReports(game.ctx(), { limit: 1 }))).toBe('FORBIDDEN');
    for (const change of [`update daily_reports set sections = '[]'`, 'delete from daily_reports'])
      await expect(database.pool.query(change)).rejects.toMatchObject({ code: '23001' });
  });

  it('goes to those who may read the money and want it', async () => {
    expect(await refusalCode(chooseDailyReport(game.ctx(), { wanted: true }))).toBe('FORBIDDEN');
    await chooseDailyReport(finance.ctx(), { wanted: true });
    await chooseDailyReport(owner.ctx(), { wanted: false });
    morning();
    expect(await send()).toBe(1);
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([finance.email]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { excludeMyself } from '../../server/domain/accounts/status/excludeMyself.ts';
import { authenticate } from '../../server/domain/accounts/sessions/authenticate.ts';
import { registerPlayer } from '../../server/domain/accounts/users/registerPlayer.ts';
import { login } from '../../server/domain/accounts/sessions/login.ts';
import { reportGuessing } from '../../server/domain/accounts/guesses/reportGuessing.ts';
import { requestSignInLink } from '../../server/domain/accounts/links/requestSignInLink.ts';
import { signInWithLink } from '../../server/domain/accounts/links/signInWithLink.ts';
import { withdrawExcluded } from '../../server/domain/accounts/status/withdrawExcluded.ts';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { cancelBets } from '../../server/domain/bets/cancelBets.ts';
import {
  ownPlayLimits,
  ownPositions,
  type LimitKind,
  type LimitPeriod,
} from '../../server/domain/safety/playLimits.ts';
import { ownPlayDays } from '../../server/domain/safety/playDays.ts';
import { ownPauses, pausesOf } from '../../server/domain/safety/playPauses.ts';
import { answerRealityCheck, setRealityCheck } from '../../server/domain/safety/realityCheck.ts';
import { setPlayLimit } from '../../server/domain/safety/setPlayLimit.ts';
import { startTimeOut } from '../../server/domain/safety/startTimeOut.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { readBalances } from '../../server/domain/wallet/balances.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { bet, openBetting, tryBet, type Betting } from '../support/betting.ts';
import { expectLockWait } from '../support/contestLocks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { nextContest } from '../support/rounds.ts';
import { lastMail } from '../support/world/mails.ts';
import { givenDeposit, givenMember, givenPrimaryAdmin, type Member } from '../support/world/members.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let database: TestDatabase;
let games: Betting;
let admin: Member;
beforeAll(async () => {
  database = await createTestDatabase({ max: 20 });
  games = await openBetting(database);
  admin = await givenPrimaryAdmin(games);
});
afterAll(async () => {
  await games.stop();
  await database.close();
});

const rupees = (amount: number) => paise(BigInt(Math.round(amount * 100)));
const player = (money = 1_000) => givenMember(games, { rupees: money });
const limit = (member: Member, kind: LimitKind, period: LimitPeriod, amount: number | null) =>
  setPlayLimit(member.ctx(), { kind, period, amount: amount === null ? null : rupees(amount) });
const limitOf = async (member: Member, kind: LimitKind, period: LimitPeriod) =>
  (await ownPlayLimits(member.ctx())).find((one) => one.kind === kind && one.period === period);
/** Stakes on a number in the next round. */
const stake = async (member: Member, amount: number) => {
  const { gameId } = await nextContest(games, 'sapreOne');
  return tryBet(member.ctx(), { gameId, paise: rupees(amount) });
};
const placed = expect.objectContaining({ replayed: false }) as unknown;
/** Moves to shortly after the next midnight in India. */
const toNextDay = async () => {
  const { endsAt } = (await limitOf(admin0, 'stake', 'day')) ?? { endsAt: new Date() };
  await games.moveTo(endsAt.getTime() + 1_000);
};
let admin0: Member;
beforeAll(async () => {
  admin0 = await player(0);
});

describe('a limit on stakes', () => {
  it('lets bets through up to the amount and no paisa more, until the next day', async () => {
    const asha = await player();
    await limit(asha, 'stake', 'day', 100);
    expect(await stake(asha, 60)).toEqual(placed);
    expect(await stake(asha, 40.01)).toBe('STAKE_LIMIT');
    const { gameId } = await nextContest(games, 'sapreOne');
    const refused = await refusal(bet(asha.ctx(), { gameId, paise: rupees(40.01) }));
    const endsAt = (await limitOf(asha, 'stake', 'day'))?.endsAt;
    expect(endsAt?.toISOString()).toMatch(/T18:30:00.000Z$/);
    expect(refused.extra).toEqual({
      until: endsAt,
      remainingPaise: rupees(40),
      detail: `at most 40.00 until ${endsAt?.toISOString()}`,
    });
    expect(await stake(asha, 40)).toEqual(placed);
    expect(await stake(asha, 0.01)).toBe('STAKE_LIMIT');
    expect(await limitOf(asha, 'stake', 'day')).toMatchObject({ used: rupees(100), left: 0n });
    await toNextDay();
    expect(await limitOf(asha, 'stake', 'day')).toMatchObject({ used: 0n, left: rupees(100) });
    expect(await stake(asha, 100)).toEqual(placed);
  });

  it('counts the week and the month over the days', async () => {
    const asha = await player();
    await limit(asha, 'stake', 'month', 50);
    expect(await stake(asha, 30)).toEqual(placed);
    await toNextDay();
    expect(await stake(asha, 20.01)).toBe('STAKE_LIMIT');
    expect(await stake(asha, 10)).toEqual(placed);
    await toNextDay();
    expect(await stake(asha, 10.01)).toBe('STAKE_LIMIT');
    expect(await limitOf(asha, 'stake', 'month')).toMatchObject({ used: rupees(40) });
    expect(await stake(asha, 10)).toEqual(placed);
  });

  it('is kept by bets that come at once, on one connection and on several', async () => {
    const asha = await player();
    await limit(asha, 'stake', 'day', 50);
    const { gameId } = await nextContest(games, 'sapreThree');
    const bets = await Promise.all(Array.from({ length: 20 }, () => tryBet(asha.ctx(), { gameId, paise: rupees(10) })));
    expect(bets.filter((one) => typeof one === 'object')).toHaveLength(5);
    expect(bets.filter((one) => one === 'STAKE_LIMIT')).toHaveLength(15);
    const [balance] = [(await readBalances(database.db, [asha.userId])).get(asha.userId)?.available];
    expect(balance).toBe(rupees(950));
  });

  it('does not count cancelled bets, and comes before the balance where both are exceeded', async () => {
    const asha = await player(100);
    await limit(asha, 'stake', 'day', 100);
    const { gameId, id } = await nextContest(games, 'sapreThree');
    await bet(asha.ctx(), { gameId, paise: rupees(80) });
    expect(await tryBet(asha.ctx(), { gameId, paise: rupees(30) })).toBe('STAKE_LIMIT');
    await overrideContest(admin.ctx(), { gameId, number: 3, reason: 'to let bets be cancelled' });
    await cancelBets(asha.ctx(), { gameId });
    expect(id).toBeGreaterThan(0n);
    expect(await limitOf(asha, 'stake', 'day')).toMatchObject({ used: 0n });
    expect(await stake(asha, 100)).toEqual(placed);
  });

  it('costs nobody else a look-up, and one bet of another player in the batch nothing', async () => {
    const [asha, devi] = [await player(), await player()];
    await limit(asha, 'stake', 'day', 10);
    const { gameId } = await nextContest(games, 'sapreOne');
    const [refused, other] = await Promise.all([
      tryBet(asha.ctx(), { gameId, paise: rupees(11) }),
      tryBet(devi.ctx(), { gameId, paise: rupees(900) }),
    ]);
    expect([refused, other]).toEqual(['STAKE_LIMIT', placed]);
    const { rows } = await database.pool.query(
      `select player_id from ledger_accounts where guarded and player_id = any($1)`,
      [[asha.userId, devi.userId]],
    );
    expect(rows).toEqual([{ player_id: asha.userId }]);
  });
});

describe('a limit on losses', () => {
  it('counts live stakes as lost, and what came back against it', async () => {
    const asha = await player();
    await limit(asha, 'loss', 'day', 100);
    const { gameId } = await nextContest(games, 'sapreThree');
    expect(await tryBet(asha.ctx(), { gameId, selection: 10, paise: rupees(50) })).toEqual(placed);
    expect(await tryBet(asha.ctx(), { gameId, selection: 12, paise: rupees(50) })).toEqual(placed);
    expect(await tryBet(asha.ctx(), { gameId, paise: rupees(0.01) })).toBe('LOSS_LIMIT');
    await nextContest(games, 'sapreThree');
    const [day] = await ownPositions(asha.ctx());
    expect(day).toMatchObject({ period: 'day', staked: rupees(100) });
    // Green and red together return ₹100, or ₹80 on 0 and 5.
    const lost = 100_00n - (day?.returned ?? 0n);
    expect([0n, 2_000n]).toContain(lost);
    expect(await limitOf(asha, 'loss', 'day')).toMatchObject({ used: lost, left: rupees(100) - lost });
    expect(await stake(asha, 100.01)).toBe('LOSS_LIMIT');
    expect(await stake(asha, Number(rupees(100) - lost) / 100)).toEqual(placed);
  });
});

describe('the days with stakes', () => {
  it('are the last 31, newest first, live stakes included', async () => {
    const asha = await player();
    expect(await ownPlayDays(asha.ctx())).toEqual([]);
    await stake(asha, 30);
    expect(await ownPlayDays(asha.ctx())).toMatchObject([{ staked: rupees(30), returned: 0n }]);
    await games.moveTo(games.clock.now() + DAY);
    await stake(asha, 5);
    const [today, before, ...others] = await ownPlayDays(asha.ctx());
    expect(others).toEqual([]);
    expect(today).toMatchObject({ staked: rupees(5), returned: 0n });
    expect(before).toMatchObject({ staked: rupees(30) });
    expect(Number(today?.startsAt) - Number(before?.startsAt)).toBe(DAY);
    await games.moveTo(games.clock.now() + 30 * DAY);
    expect(await ownPlayDays(asha.ctx())).toMatchObject([{ staked: rupees(5) }]);
    await games.moveTo(games.clock.now() + DAY);
    expect(await ownPlayDays(asha.ctx())).toEqual([]);
  });
});

describe('a limit', () => {
  it('is tightened at once, and loosened or removed after 24 hours', async () => {
    const asha = await player();
    await limit(asha, 'stake', 'week', 100);
    await limit(asha, 'stake', 'week', 50);
    expect(await limitOf(asha, 'stake', 'week')).toMatchObject({ amount: rupees(50), next: null });
    await limit(asha, 'stake', 'week', 500);
    const at = new Date(games.clock.now() + DAY);
    expect(await limitOf(asha, 'stake', 'week')).toMatchObject({
      amount: rupees(50),
      next: { amount: rupees(500), at },
    });
    expect(await stake(asha, 51)).toBe('STAKE_LIMIT');
    await limit(asha, 'stake', 'week', 50);
    expect(await limitOf(asha, 'stake', 'week')).toMatchObject({ amount: rupees(50), next: null });
    await limit(asha, 'stake', 'week', null);
    const removedAt = games.clock.now() + DAY;
    await games.moveTo(removedAt - 1);
    expect(await limitOf(asha, 'stake', 'week')).toMatchObject({ amount: rupees(50) });
    await games.moveTo(removedAt);
    expect(await limitOf(asha, 'stake', 'week')).toMatchObject({ amount: null, next: null });
    expect(await stake(asha, 300)).toEqual(placed);
    expect(await refusalCode(limit(asha, 'stake', 'day', 0))).toBe('INVALID_INPUT');
  });

  it.each([
    ['raised', 'amount = amount + 1'],
    ['removed', 'amount = null'],
    ['raised soon', `next_amount = amount + 1, next_at = db_now() + interval '23 hours'`],
    ['removed soon', `next_amount = null, next_at = db_now() + interval '23 hours'`],
  ])('cannot be %s by any role', async (_how, change) => {
    const asha = await player(0);
    await limit(asha, 'deposit', 'day', 100);
    for (const pool of [database.pool, database.app.pool]) {
      await expect(
        pool.query(`update play_limits set ${change} where player_id = $1`, [asha.userId]),
      ).rejects.toMatchObject({ message: 'a limit is loosened after 24 hours' });
    }
    await expect(
      database.pool.query('delete from play_limits where player_id = $1', [asha.userId]),
    ).rejects.toMatchObject({ message: 'limits are kept' });
  });
});

describe('a limit on deposits', () => {
  it('counts pending and approved ones, also of two that come at once; the database refuses more', async () => {
    const asha = await player(0);
    await limit(asha, 'deposit', 'day', 100);
    await givenDeposit(games, asha, 60);
    const refused = await refusal(givenDeposit(games, asha, 40.01));
    expect(refused).toMatchObject({ code: 'DEPOSIT_LIMIT', extra: { remainingPaise: rupees(40) } });
    const two = await Promise.allSettled([givenDeposit(games, asha, 30), givenDeposit(games, asha, 30)]);
    expect(two.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await limitOf(asha, 'deposit', 'day')).toMatchObject({ used: rupees(90), left: rupees(10) });
    await expect(
      database.pool.query(
        `insert into wallet_transactions (player_id, transaction_type, channel, amount, reference, payee_id, created_at, updated_at)
         select player_id, transaction_type, channel, 1001, 'MORE1', payee_id, created_at, updated_at
           from wallet_transactions where player_id = $1 limit 1`,
        [asha.userId],
      ),
    ).rejects.toMatchObject({ message: 'the player takes no such deposit' });
    await toNextDay();
    expect((await givenDeposit(games, asha, 100)).status).toBe('pending');
  });
});

describe('a time-out', () => {
  it('refuses bets and deposits until it ends, can be made longer only, and leaves withdrawing', async () => {
    const asha = await player();
    await startTimeOut(asha.ctx(), { days: 2 });
    const until = new Date(games.clock.now() + 2 * DAY);
    await startTimeOut(asha.ctx(), { days: 1 });
    expect(await ownPauses(asha.ctx())).toMatchObject({ timeOutUntil: until });
    const { gameId } = await nextContest(games, 'sapreOne');
    expect(await refusal(bet(asha.ctx(), { gameId, paise: 100n }))).toMatchObject({
      code: 'TIME_OUT',
      extra: { until, detail: `until ${until.toISOString()}` },
    });
    expect(await refusalCode(givenDeposit(games, asha, 10))).toBe('TIME_OUT');
    await requestWithdrawal(asha.ctx(), { amount: rupees(10), upiId: 'asha@okbank' });
    for (const shorter of [`time_out_until - interval '1 second'`, 'null']) {
      await expect(
        database.pool.query(`update play_guards set time_out_until = ${shorter} where player_id = $1`, [asha.userId]),
      ).rejects.toMatchObject({ message: 'a time-out cannot be shortened' });
    }
    await games.moveTo(until);
    expect(await stake(asha, 1)).toEqual(placed);
    expect(await refusalCode(startTimeOut(asha.ctx(), { days: 43 }))).toBe('INVALID_INPUT');
  });
});

describe('a reality check', () => {
  it('holds up bets, and nothing else, until it is answered', async () => {
    const asha = await player();
    await setRealityCheck(asha.ctx(), { minutes: 15 });
    expect(await stake(asha, 1)).toEqual(placed);
    const since = new Date(games.clock.now());
    await games.moveTo(since.getTime() + 13 * MINUTE);
    expect(await stake(asha, 1)).toEqual(placed);
    await games.moveTo(since.getTime() + 15 * MINUTE);
    expect(await ownPauses(asha.ctx())).toMatchObject({
      realityCheck: { minutes: 15, playingSince: since, due: true },
    });
    expect(await stake(asha, 1)).toBe('REALITY_CHECK');
    await givenDeposit(games, asha, 10);
    await answerRealityCheck(asha.ctx());
    expect(await stake(asha, 1)).toEqual(placed);
  });

  it('begins anew after 30 minutes without a bet', async () => {
    const asha = await player();
    await setRealityCheck(asha.ctx(), { minutes: 60 });
    expect(await stake(asha, 1)).toEqual(placed);
    await games.moveTo(games.clock.now() + 31 * MINUTE);
    expect(await ownPauses(asha.ctx())).toMatchObject({ realityCheck: { playingSince: null, due: false } });
    expect(await stake(asha, 1)).toEqual(placed);
    await games.moveTo(games.clock.now() + 29 * MINUTE);
    expect(await stake(asha, 1)).toEqual(placed);
    expect(await refusalCode(setRealityCheck(asha.ctx(), { minutes: 14 }))).toBe('INVALID_INPUT');
  });

  it('is answered with the account locked before the guard, as bets lock them: no deadlock', async () => {
    const asha = await player();
    await setRealityCheck(asha.ctx(), { minutes: 15 });
    const bets = await database.pool.connect();
    let answered: Promise<void> | undefined;
    await bets.query('begin');
    try {
      await bets.query('select from ledger_accounts where player_id = $1 for no key update', [asha.userId]);
      answered = answerRealityCheck(asha.ctx());
      await expectLockWait(database);
      const guard = 'select from play_guards where player_id = $1 for update nowait';
      expect((await bets.query(guard, [asha.userId])).rowCount).toBe(1);
    } finally {
      await bets.query('commit');
      bets.release();
    }
    await answered;
  });
});

describe('a self-exclusion', () => {
  it('ends all sessions, refuses log-in until it ends, and lets bets through no more', async () => {
    const asha = await player();
    const { gameId } = await nextContest(games, 'sapreThree');
    const { until } = await excludeMyself(asha.ctx(), { months: 6 });
    expect(until?.getTime()).toBeGreaterThan(games.clock.now() + 180 * DAY);
    const nobody = games.as({ kind: 'anonymous' });
    expect(await authenticate(nobody, asha.accessToken)).toEqual({ kind: 'anonymous' });
    expect(await refusal(login(nobody, { id: asha.email, password: asha.password }))).toMatchObject({
      code: 'SELF_EXCLUDED',
      extra: { until, detail: `until ${until?.toISOString()}` },
    });
    expect(await refusalCode(login(nobody, { id: asha.email, password: 'wrong' }))).toBe('BAD_CREDENTIALS');
    await requestSignInLink(nobody, { email: asha.email });
    const token = /signInToken=(\S+)/.exec((await lastMail({ db: database.db }, asha.email)).body)?.[1] ?? '';
    expect(await refusalCode(signInWithLink(nobody, { token }))).toBe('SELF_EXCLUDED');
    // A call that was under way: the database refuses it too.
    expect(await tryBet(asha.ctx(), { gameId, paise: 100n })).toBe('SELF_EXCLUDED');
    expect(await refusalCode(givenDeposit(games, asha, 10))).toBe('SELF_EXCLUDED');
    expect(await refusalCode(registerPlayer(nobody, { email: asha.email, name: 'Asha' }))).toBe('EMAIL_TAKEN');
    expect(await pausesOf(admin.ctx(), asha.userId)).toMatchObject({ exclusion: { until } });
  });

  it('is by keyed hash: the email stays refused without the account', async () => {
    const asha = await player(0);
    await excludeMyself(asha.ctx(), { forever: true });
    await database.pool.query(`update users set email = 'gone-' || email where id = $1`, [asha.userId]);
    const nobody = games.as({ kind: 'anonymous' });
    const again = { email: asha.email.toUpperCase(), name: 'Asha' };
    expect(await refusal(registerPlayer(nobody, again))).toMatchObject({
      code: 'EMAIL_TAKEN',
      extra: { field: 'email' },
    });
    // A hash from before folded forms were kept: those of later registrations are compared with it.
    await database.pool.query('delete from excluded_emails where email_hash <> $1', [
      games.services.emailHashes.of(asha.email),
    ]);
    const folded = { ...again, email: asha.email.replace('@', '+2@') };
    expect(await refusalCode(registerPlayer(nobody, folded))).toBe('EMAIL_TAKEN');
    const { rows } = await database.pool.query('select * from excluded_emails where email_hash::text like $1', [
      `%${asha.email}%`,
    ]);
    expect(rows).toEqual([]);
  });

  it.each([
    [`excluded_until = excluded_until - interval '1 second'`, { months: 6 }],
    ['excluded_at = null, excluded_until = null', { months: 6 }],
    ['excluded_until = db_now()', { forever: true }],
  ])('cannot be shortened by any role: %s', async (change, chosen) => {
    const asha = await player(0);
    await excludeMyself(asha.ctx(), chosen);
    await expect(
      database.app.pool.query(`update play_guards set ${change} where player_id = $1`, [asha.userId]),
    ).rejects.toMatchObject({ message: 'an exclusion cannot be shortened' });
  });

  it('takes 6 to 120 months or for ever, and a longer one replaces it', async () => {
    const asha = await player(0);
    for (const wrong of [{}, { months: 5 }, { months: 121 }, { months: 6, forever: true }]) {
      expect(await refusalCode(excludeMyself(asha.ctx(), wrong))).toBe('INVALID_INPUT');
    }
    await excludeMyself(asha.ctx(), { months: 12 });
    expect(await excludeMyself(asha.ctx(), { forever: true })).toEqual({ until: null });
    expect(await excludeMyself(asha.ctx(), { months: 6 })).toEqual({ until: null });
  });

  it('leaves withdrawing, by the password and without a session', async () => {
    const asha = await player(80);
    const nobody = games.as({ kind: 'anonymous' });
    const input = { email: asha.email, password: asha.password, amount: null, upiId: 'asha@okbank' };
    expect(await refusal(withdrawExcluded(nobody, input))).toMatchObject({ code: 'INVALID_INPUT' });
    await excludeMyself(asha.ctx(), { months: 6 });
    expect(await refusalCode(withdrawExcluded(nobody, { ...input, password: 'wrong' }))).toBe('BAD_CREDENTIALS');
    const first = await withdrawExcluded(nobody, { ...input, amount: rupees(30), idempotencyKey: 'one' });
    expect(first).toEqual({ amount: rupees(30), balances: { available: rupees(50), held: rupees(30) } });
    expect(await withdrawExcluded(nobody, { ...input, amount: rupees(30), idempotencyKey: 'one' })).toEqual(first);
    expect((await withdrawExcluded(nobody, input)).amount).toBe(rupees(50));
    expect((await readBalances(database.db, [asha.userId])).get(asha.userId)).toEqual({
      available: 0n,
      held: rupees(80),
    });
  });

  it('sends no mail that was not asked for', async () => {
    const asha = await player(0);
    await excludeMyself(asha.ctx(), { months: 6 });
    const mails = async () =>
      (await database.pool.query('select id from mails where recipient = $1', [asha.email])).rowCount;
    const before = await mails();
    await reportGuessing(games.as({ kind: 'anonymous' }), asha.userId);
    expect(await mails()).toBe(before);
  });
});

it('leaves the books right', async () => {
  expect((await auditBooks(games.as({ kind: 'system' }))).filter(({ faultCount }) => faultCount > 0)).toEqual([]);
});

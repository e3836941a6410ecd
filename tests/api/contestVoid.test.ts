import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { activeGames, betsIn, ownStakes } from '../../server/domain/bets/betQueries.ts';
import { cancelBets } from '../../server/domain/bets/cancelBets.ts';
import { settleContest } from '../../server/domain/bets/settleContest.ts';
import { voidContest } from '../../server/domain/bets/voidContest.ts';
import { confirmProposal } from '../../server/domain/confirmations/confirmProposal.ts';
import type { Actor } from '../../server/domain/ground/verbs/context.ts';
import {
  activeContest,
  contestByGameId,
  contestCount,
  listContests,
  listContestsByOffset,
} from '../../server/domain/contests/contestQueries.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { listNotifications } from '../../server/domain/notifications/notificationList.ts';
import { declineProposal } from '../../server/domain/proposals/declineProposal.ts';
import { openProposals } from '../../server/domain/proposals/proposalList.ts';
import { exportText } from '../support/exported.ts';
import { foldActivity } from '../../server/domain/stats/foldActivity.ts';
import { NO_PAISE } from '../../server/domain/ground/values/money.ts';
import { walletHistory } from '../../server/domain/wallet/walletHistory.ts';
import { attemptSteps, type Step } from '../support/attemptSteps.ts';
import { bet, type Betting, openBetting } from '../support/betting.ts';
import { delayedByContest, expectLockWait } from '../support/contestLocks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { balanceOf, ledgerFaults, nextContest, secretSeed } from '../support/rounds.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';
import { setThreshold } from '../support/thresholds.ts';

const anonymous = { kind: 'anonymous' } as const;
const reason = 'The draw server was restarted';
let database: TestDatabase;
let games: Betting;
let admin: Actor & { userId: bigint };
let contest: ContestView;
let players: bigint[];

beforeAll(async () => {
  database = await createTestDatabase();
  games = await openBetting(database);
  admin = await givenActor(games, 'admin');
});
afterAll(async () => {
  await games.stop();
  await database.close();
});
beforeEach(async () => {
  contest = await nextContest(games, 'sapreOne');
  players = await givenPlayers(games, 3, { rupees: 100 });
});

const reread = async ({ gameId }: ContestView = contest) => {
  const found = await contestByGameId(games.as(anonymous), gameId);
  if (found === null) throw new Error(`${gameId} vanished`);
  return found;
};
const voided = (actor: Actor = admin) => voidContest(games.as(actor), { gameId: contest.gameId, reason });
const place = (player: bigint, paise: bigint, key?: string) =>
  bet(games.player(player), { gameId: contest.gameId, selection: 3, paise, ...(key && { key }) });
const balances = () => Promise.all(players.map((player) => balanceOf(games, player)));
const noticesOf = async (actor: Actor) => (await listNotifications(games.as(actor), { limit: 9 })).rows;

describe('a round that an operator makes void', () => {
  test('refunds every live stake once, with its reason public and everybody told', async () => {
    const [one = 0n, two = 0n, three = 0n] = players;
    const other = await givenActor(games, 'admin');
    await place(one, 1_000n, 'tap');
    await place(one, 250n);
    await place(two, 700n);
    games.published.length = 0;
    await voided();

    expect(await balances()).toEqual([10_000n, 10_000n, 10_000n]);
    const view = { state: 'VOID', voidReason: reason, winningNumber: null, seed: null, cancellable: false };
    expect(await reread()).toMatchObject(view);
    expect(await activeContest(games.as(anonymous), 'sapreOne')).toMatchObject({ gameId: contest.gameId, ...view });
    expect((await betsIn(games.player(one), contest.id)).map(({ cancelled }) => cancelled)).toEqual([true, true]);
    expect(await activeGames(games.player(one))).toEqual([]);
    expect(await ownStakes(games.player(one), [contest.id])).toMatchObject([{ betAmount: 0n, winAmount: null }]);

    const [told] = await noticesOf({ kind: 'player', userId: one, sessionId: 1n });
    const period = contest.gameId.replace(/\D/g, '');
    expect(told).toMatchObject({
      title: `Round ${period} is void`,
      body: `Your bets of ₹12.50 are back in your wallet. Reason: ${reason}`,
    });
    expect(await noticesOf({ kind: 'player', userId: three, sessionId: 1n })).toEqual([]);
    const [toAdmin] = await noticesOf(other);
    expect(toAdmin).toMatchObject({ kind: 'ROUND_MADE_VOID', body: expect.stringContaining(reason) });
    expect(games.published).toContainEqual({
      type: 'contestChanged',
      gameType: 'sapreOne',
      contestId: String(contest.id),
      phase: 'VOIDED',
    });
    expect(games.published).toContainEqual({ type: 'walletChanged', playerIds: [String(one), String(two)] });
    expect(games.published.filter(({ type }) => type === 'notificationAdded')).toEqual([
      { type: 'notificationAdded', notificationId: String(toAdmin?.id), userId: String(other.userId) },
      { type: 'notificationAdded', notificationId: String(told?.id), userId: String(one) },
      { type: 'notificationAdded', notificationId: expect.any(String), userId: String(two) },
    ]);
    const { rows } = await database.pool.query('select * from audit_log order by id desc limit 1');
    expect(rows).toMatchObject([{ action: 'contest:void', subject: contest.gameId, reason, actor_id: admin.userId }]);
  });

  test('takes no bets, cancellations or number, and still answers a known key', async () => {
    const [player = 0n] = players;
    const first = await place(player, 1_000n, 'tap');
    await voided();
    const closed = { code: 'BETTING_CLOSED', message: 'Betting is closed for this round' };
    await expect(place(player, 100n)).rejects.toMatchObject(closed);
    expect(await place(player, 1_000n, 'tap')).toEqual({ ...first, replayed: true });
    await expect(cancelBets(games.player(player), { gameId: contest.gameId })).rejects.toMatchObject(closed);
    const number = { gameId: contest.gameId, number: 3, reason };
    await expect(overrideContest(games.as(admin), number)).rejects.toMatchObject(closed);
    await expect(voided()).rejects.toMatchObject({ ...closed, extra: { detail: 'this round is void already' } });
    expect(await balanceOf(games, player)).toBe(10_000n);
  });

  test('refunds after an override what players have not taken back', async () => {
    const [one = 0n, two = 0n] = players;
    await place(one, 1_000n);
    await place(two, 300n);
    await overrideContest(games.as(admin), { gameId: contest.gameId, number: 3, reason });
    await cancelBets(games.player(one), { gameId: contest.gameId });
    await voided();
    expect(await balances()).toEqual([10_000n, 10_000n, 10_000n]);
    await games.moveTo(contest.endsAt);
    expect(await reread()).toMatchObject({ state: 'VOID', winningNumber: null });
    expect(await ledgerFaults(games)).toEqual([]);
  });

  test('publishes its seed at the end, and the next round opens at its time on the same chain', async () => {
    await place(players[0] ?? 0n, 500n);
    const seed = await secretSeed(games, contest);
    await voided();
    await games.moveTo(contest.closesAt);
    await games.moveTo(Number(contest.endsAt) - 1);
    expect(await reread()).toMatchObject({ state: 'VOID', seed: null });
    await games.moveTo(contest.endsAt);
    expect(await reread()).toMatchObject({ state: 'VOID', seed, winningNumber: null, outcomes: null });
    const next = await activeContest(games.as(anonymous), 'sapreOne');
    expect(next).toMatchObject({
      state: 'OPEN',
      startsAt: contest.endsAt,
      number: contest.number + 1,
      chainId: contest.chainId,
      chainIndex: contest.chainIndex + 1,
      commitment: seed,
    });
    await games.moveTo(next?.endsAt ?? 0);
    expect(await reread(next as ContestView)).toMatchObject({ state: 'SETTLED' });
  });

  test('is in lists from its end on, except in those by offset, and counts nowhere', async () => {
    const [player = 0n] = players;
    await place(player, 500n);
    await voided();
    const byOffset = async (offset: number, limit: number) =>
      (await listContestsByOffset(games.as(anonymous), 'sapreOne', { offset, limit })).map(({ number }) => number);
    const listed = async () =>
      (await listContests(games.as(anonymous), 'sapreOne', { limit: 3 })).rows.map(({ number }) => number);
    const { number } = contest;
    expect((await listed())[0]).toBe(number - 1);
    await games.moveTo(contest.endsAt);
    expect(await listed()).toEqual([number, number - 1, number - 2]);
    expect(await contestCount(games.as(anonymous), 'sapreOne')).toBe(number);
    contest = await nextContest(games, 'sapreOne');
    await voided();
    await nextContest(games, 'sapreOne');
    const { rows } = await database.pool.query<{ number: string }>(
      `select number from contests where game_type = 'sapreOne' and state = 'SETTLED' order by number desc`,
    );
    const settled = rows.map((row) => Number(row.number));
    expect(settled).not.toContain(number);
    expect(await byOffset(0, 100)).toEqual(settled);
    for (let offset = 0; offset <= settled.length; offset += 1) {
      expect(await byOffset(offset, 1)).toEqual(settled.slice(offset, offset + 1));
    }

    expect((await walletHistory(games.player(player), { limit: 9 })).rows).toEqual([]);
    const exported = await exportText(games.as(admin), { file: 'contests.csv' });
    expect(exported).toMatch(new RegExp(`\n${contest.gameId},.*,VOID,,.*,${reason}\r?\n`));
    games.clock.advance(2 * 3_600_000);
    await games.games.idle();
    await foldActivity(games.as({ kind: 'system' }));
    const folded = await database.pool.query(
      `select (select sum(contest_count) from hourly_draws where game_type = 'sapreOne')::int as folded,
              (select count(*) from contests c, activity_folds f
                where f.scope = 'sapreOne' and c.game_type = 'sapreOne' and c.state = 'SETTLED' and c.ends_at < f.folded_until)::int as settled`,
    );
    expect(folded.rows[0].folded).toBe(folded.rows[0].settled);
    expect(folded.rows[0].settled).toBeGreaterThan(0);
    expect((await auditBooks(games.as({ kind: 'system' }))).filter(({ faultCount }) => faultCount > 0)).toEqual([]);
  });
});

describe('making a round void is refused', () => {
  test('from evaluationTime on, by the clock once the round is locked', async () => {
    games.clock.set(Number(contest.closesAt) - 1);
    const until = Number(contest.closesAt);
    const late = delayedByContest(database, { contestId: contest.id, clock: games.clock, until }, () => voided());
    await expect(late).rejects.toMatchObject({ code: 'BETTING_CLOSED' });
    await games.moveTo(contest.endsAt);
    await expect(voided()).rejects.toMatchObject({ code: 'BETTING_CLOSED' });
    expect(await reread()).toMatchObject({ state: 'SETTLED', voidReason: null });
  });

  test('without a reason, without the right, and for a round that is none', async () => {
    const input = { gameId: contest.gameId, reason: 'too short' };
    await expect(voidContest(games.as(admin), input)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const player: Actor = { kind: 'player', userId: players[0] ?? 0n, sessionId: 1n };
    await expect(voided(player)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(voided(anonymous)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const none = { gameId: 'sapreOne-202001010001', reason };
    await expect(voidContest(games.as(admin), none)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await reread()).state).toBe('OPEN');
  });
});

describe('where it needs a second admin, a round is made void', () => {
  let second: Actor & { userId: bigint };
  const about = async () => (await openProposals(games.as(admin))).find(({ subject }) => subject === contest.gameId);
  const proposalId = async () => (await about())?.id ?? 0n;
  const confirmed = async (actor: Actor) => confirmProposal(games.as(actor), { proposalId: await proposalId() });

  beforeAll(async () => {
    second = await givenActor(games, 'admin', 'Bela Boss');
    await setThreshold(database, games.as(admin), { kind: 'void', fromAmount: NO_PAISE, reason });
  });
  afterAll(() => setThreshold(database, games.as(admin), { kind: 'void', fromAmount: null, reason }));

  test('once another admin has confirmed it, with both names, and its bets refunded at once', async () => {
    const [player = 0n] = players;
    await place(player, 500n);
    expect(await voided()).toEqual({ contestId: contest.id, proposed: true });
    expect(await reread()).toMatchObject({ state: 'OPEN', voidReason: null });
    await place(player, 200n);
    expect(await about()).toMatchObject({ payload: { reason }, expiresAt: contest.closesAt });
    expect((await noticesOf(second))[0]?.body).toContain(`Asha Admin proposes: void round ${contest.gameId}`);
    const held = 'Asha Admin has proposed this. Confirm or decline the proposal.';
    await expect(voided(second)).rejects.toMatchObject({ code: 'ALREADY_PROPOSED', message: held });
    await expect(confirmed(admin)).rejects.toMatchObject({ code: 'OWN_PROPOSAL' });

    await confirmed(second);
    expect(await balanceOf(games, player)).toBe(10_000n);
    expect(await contestByGameId(games.as(admin), contest.gameId)).toMatchObject({
      state: 'VOID',
      voidReason: reason,
      figures: { operatorId: second.userId, proposerId: admin.userId },
    });
    expect(await reread()).toMatchObject({ figures: null });
    const { rows } = await database.pool.query(
      `select action, actor_id, reason, after from audit_log where subject = $1 order by id`,
      [contest.gameId],
    );
    const { rows: uids } = await database.pool.query(`select uid from users where id = ${admin.userId}`);
    expect(rows).toMatchObject([
      { action: 'proposal:make', actor_id: admin.userId, reason },
      {
        action: 'contest:void',
        actor_id: second.userId,
        reason,
        after: `{"proposedBy":"${uids[0].uid}","state":"VOID"}`,
      },
    ]);
  });

  test('not from evaluationTime on, when the proposal lapses', async () => {
    await voided();
    games.clock.set(Number(contest.closesAt) - 1);
    const until = Number(contest.closesAt);
    const late = delayedByContest(database, { contestId: contest.id, clock: games.clock, until }, () =>
      confirmed(second),
    );
    await expect(late).rejects.toMatchObject({ code: 'BETTING_CLOSED' });
    expect(await about()).toBeUndefined();
    await games.moveTo(contest.endsAt);
    expect(await reread()).toMatchObject({ state: 'SETTLED' });
  });

  test('by the database too', async () => {
    const now = () => new Date(games.clock.now()).toISOString();
    const step = (statement: string): Step => ({ statement });
    const voidBy = (actor: { userId: bigint } | null, why = reason) =>
      step(`select void_contest(${contest.id}, '${why}', ${actor?.userId ?? 'null'}, '${now()}')`);
    const propose = ({ kind = 'void', expires = contest.closesAt, subject = contest.gameId, of = contest.id } = {}) =>
      step(`insert into proposals (kind, subject_id, subject_type, subject, payload, maker_id, created_at, expires_at)
            values ('${kind}', ${of}, 'contest', '${subject}', '{"reason": "${reason}"}', ${admin.userId}, '${now()}', '${expires.toISOString()}')`);
    const confirm = (at = now()) =>
      step(`update proposals set status = 'confirmed', checker_id = ${second.userId}, decided_at = '${at}'
             where subject_id = ${contest.id} and status = 'open'`);
    const refused = async (words: string, ...steps: Step[]) =>
      expect(await attemptSteps(database, ...steps)).toContain(words);

    await refused('needs a second admin', voidBy(second));
    await refused('needs a second admin', voidBy(null));
    await refused('needs a second admin', propose(), voidBy(second));
    await refused('accepted', propose(), confirm(), voidBy(second));
    const finance = step(`update users set roles = '{FINANCE}' where id = ${second.userId}`);
    await refused('may neither propose nor confirm', propose(), finance, confirm());
    await refused('differs from its proposal', propose(), confirm(), voidBy(admin));
    await refused('differs from its proposal', propose(), confirm(), voidBy(null));
    await refused('differs from its proposal', propose(), confirm(), voidBy(second, 'Another reason'));
    const other = step(
      `update proposals set status = 'declined', checker_id = ${second.userId}, decided_at = now() where subject_id = ${contest.id}`,
    );
    await refused('needs a second admin', propose(), other, voidBy(second));
    const late = 'expires while that takes bets';
    await refused(late, propose({ expires: new Date(Number(contest.closesAt) + 1) }));
    await refused(late, propose({ subject: 'sapreOne-202001010001' }));
    await refused(late, propose({ of: -1n }));
    const done = step('set constraints all immediate');
    const logged = step(
      `select record_audit(${admin.userId}, 'x', 'contest', '${contest.gameId}', null, null, '${reason}', now())`,
    );
    await refused('has not been done', propose(), confirm(), logged, done);
    await refused('accepted', propose(), confirm(), voidBy(second), logged, done);
    const tampered = (set: string) => step(`update contests set ${set} where id = ${contest.id}`);
    const maker = step(
      `select 1 / count(*) from contests where id = ${contest.id} and void_proposed_by = ${admin.userId}`,
    );
    await refused('accepted', propose(), confirm(), voidBy(second), tampered('void_proposed_by = null'), maker);
    await refused(
      'accepted',
      tampered(`void_proposed_by = ${admin.userId}`),
      step(`select 1 / count(*) from contests where id = ${contest.id} and void_proposed_by is null`),
    );
    // What was confirmed in an earlier transaction is used up.
    await database.pool.query(
      [step('begin'), step('set local session_replication_role = replica'), propose(), confirm(), step('commit')]
        .map(({ statement }) => statement)
        .join(';'),
    );
    await refused('needs a second admin', voidBy(second));
  });

  test('by one admin again once it is switched off, and by none while a proposal waits', async () => {
    await voided();
    await setThreshold(database, games.as(admin), { kind: 'void', fromAmount: null, reason });
    await expect(voided(second)).rejects.toMatchObject({ code: 'ALREADY_PROPOSED' });
    await declineProposal(games.as(second), { proposalId: await proposalId() });
    expect(await voided(second)).toMatchObject({ proposed: false });
    await setThreshold(database, games.as(admin), { kind: 'void', fromAmount: NO_PAISE, reason });
  });
});

describe('refunds of a void round', () => {
  /** As a server leaves it that dies right after making the round void. */
  async function givenVoidUnrefunded(): Promise<void> {
    const at = new Date(games.clock.now()).toISOString();
    await database.pool.query(
      `begin; select void_contest(${contest.id}, '${reason}', ${admin.userId}, '${at}');
       select record_audit(${admin.userId}, 'contest:void', 'contest', '${contest.gameId}', null, null, '${reason}', '${at}'); commit`,
    );
  }
  const refund = async (after: bigint, bets: number) => {
    const { rows } = await database.pool.query<{ player_id: bigint; notification_id: bigint | null }>(
      'select * from refund_void_bets($1, $2, $3, now()) order by player_id',
      [contest.id, after, bets],
    );
    return rows.map(({ player_id }) => player_id);
  };

  test('go on where a server died, at the next turn of the game, and once with several servers', async () => {
    for (const player of players) await place(player, 700n);
    await givenVoidUnrefunded();
    expect(await balances()).toEqual([9_300n, 9_300n, 9_300n]);
    const system = games.as({ kind: 'system' });
    await Promise.all([1, 2, 3].map(() => settleContest(system, contest.id)));
    expect(await balances()).toEqual([10_000n, 10_000n, 10_000n]);
    await settleContest(system, contest.id);
    expect(await balances()).toEqual([10_000n, 10_000n, 10_000n]);

    contest = await nextContest(games, 'sapreOne');
    await place(players[0] ?? 0n, 700n);
    await givenVoidUnrefunded();
    await games.moveTo(contest.closesAt);
    expect(await balances()).toEqual([10_000n, 10_000n, 10_000n]);
    expect(await ledgerFaults(games)).toEqual([]);
  });

  test('take the players in order, each with all their bets, and nothing twice', async () => {
    const [one = 0n, two = 0n, three = 0n] = players;
    for (const [player, paise] of [
      [two, 10n],
      [one, 20n],
      [three, 30n],
      [two, 40n],
      [one, 50n],
    ] as const) {
      await place(player, paise);
    }
    await givenVoidUnrefunded();
    expect(await refund(0n, 3)).toEqual([one, two]);
    expect(await balances()).toEqual([10_000n, 10_000n, 9_970n]);
    expect(await refund(0n, 1)).toEqual([three]);
    expect(await refund(0n, 9)).toEqual([]);
    expect(await balances()).toEqual([10_000n, 10_000n, 10_000n]);
    const { rows } = await database.pool.query(
      `select data->>'amountPaise' as paise from notifications where cause = $1 order by user_id`,
      [`void:${contest.id}`],
    );
    expect(rows).toEqual([{ paise: '70' }, { paise: '50' }, { paise: '30' }]);
  });

  test('wait for another server that refunds the same round, and go on where it ended', async () => {
    for (const player of players) await place(player, 10n);
    await givenVoidUnrefunded();
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query('select refund_void_bets($1, 0, 1, now())', [contest.id]);
    const others = refund(0n, 5);
    await expectLockWait(database);
    await client.query('commit');
    client.release();
    expect(await others).toEqual(players.slice(1));
    expect(await balances()).toEqual([10_000n, 10_000n, 10_000n]);
  });

  test('skip the players that a statement is told are done', async () => {
    const [one = 0n, two = 0n] = players;
    await place(one, 10n);
    await place(two, 10n);
    await givenVoidUnrefunded();
    expect(await refund(one, 1)).toEqual([two]);
    expect(await refund(two, 5)).toEqual([]);
    expect(await refund(0n, 5)).toEqual([one]);
  });
});

describe('the database itself', () => {
  let other: ContestView;
  const at = (ms: number) => new Date(Number(contest.closesAt) + ms).toISOString();
  const voiding = (ms: number): Step => ({
    at: Number(contest.closesAt) + ms,
    statement: `select void_contest(${contest.id}, '${reason}', ${admin.userId}, '${at(ms)}')`,
  });
  const step = (statement: string): Step => ({ statement });
  const attempt = async (...steps: Step[]) => {
    const answer = await attemptSteps(database, ...steps);
    if (answer !== 'accepted') throw new Error(answer);
  };
  const change = (set: string) => step(`update contests set ${set} where id = ${contest.id}`);
  const refunded = () => step(`select refund_void_bets(${contest.id}, 0, 100, now())`);

  beforeEach(async () => {
    other = (await contestByGameId(games.as(anonymous), contest.gameId)) as ContestView;
    await place(players[0] ?? 0n, 500n);
  });

  test('refuses to make a round void from its closing on, or without reason, and a second time', async () => {
    await attempt(voiding(-1_000));
    await expect(attempt(voiding(100))).rejects.toThrow('made void once, while betting is open');
    const early = { ...voiding(-1), statement: voiding(0).statement };
    await expect(attempt(early)).rejects.toThrow('made void once, while betting is open');
    const late = { ...voiding(100), statement: voiding(-1).statement };
    await expect(attempt(late)).rejects.toThrow('made void once, while betting is open');
    await attempt({ ...late, at: Number(contest.closesAt) + 99 });
    await expect(attempt(voiding(-1_000), voiding(-900))).rejects.toThrow('made void once, while betting is open');
    const again = change(`void_reason = 'Something else altogether'`);
    await expect(attempt(voiding(-1_000), again)).rejects.toThrow('made void once, while betting is open');
    const brief = { ...voiding(-1_000), statement: voiding(-1_000).statement.replace(reason, 'too short') };
    await expect(attempt(brief)).rejects.toThrow('contests_void_complete');
    await expect(attempt(change(`state = 'VOID'`))).rejects.toThrow('made void once, while betting is open');
    const unreasoned = change(`voided_at = starts_at, void_reason = '${reason}'`);
    await expect(attempt(unreasoned)).rejects.toThrow('made void once, while betting is open');
  });

  test('refuses a void round that has no row in the audit log', async () => {
    const silent = database.pool.query(voiding(-1_000).statement);
    await expect(silent).rejects.toThrow('needs its row in the audit log');
  });

  test('refuses a number, a state, bets and an early seed for a void round', async () => {
    const before = voiding(-1_000);
    await expect(
      attempt(before, change('override_number = 1, overridden_at = starts_at, overridden_by = voided_by')),
    ).rejects.toThrow('an override comes while betting is open');
    await expect(attempt(before, change('winning_number = 1'))).rejects.toThrow('contests_outcome_only_when_decided');
    for (const state of ['OPEN', 'CLOSED', 'DECIDED', 'SETTLED']) {
      await expect(attempt(before, change(`state = '${state}'`))).rejects.toThrow('a contest cannot go');
    }
    const insert = step(`insert into bets (contest_id, player_id, selection, amount, balance_after, placed_at)
      values (${contest.id}, ${players[0]}, 1, 100, 0, '${at(-2_000)}')`);
    await expect(attempt(before, insert)).rejects.toThrow('bets are placed only in an open contest');

    const seed = (await secretSeed(games, other)).toString('hex');
    const publish = (ms: number): Step => ({
      at: Number(contest.endsAt) + ms,
      statement: `select publish_void_seed(${contest.id}, '\\x${seed}', '${new Date(Number(contest.endsAt) + Math.max(ms, 0)).toISOString()}')`,
    });
    await expect(attempt(before, publish(-101))).rejects.toThrow('published at its end');
    await attempt(before, publish(-100));
    const dated = { ...publish(0), statement: publish(0).statement.replace(contest.endsAt.toISOString(), at(0)) };
    await expect(attempt(before, dated)).rejects.toThrow('published at its end');
    await expect(attempt(before, publish(0), change('seed = null, decided_at = null'))).rejects.toThrow(
      'an outcome never changes',
    );
    const wrong = { ...publish(0), statement: publish(0).statement.replace(seed, '00'.repeat(32)) };
    await expect(attempt(before, wrong)).rejects.toThrow('contests_seed_opens_commitment');
    await expect(attempt(before, publish(0), change('winning_number = 1'))).rejects.toThrow('an outcome never changes');
  });

  test('refuses a refund where the round is not void, a second one, and to finish before all are made', async () => {
    const before = voiding(-1_000);
    await expect(attempt(refunded())).rejects.toThrow('is not void');
    const finish = step(`select finish_void(${contest.id}, now())`);
    const finishAgain = step(`select finish_void(${contest.id}, now() + interval '1 s')`);
    await expect(attempt(before, finish)).rejects.toThrow('not fully refunded');
    await attempt(before, refunded(), finish, finishAgain);
    const half = step(`update transfers set amount = amount - 1 where kind = 'bet_refund'`);
    const replica = step('set local session_replication_role = replica');
    const origin = step('set local session_replication_role = origin');
    await expect(attempt(before, refunded(), replica, half, origin, finish)).rejects.toThrow('not fully refunded');
    const uncancelled = step(`delete from bet_cancellations where contest_id = ${contest.id}`);
    await expect(attempt(before, refunded(), replica, uncancelled, origin, finish)).rejects.toThrow(
      'not fully refunded',
    );
    await expect(attempt(before, refunded(), replica, uncancelled, origin, refunded())).rejects.toThrow(
      '_once_per_reference',
    );
    await expect(
      attempt(before, refunded(), finish, change("settled_at = settled_at + interval '1 s'")),
    ).rejects.toThrow('totals come with the settlement');
    await expect(attempt(before, refunded(), change('settled_at = now(), total_stakes = 0'))).rejects.toThrow(
      'totals come with the settlement',
    );
  });
});

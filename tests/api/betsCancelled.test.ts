import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest';
import type { Paise } from '../../db/columns.ts';
import { idempotencyKeys } from '../../db/schema/wallet.ts';
import { activeGames, betsIn, ownStakes } from '../../server/domain/bets/betQueries.ts';
import { cancelBets } from '../../server/domain/bets/cancelBets.ts';
import { voidContest } from '../../server/domain/bets/voidContest.ts';
import { confirmProposal } from '../../server/domain/confirmations/confirmProposal.ts';
import type { Actor } from '../../server/domain/ground/verbs/context.ts';
import { contestByGameId } from '../../server/domain/contests/contestQueries.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import type { DomainEvent } from '../../server/domain/ground/verbs/events.ts';
import { listNotifications } from '../../server/domain/notifications/notificationList.ts';
import { declineProposal } from '../../server/domain/proposals/declineProposal.ts';
import { openProposals } from '../../server/domain/proposals/proposalList.ts';
import { NO_PAISE } from '../../server/domain/ground/values/money.ts';
import { attemptSteps, type Step } from '../support/attemptSteps.ts';
import { delayedByContest, expectKeepsFromClosing } from '../support/contestLocks.ts';
import { bet, type Betting, openBetting } from '../support/betting.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { balanceOf, ledgerFaults, nextContest } from '../support/rounds.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';
import { setThreshold } from '../support/thresholds.ts';

let database: TestDatabase;
let games: Betting;
let contest: ContestView;
let player: bigint;

beforeAll(async () => {
  database = await createTestDatabase();
  games = await openBetting(database);
});
afterAll(async () => {
  await games.stop();
  await database.close();
});
beforeEach(async () => {
  contest = await nextContest(games, 'sapreOne');
  [player] = (await givenPlayers(games, 1, { rupees: 100 })) as [bigint];
});

async function givenOperatorMarked(number = 3): Promise<void> {
  await overrideContest(games.as(await givenActor(games, 'admin')), {
    gameId: contest.gameId,
    number,
    reason: 'set by a test',
  });
}

const placed = (paise: bigint, key?: string) =>
  bet(games.player(player), { gameId: contest.gameId, selection: 3, paise, ...(key && { key }) });
const cancel = (key?: string) => cancelBets(games.player(player), { gameId: contest.gameId, idempotencyKey: key });

describe('cancelling in an operator-marked contest', () => {
  test('refunds all live bets of the player, and only theirs', async () => {
    const [other] = (await givenPlayers(games, 1, { rupees: 100 })) as [bigint];
    await placed(1_000n);
    await placed(250n);
    await bet(games.player(other), { gameId: contest.gameId, paise: 700n });
    await givenOperatorMarked();
    games.published.length = 0;

    expect(await cancel()).toEqual({
      contestId: contest.id,
      refunded: 2,
      amount: 1_250n,
      balanceAfter: 10_000n,
      replayed: false,
    });
    expect(await balanceOf(games, player)).toBe(10_000n);
    expect(await balanceOf(games, other)).toBe(9_300n);
    expect(await activeGames(games.player(player))).toEqual([]);
    expect(await ownStakes(games.player(player), [contest.id])).toMatchObject([{ betAmount: 0n }]);
    expect((await betsIn(games.player(player), contest.id)).map(({ cancelled }) => cancelled)).toEqual([true, true]);
    expect(games.published).toEqual<DomainEvent[]>([
      { type: 'walletChanged', playerIds: [String(player)] },
      { type: 'stakesChanged', gameType: 'sapreOne', contestId: String(contest.id) },
    ]);
  });

  test('leaves no way back: the round takes no new bets', async () => {
    await placed(1_000n);
    await givenOperatorMarked();
    await cancel();
    await expect(placed(400n)).rejects.toMatchObject({ code: 'BETTING_CLOSED' });
    expect(await balanceOf(games, player)).toBe(10_000n);
  });

  test('keeps cancelled bets from winning and from the history', async () => {
    const [other] = (await givenPlayers(games, 1, { rupees: 100 })) as [bigint];
    await placed(1_000n);
    await bet(games.player(other), { gameId: contest.gameId, selection: 3, paise: 100n });
    await givenOperatorMarked(3);
    await cancel();
    await games.moveTo(contest.endsAt);
    expect(await balanceOf(games, player)).toBe(10_000n);
    expect(await balanceOf(games, other)).toBe(10_860n);
    expect(await ownStakes(games.player(player), [contest.id])).toMatchObject([{ betAmount: 0n }]);
    expect((await betsIn(games.player(player), contest.id)).map(({ payout }) => payout)).toEqual([null]);
  });

  test('happens once per key, and repeats its answer', async () => {
    await placed(1_000n);
    await givenOperatorMarked();
    const first = await cancel('leave');
    expect(first).toMatchObject({ refunded: 1, amount: 1_000n, balanceAfter: 10_000n, replayed: false });
    expect(await cancel('leave')).toEqual({ ...first, replayed: true });
    expect(await balanceOf(games, player)).toBe(10_000n);
  });

  test('repeats an answer that was stored before answers had versions', async () => {
    await placed(1_000n);
    await givenOperatorMarked();
    const first = await cancel('before');
    const answer = {
      contestId: { $bigint: String(contest.id) },
      refunded: 1,
      amount: { $bigint: '1000' },
      balanceAfter: { $bigint: '10000' },
    };
    await database.db.update(idempotencyKeys).set({ answer }).where(eq(idempotencyKeys.userId, player));
    expect(await cancel('before')).toEqual({ ...first, replayed: true });
    expect(await balanceOf(games, player)).toBe(10_000n);
  });

  test('happens once, however many concurrent calls there are', async () => {
    await placed(1_000n);
    await givenOperatorMarked();
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => cancel()));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balanceOf(games, player)).toBe(10_000n);
  });

  test('keeps the first answer of a cancelled bet’s key', async () => {
    const first = await placed(1_000n, 'tap');
    await givenOperatorMarked();
    await cancel();
    expect(await placed(1_000n, 'tap')).toEqual({ ...first, replayed: true });
    expect(await balanceOf(games, player)).toBe(10_000n);
  });
});

describe('an operator-marked contest', () => {
  test('takes no new bets', async () => {
    await givenOperatorMarked();
    await expect(placed(100n)).rejects.toMatchObject({
      code: 'BETTING_CLOSED',
      message: 'Betting is closed for this round',
      extra: { field: 'gameId', contestId: contest.id },
    });
    expect(await balanceOf(games, player)).toBe(10_000n);
  });

  test('still answers a known key with its bet', async () => {
    const first = await placed(1_000n, 'tap');
    await givenOperatorMarked();
    expect(await placed(1_000n, 'tap')).toEqual({ ...first, replayed: true });
    await expect(placed(2_000n, 'tap')).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  test('takes no bet that was received before the override and placed after it', async () => {
    const receivedAt = new Date(games.clock.now());
    games.clock.set(games.clock.now() + 10);
    await givenOperatorMarked();
    const late = { gameId: contest.gameId, selection: 3, paise: 100n, receivedAt };
    await expect(bet(games.player(player), late)).rejects.toMatchObject({ code: 'BETTING_CLOSED' });
  });

  test('takes no bet from a statement that goes past place_numbered_bets', async () => {
    await givenOperatorMarked();
    const insert = `insert into bets (contest_id, player_id, selection, amount, balance_after, placed_at)
                    select ${contest.id}, ${player}, 1, 100, 0, starts_at from contests where id = ${contest.id}`;
    await expect(database.pool.query(insert)).rejects.toThrow('not once an operator has set its number');
  });
});

describe('where a result needs a second admin, a number', () => {
  type Admin = Awaited<ReturnType<typeof givenActor<'admin'>>>;
  let maker: Admin;
  let checker: Admin;
  const reason = 'Agreed on the phone';
  const set = (actor: Admin, number = 7) =>
    overrideContest(games.as(actor), { gameId: contest.gameId, number, reason });
  const proposal = async () => {
    const found = (await openProposals(games.as(checker))).find(({ subject }) => subject === contest.gameId);
    if (found === undefined) throw new Error('nothing is proposed');
    return found;
  };
  const view = (actor: Actor = { kind: 'anonymous' }) => contestByGameId(games.as(actor), contest.gameId);
  const changed = (phase: string) => ({
    type: 'contestChanged',
    gameType: 'sapreOne',
    contestId: String(contest.id),
    phase,
  });
  const threshold = (fromAmount: Paise | null) =>
    setThreshold(database, games.as(maker), { kind: 'override', fromAmount, reason });

  beforeAll(async () => {
    maker = await givenActor(games, 'admin', 'Meera');
    checker = await givenActor(games, 'admin', 'Chandra');
    await threshold(NO_PAISE);
  });
  afterAll(() => threshold(null));

  test('is proposed: bets pause at once, and it is set once another admin confirms it, with both names', async () => {
    const support = await givenActor(games, 'admin', 'Sunita');
    await database.pool.query(
      `begin; update users set roles = '{SUPPORT}' where id = ${support.userId};
       insert into audit_log (action, subject_type, subject, at) select 'x', 'user', uid, now() from users where id = ${support.userId}; commit`,
    );
    const first = await placed(1_000n, 'tap');
    games.published.length = 0;
    expect(await set(maker)).toEqual({ contestId: contest.id, proposed: true });
    const heldUntil = new Date(games.clock.now() + 20_000);
    expect(games.published).toContainEqual(changed('HELD'));
    expect(await view()).toMatchObject({ decidedBy: 'DRAW', heldUntil, cancellable: false, figures: null });
    expect(
      JSON.stringify(await view(), (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain(reason);
    await expect(placed(100n)).rejects.toMatchObject({ code: 'BETTING_CLOSED' });
    const earlier = { gameId: contest.gameId, paise: 100n, receivedAt: contest.startsAt };
    await expect(bet(games.player(player), earlier)).rejects.toMatchObject({ code: 'BETTING_CLOSED' });
    expect(await placed(1_000n, 'tap')).toEqual({ ...first, replayed: true });
    for (const told of [checker, support]) {
      const [notice] = (await listNotifications(games.as(told), { limit: 1 })).rows;
      expect(notice?.body).toContain(`Meera proposes: result of ${contest.gameId}`);
    }
    const second = 'Meera has proposed this. Confirm or decline the proposal.';
    await expect(set(checker)).rejects.toMatchObject({ code: 'ALREADY_PROPOSED', message: second });
    const { id: proposalId } = await proposal();
    await expect(confirmProposal(games.as(maker), { proposalId })).rejects.toMatchObject({ code: 'OWN_PROPOSAL' });
    await expect(confirmProposal(games.as({ ...checker, roles: ['FINANCE'] }), { proposalId })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });

    games.clock.advance(19_700);
    await confirmProposal(games.as(checker), { proposalId });
    expect(games.published).toContainEqual(changed('OPERATOR_MARKED'));
    expect(await view(checker)).toMatchObject({
      decidedBy: 'OPERATOR',
      heldUntil: null,
      cancellable: true,
      figures: { overrideNumber: 7, operatorId: checker.userId, proposerId: maker.userId },
    });
    expect(await cancel()).toMatchObject({ refunded: 1 });
    const { rows } = await database.pool.query(
      `select action, actor_id, reason, after from audit_log where subject = $1 and action <> 'proposal:make' order by id`,
      [contest.gameId],
    );
    const { rows: uids } = await database.pool.query(`select uid from users where id = ${maker.userId}`);
    const after = `{"number":7,"proposedBy":"${uids[0].uid}"}`;
    expect(rows).toEqual([{ action: 'contest:override', actor_id: checker.userId, reason, after }]);
    // A round that is marked already: another number, proposed by the same admin, replaces the first.
    await set(maker, 4);
    await confirmProposal(games.as(checker), { proposalId: (await proposal()).id });
    await games.moveTo(contest.endsAt);
    expect(await view()).toMatchObject({ winningNumber: 4, decidedBy: 'OPERATOR' });
  });

  test('lapses after 20 s, when betting is open again by itself, and is not proposed again by the same admin', async () => {
    await set(maker);
    const { id: proposalId } = await proposal();
    games.clock.advance(19_750);
    await expect(confirmProposal(games.as(checker), { proposalId })).rejects.toMatchObject({ code: 'PROPOSAL_ENDED' });
    games.clock.advance(249);
    await expect(placed(100n)).rejects.toMatchObject({ code: 'BETTING_CLOSED' });
    games.clock.advance(1);
    await placed(100n);
    expect(await view()).toMatchObject({ decidedBy: 'DRAW', heldUntil: null });
    const again = 'You have proposed a number for this round before. Another admin may propose one.';
    await expect(set(maker, 8)).rejects.toMatchObject({ code: 'ALREADY_PROPOSED', message: again });
    await placed(100n);
    expect(await set(checker, 8)).toMatchObject({ proposed: true });
  });

  test('lapses 5 s before evaluationTime', async () => {
    games.clock.set(Number(contest.closesAt) - 15_000);
    await set(maker);
    expect((await view())?.heldUntil).toEqual(new Date(Number(contest.closesAt) - 5_000));
    const { id: proposalId } = await proposal();
    const until = Number(contest.closesAt) - 5_000;
    const late = delayedByContest(database, { contestId: contest.id, clock: games.clock, until }, () =>
      confirmProposal(games.as(checker), { proposalId }),
    );
    await expect(late).rejects.toMatchObject({ code: 'OVERRIDE_TOO_LATE' });
    await placed(100n);
  });

  test('opens betting again at once when it is declined or withdrawn, and lapses when the round is made void', async () => {
    for (const admin of [checker, maker]) {
      contest = await nextContest(games, 'sapreOne');
      await set(maker);
      games.published.length = 0;
      const { id: proposalId } = await proposal();
      await declineProposal(games.as(admin), { proposalId, reason: 'Not this number' });
      expect(games.published).toContainEqual(changed('RELEASED'));
      expect((await view())?.heldUntil).toBeNull();
      await placed(100n);
      await expect(confirmProposal(games.as(checker), { proposalId })).rejects.toMatchObject({
        code: 'PROPOSAL_ENDED',
      });
      await expect(set(maker)).rejects.toMatchObject({ code: 'ALREADY_PROPOSED' });
    }
    contest = await nextContest(games, 'sapreOne');
    await set(maker);
    const { id: proposalId } = await proposal();
    await voidContest(games.as(checker), { gameId: contest.gameId, reason });
    await expect(confirmProposal(games.as(checker), { proposalId })).rejects.toMatchObject({ code: 'BETTING_CLOSED' });
    const { rows } = await database.pool.query(`select status from proposals where id = ${proposalId}`);
    expect(rows).toEqual([{ status: 'lapsed' }]);
  });

  test('is refused by the database without a proposal, beyond its time, and a bet meanwhile', async () => {
    const step = (statement: string, at?: number): Step => ({ statement, ...(at !== undefined && { at }) });
    const now = games.clock.now();
    const instant = (ms: number) => new Date(now + ms).toISOString();
    const by = (actor: Admin | null, number = 7, at?: number) =>
      step(
        `select override_contest(${contest.id}, ${number}::smallint, ${actor?.userId ?? 'null'}, '${instant(0)}')`,
        at,
      );
    const propose = ({ expires = instant(20_000), by: who = maker } = {}) =>
      step(
        `insert into proposals (kind, subject_id, subject_type, subject, payload, maker_id, created_at, expires_at)
         values ('override', ${contest.id}, 'contest', '${contest.gameId}', '{"number": 7, "reason": "${reason}"}', ${who.userId}, '${instant(0)}', '${expires}')`,
        now,
      );
    const end = (status: string, at?: number, who: Admin = checker) =>
      step(
        `update proposals set status = '${status}', checker_id = ${status === 'lapsed' ? 'null' : who.userId}, decided_at = '${instant(0)}'
          where subject_id = ${contest.id} and status = 'open'`,
        at,
      );
    const insert = (at?: number) =>
      step(
        `insert into bets (contest_id, player_id, selection, amount, balance_after, placed_at)
         values (${contest.id}, ${player}, 1, 100, 0, '${instant(0)}')`,
        at,
      );
    const refused = async (words: string, ...steps: Step[]) =>
      expect(await attemptSteps(database, ...steps)).toContain(words);
    const onlyOpen = 'not once an operator has set its number';

    await refused('needs a second admin', by(checker));
    await refused('needs a second admin', propose(), by(checker));
    await refused('differs from its proposal', propose(), end('confirmed'), by(maker));
    await refused('differs from its proposal', propose(), end('confirmed'), by(checker, 8));
    await refused('accepted', propose(), end('confirmed'), by(checker));
    await refused('accepted', propose(), end('confirmed', now + 19_999), by(checker));
    await refused('has expired', propose(), end('confirmed', now + 20_000));
    await refused('expires while that takes bets', propose({ expires: instant(20_001) }));
    const late = Number(contest.closesAt) - 5_000 - now;
    await refused('expires while that takes bets', propose({ expires: instant(late + 1) }));
    await refused('expires while that takes bets', step('select 1', now + late - 9_999), {
      ...propose({ expires: instant(late + 1) }),
      at: now + late - 9_999,
    });
    await refused('accepted', { ...propose({ expires: instant(late) }), at: now + late - 9_999 });

    await refused(onlyOpen, propose(), insert());
    await refused(onlyOpen, propose(), insert(now + 19_999));
    await refused('accepted', propose(), insert(now + 20_000));
    await refused('accepted', propose(), end('declined'), insert(now));
    await refused('accepted', propose(), end('lapsed'), insert(now));
    await refused('proposals_override_once', propose(), end('declined'), propose());
    await refused('accepted', propose(), end('declined'), propose({ by: checker }));

    const hold = (until: string) => step(`update contests set held_until = ${until} where id = ${contest.id}`);
    await refused('is held while the proposal of a number is open', hold(`'${instant(5_000)}'`));
    await refused('is held while the proposal of a number is open', propose(), hold('null'));
    await refused('is held while the proposal of a number is open', propose(), hold(`'${instant(5_000)}'`));
    const done = step('set constraints all immediate');
    const logged = step(
      `select record_audit(${maker.userId}, 'x', 'contest', '${contest.gameId}', null, null, '${reason}', now())`,
    );
    await refused('has not been done', propose(), end('confirmed'), logged, done);
    await refused('accepted', propose(), end('confirmed'), by(checker), logged, done);
    const own = step(
      `select 1 / count(*) from contests where id = ${contest.id} and override_proposed_by = ${maker.userId}`,
    );
    const forge = step(`update contests set override_proposed_by = null where id = ${contest.id}`);
    await refused('accepted', propose(), end('confirmed'), by(checker), forge, own);
  });
});

describe('a cancellation from a statement that bypasses cancel_bets', () => {
  /** Cancels the player's last bet. */
  const statement = (at: number, contestId = contest.id) =>
    `insert into bet_cancellations (bet_id, contest_id, created_at)
       select max(id), ${contestId}, '${new Date(at).toISOString()}' from bets where player_id = ${player}`;
  const expectRefused = (at: number, contestId?: bigint) =>
    expect(database.pool.query(statement(at, contestId))).rejects.toThrow(
      'only in an open contest that an operator has marked',
    );

  test('is refused where no operator has set the number', async () => {
    await placed(1_000n);
    await expectRefused(games.clock.now());
  });

  test('is refused for a bet of another contest', async () => {
    await placed(1_000n);
    contest = await nextContest(games, 'sapreOne');
    await givenOperatorMarked();
    await expectRefused(games.clock.now());
  });

  test('is refused at the closing, and once the contest is closed', async () => {
    await placed(1_000n);
    await givenOperatorMarked();
    const closesAt = Number(contest.closesAt);
    await expectRefused(closesAt);
    await games.moveTo(contest.closesAt);
    await expectRefused(closesAt - 1);
  });

  test('keeps the contest from being closed until it is committed', async () => {
    await placed(1_000n);
    await givenOperatorMarked();
    await expectKeepsFromClosing(database, contest.id, statement(Number(contest.closesAt) - 1));
  });
});

describe('a cancellation that waits for the contest', () => {
  test('is refused by the clock when its turn comes', async () => {
    await placed(1_000n);
    await givenOperatorMarked();
    games.clock.set(Number(contest.closesAt) - 1);
    const until = Number(contest.closesAt);
    const cancelled = delayedByContest(database, { contestId: contest.id, clock: games.clock, until }, () => cancel());
    await expect(cancelled).rejects.toMatchObject({ code: 'BETTING_CLOSED' });
    expect(await balanceOf(games, player)).toBe(9_000n);
  });
});

describe('cancelling is refused', () => {
  test('where no operator has set the result', async () => {
    await placed(1_000n);
    await expect(cancel()).rejects.toMatchObject({ code: 'NOTHING_TO_CANCEL', extra: { field: 'gameId' } });
    expect(await balanceOf(games, player)).toBe(9_000n);
  });

  test('where the player has no live bet', async () => {
    await givenOperatorMarked();
    await expect(cancel()).rejects.toMatchObject({ code: 'NOTHING_TO_CANCEL' });
  });

  test('from evaluationTime on', async () => {
    await placed(1_000n);
    await givenOperatorMarked();
    games.clock.set(contest.closesAt.getTime());
    await expect(cancel()).rejects.toMatchObject({ code: 'BETTING_CLOSED' });
    await games.games.idle();
    await expect(cancel()).rejects.toMatchObject({ code: 'BETTING_CLOSED' });
    expect(await balanceOf(games, player)).toBe(9_000n);
  });

  test('for an unknown contest, and for actors who aren’t players', async () => {
    const unknown = { gameId: 'sapreOne-200001010001' };
    await expect(cancelBets(games.player(player), unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const admin = games.as(await givenActor(games, 'admin'));
    await expect(cancelBets(admin, { gameId: contest.gameId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

test('in the end every balance is the sum of its transfers', async () => {
  expect(await ledgerFaults(games)).toEqual([]);
});

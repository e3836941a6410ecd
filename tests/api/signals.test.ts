import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DETECT_EVERY_MS, detectSignals } from '../../server/domain/signals/detectSignals.ts';
import { oppositeBets } from '../../server/domain/signals/oppositeBets.ts';
import { decideSignal } from '../../server/domain/signals/decideSignal.ts';
import { likelySignalCount, listSignals, playersOfSignals } from '../../server/domain/signals/signalList.ts';
import { leaveBroken } from '../support/auditedBooks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { refusalCode } from '../support/refusal.ts';
import { tamper } from '../support/tamper.ts';
import { type Crowd, writeCrowd } from '../support/world/crowd.ts';
import { givenOtherAdmin, givenPrimaryAdmin, type Member } from '../support/world/members.ts';
import { auditSignals } from '../support/world/signalQuality.ts';

const reason = 'A family with one bank account.';

let database: TestDatabase;
let domain: TestDomain;
let crowd: Crowd;
let owner: Member;
let support: Member;
beforeAll(async () => {
  database = await createTestDatabase({ max: 10 });
  leaveBroken(
    database,
    'every bet has its one stake, from its player to its contest',
    'every bet of a settled contest got what its table says',
    'every deposit and withdrawal moved exactly what its state says',
    "every player's results are those of the bets",
    "every settled contest's totals are those of its bets",
    'no reference was credited twice',
  );
  domain = openDomain(database);
  owner = await givenPrimaryAdmin(domain);
  support = await givenOtherAdmin(domain, 'Sunita', ['SUPPORT']);
  crowd = await writeCrowd(database, { players: 1_200, rings: 10, seed: 5, now: domain.clock.now() });
});
afterAll(() => database.close());

const detect = () => detectSignals(domain.as({ kind: 'system' }));
const detectLater = () => {
  domain.clock.advance(DETECT_EVERY_MS);
  return detect();
};
/** The signal with this id, as it is now. */
const signal = async (id: bigint) => {
  const { rows } = await database.pool.query<{ state: string; players: bigint[]; decided_by: bigint | null }>(
    'select state, players, decided_by from signals where id = $1',
    [id],
  );
  return rows[0];
};
const shared = async (at: number) => {
  const found = (await listSignals(owner.ctx(), { state: 'open', kind: 'sharedUpi' }))[at];
  if (found === undefined) throw new Error('no shared UPI id was found');
  return found;
};

describe('the detection', () => {
  it('finds most accounts of the rings in a crowd, and few others', async () => {
    expect(await detect()).toBe(true);
    const { precision, recall } = await auditSignals(database, crowd);
    expect(precision).toBeGreaterThan(0.85);
    expect(recall).toBeGreaterThan(0.75);
    expect(domain.published).toContainEqual({ type: 'signalsChanged' });
  });

  it.each([
    // Whatever a third one stakes in the same rounds.
    { hedges: [[1, 2]], third: 500_000, players: [1, 2] },
    { hedges: [[1, 2]], third: 1_000, players: [1, 2] },
    // In turn, each pair in two rounds alone.
    {
      hedges: [
        [1, 2],
        [3, 1],
        [2, 3],
        [4, 2],
        [1, 4],
      ],
      third: 1_000,
      players: [1, 2, 3, 4],
    },
  ])('finds $players who bet against each other, beside one who does not', async ({ hedges, third, players }) => {
    const first = BigInt(crowd.players.length) * 10n + BigInt(third + 100 * hedges.length);
    const bets = Array.from({ length: 10 }, (_, round) => {
      const [green = 0, red = 0] = hedges[round % hedges.length] ?? [];
      const placed = [
        [green, 10, 100_000],
        [red, 12, 95_000],
        [5, round % 10, third],
      ] as const;
      return placed.map(([player, selection, amount]) => ({ round: round + 1, player, selection, amount }));
    });
    await tamper(
      database,
      `insert into bets (contest_id, player_id, selection, amount, balance_after, placed_at)
       select c.id, ${first} + player, selection, amount, 0, c.starts_at
         from jsonb_to_recordset('${JSON.stringify(bets.flat())}') as r (round int, player int, selection int, amount bigint)
         join contests c on c.game_id = 'crowd-' || round;
       insert into contest_results (player_id, contest_id, bet_count, bet_amount, win_amount, settled_at)
       select b.player_id, c.id, 1, b.amount, b.amount * t.basis_points[b.selection * 10 + c.winning_number + 1] / 10000, c.settled_at
         from bets b join contests c on c.id = b.contest_id join payout_tables t on t.id = c.payout_table_id
        where b.player_id between ${first} and ${first + 5n}`,
    );
    const group = [1n, 2n, 3n, 4n, 5n].map((player) => first + player);
    const found = await oppositeBets(domain.services.db, [group], new Date(0));
    expect(found.map((finding) => finding.players.map((player) => Number(player - first)))).toEqual([players]);
    expect(found[0]?.evidence).toMatchObject({ rounds: 10, commonRounds: 10 });
  });

  it('runs once in ten minutes, on one of all servers', async () => {
    expect(await detect()).toBe(false);
    domain.clock.advance(DETECT_EVERY_MS - 1_000);
    expect(await detect()).toBe(false);
    domain.clock.advance(1_000);
    expect((await Promise.all([detect(), detect(), detect()])).filter(Boolean)).toHaveLength(1);
  });

  it('finds each cause once, and keeps no address or payout account in full', async () => {
    const { rows } = await database.pool.query<{ evidence: string; signals: bigint; causes: bigint }>(
      `select string_agg(evidence::text, ' ') as evidence, count(*) as signals, count(distinct (kind, cause_hash)) as causes
         from signals`,
    );
    expect(rows[0]?.signals).toBe(rows[0]?.causes);
    expect(rows[0]?.evidence).not.toMatch(/\d+\.\d+\.\d+\.\d+"|payee\d+/);
  });

  it('lets a signal lapse whose cause is gone, and opens it again when it is back', async () => {
    const { id, players } = await shared(0);
    const moveAway = (days: number) =>
      tamper(
        database,
        `update wallet_transactions set created_at = created_at + interval '${days} days'
          where transaction_type = 'debit' and player_id in (${players.join()})`,
      );
    await moveAway(-200);
    await detectLater();
    expect(await signal(id)).toMatchObject({ state: 'lapsed' });
    await moveAway(200);
    await detectLater();
    expect(await signal(id)).toMatchObject({ state: 'open' });
  });
});

describe('a signal', () => {
  it('is listed with its players, the most likely first, for those who may read it', async () => {
    const listed = await listSignals(support.ctx(), { state: 'open' });
    expect(listed.map(({ score }) => score)).toEqual(listed.map(({ score }) => score).toSorted((a, b) => b - a));
    const likely = await listSignals(support.ctx(), { state: 'open', likely: true });
    expect(likely).toHaveLength(Math.min(100, await likelySignalCount(support.ctx())));
    const [first] = likely;
    const [players = []] = await playersOfSignals(support.ctx(), [first?.id ?? 0n]);
    expect(players.map(({ id }) => id)).toEqual(first?.players);
    const game = await givenOtherAdmin(domain, 'Gita', ['GAME']);
    expect(await refusalCode(listSignals(game.ctx(), {}))).toBe('FORBIDDEN');
  });

  it('is decided with a reason, by those who work with money, and stands in the audit log', async () => {
    const { id } = await shared(0);
    const input = { signalId: id, decision: 'dismissed' as const, reason };
    expect(await refusalCode(decideSignal(support.ctx(), input))).toBe('FORBIDDEN');
    expect(await refusalCode(decideSignal(owner.ctx(), { ...input, reason: 'fine' }))).toBe('INVALID_INPUT');
    expect(await refusalCode(decideSignal(owner.ctx(), { ...input, signalId: 0n }))).toBe('NOT_FOUND');
    expect(await decideSignal(owner.ctx(), input)).toMatchObject({ state: 'dismissed', decidedBy: owner.userId });
    const { rows } = await database.pool.query(`select action, reason from audit_log where subject_type = 'signal'`);
    expect(rows).toEqual([{ action: 'signal:dismiss', reason }]);
    await expect(
      database.app.pool.query(
        `update signals set state = 'dismissed', reason = '${reason}', decided_by = ${owner.userId}, decided_at = now()
          where id = (select id from signals where state = 'open' limit 1)`,
      ),
    ).rejects.toThrow('needs its row in the audit log');
  });

  it('stays decided while it is found again, and opens when it gains a player', async () => {
    const [dismissed] = await listSignals(owner.ctx(), { state: 'dismissed' });
    if (dismissed === undefined) throw new Error('nothing is dismissed');
    await detectLater();
    expect(await signal(dismissed.id)).toMatchObject({ state: 'dismissed' });
    const joined = crowd.players.findLast((player) => !dismissed.players.includes(player)) ?? 0n;
    await tamper(
      database,
      `insert into wallet_transactions (player_id, transaction_type, channel, status, amount, upi_id, created_at, updated_at)
       select ${joined}, 'debit', 'upi', 'pending', 50000, upi_id, created_at, created_at from wallet_transactions
        where player_id = ${dismissed.players[0]} and upi_id is not null limit 1`,
    );
    await detectLater();
    const opened = await signal(dismissed.id);
    expect(opened).toMatchObject({ state: 'open', decided_by: null });
    expect(opened?.players).toContain(joined);
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PoolClient } from 'pg';
import { timelockDecrypt } from 'tlock-js';
import { rawQuery } from '../../db/client.ts';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { voidContest } from '../../server/domain/bets/voidContest.ts';
import type { Actor } from '../../server/domain/ground/verbs/context.ts';
import { betLeaf } from '../../server/domain/contests/betLeaf.ts';
import {
  activeContest,
  contestByGameId,
  contestCount,
  listContests,
  listContestsByOffset,
} from '../../server/domain/contests/contestQueries.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { appearanceOrder } from '../../server/domain/contests/draw.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { randomnessOf } from '../../server/platform/beacon/chain.ts';
import { words } from '../../server/domain/notifications/words.ts';
import { startContestClock } from '../../server/jobs/contestClock.ts';
import { leaveBroken } from '../support/auditedBooks.ts';
import { attemptSteps } from '../support/attemptSteps.ts';
import { bet, type Betting, openBetting } from '../support/betting.ts';
import { expectLockWait } from '../support/contestLocks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { setDatabaseClock } from '../support/databaseClock.ts';
import { balanceOf, ledgerFaults, nextContest, secretSeed } from '../support/rounds.ts';
import { tamper } from '../support/tamper.ts';
import { signatureOf, testChain, type TestBeacon } from '../support/testBeacon.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';
import { saltOf } from '../support/saltOf.ts';
import { TreeHash } from '../support/treeHash.ts';
import { timeOfRound } from '../support/timeOfRound.ts';

const hindi = { mode: 'play', language: 'hi' } as const;
const anonymous = { kind: 'anonymous' } as const;
let database: TestDatabase;
let games: Betting;
let beacon: TestBeacon;
let admin: Actor & { userId: bigint };
let contest: ContestView;
let players: bigint[];

beforeAll(async () => {
  database = await createTestDatabase();
  leaveBroken(database, 'every step of a contest has its one entry in the public log, which says what happened');
  games = await openBetting(database, { withBeacon: true });
  beacon = games.beacon as TestBeacon;
  admin = await givenActor(games, 'admin');
});
afterAll(async () => {
  await games.stop();
  await database.close();
});
beforeEach(async () => {
  beacon.behave('honest');
  await games.services.beacon?.probe(new AbortController().signal);
  contest = await nextContest(games, 'sapreOne');
  players = await givenPlayers(games, 2, { rupees: 100 });
});

const reread = async ({ gameId }: ContestView = contest) => {
  const found = await contestByGameId(games.as(anonymous), gameId);
  if (found === null) throw new Error(`${gameId} vanished`);
  return found;
};
const place = (player: bigint | undefined, paise: bigint, selection = 3) =>
  bet(games.player(player ?? 0n), { gameId: contest.gameId, selection, paise });
/** Waits until the contest has this state, letting the games and their relays answer meanwhile. */
const reaches = (state: ContestView['state'], of = contest) =>
  vi.waitFor(async () => expect((await reread(of)).state).toBe(state), { timeout: 10_000 });
/** As `reaches`, while retries come due. */
const reachesInTime = (state: ContestView['state']) =>
  vi.waitFor(
    async () => {
      games.clock.advance(100);
      expect((await reread()).state).toBe(state);
    },
    { timeout: 10_000, interval: 20 },
  );
/** The refunds of a void round follow in the background. */
const refunded = (player: bigint) =>
  vi.waitFor(async () => expect(await balanceOf(games, player)).toBe(10_000n), { timeout: 10_000 });
const end = async () => {
  await games.moveTo(contest.closesAt);
  await games.moveTo(contest.endsAt);
};

/** The contest's root by the reference implementation. */
async function referenceRoot(): Promise<Buffer> {
  const { rows } = await database.pool.query<{
    number: number;
    selection: number;
    amount: string;
    placed_at: Date;
    uid: string;
    salt_secret: Buffer;
  }>(
    `select b.number, b.selection, b.amount, b.placed_at, u.uid, s.salt_secret
       from bets b join users u on u.id = b.player_id join contest_secrets s on s.contest_id = b.contest_id
      where b.contest_id = $1 and not exists (select from bet_cancellations c where c.bet_id = b.id) order by b.number`,
    [contest.id],
  );
  const tree = new TreeHash();
  for (const row of rows) {
    tree.append(
      betLeaf({
        gameId: contest.gameId,
        number: row.number,
        selection: row.selection,
        amountPaise: BigInt(row.amount),
        receivedAt: row.placed_at.getTime(),
        salt: saltOf(row.salt_secret, row.number),
        uid: row.uid,
      }),
    );
  }
  return tree.root();
}

describe('a round under colour-pf/2', () => {
  test('publishes commitment, round of the beacon and timelocked seed at its opening, its root at the closing', async () => {
    const opened = await reread();
    expect(opened).toMatchObject({ drawVersion: 'colour-pf/2', betsRoot: null, seed: null, beaconRandomness: null });
    expect(timeOfRound(testChain, opened.beaconRound ?? 0)).toBe(contest.endsAt.getTime());
    expect(await openTimelock(opened)).toEqual(await secretSeed(games, contest));
    for (let count = 0; count < 5; count += 1) await place(players[count % 2], 1_000n + BigInt(count), count + 8);
    await games.moveTo(contest.closesAt);
    expect(await reread()).toMatchObject({ state: 'CLOSED', betsRoot: await referenceRoot(), seed: null });
  });

  test('is decided once the beacon has answered, by seed, root and randomness, and paid', async () => {
    await place(players[0], 1_000n);
    await end();
    await reaches('SETTLED');
    const round = contest.beaconRound ?? 0;
    const randomness = randomnessOf(Buffer.from(signatureOf(round), 'hex'));
    const { seed, betsRoot, ...decided } = await reread();
    if (seed === null || betsRoot === null) throw new Error('seed and root are public');
    const [number] = appearanceOrder(seed, 'sapreOne', contest.gameId, { betsRoot, beaconRound: round, randomness });
    expect(decided).toMatchObject({ winningNumber: number, beaconRandomness: randomness, decidedBy: 'DRAW' });
    expect(betsRoot).toEqual(await referenceRoot());
    expect(await ledgerFaults(games)).toEqual([]);
  });

  test('waits for a late beacon while the next round takes bets, at its place in the lists without a number', async () => {
    const decided = async () => {
      const [first] = await listContestsByOffset(games.as(anonymous), 'sapreOne', { offset: 0, limit: 1 });
      return first?.number;
    };
    const before = await decided();
    beacon.behave('failing');
    await end();
    const waiting = await reread();
    expect(waiting).toMatchObject({ state: 'CLOSED', winningNumber: null, seed: await secretSeed(games, contest) });
    const next = await activeContest(games.as(anonymous), 'sapreOne');
    expect(next).toMatchObject({ state: 'OPEN', startsAt: contest.endsAt, commitment: waiting.seed });
    const newest = async () => (await listContests(games.as(anonymous), 'sapreOne', { limit: 1 })).rows[0];
    expect(await newest()).toMatchObject({ number: contest.number, state: 'CLOSED', winningNumber: null });
    expect(await contestCount(games.as(anonymous), 'sapreOne')).toBe(contest.number);
    expect(await decided()).toBe(before);
    games.clock.advance(20_000);
    expect(games.games.overdue().sapreOne).toBe(0);
    beacon.behave('honest');
    await reachesInTime('SETTLED');
    expect(await newest()).toMatchObject({ number: contest.number, state: 'SETTLED' });
    expect(await decided()).toBe(contest.number);
  });

  test('leaves cancelled bets out of its root, and keeps an operator’s number', async () => {
    await place(players[0], 1_000n);
    const [one = 0n, two = 0n] = players;
    await place(two, 500n);
    const override = { gameId: contest.gameId, number: 3, reason: 'A test of the operator' };
    await overrideContest(games.as(admin), override);
    await games.services.db.execute(
      sql`select cancel_bets(${contest.id}, ${one}, ${new Date(games.clock.now()).toISOString()})`,
    );
    await end();
    await reaches('SETTLED');
    expect(await reread()).toMatchObject({ winningNumber: 3, decidedBy: 'OPERATOR', betsRoot: await referenceRoot() });
  });

  test('keeps its version where the beacon is out of reach later; the next one opens under colour-pf/1', async () => {
    beacon.behave('failing');
    await games.moveTo(contest.closesAt);
    await games.moveTo(Number(contest.endsAt) + 60_000);
    expect(await reread()).toMatchObject({ state: 'CLOSED', drawVersion: 'colour-pf/2' });
    games.clock.advance(60_000);
    const next = await nextContest(games, 'sapreOne');
    expect(next).toMatchObject({ drawVersion: 'colour-pf/1', beaconRound: null, timelock: null });
    await games.moveTo(next.closesAt);
    await games.moveTo(next.endsAt);
    expect(await reread(next)).toMatchObject({ state: 'SETTLED', betsRoot: null });
  });

  test('is fetched by one of several servers', async () => {
    const other = startContestClock(games.services, { chainLength: 100 });
    try {
      await end();
      await reachesInTime('SETTLED');
      await other.idle();
      const asked = beacon.asked.filter((round) => round === contest.beaconRound);
      expect(asked).toHaveLength(1);
      // The next one is taken over from a server that ended while it held the lease.
      contest = await nextContest(games, 'sapreOne');
      await rawQuery(games.services.db, sql`select lease_beacon_round(${contest.beaconRound}, interval '70 seconds')`);
      await end();
      expect((await reread()).state).toBe('CLOSED');
      await reachesInTime('SETTLED');
    } finally {
      await other.stop();
    }
  });
});

describe('a round that is void', () => {
  test('has no root where it was not published before the end, as after an outage', async () => {
    const [one = 0n] = players;
    await place(one, 1_000n);
    await games.moveTo(contest.endsAt);
    await reaches('VOID');
    const reason = 'The list of its bets was not published before its end.';
    expect(await reread()).toMatchObject({ voidCause: 'NO_BETS_ROOT', voidReason: reason, betsRoot: null });
    await refunded(one);
    expect(words('ROUND_VOID', { gameId: contest.gameId, amountPaise: '1000', reason }, hindi).body).toMatch('सूची');
  });

  test('gets no root either where its seed was not timelocked', async () => {
    await tamper(database, `update contests set timelock = null where id = ${contest.id}`);
    // As if the encryption had not ended.
    const { beacon: reached } = games.services;
    games.services.beacon = null;
    await end();
    await reaches('VOID');
    games.services.beacon = reached;
    expect(await reread()).toMatchObject({ voidCause: 'NO_BETS_ROOT', betsRoot: null });
  });

  test('may be made so by an operator, as ever', async () => {
    await voidContest(games.as(admin), { gameId: contest.gameId, reason: 'A test of the operator' });
    await end();
    expect(await reread()).toMatchObject({ state: 'VOID', voidCause: 'OPERATOR', betsRoot: null, wouldHaveBeen: null });
    expect((await reread()).seed).toEqual(await secretSeed(games, contest));
  });
});

describe('the database, whichever role writes', () => {
  const set = (values: string) => `update contests set ${values} where id = ${contest.id}`;
  const attempt = (at: number, ...statements: string[]) =>
    attemptSteps(database, ...statements.map((statement) => ({ at, statement }))).finally(() =>
      games.clock.set(games.clock.now()),
    );

  test('keeps what a round opened with, its timelock and its root', async () => {
    const now = games.clock.now();
    expect(await attempt(now, set('draw_version = 1, beacon_round = null'))).toMatch('never changes');
    expect(await attempt(now, set('beacon_round = beacon_round - 1'))).toMatch('never changes');
    expect(await attempt(now, set(`timelock = 'other'`))).toMatch('timelocked once');
    expect(await attempt(now, set(`bets_root = sha256('a')`))).toMatch('root');
    await games.moveTo(contest.closesAt);
    expect(await attempt(games.clock.now(), set(`bets_root = sha256('a')`))).toMatch('root');
    const later = `select set_config('session_replication_role', 'replica', true); ${set('bets_root = null')}; set local session_replication_role = origin`;
    const root = set(`bets_root = sha256('a')`);
    expect(await attempt(games.clock.now(), later, root)).toBe('accepted');
    expect(await attempt(Number(contest.endsAt), later, root)).toMatch('before the end');
  });

  test('fixes the root of a round once, which is closed, timelocked and not over, whatever others are', async () => {
    await place(players[0], 1_000n);
    await games.moveTo(contest.closesAt);
    const { betsRoot } = await reread();
    const at = games.clock.now();
    // What the call answers, and the root after it, for a round that is as `values` set it.
    const fixing = async (values: string, when = at, before = '') => {
      const client = await database.pool.connect();
      try {
        await client.query(`begin; set local session_replication_role = replica;
          update contests set bets_root = sha256('a') where draw_version = 2 and id <> ${contest.id};
          ${before}; ${set(values)}; set local session_replication_role = origin`);
        setDatabaseClock(database.address, when, 'still');
        const { rows } = await client.query<{ fixed: boolean }>(`select fix_bets_root(${contest.id}) as fixed`);
        const { rows: after } = await client.query<{ root: Buffer | null }>(
          `select bets_root as root from contests where id = ${contest.id}`,
        );
        return [rows[0]?.fixed, after[0]?.root];
      } finally {
        await client.query('rollback');
        client.release();
        games.clock.set(games.clock.now());
      }
    };
    expect(await fixing('bets_root = null')).toEqual([true, betsRoot]);
    expect(await fixing('bets_root = bets_root')).toEqual([false, betsRoot]);
    expect(await fixing('bets_root = null, timelock = null')).toEqual([false, null]);
    expect(await fixing(`bets_root = null, state = 'OPEN'`)).toEqual([false, null]);
    expect(await fixing('bets_root = null', Number(contest.endsAt))).toEqual([false, null]);
    const unnumbered = `update bets set number = null where contest_id = ${contest.id}`;
    expect(await fixing('bets_root = null', at, unnumbered)).toEqual([false, null]);
  });

  test.each([
    ['count_bets(id, 1000)', 'bet_count = null'],
    ['fix_bets_root(id)', 'bets_root = null'],
  ])('reads the bets of a closed round once, however many servers call %s', async (call, undone) => {
    await place(players[0], 1_000n);
    await games.moveTo(contest.closesAt);
    await tamper(database, set(undone));
    const [first, second] = await Promise.all([database.pool.connect(), database.pool.connect()]);
    // Of the whole session, as far as they are not reported yet.
    const scansOf = async (client: PoolClient) => {
      const { rows } = await client.query<{ scans: number }>(
        `select sum(seq_scan + idx_scan)::int as scans from pg_stat_xact_user_tables where relname like 'bets_%'`,
      );
      return rows[0]?.scans ?? Number.NaN;
    };
    const scansBy = async (client: PoolClient) => {
      const before = await scansOf(client);
      await client.query(`select ${call} from contests where id = ${contest.id}`);
      return (await scansOf(client)) - before;
    };
    try {
      await Promise.all([first, second].map((client) => client.query('begin')));
      expect(await scansBy(first)).toBeGreaterThan(0);
      const others = scansBy(second);
      await expectLockWait(database);
      await first.query('commit');
      expect(await others).toBe(0);
    } finally {
      await second.query('rollback');
      for (const client of [first, second]) client.release();
    }
  });

  test('opens a round only with the beacon’s round of its end', async () => {
    const open = (round: string) =>
      `insert into contests (game_type, game_id, number, slot, starts_at, closes_at, ends_at, account_id, randomize,
         profitability_level, payout_table_id, chain_id, chain_index, commitment, draw_version, beacon_round)
       select game_type, 'next', number + 1, slot + 1, starts_at, closes_at, ends_at, account_id + 1000000, randomize,
         profitability_level, payout_table_id, chain_id, chain_index + 1, seed, 2, ${round} from contests where id = ${contest.id}`;
    expect(await attempt(games.clock.now(), open('beacon_round - 1'))).toMatch('round of its end');
  });

  test('decides no round before its randomness is there, or with another number, whenever that comes', async () => {
    beacon.behave('silent');
    await end();
    const { beaconRound } = contest;
    const at = games.clock.now();
    const decide =
      set(`state = 'DECIDED', decided_by = 'DRAW', winning_number = number, seed = seed, decided_at = ends_at,
      settlement_parts = 1`).replace('= number', '= $n');
    const store = `select store_beacon_round(${beaconRound}, decode('${signatureOf(beaconRound ?? 0)}', 'hex'))`;
    const results = async (when: number, ...before: string[]) => {
      const all: string[] = [];
      for (let n = 0; n < 10; n += 1) all.push(await attempt(when, ...before, decide.replace('$n', String(n))));
      return all;
    };
    expect(new Set(await results(at))).toEqual(new Set([expect.stringMatching('round of its end')]));
    for (const when of [at, at + 8 * 86_400_000]) {
      const decided = await results(when, store);
      expect(decided.filter((result) => result === 'accepted')).toHaveLength(1);
      expect(decided.filter((result) => /not the one of the draw/.test(result))).toHaveLength(9);
    }
  });

  test('makes no closed round void for want of the beacon, however long that takes', async () => {
    beacon.behave('silent');
    await end();
    const at = games.clock.now();
    const voided = `select void_unfair_contest(${contest.id}, '${contest.endsAt.toISOString()}')`;
    for (const when of [at, at + 61_000, at + 8 * 86_400_000]) expect(await attempt(when, voided)).toMatch('void only');
    games.clock.set(at);
  });

  test('keeps a round of the beacon as it came, and takes none before its time', async () => {
    const round = (contest.beaconRound ?? 0) + 100;
    const store = (of: number) => `select store_beacon_round(${round}, decode('${signatureOf(of)}', 'hex'))`;
    const dueAt = timeOfRound(testChain, round);
    expect(await attempt(dueAt - 2_000, store(round))).toMatch('not before its time');
    const change = `update beacon_rounds set signature = decode('${signatureOf(1)}', 'hex'), randomness = sha256(decode('${signatureOf(1)}', 'hex')) where round = ${round}`;
    expect(await attempt(dueAt, store(round), change)).toMatch('never changes');
    expect(await attempt(dueAt, store(round), `delete from beacon_rounds where round = ${round}`)).toMatch(
      'insert-only',
    );
  });

  test('audits number and root', async () => {
    await place(players[0], 1_000n);
    await end();
    await reaches('SETTLED');
    const faults = async () =>
      (await auditBooks(games.as({ kind: 'system' }))).flatMap((check) =>
        check.faults.filter((fault) => fault.includes(contest.gameId)),
      );
    expect(await faults()).toEqual([]);
    const { winningNumber, betsRoot } = await reread();
    await tamper(database, set(`winning_number = ${((winningNumber ?? 0) + 1) % 10}`));
    expect(await faults()).toContainEqual(expect.stringMatching('its bets and the beacon give'));
    await tamper(database, set(`winning_number = ${winningNumber}, bets_root = sha256('a')`));
    expect(await faults()).toContainEqual(expect.stringMatching('another root'));
    await tamper(database, set(`bets_root = '\\x${betsRoot?.toString('hex')}'`));
  });
});

/** Opens a timelock with the signature of its round, by drand's implementation. */
async function openTimelock({ timelock, beaconRound }: ContestView): Promise<Buffer> {
  const quiet = vi.spyOn(console, 'log').mockReturnValue();
  const info = {
    public_key: testChain.publicKey,
    hash: testChain.hash,
    period: 3,
    genesis_time: 0,
    schemeID: 'bls-unchained-g1-rfc9380',
    groupHash: '',
    metadata: { beaconID: 'quicknet' },
  };
  const round = { round: beaconRound ?? 0, signature: signatureOf(beaconRound ?? 0), randomness: '' };
  const opened = timelockDecrypt(timelock ?? '', {
    chain: () => ({ baseUrl: '', info: () => Promise.resolve({ ...info, genesis_time: -3 * round.round }) }),
    get: () => Promise.resolve(round),
    latest: () => Promise.reject(new Error('not needed')),
    options: { disableBeaconVerification: true, noCache: true },
  });
  return opened.finally(() => quiet.mockRestore());
}

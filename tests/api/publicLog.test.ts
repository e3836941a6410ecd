import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { reportAuditHead } from '../../server/domain/accounts/mails/reportAuditHead.ts';
import { voidContest } from '../../server/domain/bets/voidContest.ts';
import type { Actor } from '../../server/domain/ground/verbs/context.ts';
import { rotateChains } from '../../server/domain/contests/chains.ts';
import { contestByGameId } from '../../server/domain/contests/contestQueries.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { mergeLog } from '../../server/domain/publicLog/mergeLog.ts';
import { purgeCheckpoints } from '../../server/domain/publicLog/purgeCheckpoints.ts';
import { logVerifiers } from '../../server/domain/publicLog/logVerifiers.ts';
import { latestCheckpoint, readTile } from '../../server/domain/publicLog/readLog.ts';
import { setProfitabilityLevel, setRandomize } from '../../server/domain/settings/changeSettings.ts';
import { isSignedBy, parseCheckpoint, parseNote } from '../../server/platform/tlog/note.ts';
import { TileTree } from '../../server/platform/tlog/proofs.ts';
import { bet, type Betting, openBetting } from '../support/betting.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { currentContest, nextContest } from '../support/rounds.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';

const system = { kind: 'system' } as const;
const anonymous = { kind: 'anonymous' } as const;
let database: TestDatabase;
let games: Betting;
let admin: Actor & { userId: bigint };

beforeAll(async () => {
  database = await createTestDatabase();
  games = await openBetting(database, { withBeacon: true });
  // What there is was made by a release without a log.
  await database.pool.query('delete from log_pending');
  await database.pool.query('select begin_log($1)', [games.services.logSigner.name]);
  admin = await givenActor(games, 'admin');
});
afterAll(async () => {
  await games.stop();
  await database.close();
});

type Entry = Record<string, unknown> & { type: string };
const merge = () => mergeLog(games.as(system));
const rows = async () => {
  const result = await database.pool.query<{ index: bigint; entry: string }>(
    'select index, entry from log_entries order by index',
  );
  return result.rows;
};
const entries = async () => (await rows()).map(({ entry }) => JSON.parse(entry) as Entry);
const entriesOf = async (gameId: string) => (await entries()).filter((entry) => entry['gameId'] === gameId);
const lastEntry = async () => (await entries()).at(-1);
/** What a query returns in a transaction that is rolled back. */
const inPassing = async (query: string): Promise<unknown[]> => {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    return (await client.query<Record<string, unknown>>(query)).rows;
  } finally {
    await client.query('rollback');
    client.release();
  }
};
const makeEntries = (count: number) =>
  database.pool.query(
    `select append_log_entry(null, '{"v":1,"type":"test","n":' || n || '}') from generate_series(1, $1) n`,
    [count],
  );

const entryCount = async () => {
  const { rows: found } = await database.pool.query<{ count: number }>('select count(*)::int from log_entries');
  return found[0]?.count ?? 0;
};
const treeAt = (size: number) =>
  new TileTree(size, async (name) => (await readTile(games.as(anonymous), name)) ?? Buffer.of());

/** RFC 6962's definition (section 2.1) over the stored entries. */
const sha256 = (...parts: Uint8Array[]) => parts.reduce((h, part) => h.update(part), createHash('sha256')).digest();
function definedRoot(list: readonly Uint8Array[]): Buffer {
  if (list.length <= 1) return list[0] ? sha256(Buffer.of(0), list[0]) : sha256();
  let k = 1;
  while (k * 2 < list.length) k *= 2;
  return sha256(Buffer.of(1), definedRoot(list.slice(0, k)), definedRoot(list.slice(k)));
}

describe('the public log', () => {
  test('begins with its name, the table of payouts and the chains that were there before', async () => {
    expect(await inPassing('select size from merge_log(1)')).toEqual([{ size: 1n }]);
    await merge();
    const [first, ...others] = await entries();
    expect(first).toEqual({ v: 1, type: 'log', origin: 'rangoli.example/log' });
    const kinds = others.map(({ type }) => type);
    expect(kinds.filter((type) => type === 'payoutTable')).toHaveLength(1);
    expect(kinds.filter((type) => type === 'chain')).toHaveLength(3);
    expect(await database.pool.query('select begin_log($1) as origin', ['other.example/log'])).toMatchObject({
      rows: [{ origin: 'rangoli.example/log' }],
    });
    expect(await merge()).toBeNull();
    expect(await inPassing('select size from merge_log(1024)')).toEqual([]);
  });

  test('has the hashes of the verifiers of each release once, however many servers offer them', async () => {
    const release = (byte: number) => ({ html: Buffer.alloc(32, byte), python: Buffer.alloc(32, byte + 1) });
    const offer = (byte: number) => logVerifiers(games.as(system), release(byte));
    await Promise.all([offer(1), offer(1), offer(1)]);
    await offer(3);
    await offer(1);
    await merge();
    const logged = (await entries()).filter(({ type }) => type === 'verifiers');
    expect(logged).toEqual(
      [1, 3].map((byte) => ({
        v: 1,
        type: 'verifiers',
        html: release(byte).html.toString('hex'),
        python: release(byte).python.toString('hex'),
        offeredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      })),
    );
    await expect(logVerifiers(games.as(anonymous), release(5))).rejects.toThrow('Please log in');
    await expect(database.pool.query('delete from verifier_releases')).rejects.toThrow();
  });

  test('has each step of a round, in its order, with what becomes public by it', async () => {
    const contest = await nextContest(games, 'sapreOne');
    const [player = 0n] = await givenPlayers(games, 1, { rupees: 100 });
    await bet(games.player(player), { gameId: contest.gameId, selection: 7, paise: 1_050n });
    await bet(games.player(player), { gameId: contest.gameId, selection: 4, paise: 1_000n });
    await games.moveTo(contest.closesAt);
    await games.moveTo(contest.endsAt);
    const reread = () => contestByGameId(games.as(anonymous), contest.gameId);
    await vi.waitFor(async () => expect((await reread())?.state).toBe('SETTLED'), { timeout: 10_000 });
    await merge();
    const decided = await reread();
    if (!decided) throw new Error('the contest vanished');
    const hex = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString('hex');
    const { rows: tables } = await database.pool.query<{ id: string }>('select id from payout_tables');
    const gameId = contest.gameId;
    expect(await entriesOf(gameId)).toEqual([
      {
        v: 1,
        type: 'opened',
        gameId,
        number: contest.number,
        startsAt: contest.startsAt.toISOString(),
        evaluationTime: contest.closesAt.toISOString(),
        endsAt: contest.endsAt.toISOString(),
        drawVersion: 'colour-pf/2',
        chainId: decided.chainId,
        chainIndex: contest.chainIndex,
        commitment: hex(contest.commitment),
        beaconRound: contest.beaconRound,
        randomize: true,
        profitabilityLevel: 0,
        ruleVersion: 2,
        payoutTable: Number(tables[0]?.id),
        witnesses: null,
        waitsForBeacon: true,
      },
      { v: 1, type: 'timelock', gameId, timelock: decided.timelock },
      { v: 1, type: 'betsRoot', gameId, betsRoot: hex(decided.betsRoot) },
      { v: 1, type: 'seed', gameId, seed: hex(decided.seed) },
      expect.objectContaining({
        v: 1,
        type: 'decided',
        decidedBy: 'DRAW',
        winningNumber: decided.winningNumber,
        seed: hex(decided.seed),
        betsRoot: hex(decided.betsRoot),
        beaconRound: contest.beaconRound,
        bets: 2,
        stakes: '20.50',
        payoutsByNumber: ['0.00', '0.00', '0.00', '0.00', '96.00', '0.00', '0.00', '100.80', '0.00', '0.00'],
        reason: null,
        checkpoints: null,
      }),
      expect.objectContaining({
        v: 1,
        type: 'settled',
        stakes: '20.50',
        payouts: { 4: '96.00', 7: '100.80' }[decided.winningNumber ?? -1] ?? '0.00',
      }),
    ]);
  });

  test('has an operator’s number only once it is public, with the reason, and a void round’s seed', async () => {
    const overridden = await nextContest(games, 'sapreOne');
    const reason = 'The promised number of the festival';
    const before = { number: 4, reason: 'The promised number of last year' };
    await overrideContest(games.as(admin), { gameId: overridden.gameId, ...before });
    await overrideContest(games.as(admin), { gameId: overridden.gameId, number: 3, reason });
    const other = await currentContest(games, 'sapreThree');
    await overrideContest(games.as(admin), { gameId: other.gameId, number: 1, reason: 'The number of another round' });
    await merge();
    expect(JSON.stringify(await entriesOf(overridden.gameId))).not.toContain('festival');
    await games.moveTo(overridden.closesAt);
    await games.services.beacon?.probe(new AbortController().signal);
    const ended = await nextContest(games, 'sapreOne');
    await voidContest(games.as(admin), { gameId: ended.gameId, reason: 'The draw server was restarted' });
    await games.moveTo(ended.endsAt);
    await vi.waitFor(async () => {
      await merge();
      expect(await entriesOf(overridden.gameId)).toContainEqual(
        expect.objectContaining({ type: 'decided', decidedBy: 'OPERATOR', winningNumber: 3, reason }),
      );
      expect((await entriesOf(ended.gameId)).map(({ type }) => type).toSorted()).toEqual(
        ['opened', 'timelock', 'void', 'refunded', 'seed'].toSorted(),
      );
    });
    expect((await entriesOf(ended.gameId)).map(({ v }) => v)).toEqual([1, 1, 1, 1, 1]);
    expect(await entriesOf(ended.gameId)).toContainEqual(
      expect.objectContaining({ type: 'void', byOperator: true, reason: 'The draw server was restarted' }),
    );
  });

  test('has changes of settings, new chains and heads of the audit log', async () => {
    await setRandomize(games.as(admin), { randomize: false });
    await merge();
    expect(await lastEntry()).toEqual({
      v: 1,
      type: 'settings',
      randomizeBefore: true,
      profitabilityLevelBefore: 0,
      randomize: false,
      profitabilityLevel: 0,
      changedAt: new Date(games.clock.now()).toISOString(),
    });
    await setProfitabilityLevel(games.as(admin), { value: 4, reason: 'A quiet week of tests' });
    await merge();
    expect(await lastEntry()).toMatchObject({ type: 'settings', profitabilityLevelBefore: 0, profitabilityLevel: 4 });
    await setRandomize(games.as(admin), { randomize: true });

    const owner = { ...games.as(system), db: games.owner };
    const [begun] = await rotateChains(owner, () => 50);
    await merge();
    expect(await entries()).toContainEqual({
      v: 1,
      type: 'chain',
      chainId: begun?.chainId,
      gameType: 'sapreHalf',
      length: 50,
      anchor: begun?.anchor.toString('hex'),
      createdAt: begun?.createdAt.toISOString(),
    });
    expect((await entries()).filter(({ type }) => type === 'chainRetired')).toHaveLength(3);

    const head = await reportAuditHead(games.as(system), 'oncePerHour');
    await reportAuditHead(games.as(system), 'oncePerHour');
    await merge();
    expect((await entries()).filter(({ type }) => type === 'auditHead')).toEqual([
      { v: 1, type: 'auditHead', id: Number(head.id), hash: head.hash.toString('hex') },
    ]);
  });

  test('keeps the entries of transactions that commit late, and leaves no gap for aborted ones', async () => {
    await merge();
    const before = await rows();
    const [late, aborted] = [await database.pool.connect(), await database.pool.connect()];
    await late.query(`begin; select append_log_entry(null, '{"late":1}')`);
    await aborted.query(`begin; select append_log_entry(null, '{"aborted":1}')`);
    await database.pool.query(`select append_log_entry(null, '{"early":1}')`);
    expect(await merge()).toBe(before.length + 1);
    await aborted.query('rollback');
    await late.query('commit');
    late.release();
    aborted.release();
    expect(await merge()).toBe(before.length + 2);
    expect((await rows()).slice(before.length)).toEqual([
      { index: BigInt(before.length), entry: '{"early":1}' },
      { index: BigInt(before.length + 1), entry: '{"late":1}' },
    ]);
  });

  test('is merged by one server at a time, and by another one when that one dies in the middle', async () => {
    await makeEntries(3);
    const dying = await database.pool.connect();
    await dying.query('begin; select merge_log(1024)');
    expect(await merge()).toBeNull();
    const before = await rows();
    // The connection breaks, which rolls back.
    dying.release(true);
    await vi.waitFor(async () => expect(await merge()).toBe(before.length + 3));
    expect(await entries()).toHaveLength(before.length + 3);
  });

  test('has nothing to sign while its newest checkpoint states its size, whatever older ones do', async () => {
    for (const count of [1, 2]) {
      await makeEntries(count);
      await merge();
    }
    expect(await inPassing('select size from merge_log(1024)')).toEqual([]);
  });

  test('signs each state, whose root is the one that RFC 6962 defines, through full tiles and partial ones', async () => {
    const begun = (await rows()).length;
    for (const more of [250 - begun, 5, 1, 1, 300]) {
      await makeEntries(more);
      while ((await merge()) !== null);
      const latest = await latestCheckpoint(games.as(anonymous));
      if (!latest) throw new Error('there is no checkpoint');
      const note = parseNote(latest.note);
      expect(note && isSignedBy(note, games.services.logSigner)).toBe(true);
      const leaves = (await rows()).map(({ entry }) => Buffer.from(entry));
      expect(latest).toMatchObject({ size: leaves.length, root: definedRoot(leaves) });
      expect(parseCheckpoint(note?.text ?? '')).toEqual({
        origin: 'rangoli.example/log',
        size: leaves.length,
        root: latest.root,
      });
      expect(await treeAt(latest.size).root()).toEqual(latest.root);
    }
    const leaves = (await rows()).map(({ entry }) => Buffer.from(entry));
    for (const size of [0, 1, 255, 256, 257, 512, 540]) {
      const { rows: found } = await database.pool.query<{ root: Buffer }>('select log_root($1) as root', [size]);
      expect(found[0]?.root).toEqual(definedRoot(leaves.slice(0, size)));
    }
  });

  test('is merged by reading each entry twice, also on statistics of a nearly empty table', async () => {
    const count = 2_000;
    await makeEntries(count);
    while ((await merge()) !== null);
    // As many pages as before, with one row.
    await makeEntries(1);
    await database.pool.query('vacuum (analyze) log_pending');
    await makeEntries(count - 1);
    const client = await database.pool.connect();
    const readSoFar = async () => {
      const { rows: tables } = await client.query<{ tuples: number }>(
        "select (seq_tup_read + idx_tup_fetch)::int as tuples from pg_stat_xact_user_tables where relname = 'log_pending'",
      );
      return tables[0]?.tuples ?? 0;
    };
    await client.query('begin');
    const before = await readSoFar();
    await client.query('select merge_log($1)', [count]);
    const tuples = (await readSoFar()) - before;
    await client.query('commit');
    client.release();
    // To find the last one and to delete each; a plan that joins the table with itself reads each 1,000 times.
    expect(tuples).toBeGreaterThan(count);
    expect(tuples).toBeLessThan(3 * count);
  });

  test('has tiles of a third level once there are 65,536 entries, and not before', async () => {
    for (const size of [65_300, 65_600]) {
      await makeEntries(size - (await entryCount()));
      await database.pool.query('select merge_log($1)', [size]);
      const leaves = (await rows()).map(({ entry }) => Buffer.from(entry));
      expect(leaves).toHaveLength(size);
      const { rows: found } = await database.pool.query<{ root: Buffer }>('select log_root($1) as root', [size]);
      expect(found[0]?.root).toEqual(definedRoot(leaves));
      expect(await treeAt(size).root()).toEqual(found[0]?.root);
      const { rows: levels } = await database.pool.query(
        'select level, min(index)::int as first, count(*)::int as tiles from log_subtrees group by level order by level',
      );
      expect(levels).toEqual([
        { level: 1, first: 0, tiles: Math.floor(size / 256) },
        ...(size < 65_536 ? [] : [{ level: 2, first: 0, tiles: 1 }]),
      ]);
    }
    await makeEntries(1);
    expect(await merge()).toBe(65_601);
  });
});

describe('the database', () => {
  const refusal = (statement: string, as: 'owner' | 'application' = 'owner') =>
    (as === 'owner' ? database : database.app).pool.query(statement).then(
      () => 'accepted',
      (error: Error) => error.message,
    );

  test('keeps entries as they are', async () => {
    for (const table of ['log_entries', 'log_subtrees', 'public_logs']) {
      expect(await refusal(`delete from ${table}`)).toBe(`${table} is insert-only: delete refused`);
      expect(await refusal(`truncate ${table}`)).toBe(`${table} is insert-only: truncate refused`);
    }
    expect(await refusal(`update log_entries set entry = '{}'`)).toBe('log_entries is insert-only: update refused');
    expect(await refusal(`update log_pending set entry = '{}'`)).toBe('log_pending is insert-only: update refused');
    for (const statement of [
      `insert into log_entries (index, entry, hash) values (99999, '{}', sha256(''))`,
      `insert into log_pending (entry) values ('{}')`,
      'delete from log_pending',
      `select append_log_entry(null, '{}')`,
    ]) {
      expect(await refusal(statement, 'application')).toMatch(/^permission denied/);
    }
  });

  test('publishes only checkpoints of the log’s own tree, and keeps them for a day, the last one for good', async () => {
    await makeEntries(1);
    await merge();
    const refused = 'a checkpoint states the tree of the public log';
    const insert = (size: string, root: string, note: string) =>
      refusal(`begin; select append_log_entry(null, '{"v":1}'); select merge_log(1024);
               select store_log_checkpoint(${size}, ${root}, ${note}); rollback`);
    const size = '(select max(index) + 1 from log_entries)';
    const root = `log_root(${size})`;
    const note = `'rangoli.example/log' || E'\\n' || ${size} || E'\\n' || encode(${root}, 'base64') || E'\\n\\n— a b\\n'`;
    expect(await insert(size, root, note)).toBe('accepted');
    expect(await insert(`${size} - 1`, root, note)).toBe(refused);
    expect(await insert(`${size} + 1`, root, note)).toBe(refused);
    expect(await insert(size, `sha256('')`, note)).toBe(refused);
    expect(await insert(size, root, `replace(${note}, 'rangoli', 'other')`)).toBe(refused);
    expect(await insert(size, root, `replace(${note}, E'\\n\\n', E'\\n')`)).toBe(refused);
    await database.pool.query('rollback');
    const latest = 'select max(size) from log_checkpoints';
    expect(
      await refusal(
        `insert into log_checkpoints select size, root, note, created_at from log_checkpoints where size = (${latest})`,
      ),
    ).toBe(refused);

    const kept = 'a checkpoint stays for a day, the last one for good';
    expect(await refusal(`update log_checkpoints set note = note || 'x'`)).toBe(kept);
    expect(await refusal('truncate log_checkpoints cascade')).toBe('log_checkpoints is insert-only: truncate refused');
    const older = `delete from log_checkpoints where size < (${latest})`;
    expect(await refusal(older, 'application')).toBe(kept);
    games.clock.advance(86_400_001);
    expect(await refusal(`delete from log_checkpoints where size = (${latest})`, 'application')).toBe(kept);
    const sizes = async () => (await database.pool.query('select size from log_checkpoints')).rowCount;
    expect(await purgeCheckpoints(games.as(system))).toBe(0);
    games.clock.advance(86_400_000);
    const stored = (await sizes()) ?? 0;
    expect(stored).toBeGreaterThan(5);
    expect(await purgeCheckpoints(games.as(system))).toBe(stored - 1);
    expect(await sizes()).toBe(1);
  });
});

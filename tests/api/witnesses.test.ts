import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { rawQuery } from '../../db/client.ts';
import { sql } from 'drizzle-orm';
import { contestByGameId } from '../../server/domain/contests/contestQueries.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { latestCheckpoint, publishedCheckpoint } from '../../server/domain/publicLog/readLog.ts';
import { startLogMerger } from '../../server/jobs/logMerger.ts';
import { type LogWitnesses, startLogWitnesses } from '../../server/jobs/logWitnesses.ts';
import type { Job } from '../../server/jobs/job.ts';
import { cosignedAt, parseCheckpoint, parseNote } from '../../server/platform/tlog/note.ts';
import { bet, type Betting, openBetting } from '../support/betting.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { nextContest, secretSeed } from '../support/rounds.ts';
import { signatureOf, type TestBeacon } from '../support/testBeacon.ts';
import { startTestWitness, type TestWitness } from '../support/testWitness.ts';
import { givenPlayers } from '../support/world/bulk.ts';

const anonymous = { kind: 'anonymous' } as const;
let database: TestDatabase;
let games: Betting;
let witnesses: [TestWitness, TestWitness, TestWitness];
let jobs: [Job, LogWitnesses];
let beacon: TestBeacon;

beforeAll(async () => {
  database = await createTestDatabase();
  games = await openBetting(database, { withBeacon: true });
  const { services, clock } = games;
  beacon = games.beacon as TestBeacon;
  await database.pool.query('select begin_log($1)', [services.logSigner.name]);
  const start = (number: number) => startTestWitness(number, services.logSigner, clock);
  witnesses = [await start(1), await start(2), await start(3)];
  services.witnesses = witnesses;
  const asking = startLogWitnesses(services);
  jobs = [startLogMerger(services, asking.wake), asking];
});
afterAll(async () => {
  await Promise.all(jobs.map((job) => job.stop()));
  await games.stop();
  await Promise.all(witnesses.map((witness) => witness.stop()));
  await database.close();
});
beforeEach(async () => {
  for (const witness of witnesses) witness.behaviour = 'honest';
  await inTime(async () => {
    const sizeNow = await sizeOf();
    expect((await health()).map(({ size, fault }) => ({ size, fault }))).toEqual(
      witnesses.map(() => ({ size: BigInt(sizeNow), fault: null })),
    );
  });
  await games.services.beacon?.probe(new AbortController().signal);
});

const health = () =>
  rawQuery<{ vkey: string; size: bigint; fault: string | null; failures: number }>(
    games.owner,
    sql`select vkey, size, fault, failures from log_witnesses order by vkey`,
  );
const append = () => games.owner.execute(sql`select append_log_entry(null, '{"v":1,"type":"test"}')`);
const sizeOf = async () => (await latestCheckpoint(games.as(anonymous)))?.size ?? 0;
const reread = async ({ gameId }: ContestView) => {
  const found = await contestByGameId(games.as(anonymous), gameId);
  if (found === null) throw new Error(`${gameId} vanished`);
  return found;
};
/** The games and their beacon go on meanwhile. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000 });
/** Time passes in small steps until it holds: questions end, retries come due. */
const inTime = (check: () => Promise<void>) =>
  vi.waitFor(
    async () => {
      games.clock.advance(100);
      await check();
    },
    { timeout: 20_000, interval: 20 },
  );
/** How many of the witnesses have confirmed a checkpoint with the root of the contest's bets. */
async function confirmations({ id }: ContestView): Promise<number> {
  const [row] = await rawQuery<{ count: bigint }>(
    games.owner,
    sql`select count(*) from contests c, confirmations_of_root(c) where c.id = ${id}`,
  );
  return Number(row?.count);
}

/** Whether the contest would count if these were its witnesses. */
async function isWitnessedBy({ id }: ContestView, by: readonly TestWitness[]): Promise<boolean | undefined> {
  const vkeys = sql.param(by.map(({ verifier }) => verifier.vkey).toSorted());
  const [set] = await rawQuery<{ id: bigint }>(games.owner, sql`select witness_set_id(${vkeys}::text[], now()) as id`);
  const [row] = await rawQuery<{ isWitnessed: boolean }>(
    games.owner,
    sql`select is_witnessed(jsonb_populate_record(c, jsonb_build_object('witness_set_id', ${set?.id}::bigint))) as "isWitnessed"
          from contests c where c.id = ${id}`,
  );
  return row?.isWitnessed;
}

/** Plays a round with a bet through to its closing, its root merged. */
async function closedContest(): Promise<ContestView> {
  const contest = await nextContest(games, 'sapreOne');
  const [player = 0n] = await givenPlayers(games, 1, { rupees: 100 });
  await bet(games.player(player), { gameId: contest.gameId, selection: 3, paise: 1_000n });
  await games.moveTo(contest.closesAt);
  expect(await reread(contest)).toMatchObject({ state: 'CLOSED' });
  return contest;
}
const entryOf = async (gameId: string, type: string) => {
  const rows = await rawQuery<{ entry: string }>(
    games.owner,
    sql`select entry from log_entries union all select entry from log_pending`,
  );
  return rows
    .map(({ entry }) => JSON.parse(entry) as Record<string, unknown>)
    .find((entry) => entry['gameId'] === gameId && entry['type'] === type);
};

describe('the log with witnesses', () => {
  test('publishes their signatures with its checkpoint', async () => {
    await append();
    await inTime(async () => {
      const note = parseNote((await publishedCheckpoint(games.as(anonymous))) ?? '');
      expect(note?.signatures.map(({ name }) => name).toSorted()).toEqual([
        'rangoli.example/log',
        ...witnesses.map(({ verifier }) => verifier.name),
      ]);
    });
  });

  test.each([
    ['silent', 'SILENT'],
    ['lying', 'WRONG_SIGNATURE'],
    ['impostor', 'WRONG_SIGNATURE'],
    ['failing', 'REFUSED'],
    ['endless', 'SILENT'],
  ] as const)('shows the health of a %s witness, and asks it again', async (behaviour, fault) => {
    const [third, all] = [witnesses[2], await sizeOf()];
    third.behaviour = behaviour;
    await append();
    const stored = async () => (await health()).find(({ vkey }) => vkey === third.verifier.vkey);
    await inTime(async () => expect(await stored()).toMatchObject({ fault }));
    third.behaviour = 'honest';
    await inTime(async () => expect(await stored()).toMatchObject({ fault: null, failures: 0 }));
    expect(third.last.size).toBeGreaterThan(all);
  });

  test('finds a witness that is elsewhere, and tells one that confirmed another tree', async () => {
    const [first, second] = witnesses;
    first.last = { size: 0, root: Buffer.alloc(32) };
    second.last = { size: second.last.size, root: Buffer.alloc(32, 9) };
    await append();
    await inTime(async () => {
      const faults = Object.fromEntries((await health()).map(({ vkey, fault }) => [vkey, fault]));
      expect(faults[second.verifier.vkey]).toBe('OTHER_TREE');
      expect(faults[first.verifier.vkey]).toBeNull();
      expect(first.last.size).toBe(await sizeOf());
    });
    second.last = { size: 1_000_000, root: Buffer.alloc(32, 9) };
    await inTime(async () => {
      const row = (await health()).find(({ vkey }) => vkey === second.verifier.vkey);
      expect(row).toMatchObject({ fault: 'OTHER_TREE' });
      expect(row?.failures).toBeGreaterThan(1);
    });
    second.last = { size: 0, root: Buffer.alloc(32) };
  });
});

describe('a round with witnesses', () => {
  test('is decided with a majority’s confirmations of its root, which the log holds', async () => {
    const contest = await closedContest();
    await inTime(async () => expect(await confirmations(contest)).toBe(3));
    await games.moveTo(contest.endsAt);
    await soon(async () => expect((await reread(contest)).state).toBe('SETTLED'));
    const opened = await entryOf(contest.gameId, 'opened');
    const set = await entryOf(undefined as never, 'witnesses');
    expect(set).toMatchObject({ v: 1, id: opened?.['witnesses'], needed: 2 });
    expect(set?.['vkeys']).toEqual(witnesses.map(({ verifier }) => verifier.vkey).toSorted());
    const decided = await entryOf(contest.gameId, 'decided');
    const notes = ((decided?.['checkpoints'] ?? []) as string[]).map((note) => parseNote(note));
    const times = witnesses.map(({ verifier }) =>
      notes.flatMap((note) => (note && cosignedAt(note.text, note.signatures, verifier)) ?? []),
    );
    for (const [first = Infinity] of times) expect(first * 1000).toBeLessThan(contest.endsAt.getTime());
    const rootIndex = await rawQuery<{ index: bigint }>(
      games.owner,
      sql`select index from log_entries where contest_id = ${contest.id} and entry like '%"betsRoot"%' order by index limit 1`,
    );
    for (const note of notes)
      expect(parseCheckpoint(note?.text ?? '')?.size).toBeGreaterThan(Number(rootIndex[0]?.index));
  });

  test.each(['silent', 'lying'] as const)('is decided though one of three is %s', async (behaviour) => {
    witnesses[2].behaviour = behaviour;
    const contest = await closedContest();
    await inTime(async () => expect(await confirmations(contest)).toBe(2));
    await games.moveTo(contest.endsAt);
    await soon(async () => expect((await reread(contest)).state).toBe('SETTLED'));
  });

  test('is void when one is silent and one lies: a minority’s confirmation does not do', async () => {
    const [, second, third] = witnesses;
    second.behaviour = 'silent';
    third.behaviour = 'lying';
    const contest = await closedContest();
    await inTime(async () => expect(await confirmations(contest)).toBe(1));
    await games.moveTo(contest.endsAt);
    await soon(async () => expect(await reread(contest)).toMatchObject({ state: 'VOID', voidCause: 'NO_WITNESSES' }));
    // Confirmations that come afterwards change nothing.
    second.behaviour = 'honest';
    third.behaviour = 'honest';
    await inTime(async () => expect((await health()).every(({ fault }) => fault === null)).toBe(true));
    expect(await confirmations(contest)).toBe(1);
    expect((await reread(contest)).voidReason).toBe(
      'The list of its bets was not confirmed by a majority of the witnesses before its end.',
    );
  });

  test('counts no confirmation that bears the time of its end, or that came then', async () => {
    const [first, second, third] = witnesses;
    second.behaviour = 'failing';
    third.behaviour = 'failing';
    const contest = await closedContest();
    await inTime(async () => expect(await confirmations(contest)).toBe(1));
    const size = await sizeOf();
    const store = (witness: TestWitness, signedAt: Date, more = 0) =>
      games.services.db.execute(
        sql`select store_cosignature(${size - more}, ${witness.verifier.vkey}, ${signedAt.toISOString()}, 'line')`,
      );
    await store(second, contest.endsAt);
    expect(await confirmations(contest)).toBe(1);
    // One by another key, and one of a checkpoint without the root.
    await store({ ...first, verifier: games.services.logSigner }, contest.closesAt);
    const [before] = await rawQuery<{ size: bigint }>(
      games.owner,
      sql`select max(size) as size from log_checkpoints where size <= (
            select index from log_entries where contest_id = ${contest.id} and entry like '{"v":1,"type":"betsRoot"%')`,
    );
    await store(second, contest.closesAt, size - Number(before?.size));
    expect(await confirmations(contest)).toBe(1);
    // Half of two is no majority, one of one is.
    expect(await isWitnessedBy(contest, [first, second])).toBe(false);
    expect(await isWitnessedBy(contest, [first])).toBe(true);
    await games.moveTo(contest.endsAt);
    await store(third, contest.closesAt);
    expect(await confirmations(contest)).toBe(1);
    await soon(async () => expect((await reread(contest)).state).toBe('VOID'));
  });

  test('is neither decided without them nor made void with them, whoever writes it', async () => {
    const [, second, third] = witnesses;
    const error = (statement: ReturnType<typeof sql>) =>
      games.owner.execute(statement).then(
        () => 'accepted',
        ({ cause }: { cause: Error }) => cause.message,
      );
    const witnessed = await closedContest();
    await inTime(async () => expect(await confirmations(witnessed)).toBe(3));
    beacon.behave('failing');
    await games.moveTo(witnessed.endsAt);
    expect(await error(sql`select void_unfair_contest(${witnessed.id}, ${witnessed.endsAt.toISOString()})`)).toBe(
      'a closed contest is void only without the root of its bets or its witnesses, or by owners after a week without the beacon',
    );
    beacon.behave('honest');
    await inTime(async () => expect((await reread(witnessed)).state).toBe('SETTLED'));

    await games.services.beacon?.probe(new AbortController().signal);
    second.behaviour = 'failing';
    third.behaviour = 'failing';
    const contest = await closedContest();
    await inTime(async () => expect(await confirmations(contest)).toBe(1));
    expect(await error(sql`update contests set witness_set_id = null where id = ${contest.id}`)).toBe(
      'what a contest opened with never changes',
    );
    const voided = sql`update contests set state = 'VOID', voided_at = now(), decided_at = now(), void_reason = 'too early for it',
                              seed = ${await secretSeed(games, contest)} where id = ${contest.id}`;
    expect(await error(voided)).toMatch(/^a closed contest is void only without/);
    await games.games.stop();
    games.clock.set(Number(contest.endsAt));
    const signature = Buffer.from(signatureOf(contest.beaconRound ?? 0), 'hex');
    await games.owner.execute(sql`select store_beacon_round(${contest.beaconRound}, ${signature})`);
    expect(await error(sql`select refuse_wrong_winner(c) from contests c where id = ${contest.id}`)).toMatch(
      /is decided once a majority of its witnesses has confirmed the root of its bets before its end$/,
    );
  });
});

test.each([
  [1, 1],
  [2, 2],
  [3, 2],
  [4, 3],
  [5, 3],
  [6, 4],
])('of a set of %s witnesses, %s are a majority', async (count, needed) => {
  const vkeys = Array.from({ length: count }, (_, at) => `witness${at}.of${count}.example`);
  const [set] = await rawQuery<{ id: bigint }>(
    games.owner,
    sql`select witness_set_id(${sql.param(vkeys)}::text[], now()) as id`,
  );
  const rows = await rawQuery<{ entry: string }>(
    games.owner,
    sql`select entry from log_entries union all select entry from log_pending`,
  );
  const entries = rows.map(({ entry }) => JSON.parse(entry) as Record<string, unknown>);
  expect(entries.filter(({ type, id }) => type === 'witnesses' && id === Number(set?.id))).toEqual([
    expect.objectContaining({ v: 1, vkeys, needed }),
  ]);
});

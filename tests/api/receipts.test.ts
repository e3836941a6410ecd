import { randomUUID } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { rawQuery } from '../../db/client.ts';
import { openReceiptKey } from '../../server/composition/receiptKey.ts';
import type { PlacedBet } from '../../server/domain/bets/placeBet.ts';
import { slotAt } from '../../server/domain/contests/gameTypes.ts';
import { receiptOf } from '../../server/domain/bets/receiptOf.ts';
import { openBets } from '../../server/domain/transparency/betLines.ts';
import { contestByGameId } from '../../server/domain/contests/contestQueries.ts';
import { checkReceipt } from '../../web/features/evidence/checkReceipt.ts';
import { BetsTree } from '../../web/lib/verify/betsTree.ts';
import { betOf } from '../../web/lib/verify/publicRound.ts';
import type { Actor } from '../../server/domain/ground/verbs/context.ts';
import { listReceiptKeys } from '../../server/domain/contests/receiptKeys.ts';
import type { Receipt } from '../../server/domain/ground/rounds/receiptIssuer.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { betLeaf } from '../../server/domain/contests/betLeaf.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { leaveBroken } from '../support/auditedBooks.ts';
import { attemptSteps } from '../support/attemptSteps.ts';
import { bet, type Betting, openBatcher, openBetting } from '../support/betting.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { testReceiptKey } from '../support/domain.ts';
import { nextContest } from '../support/rounds.ts';
import { tamper } from '../support/tamper.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';
import { type BetReceipt, decodeReceipt, readLeaf, receiptFault } from '../../web/lib/betReceipt.ts';
import { saltOf } from '../support/saltOf.ts';

let database: TestDatabase;
let games: Betting;
let admin: Actor & { userId: bigint };
let contest: ContestView;
let players: bigint[];

beforeAll(async () => {
  database = await createTestDatabase({ max: 20 });
  leaveBroken(
    database,
    'every bet has its one stake, from its player to its contest',
    'every void contest gave back all its stakes and pays nothing',
  );
  games = await openBetting(database, { withBeacon: true });
  admin = await givenActor(games, 'admin');
});
afterAll(async () => {
  await games.stop();
  await database.close();
});
beforeEach(async () => {
  await nextRound();
  players = await givenPlayers(games, 4, { rupees: 100 });
});

/** Moves to the next round that opens while the beacon is reachable, if there is one. */
async function nextRound(): Promise<void> {
  const { beacon } = games.services;
  for (let tries = 0; tries < 3; tries += 1) {
    games.clock.set(slotAt('sapreOne', games.clock.now()).endsAt - 1);
    await beacon?.probe(new AbortController().signal);
    contest = await nextContest(games, 'sapreOne');
    if (beacon === null || contest.drawVersion === 'colour-pf/2') return;
  }
}
const place = (player: bigint | undefined, paise = 100n, key?: string) =>
  bet(games.player(player ?? 0n), { gameId: contest.gameId, selection: 3, paise, ...(key ? { key } : {}) });
const numbersOf = async (of = contest) =>
  (
    await rawQuery<{ number: number | null }>(
      games.services.db,
      sql`select number from bets where contest_id = ${of.id} order by number`,
    )
  ).map(({ number }) => number);
const rootStored = () =>
  rawQuery<{ root: Buffer | null; computed: Buffer }>(
    games.services.db,
    sql`select bets_root as root, bets_root_of(id) as computed from contests where id = ${contest.id}`,
  );

describe('the number of a bet in its round', () => {
  test('counts from 1 in each round of version 2, and stands in the first and in a repeated answer', async () => {
    const key = randomUUID();
    expect((await place(players[0], 100n, key)).bet.number).toBe(1);
    expect((await place(players[1])).bet.number).toBe(2);
    expect(await place(players[0], 100n, key)).toMatchObject({ replayed: true, bet: { number: 1 } });
    await games.moveTo(contest.closesAt);
    await nextRound();
    expect((await place(players[2])).bet.number).toBe(1);
  });

  test('is never given twice nor left out by batches of four servers at once', async () => {
    const crowd = await givenPlayers(games, 50, { rupees: 100 });
    const others = [1, 2, 3].map(() => openBatcher(games));
    const servers = [games.batcher, ...others];
    try {
      const placed = await Promise.all(
        servers.flatMap((bets) =>
          Array.from({ length: 150 }, (_, n) =>
            bet(
              { ...games.player(crowd[n % crowd.length] ?? 0n), bets },
              { gameId: contest.gameId, selection: n % 13, paise: 100n },
            ),
          ),
        ),
      );
      const answered = placed.map(({ bet: { number } }) => number ?? 0).toSorted((a, b) => a - b);
      expect(answered).toEqual(Array.from({ length: 600 }, (_, n) => n + 1));
      expect(await numbersOf()).toEqual(answered);
    } finally {
      await Promise.all(others.map((server) => server.stop()));
    }
  });

  test('stays that of each bet where others are cancelled', async () => {
    for (const player of players) await place(player);
    await overrideContest(games.as(admin), { gameId: contest.gameId, number: 3, reason: 'A test of the operator' });
    await games.services.db.execute(
      sql`select cancel_bets(${contest.id}, ${players[1]}, ${new Date(games.clock.now()).toISOString()})`,
    );
    const leaves = await rawQuery<{ number: number }>(
      games.owner,
      sql`select number from bet_leaves(${contest.id}, 0, 0, null)`,
    );
    expect(leaves.map(({ number }) => number)).toEqual([1, 3, 4]);
    await games.moveTo(contest.closesAt);
    const [{ root, computed } = { root: null, computed: Buffer.alloc(0) }] = await rootStored();
    expect(root).toEqual(computed);
  });

  test('is null under version 1', async () => {
    const { beacon } = games.services;
    games.services.beacon = null;
    await nextRound();
    games.services.beacon = beacon;
    expect(contest.drawVersion).toBe('colour-pf/1');
    expect((await place(players[0])).bet.number).toBeNull();
    expect(await attempt(insert(1))).toMatch('number under version 2');
    expect(await attempt(insert(null))).toBe('accepted');
  });

  const insert = (number: number | null) =>
    `insert into bets (contest_id, player_id, selection, amount, balance_after, placed_at, number)
     select ${contest.id}, ${players[0]}, 1, 100, 0, starts_at, ${number} from contests where id = ${contest.id}`;
  const attempt = (...statements: string[]) =>
    attemptSteps(database, ...statements.map((statement) => ({ at: games.clock.now(), statement })));

  test('is demanded by the database, once, from 1, whichever role writes', async () => {
    await place(players[0]);
    expect(await attempt(insert(null))).toMatch('number under version 2');
    expect(await attempt(insert(1))).toMatch(/bets_\d+_contest_id_number_unique/);
    expect(await attempt(insert(0))).toMatch('bets_number_positive');
    expect(await attempt(insert(2))).toBe('accepted');
  });

  test('lacking at one bet, as in a round of the upgrade, leaves the round without a root', async () => {
    await place(players[0]);
    await tamper(database, insert(null));
    await games.moveTo(contest.closesAt);
    expect((await rootStored())[0]?.root).toBeNull();
  });
});

describe('a receipt', () => {
  /** Until then the bet placed last is in a batch that takes more. */
  const endOfTick = () => new Promise((resolve) => setImmediate(resolve));
  /** As of a bet that is read: those asked for together share a signature, whichever statements placed them. */
  const receipt = async ({ bet: placed }: PlacedBet): Promise<Receipt> => {
    const issued = await receiptOf(games.player(placed.playerId), { ...placed, gathered: undefined });
    if (issued === null) throw new Error('no receipt');
    expect(decodeReceipt(issued.encoded())).toEqual(issued.fields());
    // JSON leaves it as it is.
    expect(JSON.stringify(issued.encoded())).toBe(`"${issued.encoded()}"`);
    return issued.fields();
  };
  const verify = (signature: Uint8Array, message: Uint8Array, key: Uint8Array) =>
    ed25519.verify(signature, message, key);
  const fault = (of: BetReceipt, keys = [testReceiptKey.vkey]) => receiptFault(of, keys, verify);

  test('carries the leaf of its bet, and a path to a batch that one signature covers', async () => {
    const placed = await Promise.all(players.map((player, at) => place(player, 100n + BigInt(at))));
    await endOfTick();
    const receipts = await Promise.all(placed.map(receipt));
    expect(new Set(receipts.map(({ note }) => note)).size).toBe(1);
    expect(receipts.map((one) => one.place)).toEqual([0, 1, 2, 3]);
    const [{ secret } = { secret: Buffer.alloc(0) }] = await rawQuery<{ secret: Buffer }>(
      games.services.db,
      sql`select salt_secret as secret from contest_secrets where contest_id = ${contest.id}`,
    );
    for (const [at, { leaf, salt, uid, note }] of receipts.entries()) {
      const { number, selection, amount: amountPaise, placedAt } = placed[at]?.bet ?? {};
      const own = { gameId: contest.gameId, number, selection, amountPaise, receivedAt: Number(placedAt), uid };
      const expected = betLeaf({ ...own, salt: saltOf(secret, number ?? 0) } as Parameters<typeof betLeaf>[0]);
      expect(leaf).toBe(expected.toString('base64'));
      expect(salt).toBe(saltOf(secret, number ?? 0).toString('base64'));
      expect(readLeaf(leaf)).toEqual({
        gameId: contest.gameId,
        number,
        selection,
        paise: Number(amountPaise),
        receivedAt: Number(placedAt),
      });
      expect(note.split('\n').slice(0, 3)).toEqual(['colour-receipts/1', testReceiptKey.name, '4']);
      expect(await fault(receipts[at] as Receipt)).toBeNull();
    }
  });

  test('is found false when any of its fields was changed, or another key signed it', async () => {
    const placed = await Promise.all(players.map((player) => place(player)));
    await endOfTick();
    const [one, other] = (await Promise.all(placed.map(receipt))) as [Receipt, Receipt];
    const flipped = (base64: string) => {
      const bytes = Buffer.from(base64, 'base64');
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      return bytes.toString('base64');
    };
    const changes: [Partial<Receipt>, string][] = [
      [{ gameId: other.gameId.replace(/.$/, 'x') }, 'LEAF'],
      [{ number: other.number }, 'LEAF'],
      [{ uid: other.uid }, 'LEAF'],
      [{ salt: other.salt }, 'LEAF'],
      [{ leaf: flipped(one.leaf) }, 'LEAF'],
      [{ leaf: '' }, 'LEAF'],
      [{ leaf: other.leaf, number: other.number, uid: other.uid, salt: other.salt }, 'PATH'],
      [{ place: other.place }, 'PATH'],
      [{ place: -1 }, 'PATH'],
      [{ path: other.path }, 'PATH'],
      [{ path: one.path.slice(1) }, 'PATH'],
      [{ note: one.note.replace('colour-receipts/1', 'colour-receipts/2') }, 'PATH'],
      [{ note: one.note.replace('\n4\n', '\n5\n') }, 'PATH'],
      [{ note: one.note.replace(contest.gameId, 'sapreOne-202611200001') }, 'PATH'],
      [{ note: one.note.replace(/T(?=\d\d:)/, ' ') }, 'SIGNATURE'],
      [{ note: one.note.replace(/— .*/, '') }, 'SIGNATURE'],
    ];
    for (const [change, expected] of changes)
      expect([change, await fault({ ...one, ...change })]).toEqual([change, expected]);
    const keyOf = (key: string) => [testReceiptKey.vkey.replace(/[^+]*$/, key)];
    expect(await fault(one, keyOf(Buffer.alloc(33, 1).toString('base64')))).toBe('SIGNATURE');
    expect(await fault(one, [])).toBe('SIGNATURE');
  });

  test('shows after the round whether the bet is under its root', async () => {
    const placed = await Promise.all(players.map((player) => place(player)));
    const [one] = (await Promise.all(placed.map(receipt))) as [Receipt];
    await games.moveTo(contest.closesAt);
    await games.moveTo(contest.endsAt);
    const anonymous = games.as({ kind: 'anonymous' });
    await vi.waitFor(async () => expect((await contestByGameId(anonymous, contest.gameId))?.state).toBe('SETTLED'), {
      timeout: 10_000,
    });
    const betsRoot = (await contestByGameId(anonymous, contest.gameId))?.betsRoot?.toString('hex') ?? null;
    let text = '';
    for await (const chunk of (await openBets(anonymous, `${contest.gameId}.jsonl`)).lines) text += chunk;
    const bets = text
      .split('\n')
      .filter(Boolean)
      .map((line) => betOf(JSON.parse(line)));
    const round = { betsRoot, evidence: { bets }, cancelled: [] };
    const state = (change: object = {}, of: BetReceipt = one) =>
      checkReceipt(of, { ...round, ...change }, [testReceiptKey.vkey], verify);
    expect(await state()).toBe('right');
    const dropped = bets.filter(({ bet: number }) => number !== one.number);
    const rootOf = (list: typeof bets) => {
      const tree = new BetsTree(contest.gameId);
      for (const listed of list) tree.append(listed);
      return Buffer.from(tree.root()).toString('hex');
    };
    // A server that drops or alters the bet publishes a root that fits.
    expect(await state({ evidence: { bets: dropped }, betsRoot: rootOf(dropped) })).toBe('wrong');
    for (const change of [{ paise: 99 }, { selection: 4 }, { receivedAt: 5 }, { player: '00'.repeat(32) }]) {
      const altered = bets.map((listed) => (listed.bet === one.number ? { ...listed, ...change } : listed));
      expect(await state({ evidence: { bets: altered }, betsRoot: rootOf(altered) })).toBe('wrong');
    }
    expect(await state({ evidence: { bets: dropped } })).toBe('wrong');
    expect(await state({}, { ...one, note: one.note.replace(/— .*/, '') })).toBe('wrong');
    expect(await state({ cancelled: [one.number] })).toBe('over');
    expect(await state({ betsRoot: null, evidence: { bets: [] } })).toBe('over');
  });

  test('is given at once for a bet that was just placed, where nothing has to be read', async () => {
    const warm = await place(players[0]);
    await receiptOf(games.player(warm.bet.playerId), warm.bet);
    const { bet: placed } = await place(players[0]);
    expect(receiptOf(games.player(placed.playerId), placed)).not.toBeInstanceOf(Promise);
  });

  test('shares a signature with those of one tick and with no later ones, in batches of at most 1,024', async () => {
    const { receipts } = games.services;
    const { bet: placed } = await place(players[0]);
    const numbered = { ...placed, number: placed.number ?? 0 };
    await endOfTick();
    const many = await Promise.all(Array.from({ length: 1_030 }, () => receipts.issue(numbered)));
    const sizes = many.map((one) => Number(one.fields().note.split('\n')[2]));
    expect([sizes[0], sizes[1_023], sizes[1_024], sizes[1_029]]).toEqual([1_024, 1_024, 6, 6]);
    const [gathered, later] = [receipts.gather(numbered), receipts.gather(numbered)];
    const first = await gathered.receipt();
    expect(first.fields().note).toMatch('\n2\n');
    expect((await later.receipt()).fields()).toMatchObject({ place: 1, note: first.fields().note });
    // The batch is closed by the first that is asked for, and by the end of the tick.
    expect((await receipts.gather(numbered).receipt()).fields().note).toMatch('\n1\n');
    const [before] = [receipts.gather(numbered)];
    await endOfTick();
    receipts.gather(numbered);
    expect((await before?.receipt())?.fields().note).toMatch('\n1\n');
  });

  test('shares a signature with the bets of its statement, although their callers go on one after the other', async () => {
    const many = await givenPlayers(games, 200, { rupees: 10 });
    const receipts = await Promise.all(
      many.map(async (player) => {
        const { bet: placed } = await place(player);
        // What a call costs before it asks for its receipt.
        for (const until = performance.now() + 0.5; performance.now() < until;);
        return receiptOf(games.player(player), placed);
      }),
    );
    const signatures = new Set(receipts.map((one) => one?.fields().note));
    expect(signatures.size).toBeLessThan(50);
  });

  test('is issued again with the same leaf, for a repeated key and for a bet that is read', async () => {
    const key = randomUUID();
    const first = await receipt(await place(players[0], 100n, key));
    const again = await receipt(await place(players[0], 100n, key));
    expect(again).toMatchObject({ leaf: first.leaf, salt: first.salt });
    expect(await fault(again)).toBeNull();
  });

  test('is for the player of the bet only, not under version 1, and not of a cancelled bet', async () => {
    const { bet: placed } = await place(players[0]);
    expect(await receiptOf(games.player(players[1] ?? 0n), placed)).toBeNull();
    expect(await receiptOf(games.player(players[0] ?? 0n), { ...placed, cancelled: true })).toBeNull();
    expect(await receiptOf(games.player(players[0] ?? 0n), { ...placed, number: null })).toBeNull();
    expect(() => receiptOf(games.as(admin), placed)).toThrow('You are not allowed to do this.');
  });

  test('is signed by one key of all servers, which stays published when another takes over', async () => {
    const { db, keyring } = games.services;
    const open = (publicUrl: string) => openReceiptKey(db, keyring, publicUrl, new Date(games.clock.now()));
    const [first, second] = await Promise.all([open('https://play.example'), open('https://play.example')]);
    expect(second.vkey).toBe(first.vkey);
    expect((await open('https://moved.example')).name).toBe('play.example/receipts');
    await games.owner.execute(sql`delete from server_secrets where name = 'receipt_signing'`);
    games.clock.advance(1_000);
    const next = await open('https://play.example');
    const anonymous = games.as({ kind: 'anonymous' });
    expect((await listReceiptKeys(anonymous)).map(({ vkey }) => vkey)).toEqual([next.vkey, first.vkey]);
    await expect(games.owner.execute(sql`delete from receipt_keys`)).rejects.toMatchObject({
      cause: { message: expect.stringMatching('insert-only') as string },
    });
  });
});

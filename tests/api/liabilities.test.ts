import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { listLiabilities, makeLiabilities, ownLiability } from '../../server/domain/wallet/liabilities.ts';
import { isCounted, type LiabilityProof } from '../../web/lib/liabilityProof.ts';
import { leaveBroken } from '../support/auditedBooks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { tamper } from '../support/tamper.ts';
import { givenPlayers } from '../support/world/bulk.ts';

const DAY = 86_400_000;
const system = { kind: 'system' } as const;
let database: TestDatabase;
let domain: TestDomain;
let players: bigint[];
/** The answer of a day without players. */
let withoutPlayers: unknown;

const make = () => makeLiabilities(domain.as(system));
const days = () => listLiabilities(domain.as({ kind: 'anonymous' }));
const rupees = (paise: bigint) => `${paise / 100n}.${String(paise % 100n).padStart(2, '0')}`;
/** As GraphQL sends it. */
async function proofOf(player: bigint): Promise<LiabilityProof> {
  const proof = await ownLiability(domain.as({ kind: 'player', userId: player, sessionId: 1n }));
  if (proof === null) throw new Error('no proof');
  const { day, salt, amount, path, ...rest } = proof;
  return {
    ...rest,
    day: { ...day, total: rupees(day.total), root: day.root.toString('hex') },
    salt: salt.toString('hex'),
    amount: rupees(amount),
    path: path.map(({ total, hash }) => ({ total: rupees(total), hash: hash.toString('hex') })),
  };
}
const faults = async () =>
  (await auditBooks(domain.as(system))).flatMap((check) => check.faults.filter((fault) => fault.startsWith('the ')));

const attempt = async (day: string, last = 0n) => {
  const made = `select make_liabilities('${day}', ${last}, '${new Date(domain.clock.now()).toISOString()}') as made`;
  return (await database.pool.query<{ made: boolean }>(made)).rows[0]?.made;
};
/** Moves paise of a player from available to held. */
const hold = (player: bigint | undefined, paise: number) =>
  domain.owner.execute(sql`
    insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
    select a.id, h.id, ${paise}::bigint, 'contest_result', -1000 - ${paise}::bigint, now()
      from ledger_accounts a join ledger_accounts h on h.player_id = a.player_id and h.kind = 'player_held'
     where a.player_id = ${player ?? 0n} and a.kind = 'player_available'`);

beforeAll(async () => {
  database = await createTestDatabase();
  leaveBroken(database, 'every published total of balances is the ledger’s');
  domain = openDomain(database);
  withoutPlayers = await attempt('2026-11-18');
  players = await givenPlayers(domain, 7, { rupees: 10 });
  players.push(...(await givenPlayers(domain, 4, { rupees: 2_500 })));
});
afterAll(() => database.close());

describe('the total of balances', () => {
  test('is made once a day, by one of several servers, and stands in the public log', async () => {
    await Promise.all([make(), make(), make()]);
    await make();
    expect(await days()).toMatchObject([{ day: '2026-11-19', players: 11, total: 1_007_000n }]);
    const { rows } = await database.pool.query<{ entry: string }>(
      `select entry from log_pending where entry like '%liabilities%' union all select entry from log_entries where entry like '%liabilities%'`,
    );
    expect(rows.map(({ entry }) => JSON.parse(entry) as object)).toMatchObject([
      { v: 1, type: 'liabilities', day: '2026-11-19', players: 11, total: '10070.00' },
    ]);
    expect(await faults()).toEqual([]);
  });

  test('counts each player’s balance, which the browser verifies', async () => {
    for (const player of players) {
      const proof = await proofOf(player);
      expect(proof.amount).toBe(players.indexOf(player) < 7 ? '10.00' : '2500.00');
      expect(await isCounted(proof)).toBe(true);
    }
  });

  test('is not shown by a proof of which anything was changed', async () => {
    const proof = await proofOf(players[0] ?? 0n);
    const [first] = proof.path;
    if (!first) throw new Error('no path');
    const changed: Partial<LiabilityProof>[] = [
      { amount: '10.01' },
      { uid: '99999999' },
      { salt: '00'.repeat(16) },
      { place: (proof.place + 1) % 11 },
      { place: 11 },
      { path: proof.path.slice(1) },
      { path: [...proof.path, first] },
      { path: proof.path.with(0, { ...first, total: '0.00' }) },
      { path: proof.path.with(0, { ...first, hash: proof.day.root }) },
      { day: { ...proof.day, total: '10069.99' } },
      { day: { ...proof.day, day: '2026-11-18' } },
      { day: { ...proof.day, root: '00'.repeat(32) } },
    ];
    for (const change of changed) expect([change, await isCounted({ ...proof, ...change })]).toEqual([change, false]);
    await expect(isCounted({ ...proof, path: [{ ...first, total: '-5.00' }] })).rejects.toThrow('not an amount');
  });

  test('has other salts each day, so that leaves of two days have nothing in common', async () => {
    const before = await proofOf(players[0] ?? 0n);
    domain.clock.advance(DAY);
    await make();
    const after = await proofOf(players[0] ?? 0n);
    expect(after.day.day).toBe('2026-11-20');
    expect(after.salt).not.toBe(before.salt);
    const { rows } = await database.pool.query(
      `select hash from liability_nodes where level = 0 group by hash having count(*) > 1`,
    );
    expect(rows).toEqual([]);
  });

  test('counts the balance as it was after its last transfer', async () => {
    domain.clock.advance(DAY);
    const [first = 0n, second = 0n] = players;
    await hold(first, 100);
    const [row] = (await database.pool.query<{ last: string }>('select max(id) as last from transfers')).rows;
    const [late] = await givenPlayers(domain, 1, { rupees: 50 });
    for (const paise of [200, 300]) await hold(second, paise);
    expect(await attempt('2026-11-21', BigInt(row?.last ?? 0))).toBe(true);
    expect((await proofOf(late ?? 0n)).amount).toBe('0.00');
    // What is held counts too.
    for (const player of [first, second]) expect((await proofOf(player)).amount).toBe('10.00');
    expect((await days())[0]).toMatchObject({ players: 12, total: 1_007_000n });
    expect(await faults()).toEqual([]);
  });

  test('is no day’s before one that is published, and keeps the proofs of a week', async () => {
    const proven = async () => {
      const { rows } = await database.pool.query<{ day: string }>(
        `select distinct day::text from liability_nodes order by 1`,
      );
      return rows.map(({ day }) => day);
    };
    expect(withoutPlayers).toBe(false);
    expect(await attempt('2026-11-20')).toBe(false);
    domain.clock.advance(8 * DAY);
    await make();
    expect(await proven()).toEqual(['2026-11-29']);
    domain.clock.advance(7 * DAY);
    await make();
    expect(await proven()).toEqual(['2026-11-29', '2026-12-06']);
    const made = ['2026-12-06', '2026-11-29', '2026-11-21', '2026-11-20', '2026-11-19'];
    expect((await days()).map(({ day }) => day)).toEqual(made);
  });

  test('is audited: against the ledger, and each node of its tree', async () => {
    expect(await faults()).toEqual([]);
    for (const [change, back, found] of [
      ['liability_days set total = total + 1', 'liability_days set total = total - 1', 'the transfers up to'],
      [`liability_days set root = sha256('a') where day = '2026-11-29'`, '', 'another root'],
      ['liability_nodes set total = total + 1 where level = 1 and place = 0', '', 'does not add up'],
      [`liability_nodes set hash = sha256('a') where level = 2 and place = 0`, '', 'does not add up'],
    ]) {
      await tamper(database, `update ${change}`);
      expect(await faults()).toContainEqual(expect.stringContaining(found ?? ''));
      if (back) await tamper(database, `update ${back}`);
    }
  });

  test('is kept by the database', async () => {
    for (const statement of [
      'update liability_days set total = 0',
      'delete from liability_days',
      'update liability_nodes set total = 0',
    ])
      await expect(database.pool.query(statement), statement).rejects.toThrow('insert-only');
  });

  test('waits for transfers under way, but not once it is stopped', async () => {
    domain.clock.advance(DAY);
    const published = await days();
    const underWay = await database.pool.connect();
    try {
      await underWay.query('begin; select pg_current_xact_id()');
      await makeLiabilities(domain.as(system), () => true);
      expect(await days()).toEqual(published);
    } finally {
      await underWay.query('rollback');
      underWay.release();
    }
    await make();
    expect(await days()).toHaveLength(published.length + 1);
  });
});

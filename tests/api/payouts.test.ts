import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payoutTable } from '../../server/domain/contests/payouts.ts';
import { attemptSteps } from '../support/attemptSteps.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectedPayout } from '../support/expectedPayout.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

interface Case {
  paise: bigint;
  selection: number;
  number: number;
}

/** Results of the database's function for each case under the current table, in one query. */
async function payouts(cases: readonly Case[]): Promise<bigint[]> {
  const { rows } = await database.app.pool.query<{ payout: bigint }>(
    `select payout(paise, $1, selection, number) as payout
       from unnest($2::bigint[], $3::int[], $4::int[]) with ordinality c(paise, selection, number, place) order by place`,
    [
      [...payoutTable],
      cases.map(({ paise }) => paise),
      cases.map(({ selection }) => selection),
      cases.map(({ number }) => number),
    ],
  );
  return rows.map(({ payout }) => payout);
}

const anyCase = fc.record({
  paise: fc.oneof(fc.bigInt({ min: 1n, max: 200n }), fc.bigInt({ min: 1n, max: 90_000_000_000_000n })),
  selection: fc.integer({ min: 0, max: 12 }),
  number: fc.integer({ min: 0, max: 9 }),
});
const every = Array.from({ length: 13 }, (_, selection) =>
  Array.from({ length: 10 }, (_, number) => ({ selection, number })),
).flat();

describe('what a bet returns', () => {
  it('follows the rules of the game, floored to the paisa, for every selection and number', async () => {
    const cases = [
      ...every.flatMap((pair) => [1n, 2n, 3n, 99n, 100n, 1_001n].map((paise) => ({ ...pair, paise }))),
      ...fc.sample(anyCase, { numRuns: 5_000, seed: 20_261_122 }),
    ];
    expect(await payouts(cases)).toEqual(
      cases.map(({ selection, paise, number }) => expectedPayout(selection, paise, number)),
    );
  });

  it('is 96 % of the stake over the ten numbers, less at most a paisa for each', async () => {
    const paise = fc.sample(fc.bigInt({ min: 1n, max: 1_000_000n }), { numRuns: 100, seed: 5 });
    const paid = await payouts(paise.flatMap((amount) => every.map((pair) => ({ ...pair, paise: amount }))));
    const faults = paise.flatMap((amount, at) =>
      Array.from({ length: 13 }, (_, selection) => {
        const row = paid.slice(at * 130 + selection * 10, at * 130 + selection * 10 + 10);
        return (amount * 96n) / 10n - row.reduce((sum, one) => sum + one, 0n);
      }).filter((lost) => lost < 0n || lost > 9n),
    );
    expect(faults).toEqual([]);
  });

  it('refuses an amount whose payout no account could hold', async () => {
    const most = 2n ** 63n - 1n;
    const largest = { selection: 3, number: 3, paise: most / 96_000n };
    expect(await payouts([largest])).toEqual([((most / 96_000n) * 96n) / 10n]);
    await expect(payouts([{ ...largest, paise: most / 96_000n + 1n }])).rejects.toThrow('bigint out of range');
  });

  it('is computed in place of a call, so that counting and paying cost no call per bet', async () => {
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
      `explain (verbose, costs off)
       select payout(b.amount, p.basis_points, b.selection, c.winning_number)
         from bets b join contests c on c.id = b.contest_id join payout_tables p on p.id = c.payout_table_id`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('/ 10000');
    expect(plan).not.toContain('payout(');
  });
});

describe('a payout table', () => {
  const NONE = Array<number>(130).fill(0);
  /** Basis points of a selection (0 to 12) when each number from 0 to 9 wins. */
  const row = (selection: number, points: readonly number[]) => NONE.toSpliced(selection * 10, 10, ...points);
  const store = (table: readonly (number | null)[]) =>
    attemptSteps(database, {
      statement: `select payout_table_id('{${table.map((points) => points ?? 'null').join(',')}}', now())`,
    });
  const REFUSED = 'a payout table returns at most the stakes on average';

  it('has 13 rows of 10, none negative or missing', async () => {
    expect(await store(NONE)).toBe('accepted');
    expect(await store([...NONE, 0])).toBe(REFUSED);
    expect(await store(NONE.slice(1))).toBe(REFUSED);
    expect(await store([null, ...NONE.slice(1)])).toBe(REFUSED);
    expect(await store(NONE.with(64, -1))).toBe(REFUSED);
  });

  it.each(Array.from({ length: 13 }, (_, selection) => selection))(
    'returns at most the stakes on average, whatever is staked: selection %d',
    async (selection) => {
      const even = Array<number>(10).fill(10_000);
      expect(await store(row(selection, even))).toBe('accepted');
      for (const number of [0, 9]) expect(await store(row(selection, even.with(number, 10_001)))).toBe(REFUSED);
    },
  );
});

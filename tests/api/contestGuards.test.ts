import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { setProfitabilityLevel, setRandomize } from '../../server/domain/settings/changeSettings.ts';
import { attemptSteps, type Step } from '../support/attemptSteps.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { nextContest, placeBets, type RunningGames, runGames, secretSeed } from '../support/rounds.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';

/**
 * The rules of a contest's life that the database enforces for every role, each by itself and at its exact bound:
 * statements of the database's owner bypass the domain. A contest is taken through its states within one transaction,
 * which is rolled back.
 */
let database: TestDatabase;
let games: RunningGames;
/** Open, without a bet; decided by the draw. */
let drawn: ContestView;
/** Open, with ₹1 on 6; decided by the profit rule at level 0. */
let ruled: ContestView;
const seeds = new Map<bigint, string>();

beforeAll(async () => {
  database = await createTestDatabase();
  games = await runGames(database);
  const admin = games.as(await givenActor(games, 'admin'));
  const [player = 0n] = await givenPlayers(games, 1, { rupees: 10 });
  await setRandomize(admin, { randomize: false });
  await setProfitabilityLevel(admin, { value: 0, reason: 'set by a test' });
  ruled = await nextContest(games, 'sapreThree');
  await placeBets(games, [{ playerId: player, contestId: ruled.id, selection: 6, paise: 100n }]);
  await setRandomize(admin, { randomize: true });
  drawn = await nextContest(games, 'sapreHalf');
  for (const contest of [ruled, drawn])
    seeds.set(contest.id, `'\\x${(await secretSeed(games, contest)).toString('hex')}'`);
  await games.games.stop();
});
afterAll(() => database.close());

const attempt = (...steps: Step[]) => attemptSteps(database, ...steps);

const change = (set: string, { id } = drawn) => `update contests set ${set} where id = ${id}`;
const instant = (date: Date, ms = 0) => `'${new Date(Number(date) + ms).toISOString()}'`;
const closesAt = (ms = 0, contest = drawn) => Number(contest.closesAt) + ms;
const endsAt = (ms = 0, contest = drawn) => Number(contest.endsAt) + ms;

const OVERRIDE_TERMS = (at: string, number: number | null = 4) =>
  `override_number = ${number}, overridden_at = ${at}, overridden_by = (select min(id) from users where user_type = 'admin')`;
const CLOSING = `state = 'CLOSED', closed_at = closes_at`;
const COUNTS = `selection_stakes = array_fill(0::bigint, array[13]), outcome_payouts = array_fill(0::bigint, array[10]), bet_count = 0, part_bounds = '{}'`;
const closed = (contest = drawn): Step => ({ at: closesAt(0, contest), statement: change(CLOSING, contest) });
const counted = (contest = drawn): Step => ({ statement: `select count_bets(${contest.id}, 1000)` });
const overridden = (): Step => ({
  at: closesAt(-10_000),
  statement: change(OVERRIDE_TERMS(instant(drawn.closesAt, -10_000))),
});

interface Outcome {
  by?: string;
  number?: string;
  parts?: string;
  decidedAt?: string;
}

/** The decision of a contest; right for the draw, unless changed. */
function decision({ by, number, parts, decidedAt }: Outcome = {}, contest = drawn): string {
  const seed = seeds.get(contest.id);
  const first = `(appearance_order(${seed}, game_type::text, game_id, null))[1]`;
  return change(
    `state = 'DECIDED', decided_by = '${by ?? 'DRAW'}', winning_number = ${number ?? first}, seed = ${seed},
     settlement_parts = ${parts ?? '1'}, decided_at = ${decidedAt ?? 'ends_at'}`,
    contest,
  );
}

const decided = (): Step => ({ at: endsAt(), statement: decision() });
const paid = (): Step => ({ statement: `select settle_parts(${drawn.id}, 0, 0, ${instant(drawn.endsAt)})` });
const SETTLEMENT = `state = 'SETTLED', total_stakes = 0, total_payouts = 0, settled_at = ends_at`;

const UNCHANGED = 'what a contest opened with never changes';
const OVERRIDE = 'an override comes while betting is open, and leaves 5 s to cancel';
const CLOSE = 'a contest closes once, at its evaluation time';
const COUNT = 'bets are counted once, when betting has closed';
const DECIDE = 'a contest is decided at its end, by who was said to decide it';
const OUTCOME = 'an outcome never changes';
const TOTALS = 'totals come with the settlement and stay';

it('a contest goes from open to closed, decided and settled', async () => {
  const settlement = { statement: change(SETTLEMENT) };
  expect(await attempt(closed(), counted(), decided(), paid(), settlement)).toBe('accepted');
  for (const state of ['DECIDED', 'SETTLED'])
    expect(await attempt({ statement: change(`state = '${state}'`) })).toBe(`a contest cannot go OPEN -> ${state}`);
  const back = { statement: change(`state = 'OPEN'`) };
  expect(await attempt(closed(), back)).toBe('a contest cannot go CLOSED -> OPEN');
  expect(await attempt(closed(), counted(), decided(), back)).toBe('a contest cannot go DECIDED -> OPEN');
});

it.each([
  `game_type = 'sapreOne'`,
  `game_id = game_id || '1'`,
  `number = number + 1000`,
  `slot = slot + 1000`,
  `starts_at = starts_at - interval '1 ms'`,
  `closes_at = closes_at + interval '1 ms'`,
  `ends_at = ends_at + interval '1 ms'`,
  `account_id = account_id + 1`,
  `randomize = not randomize`,
  `profitability_level = 9`,
  `rule_version = 1`,
  `payout_table_id = payout_table_id + 1`,
  `chain_id = chain_id + 1`,
  `chain_index = chain_index + 1`,
  `commitment = sha256('x')`,
])('a contest keeps what it opened with: %s', async (set) => {
  expect(await attempt({ statement: change(set) })).toBe(UNCHANGED);
});

describe('an override', () => {
  /** `at`: the database's clock, `overriddenAt`: the server's; both in ms from the closing. */
  const override = (at: number, overriddenAt: number): Step => ({
    at: closesAt(at),
    statement: change(OVERRIDE_TERMS(instant(drawn.closesAt, overriddenAt))),
  });

  it('comes more than 5 s before betting closes, by the server’s clock', async () => {
    expect(await attempt(override(-10_000, -5_001))).toBe('accepted');
    expect(await attempt(override(-10_000, -5_000))).toBe(OVERRIDE);
  });

  it('and by the database’s, which may be 100 ms ahead', async () => {
    expect(await attempt(override(-4_901, -10_000))).toBe('accepted');
    expect(await attempt(override(-4_900, -10_000))).toBe(OVERRIDE);
  });

  it('is replaced, and not taken back', async () => {
    expect(await attempt(overridden(), override(-9_000, -9_000))).toBe('accepted');
    const none = `override_number = null, overridden_at = null, overridden_by = null`;
    expect(await attempt(overridden(), { statement: change(none) })).toBe(OVERRIDE);
  });

  it('comes while betting is open', async () => {
    expect(await attempt(closed(), override(-10_000, -10_000))).toBe(OVERRIDE);
    const closing = `${CLOSING}, ${OVERRIDE_TERMS(instant(drawn.closesAt, -10_000))}`;
    expect(await attempt({ at: closesAt(), statement: change(closing) })).toBe(OVERRIDE);
  });
});

describe('closing', () => {
  it.each([
    ['with the instant', -100, CLOSING, 'accepted'],
    ['before its time by the database’s clock', -101, CLOSING, CLOSE],
    ['before its time by the server’s', 0, `state = 'CLOSED', closed_at = closes_at - interval '1 ms'`, CLOSE],
    ['without an instant', 0, `state = 'CLOSED'`, CLOSE],
    ['an instant without closing', 0, `closed_at = closes_at`, CLOSE],
  ])('%s', async (_what, at, set, answer) => {
    expect(await attempt({ at: closesAt(at), statement: change(set) })).toBe(answer);
  });

  it('is not repeated', async () => {
    const again = change(`closed_at = closed_at + interval '1 ms'`);
    expect(await attempt(closed(), { statement: again })).toBe(CLOSE);
  });

  it('is not what another change needs', async () => {
    expect(await attempt(overridden())).toBe('accepted');
  });
});

describe('counting', () => {
  const count = (set: string): Step => ({ statement: change(set) });

  it('is done once, when betting has closed', async () => {
    expect(await attempt(closed(), count(COUNTS))).toBe('accepted');
    expect(await attempt({ at: closesAt(), ...count(COUNTS) })).toBe(COUNT);
    expect(await attempt({ at: closesAt(), ...count(`${CLOSING}, ${COUNTS}`) })).toBe(COUNT);
    expect(await attempt(closed(), count(COUNTS), count('bet_count = 1'))).toBe(COUNT);
  });

  it.each([
    [`bet_count = 0`, `bet_count = null`],
    [`part_bounds = '{}'`, `part_bounds = null`],
    [/selection_stakes = [^)]*\)/, `selection_stakes = null`],
    [`array[13]`, `array[12]`],
    [`array[13]`, `array[14]`],
    [/outcome_payouts = [^)]*\)/, `outcome_payouts = null`],
    [`array[10]`, `array[9]`],
    [`array[10]`, `array[11]`],
  ])('is complete: %s, not %s', async (right, wrong) => {
    const set = COUNTS.replace(right, wrong);
    expect(set).not.toBe(COUNTS);
    expect(await attempt(closed(), count(set))).toBe(COUNT);
  });
});

describe('deciding', () => {
  const decide = (outcome: Outcome, at = endsAt()): Step => ({ at, statement: decision(outcome) });

  it.each<[string, Outcome, number, string]>([
    ['at its end', {}, -100, 'accepted'],
    ['before its end by the database’s clock', {}, -101, DECIDE],
    ['before its end by the server’s', { decidedAt: `ends_at - interval '1 ms'` }, 0, DECIDE],
    ['at no time', { decidedAt: 'null' }, 0, DECIDE],
    ['with too many parts', { parts: '2' }, 0, DECIDE],
    ['with no part', { parts: '0' }, 0, DECIDE],
    ['by another way than was said', { by: 'PROFIT_RULE' }, 0, DECIDE],
    ['by an operator who has set nothing', { by: 'OPERATOR' }, 0, DECIDE],
  ])('%s', async (_what, outcome, at, answer) => {
    expect(await attempt(closed(), counted(), decide(outcome, endsAt(at)))).toBe(answer);
  });

  it('comes after counting', async () => {
    expect(await attempt(closed(), decide({}))).toBe(DECIDE);
  });

  it('has one part more than bounds of parts', async () => {
    const bounds = { statement: change(COUNTS.replace(`'{}'`, `'{5,7}'`)) };
    expect(await attempt(closed(), bounds, decide({ parts: '3' }))).toBe('accepted');
    expect(await attempt(closed(), bounds, decide({ parts: '1' }))).toBe(DECIDE);
  });

  it('is the operator’s once a number is set', async () => {
    const before = [overridden(), closed(), counted()];
    expect(await attempt(...before, decide({ by: 'OPERATOR', number: '4' }))).toBe('accepted');
    expect(await attempt(...before, decide({}))).toBe(DECIDE);
  });

  it('by the draw takes the drawn number', async () => {
    const wrong = `((appearance_order(${seeds.get(drawn.id)}, game_type::text, game_id, null))[1] + 1) % 10`;
    const refused = `the number of contest ${drawn.gameId} is not the one of the draw`;
    expect(await attempt(closed(), counted(), decide({ number: wrong }))).toBe(refused);
  });

  it('by the profit rule takes the number at its level', async () => {
    const steps = (outcome: Outcome): Step[] => [
      closed(ruled),
      counted(ruled),
      { at: endsAt(0, ruled), statement: decision(outcome, ruled) },
    ];
    // The only number with a bet on it pays more than was staked. All others pay nothing: the drawn order decides.
    const order = `appearance_order(${seeds.get(ruled.id)}, game_type::text, game_id, null)`;
    const number = `(select n from unnest(${order}) with ordinality o(n, place) where n <> 6 order by place limit 1)`;
    expect(await attempt(...steps({ by: 'PROFIT_RULE', number }))).toBe('accepted');
    expect(await attempt(...steps({ by: 'PROFIT_RULE', number: '6' }))).toMatch('is not the one of the profit rule');
    expect(await attempt(...steps({ by: 'DRAW' }))).toBe(DECIDE);
  });

  it('is final', async () => {
    const before = [closed(), counted(), decided()];
    for (const set of ['winning_number = (winning_number + 1) % 10', 'settlement_parts = 2', `decided_by = 'OPERATOR'`])
      expect(await attempt(...before, { statement: change(set) })).toBe(OUTCOME);
    expect(await attempt(closed(), counted(), { statement: change('winning_number = 1') })).toBe(OUTCOME);
  });
});

describe('settling', () => {
  it('comes after the parts are paid', async () => {
    const settlement = { statement: change(SETTLEMENT) };
    const refused = `contest ${drawn.gameId} is not fully paid`;
    expect(await attempt(closed(), counted(), decided(), settlement)).toBe(refused);
  });

  it('comes with its totals, which stay', async () => {
    const before = [closed(), counted(), decided(), paid()];
    const totals = `total_stakes = 0, total_payouts = 0, settled_at = ends_at`;
    expect(await attempt(...before, { statement: change(totals) })).toBe(TOTALS);
    const settlement = { statement: change(SETTLEMENT) };
    expect(await attempt(...before, settlement, { statement: change('total_payouts = 1') })).toBe(TOTALS);
  });
});

describe('opening', () => {
  /** Columns of the contest to open, as SQL expressions. */
  type Columns = Readonly<Record<string, string>>;

  /** The contest that would follow `drawn`, with changes, once `drawn` is decided. */
  const opening = (columns: Columns = {}, at = endsAt()): Step => {
    const right: Columns = {
      game_type: 'game_type',
      game_id: `game_id || 'x'`,
      number: 'number + 1',
      slot: 'slot + 1',
      starts_at: 'ends_at',
      closes_at: `ends_at + interval '15 s'`,
      ends_at: `ends_at + interval '30 s'`,
      account_id: `(select a.id from ledger_accounts a where a.kind = 'contest' order by a.id desc limit 1)`,
      randomize: 'true',
      profitability_level: '0',
      rule_version: '2',
      payout_table_id: 'payout_table_id',
      chain_id: 'chain_id',
      chain_index: 'chain_index + 1',
      commitment: 'seed',
    };
    const all = { ...right, ...columns };
    return {
      at,
      statement: `insert into contests (${Object.keys(all).join(', ')})
                  select ${Object.values(all).join(', ')} from contests where id = ${drawn.id}`,
    };
  };
  const account: Step = { statement: `insert into ledger_accounts (kind) values ('contest')` };
  const after = (): Step[] => [closed(), counted(), decided(), account];

  const BEGINS_OPEN = 'a contest begins open';
  const NUMBERED = 'contests of a game are numbered without gaps, in the order of their slots';
  const SEED = `a contest takes the next seed of its game's current chain`;

  it.each<[string, Columns, string]>([
    ['continues its game', {}, 'accepted'],
    ['under version 2 of the profit rule', { rule_version: '1' }, 'contests open under version 2 of the profit rule'],
    ['open', { state: `'CLOSED'` }, BEGINS_OPEN],
    ['without a number set', { override_number: '1' }, BEGINS_OPEN],
    ['not void', { voided_at: 'starts_at' }, BEGINS_OPEN],
    ['not held', { held_until: 'ends_at' }, BEGINS_OPEN],
    ['without a proposal', { void_proposed_by: '1' }, BEGINS_OPEN],
    ['not closed', { closed_at: 'ends_at' }, BEGINS_OPEN],
    ['without stakes', { selection_stakes: 'array_fill(0::bigint, array[13])' }, BEGINS_OPEN],
    ['without payouts', { outcome_payouts: 'array_fill(0::bigint, array[10])' }, BEGINS_OPEN],
    ['without a count of bets', { bet_count: '0' }, BEGINS_OPEN],
    ['without bounds of parts', { part_bounds: `'{}'` }, BEGINS_OPEN],
    ['undecided', { decided_at: 'ends_at' }, BEGINS_OPEN],
    ['without total stakes', { total_stakes: '0' }, BEGINS_OPEN],
    ['without total payouts', { total_payouts: '0' }, BEGINS_OPEN],
    ['unsettled', { settled_at: 'ends_at' }, BEGINS_OPEN],
    ['with the next number, not one later', { number: 'number + 2' }, NUMBERED],
    ['with the next number, not the same', { number: 'number' }, NUMBERED],
    ['in a later slot, not the same', { slot: 'slot' }, NUMBERED],
    ['in a later slot, not an earlier one', { slot: 'slot - 1' }, NUMBERED],
    ['with the seed before as commitment', { commitment: `sha256('x')` }, SEED],
    ['with a commitment', { commitment: 'null' }, SEED],
    ['with the next place of the chain', { chain_index: 'chain_index + 2' }, SEED],
    [
      'with a seed of its own game',
      {
        chain_id: `(select id from chains where game_type = 'sapreOne')`,
        chain_index: '1',
        commitment: `(select anchor from chains where game_type = 'sapreOne')`,
      },
      SEED,
    ],
  ])('%s', async (_what, columns, answer) => {
    expect(await attempt(...after(), opening(columns))).toBe(answer);
  });

  it.each(['sapreHalf', 'everything'])('does not come while %s is paused', async (scope) => {
    const pause = {
      statement: `insert into pauses (scope, notice, paused_by, paused_at) values ('${scope}', 'Back at noon', 1, now())`,
    };
    expect(await attempt(...after(), pause, opening({}))).toBe('a paused game opens no contest');
  });

  it('comes at its start by the database’s clock, which may be 100 ms behind', async () => {
    expect(await attempt(...after(), opening({}, endsAt(-100)))).toBe('accepted');
    expect(await attempt(...after(), opening({}, endsAt(-101)))).toBe('a contest opens at its start, not before');
  });

  it('comes when the contest before is decided', async () => {
    const refused = 'the contest before is not over';
    expect(await attempt(account, opening())).toBe(refused);
    expect(await attempt(closed(), account, opening())).toBe(refused);
    const settlement = { statement: change(SETTLEMENT) };
    expect(await attempt(closed(), counted(), decided(), paid(), settlement, account, opening())).toBe('accepted');
  });

  it('takes no seed of a retired chain, nor one beyond a chain’s end', async () => {
    const chain = (set: string): Step => ({
      statement: `update chains set ${set} from contests c where c.id = ${drawn.id} and chains.id = c.chain_id`,
    });
    const unguarded: Step = { statement: 'set local session_replication_role = replica' };
    const guarded: Step = { statement: 'set local session_replication_role = origin' };
    const changed = (set: string) => attempt(...after(), unguarded, chain(set), guarded, opening());
    expect(await changed('retired_at = now()')).toBe(SEED);
    expect(await changed('length = c.chain_index')).toBe(SEED);
    expect(await changed('length = c.chain_index + 1')).toBe('accepted');
  });

  describe('for the first time in its game', () => {
    /** The very first contest of a game: as if there were none before, and none that used the chain. */
    const first = (columns: Columns = {}) =>
      attempt(
        { statement: 'set local session_replication_role = replica' },
        { statement: `delete from contests where game_type = 'sapreHalf' and id <> ${drawn.id}` },
        {
          statement: `update contests set game_type = 'sapreOne', number = -1, slot = -1, chain_index = -1 where id = ${drawn.id}`,
        },
        { statement: 'set local session_replication_role = origin' },
        account,
        opening({
          game_type: `'sapreHalf'`,
          number: '1',
          slot: '0',
          chain_index: '1',
          commitment: '(select anchor from chains where chains.id = contests.chain_id)',
          ...columns,
        }),
      );

    it.each<[string, Columns, string]>([
      ['has number 1, slot 0 and the chain’s anchor', {}, 'accepted'],
      ['has no later number', { number: '2' }, NUMBERED],
      ['has no earlier slot', { slot: '-1' }, NUMBERED],
      ['has no other commitment', { commitment: `sha256('x')` }, SEED],
      ['has no earlier seed', { chain_index: '0', commitment: 'commitment' }, SEED],
    ])('%s', async (_what, columns, answer) => {
      expect(await first(columns)).toBe(answer);
    });
  });
});

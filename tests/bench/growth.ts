import type { Context } from '../../server/domain/ground/verbs/context.ts';
import { balanceSeries } from '../../server/domain/records/balanceSeries.ts';
import { selectionFigures } from '../../server/domain/records/selectionFigures.ts';
import { drawStats } from '../../server/domain/stats/drawStats.ts';
import { moneyFigures } from '../../server/domain/stats/moneyFigures.ts';
import { playerWeeks } from '../../server/domain/stats/playerWeeks.ts';
import { profitSeries } from '../../server/domain/stats/profitSeries.ts';
import { walletHistory } from '../../server/domain/wallet/walletHistory.ts';
import { placing } from './bets.ts';
import { fitPower, type Point } from './growthFit.ts';
import type { History } from './history.ts';
import { adminOf, betListsOf, monthOf, pagesOf, playerOf, statsOf, time } from './lists.ts';
import { interleave, median } from './measure.ts';
import type { Bench, BenchPart } from './part.ts';
import { type Finding, measured, rounded } from './report.ts';
import { openStage, type Stage } from './stage.ts';

const SMALL = 10_000;
const TARGET = 100_000_000;
/** A month's ids of bets begin with its four digits. */
const IDS_OF_MONTH = 1_000_000_000_000n;
const CALLS = 10;
const BATCH_LANES = 2;

/** A stage with past bets. */
interface Grown {
  stage: Stage;
  history: History;
}

/** What is measured of a history, in turn with the others, in milliseconds or bets a second. */
type Runs = Record<string, () => Promise<number>>;

/**
 * The same measurements on histories of several sizes, and what they come to at 100 million bets. Sizes in ascending order;
 * 30 million bets need 20 GB of disk for the time of the measurement.
 */
export const growth = (sizes: readonly number[]): BenchPart => ({
  name: 'growth',
  about:
    `Pages, statistics and the placing of bets on histories of ${sizes.map(inWords).join(' and ')} bets (ten a round of 30 s: ten million ` +
    'are a year, each of whose months has its partitions), and at 100,000,000 by the power of the number of bets that goes through ' +
    'what was measured: value = a · n^k, which no logarithm through the same points exceeds; what gets better with n is taken to stay. Medians, warm. The goals are those of ' +
    '`lists` and `bets`, for all sizes.',
  async run(bench) {
    const stages: Stage[] = [];
    const grown = async (bets: number): Promise<Grown> => {
      bench.say(`writing ${inWords(bets)} bets`);
      const stage = await openStage(bench.postgres, `growth_${bets}`, { pastBets: bets });
      stages.push(stage);
      if (!stage.past) throw new Error('the stage has no history');
      return { stage, history: stage.past };
    };
    try {
      const small = await grown(SMALL);
      const large: Grown[] = [];
      for (const size of sizes) large.push(await grown(size));
      return await measure(bench, small, large);
    } finally {
      for (const stage of stages) await stage.close();
    }
  },
});

async function measure(bench: Bench, small: Grown, large: readonly Grown[]): Promise<Finding[]> {
  const sizes = large.map(({ history }) => history.bets);
  const space: Finding[] = [];
  for (const one of large) space.push(...(await spaceOf(one)));
  bench.say('pages and statistics');
  const lists = await medians(bench, [small, ...large], listsOf);
  bench.say('bets');
  const bets = await medians(bench, [small, ...large], (one) => ({
    bets: async () => (await placing(bench, one.stage, { lanes: BATCH_LANES })).rate,
  }));
  const points = (of: (at: number) => number): Point[] => sizes.map((size, at) => ({ size, value: of(at + 1) }));
  const values = (name: string) => lists.map((run) => run[name] ?? Number.NaN);
  return [
    ...Object.entries(pages).map(([name, what]) => {
      const [base = Number.NaN, ...rest] = values(name);
      return grownBy(`${what} (${rounded(base)} ms at 10,000)`, rest.map(toPoint(sizes)), 'ms', {
        goal: '≤ 2 × that at 10,000',
        met: (value) => value <= 2 * base,
      });
    }),
    ...Object.entries(others).map(([name, what]) => grownBy(what, values(name).slice(1).map(toPoint(sizes)), 'ms')),
    grownBy(
      'stakes and profit of 30 days, against a scan',
      points((at) => ratio(values('sumsByScan'), values('sums'), at)),
      '×',
      atLeast(1_000),
    ),
    grownBy(
      'distinct players of 30 days, against a scan',
      points((at) => ratio(values('playersByScan'), values('players'), at)),
      '×',
      atLeast(100),
    ),
    grownBy(
      'bets/s, against those after 10,000 bets',
      points((at) => (bets[at]?.['bets'] ?? Number.NaN) / (bets[0]?.['bets'] ?? Number.NaN)),
      '×',
      atLeast(0.75),
    ),
    measured('bets/s after 10,000 bets', bets[0]?.['bets'] ?? Number.NaN, 'bets/s'),
    ...space,
  ];
}

/** Those whose time is compared with that on a small history. */
const pages = {
  first: "a player's newest bets",
  middle: "a page in the middle of a player's bets",
  inRounds: "a player's bets in ten rounds",
  stakes: "a player's stakes in ten rounds",
  running: "a player's running rounds",
  admin: "a player's bets in the back office",
  wallet: "a player's wallet history",
  contests: 'a page in the middle of the contests',
  byOffset: 'the same by offset',
} as const;

/** The rest: a small history has no 30 days, and no player with 1,000 bets. */
const others = {
  sums: 'stakes and profit of 30 days',
  players: 'distinct players of 30 days',
  series: 'profit by day of 30 days',
  money: 'figures of money of 30 days',
  draws: 'draws of 30 days',
  weeks: 'players of twelve weeks',
  selections: "a player's last 1,000 bets by selection",
  balances: "a player's balance by day of 30 days",
} as const;

function listsOf({ history }: Grown): Runs {
  const [player, admin, month] = [playerOf(history), adminOf(history), monthOf(history)];
  const ms = (call: (ctx: Context) => Promise<unknown>, ctx: Context) => () => time(CALLS, () => call(ctx));
  return {
    ...betListsOf(history),
    ...pagesOf(history),
    ...statsOf(history),
    wallet: ms((ctx) => walletHistory(ctx, { limit: 10 }), player),
    series: ms((ctx) => profitSeries(ctx, { ...month, gameType: 'sapreHalf' }), admin),
    money: ms((ctx) => moneyFigures(ctx, month), admin),
    draws: ms((ctx) => drawStats(ctx, { ...month, gameType: 'sapreHalf' }), admin),
    weeks: ms((ctx) => playerWeeks(ctx, 12), admin),
    selections: ms(selectionFigures, player),
    balances: ms((ctx) => balanceSeries(ctx, 30), player),
  };
}

/** By history, the medians of what is measured of it; each is run once before. */
async function medians(bench: Bench, grown: readonly Grown[], runsOf: (one: Grown) => Runs) {
  const contestants = grown.map(runsOf);
  const named = Object.fromEntries(
    contestants.flatMap((runs, at) => Object.entries(runs).map(([name, run]) => [`${at} ${name}`, run])),
  );
  await interleave(1, named);
  const results = await interleave(bench.repetitions, named);
  return contestants.map((runs, at) =>
    Object.fromEntries(Object.keys(runs).map((name) => [name, median(results[`${at} ${name}`] ?? [])])),
  );
}

/** Bytes on disk per bet: of the whole database, and of a whole month's partitions, which leave with its archive. */
async function spaceOf({ stage, history }: Grown): Promise<Finding[]> {
  const month = history.middleBet / IDS_OF_MONTH;
  const { rows } = await stage.database.pool.query<{ all: number; month: number }>(
    `select pg_database_size(current_database())::float as all,
            (select sum(pg_total_relation_size((name || '_${month}')::regclass)) / (select count(*) from bets_${month})
               from unnest(array['bets', 'bet_payouts', 'transfers']) name)::float as month`,
  );
  const [size] = rows;
  const at = `at ${inWords(history.bets)} bets in ${history.months} months`;
  return [
    measured(`disk per bet ${at}`, (size?.all ?? Number.NaN) / history.bets, 'B'),
    measured('of it in the partitions of its month, which leave with the archive', size?.month ?? Number.NaN, 'B'),
  ];
}

const toPoint = (sizes: readonly number[]) => (value: number, at: number) => ({ size: sizes[at] ?? Number.NaN, value });
const ratio = (over: readonly number[], under: readonly number[], at: number) =>
  (over[at] ?? Number.NaN) / (under[at] ?? Number.NaN);
const atLeast = (least: number): Goal => ({ goal: `≥ ${least} ×`, met: (value) => value >= least });

interface Goal {
  goal: string;
  met: (value: number) => boolean;
}

/** One line: what was measured, the fit, and what it comes to. A goal holds for all of them. */
function grownBy(what: string, points: readonly Point[], unit: string, goal?: Goal): Finding {
  const fit = fitPower(points, unit === 'ms' ? 'smaller' : 'larger');
  const at = fit.at(TARGET);
  const seen = points.map(({ size, value }) => `${rounded(value)} ${unit} at ${inWords(size)}`).join(', ');
  return {
    what,
    measured: `${seen}; k = ${fit.exponent.toFixed(2)}: ${rounded(at)} ${unit} at ${inWords(TARGET)}, extrapolated`,
    ...(goal && { goal: goal.goal, met: [at, ...points.map(({ value }) => value)].every(goal.met) }),
  };
}

function inWords(bets: number): string {
  return bets.toLocaleString('en');
}

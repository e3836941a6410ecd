import { sql, type SQL } from 'drizzle-orm';
import { inTransaction } from '../../db/client.ts';
import type { Context } from '../../server/domain/ground/verbs/context.ts';
import { activeGames, betsInEach, listBets, listBetsOf, ownStakes } from '../../server/domain/bets/betQueries.ts';
import { listContests, listContestsByOffset } from '../../server/domain/contests/contestQueries.ts';
import { activePlayerStats } from '../../server/domain/stats/activePlayerStats.ts';
import { profitStats } from '../../server/domain/stats/profitStats.ts';
import type { TestDatabase } from '../support/database.ts';
import { type History, writeHistory } from './history.ts';
import { interleave, median, ratioOf } from './measure.ts';
import type { Bench, BenchPart } from './part.ts';
import { atLeast, atMost, type Finding, measured } from './report.ts';

const SMALL = 10_000;
const MEDIUM = 1_000_000;
const LARGE = 10_000_000;
const DAY_MS = 86_400_000;
const MONTH_MS = (365 * DAY_MS) / 12;
/** A page takes little time, so a measurement consists of this many. */
const PAGES = 40;
const PAGE = 10;
const ROUNDS = 10;
/** Histories of as many bets over few and many months. */
const SPREAD_BETS = 20_000;
/** Each has a page of bets in any three months. */
const SPREAD_PLAYERS = 40;
const FEW_MONTHS = 3;
const MANY_MONTHS = 36;
const MONTHS_FACTOR = 1.3;

export const lists: BenchPart = {
  name: 'lists',
  about:
    'Pages and statistics on long histories, through the queries of the domain: any page against the same page of a ' +
    'history of 10,000 bets; the page by offset against OFFSET; sums and distinct players of 30 days against a scan of ' +
    'the bets. Ten bets a contest; with --large ten million bets, otherwise one million (goals are for ten). Then lists of bets on ' +
    'two histories of 20,000 bets, over 36 months and over 3: each month is a partition of its own.',
  async run(bench) {
    const databases: TestDatabase[] = [];
    const history = async (bets: number, months?: number) => {
      bench.say(`writing ${bets.toLocaleString('en')} bets`);
      const database = await bench.postgres.createDatabase(`lists_${bets}_${months ?? 'close'}`);
      databases.push(database);
      return writeHistory(
        database,
        bets,
        months === undefined ? {} : { roundMs: (months * MONTH_MS) / (bets / 10), playerCount: SPREAD_PLAYERS },
      );
    };
    try {
      const findings = await compare(bench, await history(SMALL), await history(bench.large ? LARGE : MEDIUM));
      const few = await history(SPREAD_BETS, FEW_MONTHS);
      return [...findings, ...(await compareMonths(bench, few, await history(SPREAD_BETS, MANY_MONTHS)))];
    } finally {
      for (const database of databases) await database.close();
    }
  },
};

async function compare(bench: Bench, small: History, big: History): Promise<Finding[]> {
  const runs = await interleave(bench.repetitions, {
    ...prefixed('small', pagesOf(small)),
    ...prefixed('big', pagesOf(big)),
    offset: () => time(1, () => scanByOffset(big)),
    ...statsOf(big),
  });
  const size = `${big.bets.toLocaleString('en')} bets`;
  const goal = { least: bench.large ? atLeast : informing, most: bench.large ? atMost : informingMost };
  const slower = (page: 'first' | 'middle' | 'contests' | 'byOffset') =>
    ratioOf(runs[`big ${page}`], runs[`small ${page}`]);
  return [
    atMost(`a player's newest bets at ${size}, against 10,000`, slower('first'), 2, '×'),
    atMost(`a page in the middle of a player's bets at ${size}, against 10,000`, slower('middle'), 2, '×'),
    atMost(`a page in the middle of the contests at ${size}, against 10,000`, slower('contests'), 2, '×'),
    atMost(`the same by offset at ${size}, against 10,000`, slower('byOffset'), 2, '×'),
    goal.most('the page by offset, against OFFSET', ratioOf(runs['big byOffset'], runs.offset), 1 / 50, '×'),
    goal.least('stakes and profit of 30 days, against a scan', ratioOf(runs.sumsByScan, runs.sums), 1_000),
    goal.least('distinct players of 30 days, against a scan', ratioOf(runs.playersByScan, runs.players), 100),
    measured('a page in the middle of the bets', median(runs['big middle']), 'ms'),
    measured('the page by offset', median(runs['big byOffset']), 'ms'),
    measured('OFFSET', median(runs.offset), 'ms'),
    measured('stakes and profit of 30 days', median(runs.sums), 'ms'),
    measured('the same by a scan', median(runs.sumsByScan), 'ms'),
    measured('distinct players of 30 days', median(runs.players), 'ms'),
    measured('the same by a scan', median(runs.playersByScan), 'ms'),
  ];
}

async function compareMonths(bench: Bench, few: History, many: History): Promise<Finding[]> {
  const contestants = { ...prefixed('few', betListsOf(few)), ...prefixed('many', betListsOf(many)) };
  await interleave(1, contestants);
  const runs = await interleave(bench.repetitions, contestants);
  const names = {
    first: "a player's newest bets",
    middle: "a page in the middle of a player's bets",
    inRounds: "a player's bets in ten rounds",
    stakes: "a player's stakes in ten rounds",
    running: "a player's running rounds",
    admin: "a player's bets in the back office",
  } as const;
  return (Object.keys(names) as (keyof typeof names)[]).flatMap((list) => [
    atMost(
      `${names[list]} over ${MANY_MONTHS} months, against ${FEW_MONTHS}`,
      ratioOf(runs[`many ${list}`], runs[`few ${list}`]),
      MONTHS_FACTOR,
      '×',
    ),
    measured(`${names[list]} over ${MANY_MONTHS} months`, median(runs[`many ${list}`]), 'ms'),
  ]);
}

/** Milliseconds per list of bets, which are in partitions by month. */
export const betListsOf = (history: History) => {
  const rounds = Array.from({ length: ROUNDS }, (_, at) => history.lastContest - BigInt(at));
  return {
    first: () => time(PAGES, () => listBets(playerOf(history), { limit: PAGE })),
    middle: () => time(PAGES, () => listBets(playerOf(history), { limit: PAGE, after: history.middleBet })),
    inRounds: () => time(PAGES, () => betsInEach(playerOf(history), rounds)),
    stakes: () => time(PAGES, () => ownStakes(playerOf(history), rounds)),
    running: () => time(PAGES, () => activeGames(playerOf(history))),
    admin: () => time(PAGES, () => listBetsOf(adminOf(history), playerIdOf(history), { limit: PAGE })),
  };
};

/** Milliseconds per page. */
export const pagesOf = (history: History) => ({
  first: betListsOf(history).first,
  middle: betListsOf(history).middle,
  contests: () =>
    time(PAGES, () => listContests(adminOf(history), 'sapreHalf', { limit: PAGE, after: middle(history) })),
  byOffset: () =>
    time(PAGES, () =>
      listContestsByOffset(adminOf(history), 'sapreHalf', { offset: Number(middle(history)), limit: PAGE }),
    ),
});

/** Milliseconds per call: of the verbs, and of a scan of the bets. */
export const statsOf = (history: History) => ({
  sums: () => time(PAGES, () => profitStats(adminOf(history), monthOf(history))),
  sumsByScan: () => time(1, () => sumByScan(history)),
  players: () => time(PAGES, () => activePlayerStats(adminOf(history), monthOf(history))),
  playersByScan: () => time(1, () => playersByScan(history)),
});

const informing = (what: string, ratio: number) => measured(what, ratio, '×');
const informingMost = (what: string, value: number, _goal: number, unit: string) => measured(what, value, unit);

function prefixed<Prefix extends string, Name extends string, Run>(
  prefix: Prefix,
  runs: Record<Name, Run>,
): Record<`${Prefix} ${Name}`, Run> {
  const entries = Object.entries<Run>(runs).map(([name, run]) => [`${prefix} ${name}`, run]);
  return Object.fromEntries(entries) as Record<`${Prefix} ${Name}`, Run>;
}

/** Milliseconds per call, of several sequential calls. */
export async function time(calls: number, call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  for (let done = 0; done < calls; done += 1) await call();
  return (performance.now() - began) / calls;
}

export function playerOf({ domain, players }: History): Context {
  return domain.as({ kind: 'player', userId: playerIdOf({ players }), sessionId: 1n });
}

function playerIdOf({ players }: Pick<History, 'players'>): bigint {
  return players[7] ?? 0n;
}

export function adminOf({ domain }: History): Context {
  return domain.as({ kind: 'admin', userId: 1n, sessionId: 1n, roles: ['OWNER'] });
}

/** Half of all contests are newer. */
function middle({ contests }: History): bigint {
  return BigInt(Math.floor(contests / 2));
}

/** Thirty days, or the whole history, starting and ending between whole hours. */
export function monthOf({ from, to }: History): { from: Date; to: Date } {
  return { from: new Date(Math.max(from, to - 30 * DAY_MS) + 400_000), to: new Date(to - 700_000) };
}

function scanByOffset(history: History): Promise<unknown> {
  return scan(
    history,
    sql`select * from contests where game_type = 'sapreHalf' and state in ('DECIDED', 'SETTLED')
         order by number desc offset ${Number(middle(history))} limit ${PAGE}`,
  );
}

function sumByScan(history: History): Promise<unknown> {
  return scan(
    history,
    sql`select c.game_type, sum(b.amount), sum(p.amount)
          from bets b join contests c on c.id = b.contest_id left join bet_payouts p on p.bet_id = b.id
         where ${inMonth(history)} group by c.game_type`,
  );
}

function playersByScan(history: History): Promise<unknown> {
  return scan(
    history,
    sql`select count(distinct b.player_id) from bets b join contests c on c.id = b.contest_id where ${inMonth(history)}`,
  );
}

/** With as many workers as Postgres uses by default. */
function scan({ domain }: History, statement: SQL): Promise<unknown> {
  return inTransaction(domain.services.db, async (tx) => {
    await tx.execute(sql`set local max_parallel_workers_per_gather to default`);
    return tx.execute(statement);
  });
}

function inMonth(history: History) {
  const { from, to } = monthOf(history);
  return sql`c.ends_at >= ${from.toISOString()} and c.ends_at < ${to.toISOString()}`;
}

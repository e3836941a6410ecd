import { sql, type SQL } from 'drizzle-orm';
import { inTransaction } from '../../db/client.ts';
import type { Context } from '../../server/domain/context.ts';
import { listBets } from '../../server/domain/bets/betQueries.ts';
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
/** A page takes little time, so a measurement consists of this many. */
const PAGES = 40;
const PAGE = 10;

export const lists: BenchPart = {
  name: 'lists',
  about:
    'Pages and statistics on long histories, through the queries of the domain: any page against the same page of a ' +
    'history of 10,000 bets; the page by offset against OFFSET; sums and distinct players of 30 days against a scan of ' +
    'the bets. Ten bets a contest; with --large ten million bets, otherwise one million (goals are for ten).',
  async run(bench) {
    const databases: TestDatabase[] = [];
    const history = async (bets: number) => {
      bench.say(`writing ${bets.toLocaleString('en')} bets`);
      const database = await bench.postgres.createDatabase(`lists_${bets}`);
      databases.push(database);
      return writeHistory(database, bets);
    };
    try {
      return await compare(bench, await history(SMALL), await history(bench.large ? LARGE : MEDIUM));
    } finally {
      for (const database of databases) await database.close();
    }
  },
};

async function compare(bench: Bench, small: History, big: History): Promise<Finding[]> {
  const pagesOf = (history: History) => ({
    first: () => time(PAGES, () => listBets(playerOf(history), { limit: PAGE })),
    middle: () => time(PAGES, async () => listBets(playerOf(history), { limit: PAGE, after: middleBet(history) })),
    contests: () =>
      time(PAGES, () => listContests(adminOf(history), 'sapreHalf', { limit: PAGE, after: middle(history) })),
    byOffset: () =>
      time(PAGES, () =>
        listContestsByOffset(adminOf(history), 'sapreHalf', { offset: Number(middle(history)), limit: PAGE }),
      ),
  });
  const runs = await interleave(bench.repetitions, {
    ...prefixed('small', pagesOf(small)),
    ...prefixed('big', pagesOf(big)),
    offset: () => time(1, () => scanByOffset(big)),
    sums: () => time(PAGES, () => profitStats(adminOf(big), monthOf(big))),
    sumsByScan: () => time(1, () => sumByScan(big)),
    players: () => time(PAGES, () => activePlayerStats(adminOf(big), monthOf(big))),
    playersByScan: () => time(1, () => playersByScan(big)),
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
async function time(calls: number, call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  for (let done = 0; done < calls; done += 1) await call();
  return (performance.now() - began) / calls;
}

function playerOf({ domain, players }: History): Context {
  return domain.as({ kind: 'player', userId: players[7] ?? 0n, sessionId: 1n });
}

function adminOf({ domain }: History): Context {
  return domain.as({ kind: 'admin', userId: 1n, sessionId: 1n, roles: ['OWNER'] });
}

/** Half of all contests are newer. */
function middle({ contests }: History): bigint {
  return BigInt(Math.floor(contests / 2));
}

function middleBet({ bets }: History): bigint {
  return BigInt(Math.floor(bets / 2));
}

/** Thirty days, or the whole history, starting and ending between whole hours. */
function monthOf({ from, to }: History): { from: Date; to: Date } {
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

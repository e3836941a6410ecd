import { sql } from 'drizzle-orm';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { gameTypes } from '../../server/domain/contests/gameTypes.ts';
import type { ChildSetup } from '../support/childServer.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { currentContest } from '../support/rounds.ts';
import { givenPlayers } from '../support/world/bulk.ts';
import { TEST_START } from '../support/server.ts';
import type { LoadOrder } from './loadClient.ts';
import { interleave, median, ratioOf } from './measure.ts';
import type { Bench, BenchPart } from './part.ts';
import { type PgbenchBets, pgbenchBets } from './pgbenchBet.ts';
import { generateLoad, type OwnProcess, startProcess } from './processes.ts';
import { atLeast, atMost, type Finding, measured } from './report.ts';
import { givenTokens, TOKEN_SECRET } from './tokens.ts';
import type { UsualServerSetup } from './usualServer.ts';

const PLAYERS = 2_000;
const AT_A_TIME = 256;
const SECONDS = 4;

export const PLACE_BET = /* GraphQL */ `
  mutation PlaceBet($input: PlaceBetInput!) {
    placeBet(input: $input) {
      __typename
      ... on PlaceBetPayload {
        bet {
          id
          amount
        }
        wallet {
          available
        }
      }
    }
  }
`;
/** The peer has no refusals, hence no union. */
const USUAL_PLACE_BET = /* GraphQL */ `
  mutation PlaceBet($input: PlaceBetInput!) {
    placeBet(input: $input) {
      __typename
      bet {
        id
        amount
      }
      wallet {
        available
      }
    }
  }
`;

export const graphql: BenchPart = {
  name: 'graphql',
  about:
    'Bets over GraphQL end to end, 256 at a time: server, PostgreSQL and a load generator in processes of their own, all ' +
    'on this machine; beside it pgbench (one transaction per bet, no server) and a usual server (Yoga in Fastify as ' +
    'documented, a transaction per bet through the ORM).',
  run: (bench) => withStage(bench, (stage) => overGraphql(bench, stage)),
};

export const rest: BenchPart = {
  name: 'rest',
  about: 'Bets over REST end to end, 256 at a time, beside pgbench as above.',
  run: (bench) => withStage(bench, (stage) => overRest(bench, stage)),
};

interface Stage {
  server: OwnProcess;
  usual: OwnProcess;
  pgbench: PgbenchBets;
  tokens: string[];
  gameIds: string[];
}

/** Rate, and CPU per bet in microseconds: the server's and PostgreSQL's together. */
export interface EndToEnd {
  rate: number;
  p99: number;
  cpu: number;
  serverCpu: number;
}

async function overGraphql(bench: Bench, stage: Stage): Promise<Finding[]> {
  const { http, sockets, peer, usual } = await interleave<'http' | 'sockets' | 'peer' | 'usual', EndToEnd>(
    bench.repetitions,
    {
      http: () => load(bench, stage.server, graphqlOrder(stage, 'http')),
      sockets: () => load(bench, stage.server, graphqlOrder(stage, 'sockets')),
      peer: () => byPgbench(bench, stage),
      usual: () => load(bench, stage.usual, usualOrder(stage)),
    },
  );
  return [
    atLeast('bets/s over HTTP, against pgbench', ratioOf(rates(http), rates(peer)), 1.2),
    atLeast('bets/s over HTTP, against the usual server', ratioOf(rates(http), rates(usual)), 6),
    atMost('CPU per bet (server and Postgres), against pgbench’s Postgres', ratioOf(cpus(http), cpus(peer)), 0.5, '×'),
    measured('bets/s over sockets, against pgbench', ratioOf(rates(sockets), rates(peer)), '×'),
    measured('CPU per bet over sockets, against pgbench’s Postgres', ratioOf(cpus(sockets), cpus(peer)), '×'),
    measured('bets/s over HTTP', median(rates(http)), 'bets/s'),
    measured('99 % over HTTP answered within', median(http.map(({ p99 }) => p99)), 'ms'),
    measured('bets/s over sockets', median(rates(sockets)), 'bets/s'),
    measured(`pgbench (${stage.pgbench.name})`, median(rates(peer)), 'bets/s'),
    measured('the usual server', median(rates(usual)), 'bets/s'),
    measured('CPU of the server per bet over HTTP', median(http.map(({ serverCpu }) => serverCpu)), 'µs'),
    measured('CPU of the server per bet over sockets', median(sockets.map(({ serverCpu }) => serverCpu)), 'µs'),
    measured('CPU of the usual server per bet', median(usual.map(({ serverCpu }) => serverCpu)), 'µs'),
  ];
}

async function overRest(bench: Bench, stage: Stage): Promise<Finding[]> {
  const { http, peer } = await interleave<'http' | 'peer', EndToEnd>(bench.repetitions, {
    http: () => load(bench, stage.server, restOrder(stage)),
    peer: () => byPgbench(bench, stage),
  });
  return [
    measured('bets/s, against pgbench', ratioOf(rates(http), rates(peer)), '×'),
    measured('CPU per bet (server and Postgres), against pgbench’s Postgres', ratioOf(cpus(http), cpus(peer)), '×'),
    measured('bets/s', median(rates(http)), 'bets/s'),
    measured('99 % answered within', median(http.map(({ p99 }) => p99)), 'ms'),
    measured('CPU of the server per bet', median(http.map(({ serverCpu }) => serverCpu)), 'µs'),
  ];
}

const rates = (runs: readonly EndToEnd[]) => runs.map(({ rate }) => rate);
const cpus = (runs: readonly EndToEnd[]) => runs.map(({ cpu }) => cpu);

type Order = Omit<LoadOrder, 'url'>;

function graphqlOrder(stage: Stage, transport: LoadOrder['transport']): Order {
  const inputs = wagers(stage).map(({ gameId, number }) => ({ gameId, selection: { number }, ...stakeAndKey }));
  return {
    ...common(stage),
    transport,
    path: '/graphql',
    bodies: operations(PLACE_BET, inputs),
    expected: 'PlaceBetPayload',
  };
}

function usualOrder(stage: Stage): Order {
  const inputs = wagers(stage).map(({ gameId, number }) => ({ gameId, selection: { number }, ...stakeAndKey }));
  const bodies = operations(USUAL_PLACE_BET, inputs);
  return { ...common(stage), transport: 'http', path: '/graphql', bodies, expected: 'PlaceBetPayload' };
}

function restOrder(stage: Stage): Order {
  const bodies = wagers(stage).map(({ gameId, number }) =>
    JSON.stringify({ gameId, amount: 10, betType: 'number', betValue: number }),
  );
  return { ...common(stage), transport: 'http', path: '/sapre/placeBet', bodies, expected: '"success":true' };
}

const stakeAndKey = { amount: '10.00', idempotencyKey: 'KEY' };

function common({ tokens }: Stage) {
  return { tokens, concurrency: AT_A_TIME, seconds: SECONDS };
}

function wagers({ gameIds }: Stage): { gameId: string; number: number }[] {
  return gameIds.flatMap((gameId) => Array.from({ length: 10 }, (_, number) => ({ gameId, number })));
}

export function operations(query: string, inputs: readonly object[]): string[] {
  return inputs.map((input) => JSON.stringify({ query, variables: { input } }));
}

async function byPgbench({ postgres }: Bench, { pgbench }: Stage): Promise<EndToEnd> {
  return { p99: Number.NaN, serverCpu: 0, ...(await pgbench.run(postgres, SECONDS)) };
}

/** Runs the load generator and sums the CPU time of the server and PostgreSQL. */
export async function load({ postgres }: Bench, server: OwnProcess, order: Order): Promise<EndToEnd> {
  let before = { server: 0, postgres: 0 };
  const used = () => ({ server: server.cpuMicroseconds(), postgres: postgres.cpuMicroseconds() });
  const { rate, p99, calls } = await generateLoad({ ...order, url: server.ready.url }, () => {
    before = used();
  });
  const after = used();
  const serverCpu = (after.server - before.server) / calls;
  return { rate, p99, serverCpu, cpu: serverCpu + (after.postgres - before.postgres) / calls };
}

async function withStage(bench: Bench, run: (stage: Stage) => Promise<Finding[]>): Promise<Finding[]> {
  const database = await bench.postgres.createDatabase('end_to_end');
  const closers: (() => Promise<void>)[] = [() => database.close()];
  try {
    const childSetup: ChildSetup = {
      address: database.address,
      clock: 'manual',
      env: { TOKEN_SECRET },
    };
    const server = await startProcess('../support/serverChild.ts', childSetup);
    closers.push(server.stop);
    const domain = openDomain(database, new Date(TEST_START).toISOString());
    const contests = await openContests(domain);
    const players = await givenPlayers(domain, PLAYERS, { rupees: 10_000_000 });
    const tokens = await givenTokens(database, players);
    await domain.owner.execute(sql`vacuum analyze`);
    const usualSetup: UsualServerSetup = {
      address: database.address,
      tokenSecret: TOKEN_SECRET,
      contests: Object.fromEntries(contests.map(({ gameId, id }) => [gameId, String(id)])),
      now: TEST_START,
    };
    const usual = await startProcess('./usualServer.ts', usualSetup);
    closers.push(usual.stop);
    const ids = contests.map(({ id }) => id);
    const pgbench = await pgbenchBets({ address: database.address, players, contests: ids, at: new Date(TEST_START) });
    bench.say(`pgbench is best with ${pgbench.name}`);
    const gameIds = contests.map(({ gameId }) => gameId);
    return await run({ server, usual, pgbench, tokens, gameIds });
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

/** The three contests that the server opens as it starts. */
export async function openContests(domain: TestDomain, patienceMs = 20_000): Promise<ContestView[]> {
  try {
    return await Promise.all(gameTypes.map((gameType) => currentContest(domain, gameType)));
  } catch (error) {
    if (patienceMs <= 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return openContests(domain, patienceMs - 100);
  }
}

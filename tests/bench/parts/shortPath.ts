import type { ChildSetup } from '../../support/childServer.ts';
import { openDomain } from '../../support/domain.ts';
import { TEST_START } from '../../support/server.ts';
import { givenPlayers } from '../../support/world/bulk.ts';
import type { LoadOrder } from '../loadClient.ts';
import type { Bench } from '../part.ts';
import { generateLoad, startProcess } from '../processes.ts';
import type { Finding } from '../report.ts';
import { givenTokens, TOKEN_SECRET } from '../tokens.ts';
import { compare } from './compare.ts';

const AT_A_TIME = 64;
const SECONDS = 2;
const query = '{ serverTime product { name } viewer { __typename } }';

/** The same query to our server by both of its ways: a POST takes the short path, a GET goes through Yoga. */
export async function shortPath(bench: Bench): Promise<Finding[]> {
  const database = await bench.postgres.createDatabase('short_path');
  const setup: ChildSetup = { address: database.address, clock: 'manual', env: { TOKEN_SECRET } };
  const server = await startProcess('../support/serverChild.ts', setup);
  try {
    const players = await givenPlayers(openDomain(database, new Date(TEST_START).toISOString()), AT_A_TIME);
    const order = {
      url: server.ready.url,
      transport: 'http',
      concurrency: AT_A_TIME,
      seconds: SECONDS,
      tokens: await givenTokens(database, players),
      bodies: [JSON.stringify({ query })],
      expected: '"serverTime":"',
    } satisfies Partial<LoadOrder>;
    const cpu = (path: string, method: 'GET' | 'POST') => async () => {
      let before = 0;
      const { calls } = await generateLoad({ ...order, path, method }, () => (before = server.cpuMicroseconds()));
      return (server.cpuMicroseconds() - before) / calls;
    };
    return await compare(bench, {
      what: 'CPU of the server for a query by the short path',
      library: 'Yoga’s GET',
      unit: 'µs',
      goal: 0.75,
      ours: cpu('/graphql', 'POST'),
      theirs: cpu(`/graphql?query=${encodeURIComponent(query)}`, 'GET'),
    });
  } finally {
    await server.stop();
    await database.close();
  }
}

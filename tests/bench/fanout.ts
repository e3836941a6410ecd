import { openDomain } from '../support/domain.ts';
import { givenPlayers } from '../support/world/bulk.ts';
import { slotAt } from '../../server/domain/contests/gameTypes.ts';
import { TEST_START } from '../support/server.ts';
import { broadcastTime } from './broadcast.ts';
import type { FanClientSetup } from './fanClient.ts';
import type { FanAnswer, FanServerSetup } from './fanServer.ts';
import { interleave, median, ratioOf } from './measure.ts';
import type { Bench, BenchPart } from './part.ts';
import { generateLoad, type OwnProcess, startProcess } from './processes.ts';
import { atLeast, atMost, type Finding, measured } from './report.ts';
import { givenTokens } from './tokens.ts';

const SIZES = [1_000, 5_000, 10_000] as const;
const LARGEST = 10_000;
const FIRST_COMERS = 200;
/**
 * Broadcasts before measuring: Linux acknowledges the first 16 messages of a connection with a packet each, which
 * delays the next send, and code must be warm.
 */
const WARM_UPS = 25;
/** Number of broadcasts per measurement. */
const DELIVERIES = 5;
const BETTORS = 16;
const SECONDS = 4;
const BROADCAST_EVERY_MS = 500;

export const fanout: BenchPart = {
  name: 'fanout',
  about:
    'One event of a game to all who have its screen open, until the last has it; beside it bare `ws` sending everybody ' +
    'the same bytes, and graphql-ws as it comes with the same schema, operation and answer. Servers and subscribers in ' +
    'processes of their own.',
  async run(bench) {
    const findings: Finding[] = [];
    for (const subscribers of SIZES) {
      bench.say(`${subscribers.toLocaleString('en')} subscribers`);
      findings.push(...(await withAudiences(bench, subscribers)));
    }
    return findings;
  },
};

/** A server and its subscribers. */
interface Audience {
  server: OwnProcess;
  subscribers: OwnProcess;
  /** Server memory per subscriber, in bytes. */
  bytesEach: number;
}

/** Results of one set of subscribers that had the machine to itself. */
interface Delivery {
  /** Median of the milliseconds from an event to its delivery to the last subscriber. */
  time: number;
  bytesEach: number;
}

/** One set at a time: the sockets of another would evict its data from the CPU caches. */
async function withAudiences(bench: Bench, subscribers: number): Promise<Finding[]> {
  const database = await bench.postgres.createDatabase(`fanout_${subscribers}`);
  const ours: FanServerSetup = { kind: 'ours', address: database.address };
  try {
    const runs = await interleave(bench.repetitions, {
      ours: () => withAudience(ours, subscribers, measureDelivery),
      stock: () => withAudience({ kind: 'stock' }, subscribers, measureDelivery),
      raw: () => withAudience({ kind: 'raw' }, subscribers, measureDelivery),
    });
    const findings = compare(subscribers, runs);
    if (subscribers < LARGEST) return findings;
    const bets = await withAudience(ours, subscribers, (audience) => betsDuringBroadcasts(database, audience));
    return [...findings, ...bets];
  } finally {
    await database.close();
  }
}

async function withAudience<Result>(
  setup: FanServerSetup,
  subscribers: number,
  measure: (audience: Audience) => Promise<Result>,
): Promise<Result> {
  const server = await startProcess('./fanServer.ts', setup);
  try {
    const audience = await gather(server, setup, subscribers);
    try {
      return await measure(audience);
    } finally {
      await audience.subscribers.stop();
    }
  } finally {
    await server.stop();
  }
}

async function gather(server: OwnProcess, setup: FanServerSetup, subscribers: number): Promise<Audience> {
  const clients: FanClientSetup = { url: server.ready.url, subscribers: FIRST_COMERS, graphql: setup.kind !== 'raw' };
  // Fixed memory of the server is allocated before the subscribers are measured.
  const firstComers = await warmAudience(server, clients);
  await firstComers.stop();
  const before = await server.ask<FanAnswer>('memory');
  const audience = await warmAudience(server, { ...clients, subscribers });
  const after = await server.ask<FanAnswer>('memory');
  return { server, subscribers: audience, bytesEach: (after.bytes - before.bytes) / subscribers };
}

async function warmAudience(server: OwnProcess, setup: FanClientSetup): Promise<OwnProcess> {
  const subscribers = await startProcess('./fanClient.ts', setup);
  try {
    for (let round = 0; round < WARM_UPS; round += 1) await broadcastTime(server, [subscribers]);
    return subscribers;
  } catch (error) {
    await subscribers.stop();
    throw error;
  }
}

async function measureDelivery({ server, subscribers, bytesEach }: Audience): Promise<Delivery> {
  const times: number[] = [];
  for (let round = 0; round < DELIVERIES; round += 1) times.push(await broadcastTime(server, [subscribers]));
  return { time: median(times), bytesEach };
}

function compare(subscribers: number, runs: Record<FanServerSetup['kind'], Delivery[]>): Finding[] {
  const times = (kind: FanServerSetup['kind']) => runs[kind].map(({ time }) => time);
  const kilobytesOf = (kind: FanServerSetup['kind']) => median(runs[kind].map(({ bytesEach }) => bytesEach)) / 1_000;
  const [ours, stock, raw] = [times('ours'), times('stock'), times('raw')];
  const [ofRaw, ofStock] = [ratioOf(raw, ours), ratioOf(stock, ours)];
  const audience = `${subscribers.toLocaleString('en')} subscribers`;
  const largest = subscribers === LARGEST;
  const kilobytes = kilobytesOf('ours');
  return [
    largest
      ? atLeast(`${audience}: speed against bare ws`, ofRaw, 0.9)
      : measured(`${audience}: speed against bare ws`, ofRaw, '×'),
    largest
      ? atLeast(`${audience}: speed against graphql-ws as it comes`, ofStock, 4)
      : measured(`${audience}: speed against graphql-ws as it comes`, ofStock, '×'),
    largest
      ? atMost(`${audience}: memory each`, kilobytes, 16, 'kB')
      : measured(`${audience}: memory each`, kilobytes, 'kB'),
    measured(`${audience}: bare ws against graphql-ws as it comes`, ratioOf(stock, raw), '×'),
    measured(`${audience}: the last one has it after`, median(ours), 'ms'),
    measured(`${audience}: memory each with graphql-ws as it comes`, kilobytesOf('stock'), 'kB'),
  ];
}

/** Bets over HTTP while two events per second are broadcast to the subscribers. */
async function betsDuringBroadcasts(
  database: Parameters<typeof givenTokens>[0],
  { server }: Audience,
): Promise<Finding[]> {
  const players = await givenPlayers(openDomain(database), 500, { rupees: 1_000_000 });
  const tokens = await givenTokens(database, players);
  const { gameId } = slotAt('sapreThree', TEST_START);
  const body = JSON.stringify({ gameId, amount: 10, betType: 'color', betValue: 'green' });
  const order = {
    url: server.ready.url,
    transport: 'http',
    path: '/sapre/placeBet',
    expected: '"success":true',
  } as const;
  const load = () => generateLoad({ ...order, tokens, bodies: [body], concurrency: BETTORS, seconds: SECONDS });
  const calm = await load();
  const broadcasting = setInterval(() => void server.ask('broadcast'), BROADCAST_EVERY_MS);
  const busy = await load();
  clearInterval(broadcasting);
  return [
    atMost(`99 % of bets placed during broadcasts to 10,000, ${BETTORS} at a time, within`, busy.p99, 20, 'ms'),
    measured('99 % of the same bets without broadcasts', calm.p99, 'ms'),
    measured('bets/s during broadcasts, against without', busy.rate / calm.rate, '×'),
  ];
}

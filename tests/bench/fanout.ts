import { openDomain } from '../support/domain.ts';
import { givenPlayers } from '../support/rounds.ts';
import { slotAt } from '../../server/domain/contests/gameTypes.ts';
import { TEST_START } from '../support/server.ts';
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
const WARM_UPS = 3;
const BETTORS = 16;
const SECONDS = 4;
const BROADCAST_EVERY_MS = 500;
const PATIENCE_MS = 30_000;

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
      findings.push(...(await withCrowds(bench, subscribers)));
    }
    return findings;
  },
};

type Kind = FanServerSetup['kind'];

/** A server and its subscribers. */
interface Crowd {
  server: OwnProcess;
  subscribers: OwnProcess;
  /** Bytes of the server's memory that each subscriber takes. */
  bytesEach: number;
}

async function withCrowds(bench: Bench, subscribers: number): Promise<Finding[]> {
  const database = await bench.postgres.createDatabase(`fanout_${subscribers}`);
  const crowds: Crowd[] = [];
  try {
    const gathered = async (setup: FanServerSetup) => {
      const crowd = await gather(setup, subscribers);
      crowds.push(crowd);
      return crowd;
    };
    const ours = await gathered({ kind: 'ours', address: database.address });
    const stock = await gathered({ kind: 'stock' });
    const raw = await gathered({ kind: 'raw' });
    const findings = await compare(bench, subscribers, { ours, stock, raw });
    if (subscribers < LARGEST) return findings;
    return [...findings, ...(await betsDuringBroadcasts(database, ours))];
  } finally {
    for (const { server, subscribers: clients } of crowds) await Promise.all([server.stop(), clients.stop()]);
    await database.close();
  }
}

async function gather(setup: FanServerSetup, subscribers: number): Promise<Crowd> {
  const server = await startProcess('./fanServer.ts', setup);
  const clients: FanClientSetup = { url: server.ready.url, subscribers: FIRST_COMERS, graphql: setup.kind !== 'raw' };
  // What a server needs for anybody at all is there before the crowd is counted.
  const firstComers = { server, subscribers: await startProcess('./fanClient.ts', clients) };
  await warmUp(firstComers);
  await firstComers.subscribers.stop();
  const before = await server.ask<FanAnswer>('memory');
  const crowd = { server, subscribers: await startProcess('./fanClient.ts', { ...clients, subscribers }) };
  await warmUp(crowd);
  const after = await server.ask<FanAnswer>('memory');
  return { ...crowd, bytesEach: (after.bytes - before.bytes) / subscribers };
}

async function warmUp(crowd: Pick<Crowd, 'server' | 'subscribers'>): Promise<void> {
  for (let round = 0; round < WARM_UPS; round += 1) await broadcastTime(crowd);
}

/** Milliseconds from an event to the last subscriber's hearing of it. */
async function broadcastTime({ server, subscribers }: Pick<Crowd, 'server' | 'subscribers'>): Promise<number> {
  await subscribers.ask('arm');
  const { at } = await server.ask<FanAnswer>('broadcast');
  const last = await Promise.race([subscribers.ask<{ at: number }>('last'), outOfPatience()]);
  return last.at - at;
}

async function outOfPatience(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
  throw new Error('an event did not reach all subscribers');
}

async function compare(bench: Bench, subscribers: number, crowds: Record<Kind, Crowd>): Promise<Finding[]> {
  const { ours, stock, raw } = await interleave(bench.repetitions * 2, {
    ours: () => broadcastTime(crowds.ours),
    stock: () => broadcastTime(crowds.stock),
    raw: () => broadcastTime(crowds.raw),
  });
  const [ofRaw, ofStock] = [ratioOf(raw, ours), ratioOf(stock, ours)];
  const crowd = `${subscribers.toLocaleString('en')} subscribers`;
  const largest = subscribers === LARGEST;
  const kilobytes = crowds.ours.bytesEach / 1_000;
  return [
    largest
      ? atLeast(`${crowd}: speed against bare ws`, ofRaw, 0.9)
      : measured(`${crowd}: speed against bare ws`, ofRaw, '×'),
    largest
      ? atLeast(`${crowd}: speed against graphql-ws as it comes`, ofStock, 4)
      : measured(`${crowd}: speed against graphql-ws as it comes`, ofStock, '×'),
    largest ? atMost(`${crowd}: memory each`, kilobytes, 16, 'kB') : measured(`${crowd}: memory each`, kilobytes, 'kB'),
    measured(`${crowd}: bare ws against graphql-ws as it comes`, ratioOf(stock, raw), '×'),
    measured(`${crowd}: the last one has it after`, median(ours), 'ms'),
    measured(`${crowd}: memory each with graphql-ws as it comes`, crowds.stock.bytesEach / 1_000, 'kB'),
  ];
}

/** Bets over HTTP while the crowd is told of something twice a second. */
async function betsDuringBroadcasts(
  database: Parameters<typeof givenTokens>[0],
  { server }: Crowd,
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

import { broadcastTime } from './broadcast.ts';
import type { FanClientSetup } from './fanClient.ts';
import type { FanAnswer, FanServerSetup } from './fanServer.ts';
import { interleave, median } from './measure.ts';
import type { BenchPart } from './part.ts';
import { type OwnProcess, startProcess } from './processes.ts';
import { atMost, type Finding, measured } from './report.ts';

const GATEWAYS = [1, 2, 3] as const;
const SUBSCRIBERS = 10_000;
/** Connected and gone before memory is measured, so that what a server allocates once isn't counted for subscribers. */
const FIRST_COMERS = 200;
/** Broadcasts before measuring, until code is warm and connections acknowledge late (fanout.ts). */
const WARM_UPS = 20;
const BROADCASTS = 20;

export const gateways: BenchPart = {
  name: 'gateways',
  about:
    'One, two and three servers with ROLE=gateway, each with 10,000 subscribers of one game, and a server that runs the games ' +
    'and publishes events to all of them over NOTIFY. What a subscriber costs must not depend on how many gateways there are. ' +
    'All servers and subscribers share the two cores, so times grow with their number.',
  async run(bench) {
    const database = await bench.postgres.createDatabase('gateways');
    const address = database.address;
    try {
      const games = await startProcess('./fanServer.ts', {
        kind: 'ours',
        address,
        role: 'all',
      } satisfies FanServerSetup);
      try {
        const measure = (count: number) => () => withGateways(games, { kind: 'ours', address, role: 'gateway' }, count);
        const runs = await interleave(bench.repetitions, { one: measure(1), two: measure(2), three: measure(3) });
        return findingsOf([runs.one, runs.two, runs.three]);
      } finally {
        await games.stop();
      }
    } finally {
      await database.close();
    }
  },
};

/** Of one gateway, in the median over all. */
interface Cost {
  /** CPU time for a message to one subscriber, in microseconds. */
  cpu: number;
  /** Memory of one subscriber, in bytes. */
  memory: number;
  /** Milliseconds from the event to its delivery to the last subscriber of all. */
  delivery: number;
}

interface Gateway {
  readonly server: OwnProcess;
  readonly subscribers: OwnProcess;
  /** Memory of one subscriber, in bytes. */
  readonly memory: number;
}

async function withGateways(games: OwnProcess, setup: FanServerSetup, count: number): Promise<Cost> {
  const open: Gateway[] = [];
  try {
    for (let number = 0; number < count; number += 1) open.push(await openGateway(setup));
    const audiences = open.map(({ subscribers }) => subscribers);
    for (let round = 0; round < WARM_UPS; round += 1) await broadcastTime(games, audiences);
    const before = open.map(({ server }) => server.cpuMicroseconds());
    const deliveries: number[] = [];
    for (let round = 0; round < BROADCASTS; round += 1) deliveries.push(await broadcastTime(games, audiences));
    const cpu = open.map(({ server }, at) => server.cpuMicroseconds() - (before[at] ?? Number.NaN));
    return {
      cpu: median(cpu) / BROADCASTS / SUBSCRIBERS,
      memory: median(open.map(({ memory }) => memory)),
      delivery: median(deliveries),
    };
  } finally {
    for (const { server, subscribers } of open) {
      await subscribers.stop();
      await server.stop();
    }
  }
}

async function openGateway(setup: FanServerSetup): Promise<Gateway> {
  const server = await startProcess('./fanServer.ts', setup);
  const clients: FanClientSetup = { url: server.ready.url, subscribers: FIRST_COMERS, graphql: true };
  const firstComers = await startProcess('./fanClient.ts', clients);
  await firstComers.stop();
  const before = await server.ask<FanAnswer>('memory');
  const subscribers = await startProcess('./fanClient.ts', { ...clients, subscribers: SUBSCRIBERS });
  const after = await server.ask<FanAnswer>('memory');
  return { server, subscribers, memory: (after.bytes - before.bytes) / SUBSCRIBERS };
}

function findingsOf(runs: readonly (readonly Cost[])[]): Finding[] {
  const of = (value: (cost: Cost) => number) => runs.map((costs) => median(costs.map(value)));
  const spread = (values: readonly number[]) => Math.max(...values) / Math.min(...values);
  const [cpu, memory, delivery] = [of((cost) => cost.cpu), of((cost) => cost.memory), of((cost) => cost.delivery)];
  return [
    atMost('CPU per subscriber, the dearest of 1, 2 and 3 gateways against the cheapest', spread(cpu), 1.1, '×'),
    atMost('memory per subscriber, likewise', spread(memory), 1.1, '×'),
    ...GATEWAYS.flatMap((count, at) => {
      const label = count === 1 ? '1 gateway' : `${count} gateways`;
      return [
        measured(`${label}: CPU for a message to one subscriber`, cpu[at] ?? Number.NaN, 'µs'),
        measured(`${label}: memory of a subscriber`, (memory[at] ?? Number.NaN) / 1_000, 'kB'),
        measured(`${label}: the last of all has it after`, delivery[at] ?? Number.NaN, 'ms'),
      ];
    }),
  ];
}

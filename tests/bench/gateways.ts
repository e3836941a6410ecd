import { broadcastTime } from './broadcast.ts';
import type { FanClientSetup } from './fanClient.ts';
import type { FanAnswer, FanServerSetup } from './fanServer.ts';
import { interleave, median } from './measure.ts';
import type { Bench, BenchPart } from './part.ts';
import { type OwnProcess, startProcess } from './processes.ts';
import { atMost, type Finding, measured } from './report.ts';

const GATEWAYS = [1, 2, 3] as const;
const SUBSCRIBERS = 10_000;
/** Connected and gone before memory is measured, so that what a server allocates once isn't counted for subscribers. */
const FIRST_COMERS = 200;
/** Broadcasts before measuring, until code is warm and connections acknowledge late (fanout.ts). */
const WARM_UPS = 20;
const BROADCASTS = 50;
/** Gateways that broadcast on the machine at the same time, whichever installation they belong to. */
const LOAD = 3;

export const gateways: BenchPart = {
  name: 'gateways',
  about:
    'One, two and three servers with ROLE=gateway, each with 10,000 subscribers of one game, and a server that runs the games ' +
    'and publishes events to all of them over NOTIFY. What a subscriber costs must not depend on how many gateways there are. ' +
    'All servers and subscribers share the two cores, and the CPU time of a message depends on how busy they are. ' +
    'So the load is the same for each number: three gateways broadcast at the same time, and those that are not of the ' +
    'installation measured belong to another one, with a database of its own. One gateway with the machine ' +
    'to itself is shown beside them.',
  async run(bench) {
    const ours = await install(bench, 'gateways');
    try {
      const others = await install(bench, 'gateways_elsewhere');
      try {
        const measure = (count: number, elsewhere: number) => () =>
          withGateways([
            { installation: ours, count },
            { installation: others, count: elsewhere },
          ]);
        const { alone, ...loaded } = await interleave(bench.repetitions, {
          alone: measure(1, 0),
          one: measure(1, LOAD - 1),
          two: measure(2, LOAD - 2),
          three: measure(LOAD, 0),
        });
        return findingsOf([loaded.one, loaded.two, loaded.three], alone);
      } finally {
        await others.close();
      }
    } finally {
      await ours.close();
    }
  },
};

/** A database and the server that runs its games and publishes their events. */
interface Installation {
  readonly games: OwnProcess;
  readonly gateway: FanServerSetup;
  close(): Promise<void>;
}

async function install(bench: Bench, name: string): Promise<Installation> {
  const database = await bench.postgres.createDatabase(name);
  const setup = { kind: 'ours', address: database.address } as const;
  const games = await startProcess('./fanServer.ts', { ...setup, role: 'all' } satisfies FanServerSetup);
  const close = async () => {
    await games.stop();
    await database.close();
  };
  return { games, gateway: { ...setup, role: 'gateway' }, close };
}

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

/** What a gateway of the first installation costs, while all gateways of all installations broadcast at the same time. */
async function withGateways(installations: readonly { installation: Installation; count: number }[]): Promise<Cost> {
  const groups = installations
    .filter(({ count }) => count > 0)
    .map(({ installation, count }) => ({ ...installation, count, gateways: [] as Gateway[] }));
  try {
    for (const { gateway, count, gateways } of groups) {
      while (gateways.length < count) gateways.push(await openGateway(gateway));
    }
    return await costOf(groups);
  } finally {
    for (const { server, subscribers } of groups.flatMap(({ gateways }) => gateways)) {
      await subscribers.stop();
      await server.stop();
    }
  }
}

async function costOf(groups: readonly { games: OwnProcess; gateways: readonly Gateway[] }[]): Promise<Cost> {
  const broadcast = () =>
    Promise.all(
      groups.map(({ games, gateways }) =>
        broadcastTime(
          games,
          gateways.map(({ subscribers }) => subscribers),
        ),
      ),
    );
  const measuredOnes = groups[0]?.gateways ?? [];
  for (let round = 0; round < WARM_UPS; round += 1) await broadcast();
  const before = measuredOnes.map(({ server }) => server.cpuMicroseconds());
  const deliveries: number[] = [];
  for (let round = 0; round < BROADCASTS; round += 1) deliveries.push((await broadcast())[0] ?? Number.NaN);
  const cpu = measuredOnes.map(({ server }, at) => server.cpuMicroseconds() - (before[at] ?? Number.NaN));
  return {
    cpu: median(cpu) / BROADCASTS / SUBSCRIBERS,
    memory: median(measuredOnes.map(({ memory }) => memory)),
    delivery: median(deliveries),
  };
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

/** `clusters` of 1, 2 and 3 gateways under the same load; `alone`: one gateway without any. */
function findingsOf(clusters: readonly (readonly Cost[])[], alone: readonly Cost[]): Finding[] {
  const typical = (costs: readonly Cost[], value: (cost: Cost) => number) => median(costs.map(value));
  const of = (value: (cost: Cost) => number) => clusters.map((costs) => typical(costs, value));
  const spread = (values: readonly number[]) => Math.max(...values) / Math.min(...values);
  const [cpu, memory, delivery] = [of((cost) => cost.cpu), of((cost) => cost.memory), of((cost) => cost.delivery)];
  return [
    atMost('CPU per subscriber, the dearest of 1, 2 and 3 gateways against the cheapest', spread(cpu), 1.1, '×'),
    atMost('memory per subscriber, the dearest of 1, 2 and 3 gateways against the cheapest', spread(memory), 1.1, '×'),
    ...GATEWAYS.flatMap((count, at) => {
      const label = count === 1 ? '1 gateway' : `${count} gateways`;
      return [
        measured(`${label}: CPU for a message to one subscriber`, cpu[at] ?? Number.NaN, 'µs'),
        measured(`${label}: memory of a subscriber`, (memory[at] ?? Number.NaN) / 1_000, 'kB'),
        measured(`${label}: the last of all has it after`, delivery[at] ?? Number.NaN, 'ms'),
      ];
    }),
    measured(
      '1 gateway alone: CPU for a message to one subscriber',
      typical(alone, (cost) => cost.cpu),
      'µs',
    ),
    measured(
      '1 gateway alone: the last of all has it after',
      typical(alone, (cost) => cost.delivery),
      'ms',
    ),
  ];
}

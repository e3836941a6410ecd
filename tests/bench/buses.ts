import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { ServerAddress } from '../support/postgres.ts';
import { ensureProgram, freePort, runProgram } from '../deploy/programs.ts';
import type { BusClientSetup, BusDelivery } from './busClient.ts';
import { interleave, median } from './measure.ts';
import type { BenchPart } from './part.ts';
import { startProcess } from './processes.ts';
import { type Finding, measured } from './report.ts';

const SERVERS = [1, 3, 8] as const;
/** Of each server: about what a server with a thousand players at a time publishes. */
const EVENTS_A_SECOND = 200;
const CLIENTS = 8;
const SECONDS = 4;
const kinds = ['notify', 'nats', 'silent'] as const;
type Kind = (typeof kinds)[number];

export const buses: BenchPart = {
  name: 'buses',
  about:
    `Events between servers by NOTIFY and by NATS: 1, 3 and 8 servers in processes of their own, each sending ${EVENTS_A_SECOND} a ` +
    `second to all others, while ${CLIENTS} clients commit one row at a time; beside it the same without events. With one server ` +
    'there is nobody to receive.',
  async run(bench) {
    const port = await freePort();
    const path = ensureProgram('nats-server', 'nats-server');
    const nats = await runProgram(path, {
      config: '',
      args: (folder) => ['-a', '127.0.0.1', '-p', String(port), '-l', `${folder}/log`],
      port,
    });
    const database = await bench.postgres.createDatabase('buses');
    try {
      const findings: Finding[] = [];
      for (const servers of SERVERS) {
        bench.say(`${servers} servers`);
        const run = (kind: Kind) => () => measure({ address: database.address, port, servers, kind });
        const runs = await interleave(bench.repetitions, {
          notify: run('notify'),
          nats: run('nats'),
          silent: run('silent'),
        });
        findings.push(...findingsOf(servers, runs));
      }
      return findings;
    } finally {
      await database.close();
      await nats.stop();
    }
  },
};

interface Measured extends BusDelivery {
  commits: number;
}

interface Setting {
  address: ServerAddress;
  port: number;
  servers: number;
  kind: Kind;
}

async function measure({ address, port, servers, kind }: Setting): Promise<Measured> {
  const setup: BusClientSetup = {
    address,
    natsUrl: kind === 'nats' ? `nats://127.0.0.1:${port}` : undefined,
    rate: kind === 'silent' ? 0 : EVENTS_A_SECOND,
  };
  const clients = await Promise.all(Array.from({ length: servers }, () => startProcess('./busClient.ts', setup)));
  try {
    await delay(1_000);
    for (const client of clients) await client.ask('reset');
    const commits = await commitRate(address);
    const answers = await Promise.all(clients.map((client) => client.ask<BusDelivery>('read')));
    const over = (value: (answer: BusDelivery) => number) => median(answers.map(value));
    return { commits, received: over((a) => a.received), p50: over((a) => a.p50), p99: over((a) => a.p99) };
  } finally {
    await Promise.all(clients.map((client) => client.stop()));
  }
}

/** Commits a second of clients that insert a row each. */
async function commitRate(address: ServerAddress): Promise<number> {
  const pool = new pg.Pool({ ...address, max: CLIENTS });
  await pool.query('create table if not exists commits (at timestamptz)');
  const until = performance.now() + SECONDS * 1_000;
  let commits = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (; performance.now() < until; commits += 1) await pool.query('insert into commits values (now())');
    }),
  );
  await pool.end();
  return commits / SECONDS;
}

function findingsOf(servers: number, runs: Record<Kind, Measured[]>): Finding[] {
  const of = (kind: Kind, value: (run: Measured) => number) => median(runs[kind].map(value));
  const share = (kind: Kind) =>
    median(runs[kind].map(({ commits }, at) => commits / (runs.silent[at]?.commits ?? Number.NaN)));
  const label = servers === 1 ? '1 server' : `${servers} servers`;
  const names = { notify: 'NOTIFY', nats: 'NATS' } as const;
  return (['notify', 'nats'] as const).flatMap((kind) => [
    ...(servers === 1
      ? []
      : [
          measured(
            `${label}, ${names[kind]}: median of the delivery`,
            of(kind, ({ p50 }) => p50),
            'ms',
          ),
          measured(
            `${label}, ${names[kind]}: 99 % delivered within`,
            of(kind, ({ p99 }) => p99),
            'ms',
          ),
          measured(
            `${label}, ${names[kind]}: events received by each`,
            of(kind, ({ received }) => received) / SECONDS,
            'a second',
          ),
        ]),
    measured(`${label}, ${names[kind]}: commits against those without events`, share(kind), '×'),
  ]);
}

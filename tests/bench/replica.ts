import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Registry } from 'prom-client';
import type { Paise } from '../../db/columns.ts';
import { openConnection } from '../../db/client.ts';
import { unprivilegedAccount } from '../../db/embedded/account.ts';
import { postgresBinaries } from '../../db/embedded/binaries.ts';
import { spawnPostmaster, stopPostmaster } from '../../db/embedded/postmaster.ts';
import { limitsFor } from '../../db/limits.ts';
import { MeasuredReplica } from '../../server/composition/measuredReplica.ts';
import { BetBatcher } from '../../server/domain/bets/betBatcher.ts';
import { placeBet } from '../../server/domain/bets/placeBet.ts';
import { openExport } from '../../server/domain/stats/exports/openExport.ts';
import { appAddressOf, type ServerAddress } from '../support/postgres.ts';
import { givenActor } from '../support/world/bulk.ts';
import { interleave, median, ratioOf, underLoad } from './measure.ts';
import type { Bench, BenchPart } from './part.ts';
import { atLeastPercent, type Finding, measured } from './report.ts';
import { pin } from './processes.ts';
import { type BenchPostgres, startBenchPostgres } from './server.ts';
import { anyBet, openStage, requestOf, type Stage } from './stage.ts';

const PAST_BETS = 200_000;
const READERS = 2;
const AT_A_TIME = 256;
const SECONDS = 4;
const START_MS = 60_000;

export const replica: BenchPart = {
  name: 'replica',
  about:
    'Bets while two admins export a history of 200,000 bets over and over: without reports, with reports on the primary, and on a ' +
    'replica. The primary is pinned to one core and the replica to another, as if they were two machines; the program that bets and ' +
    'exports shares them.',
  async run(bench) {
    const postgres = await startBenchPostgres();
    try {
      const stage = await openStage(postgres, 'reports', { pastBets: PAST_BETS });
      try {
        return await compare(bench, postgres, stage);
      } finally {
        await stage.close();
      }
    } finally {
      await postgres.stop();
    }
  },
};

async function compare(bench: Bench, postgres: BenchPostgres, stage: Stage): Promise<Finding[]> {
  bench.say('copying the primary');
  const standby = await startStandby(postgres, stage);
  const registry = new Registry();
  const reader = new MeasuredReplica({
    address: appAddressOf(standby.address),
    maxLagMs: 5_000,
    primary: stage.database.app,
    events: stage.games.services.events,
    log: stage.games.services.log,
    metrics: { registry },
  });
  try {
    await reader.start();
    const { none, primary, moved } = await interleave(bench.repetitions, {
      none: () => betting(stage, postgres, undefined, 0),
      primary: () => betting(stage, postgres, undefined, READERS),
      moved: () => betting(stage, postgres, reader, READERS),
    });
    const rates = (runs: readonly { rate: number }[]) => runs.map(({ rate }) => rate);
    const reports = (runs: readonly { exported: number }[]) => median(runs.map(({ exported }) => exported));
    const cpus = (runs: readonly { cpu: number }[]) => median(runs.map(({ cpu }) => cpu));
    return [
      atLeastPercent('reads of reports that the replica served', await shareMoved(registry), 95),
      measured('bets/s with reports on the primary, against none', ratioOf(rates(primary), rates(none)), '×'),
      measured('bets/s with reports on the replica, against none', ratioOf(rates(moved), rates(none)), '×'),
      measured(
        'bets/s with reports on the replica, against on the primary',
        ratioOf(rates(moved), rates(primary)),
        '×',
      ),
      measured('bets/s without reports', median(rates(none)), 'bets/s'),
      measured('rows exported a second, from the primary', reports(primary), 'rows/s'),
      measured('rows exported a second, from the replica', reports(moved), 'rows/s'),
      measured('CPU of the primary per bet without reports', cpus(none), 'µs'),
      measured('the same with reports on the primary', cpus(primary), 'µs'),
      measured('the same with reports on the replica', cpus(moved), 'µs'),
    ];
  } finally {
    await reader.stop();
    await standby.stop();
  }
}

async function shareMoved(registry: Registry): Promise<number> {
  const { values } = (await registry.getSingleMetric('rangoli_report_reads_total')?.get()) ?? { values: [] };
  const all = values.reduce((sum, { value }) => sum + value, 0);
  return (100 * (values.find(({ labels }) => labels['from'] === 'replica')?.value ?? 0)) / all;
}

/** Bets for some seconds, beside so many admins who export. */
async function betting(stage: Stage, postgres: BenchPostgres, reader: MeasuredReplica | undefined, readers: number) {
  const { services } = stage.games;
  const batcher = new BetBatcher({ address: stage.database.app.address, events: services.events, log: services.log });
  const admin = await givenActor(stage.games, 'admin');
  const over = new AbortController();
  let rows = 0;
  services.replica = reader;
  const reading = Array.from({ length: readers }, async () => {
    while (!over.signal.aborted) {
      const { content } = await openExport(stage.games.as(admin), { file: 'bets.csv' });
      for await (const part of content) {
        rows += String(part).split('\n').length - 1;
        if (over.signal.aborted) break;
      }
    }
  });
  let before = { cpu: 0, rows: 0 };
  const load = await underLoad(
    async () => {
      const { playerId, contest, selection } = anyBet(stage);
      const ctx = requestOf(stage, playerId, { bets: batcher });
      await placeBet(ctx, { gameId: contest.gameId, selection, amount: 1_000n as Paise, idempotencyKey: randomUUID() });
    },
    {
      concurrency: AT_A_TIME,
      seconds: SECONDS,
      onWarm: () => (before = { cpu: postgres.cpuMicroseconds(), rows }),
    },
  );
  const cpu = (postgres.cpuMicroseconds() - before.cpu) / load.calls;
  const exported = (rows - before.rows) / SECONDS;
  over.abort();
  await Promise.all(reading);
  await batcher.stop();
  services.replica = undefined;
  return { rate: load.rate, cpu, exported };
}

interface Standby {
  readonly address: ServerAddress;
  stop(): Promise<void>;
}

/** Copies the running primary, starts the copy as its standby, and pins each to a core of its own. */
async function startStandby({ address }: BenchPostgres, stage: Stage): Promise<Standby> {
  const { host: cluster, port, user } = address;
  const copy = `${cluster}-standby`;
  const owner = await openConnection({ ...address, database: 'postgres' }, limitsFor('command'));
  await owner.query(`select pg_backup_start('bench', true)`);
  // Files that the server removes meanwhile are not needed.
  execFileSync('bash', ['-c', 'cp -Rp "$0" "$1" 2>/dev/null || true', cluster, copy]);
  const { rows } = await owner.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
  await owner.end();
  for (const [name, text] of [
    ['backup_label', rows[0]?.label ?? ''],
    ['standby.signal', ''],
  ] as const) {
    writeFileSync(join(copy, name), text);
    const account = unprivilegedAccount();
    if (account) chownSync(join(copy, name), account.uid, account.gid);
  }
  for (const name of ['postmaster.pid', `.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`])
    rmSync(join(copy, name), { force: true });
  const account = unprivilegedAccount();
  const settings = [
    'listen_addresses=',
    `port=${port}`,
    `unix_socket_directories=${copy}`,
    'max_connections=200',
    'jit=off',
    'timezone=UTC',
    `primary_conninfo=host=${cluster} port=${port} user=${user}`,
  ];
  const args = ['-D', copy, ...settings.flatMap((setting) => ['-c', setting])];
  const bin = join(
    postgresBinaries(account, () => {}),
    'bin',
  );
  const child = spawnPostmaster(bin, args, account, `${copy}.log`);
  const at = { ...stage.database.address, host: copy };
  const stop = () => stopPostmaster(child);
  const deadline = performance.now() + START_MS;
  for (;;) {
    const connection = await openConnection(at, limitsFor('listener')).catch(() => undefined);
    if (connection) {
      await connection.end();
      break;
    }
    if (performance.now() > deadline) {
      await stop();
      throw new Error(`the standby did not start: ${readFileSync(`${copy}.log`, 'utf8')}`);
    }
    await delay(100);
  }
  // Processes that a postmaster starts from now on inherit it.
  pin(Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]), 0);
  pin(child.pid ?? 0, 1);
  return { address: at, stop };
}

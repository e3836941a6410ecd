import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { APP_ROLE } from '../../db/roles.ts';
import { openBoth, type TestDatabase } from '../support/database.ts';
import { WITHOUT_CLOCK } from '../support/databaseClock.ts';
import { runStatement, type ServerAddress } from '../support/postgres.ts';

/** The bench's own PostgreSQL, as durable as a default install's. */
export interface BenchPostgres {
  readonly address: ServerAddress;
  /** A migrated database with nothing in it. */
  createDatabase(name: string, options?: { max?: number }): Promise<TestDatabase>;
  /** CPU time of all its processes so far, in microseconds; NaN where the system doesn't provide it. */
  cpuMicroseconds(): number;
  stop(): Promise<void>;
}

export async function startBenchPostgres(): Promise<BenchPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'rangoli-bench-'));
  chmodSync(folder, 0o711);
  const postgres = await startEmbedded({ dataDir: folder, maxConnections: 200 });
  const postmaster = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    address: postgres.address,
    async createDatabase(name, { max = 20 } = {}) {
      const address = { ...postgres.address, database: name };
      await runStatement(postgres.address, `create database ${name}`);
      await migrate(address, { appRole: APP_ROLE });
      // Bets are placed at made-up times here, also by servers, which run the migration once more when they start.
      await runStatement(address, WITHOUT_CLOCK);
      const database = openBoth(address, { max });
      return {
        ...database,
        async close() {
          await database.close();
          await runStatement(postgres.address, `drop database ${name} with (force)`);
        },
      };
    },
    cpuMicroseconds: () => processTreeCpu(postmaster),
    async stop() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Linux counts CPU time in ticks of 10 ms. */
const TICK_MICROSECONDS = 10_000;

/** CPU time of a process so far, in microseconds; NaN where the system doesn't provide it. */
export function processCpuMicroseconds(pid: number): number {
  return process.platform === 'linux' ? cpuTicks(pid) * TICK_MICROSECONDS : Number.NaN;
}

/** CPU time of a process, its running children and its terminated ones. */
function processTreeCpu(parent: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const own = cpuTicks(parent, { withReapedChildren: true });
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === parent);
  return (own + children.reduce((sum, child) => sum + cpuTicks(Number(child)), 0)) * TICK_MICROSECONDS;
}

function parentOf(pid: string): number {
  return Number(statFields(pid)[1] ?? 0);
}

function cpuTicks(pid: number, { withReapedChildren = false } = {}): number {
  const fields = statFields(String(pid)).slice(11, withReapedChildren ? 15 : 13);
  return fields.reduce((sum, ticks) => sum + Number(ticks), 0);
}

/** The fields of /proc/PID/stat from the third on; none when the process has ended. */
function statFields(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Bench } from '../part.ts';
import type { Finding } from '../report.ts';
import { compare } from './compare.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** A command that loads what the server loads, and ends. */
const COMMAND = 'server/commands/printSchema.ts';
const CLOCK_TICKS = 100;

/** CPU time to load the server's TypeScript, of all processes that it takes, with what earlier starts have kept. */
export function starts(bench: Bench): Promise<Finding[]> {
  return compare(bench, {
    what: 'loading the server’s TypeScript',
    library: 'tsx',
    unit: 'ms of CPU',
    goal: 1,
    ours: () => cpuOf(['server/build/run.mjs', COMMAND]),
    theirs: () => cpuOf(['--import', 'tsx', COMMAND]),
  });
}

/** CPU time of children that have ended, in milliseconds. */
function childrenCpu(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const [user = 0, system = 0] = fields.slice(13, 15).map(Number);
  return ((user + system) * 1_000) / CLOCK_TICKS;
}

async function cpuOf(args: string[]): Promise<number> {
  const before = childrenCpu();
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return childrenCpu() - before;
}

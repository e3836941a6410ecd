/**
 * `npm run mutate`: changes the rules one place at a time and checks whether a test fails.
 * `npm run mutate -- rules`: the pure rules (Stryker). `npm run mutate -- sql [function…]`: the SQL functions that move
 * or guard money. Without arguments: both. `--part 2/4` tests every fourth mutant of each function from the second on: tests
 * of many mutants end by a timeout, so that several processes together take less time.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { mutateSql } from './sql.ts';

const { values, positionals } = parseArgs({ options: { part: { type: 'string' } }, allowPositionals: true });
const [half, ...functions] = positionals;
if (half !== undefined && half !== 'rules' && half !== 'sql') throw new Error(`Neither rules nor sql: ${half}`);
const rulesHold = half === 'sql' || (await mutateRules());
const sqlHolds = half === 'rules' || (await mutateSql(functions, values.part));
process.exit(rulesHold && sqlHolds ? 0 : 1);

async function mutateRules(): Promise<boolean> {
  const child = spawn('node_modules/.bin/stryker', ['run'], { stdio: 'inherit', shell: process.platform === 'win32' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

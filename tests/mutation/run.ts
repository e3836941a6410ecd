/**
 * `npm run mutate`: changes the rules one place at a time and checks whether a test fails.
 * `npm run mutate -- rules`: the pure rules (Stryker). `npm run mutate -- sql [function…]`: the SQL functions that move
 * or guard money. Without arguments: both.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mutateSql } from './sql.ts';

const [half, ...functions] = process.argv.slice(2);
if (half !== undefined && half !== 'rules' && half !== 'sql') throw new Error(`Neither rules nor sql: ${half}`);
const rulesHold = half === 'sql' || (await mutateRules());
const sqlHolds = half === 'rules' || (await mutateSql(functions));
process.exit(rulesHold && sqlHolds ? 0 : 1);

async function mutateRules(): Promise<boolean> {
  const child = spawn('node_modules/.bin/stryker', ['run'], { stdio: 'inherit', shell: process.platform === 'win32' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

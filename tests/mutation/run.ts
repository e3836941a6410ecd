/**
 * `npm run mutate`: changes the rules one place at a time and checks whether a test fails.
 * `npm run mutate -- rules`: the pure rules (Stryker). `npm run mutate -- sql [function…]`: the SQL functions that move
 * or guard money. Without arguments: both. `--part 2/4` tests every fourth mutant of each function from the second on: tests
 * of many mutants end by a timeout, so that several processes together take less time.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { EQUIVALENT_RULES } from './equivalent.ts';
import { type RulesReport, ruleSurvivors } from './ruleSurvivors.ts';
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
  if (code !== 0) return false;
  const report = JSON.parse(readFileSync('tests/.output/mutation.json', 'utf8')) as RulesReport;
  const survivors = ruleSurvivors(report).filter((key) => EQUIVALENT_RULES[key] === undefined);
  console.log(`\nrules: ${survivors.length} survived that are not listed as equivalent`);
  for (const key of survivors) console.log(`  SURVIVED ${key}`);
  return survivors.length === 0;
}

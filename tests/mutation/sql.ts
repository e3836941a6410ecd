import type { Vitest } from 'vitest/node';
import { committedFunctions } from '../../db/functions.ts';
import { runStatement, startTestPostgres, TEMPLATE_DATABASE, testPostgres } from '../support/postgres.ts';
import { EQUIVALENT } from './equivalent.ts';
import { type MutantRun, openVitest, runAgainstMutants } from './mutantTests.ts';
import { mutantsOf, type SqlMutant } from './sqlMutants.ts';
import { SQL_TARGETS } from './sqlTargets.ts';

type Fate = 'killed' | 'invalid' | 'listed' | 'survived';

interface Tested {
  readonly mutant: SqlMutant;
  readonly index: number;
  fate: Fate;
}

/**
 * How many mutants share one worker. After them their file runs without a mutant, to detect side effects of the
 * mutants.
 */
const SHARING_A_WORKER = 10;

const LONGEST_STATEMENT_SECONDS = 10;

/**
 * Runs, for each mutant of the named functions (default: all targets), the test files that concern it, against
 * databases copied from a template that has the mutant. `part`, such as `2/4`, selects a share of each function's mutants
 * (default: all). Resolves to whether each mutant was killed or is listed as equivalent.
 */
export async function mutateSql(names: readonly string[], part = '1/1'): Promise<boolean> {
  const functions = new Map(committedFunctions().functions.map(({ name, text }) => [name, text]));
  const targets = names.length > 0 ? names : Object.keys(SQL_TARGETS);
  const stopPostgres = await startTestPostgres();
  await endLoops();
  const vitest = await openVitest();
  try {
    let good = true;
    for (const name of targets) {
      const text = functions.get(name);
      const files = SQL_TARGETS[name];
      if (text === undefined || files === undefined) throw new Error(`No function to mutate is called ${name}.`);
      const tested = await withoutRunning(name, mutantsOf(text), part);
      for (const file of files) await testIn(vitest, { functionName: name, file }, tested);
      good = summarize(name, tested) && good;
    }
    return good;
  } finally {
    await vitest.close();
    await stopPostgres();
  }
}

/**
 * A mutant may loop. The server's connections have limits of their own, those of tests none: without one here the loop would
 * take a core from the mutants after it.
 */
async function endLoops(): Promise<void> {
  const template = { ...testPostgres(), database: TEMPLATE_DATABASE };
  await runStatement(template, `alter system set statement_timeout = '${LONGEST_STATEMENT_SECONDS}s'`);
  await runStatement(template, 'select pg_reload_conf()');
}

/** What is known of mutants before any test: which are listed, and which PostgreSQL refuses. */
async function withoutRunning(name: string, mutants: readonly SqlMutant[], part: string): Promise<Tested[]> {
  const [place = NaN, parts = NaN] = part.split('/').map(Number);
  if (!(place >= 1 && place <= parts)) throw new Error(`--part must be like 2/4, not ${part}`);
  const template = { ...testPostgres(), database: TEMPLATE_DATABASE };
  const tested: Tested[] = [];
  for (const [index, mutant] of mutants.entries()) {
    if (index % parts !== place - 1) continue;
    const isListed = EQUIVALENT[name]?.[mutant.key] !== undefined;
    const isValid = await runStatement(template, `begin; ${mutant.text}; rollback`).then(
      () => true,
      () => false,
    );
    tested.push({ mutant, index, fate: isListed ? 'listed' : isValid ? 'survived' : 'invalid' });
  }
  return tested;
}

/** Runs a test file for every mutant that no file before has noticed, and marks those that it notices as killed. */
async function testIn(vitest: Vitest, { functionName, file }: Omit<MutantRun, 'index'>, tested: readonly Tested[]) {
  const remaining = tested.filter(({ fate }) => fate === 'survived');
  for (let first = 0; first < remaining.length; first += SHARING_A_WORKER) {
    const chunk = remaining.slice(first, first + SHARING_A_WORKER);
    const started = Date.now();
    const failures = await failuresIn(vitest, { functionName, file }, chunk);
    const seconds = ((Date.now() - started) / 1000).toFixed(0);
    console.log(`${functionName} in ${file}: ${first + chunk.length} of ${remaining.length}, ${seconds} s`);
    for (const [at, failure] of failures.entries()) {
      const one = chunk[at];
      if (one === undefined || failure === null) continue;
      one.fate = 'killed';
      console.log(`  killed by "${failure}", line ${one.mutant.line}: ${one.mutant.key}`);
    }
  }
}

/** What fails in the file for each mutant, null where nothing does. Throws when the file fails without any. */
async function failuresIn(
  vitest: Vitest,
  run: Omit<MutantRun, 'index'>,
  chunk: readonly Tested[],
): Promise<(string | null)[]> {
  const unchanged = { ...run, index: null };
  const runs = chunk.map(({ index }) => ({ ...run, index }));
  const failures = await runAgainstMutants(vitest, [...runs, unchanged]);
  if (failures.pop() === null) return failures;
  const [alone] = await runAgainstMutants(vitest, [unchanged]);
  if (alone !== null) throw new Error(`${run.file} (${alone}) fails without any mutant.`);
  console.log('  a mutant has left something behind in its worker: each anew in one of its own');
  const anew: (string | null)[] = [];
  for (const one of runs) anew.push((await runAgainstMutants(vitest, [one]))[0] ?? null);
  return anew;
}

function summarize(name: string, tested: readonly Tested[]): boolean {
  const count = (fate: Fate) => tested.filter((one) => one.fate === fate).length;
  const survivors = tested.filter(({ fate }) => fate === 'survived');
  console.log(
    `\n${name}: ${tested.length} mutants, ${count('killed')} killed, ${count('invalid')} invalid, ` +
      `${count('listed')} listed as equivalent, ${survivors.length} survived`,
  );
  for (const { mutant } of survivors) console.log(`  SURVIVED line ${mutant.line}: ${mutant.key}`);
  return survivors.length === 0;
}

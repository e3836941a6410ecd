import { resolve } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import { committedFunctions } from '../../db/functions.ts';
import { graphqlAlias } from '../../vitest.config.ts';
import { runStatement, startTestPostgres, TEMPLATE_DATABASE, testPostgres } from '../support/postgres.ts';
import { EQUIVALENT } from './equivalent.ts';
import { mutantsOf, type SqlMutant } from './sqlMutants.ts';
import { SQL_TARGETS } from './sqlTargets.ts';

type Fate = 'killed' | 'invalid' | 'listed' | 'survived';

interface Tested {
  readonly mutant: SqlMutant;
  readonly fate: Fate;
}

interface Failure {
  readonly file: string;
  readonly test: string;
}

/** How long one test may take before its mutant counts as noticed, in milliseconds. */
const TEST_TIMEOUT = 30_000;

/**
 * Runs, for each mutant of the named functions (all targets when none is named), the test files that concern it, against
 * databases copied from a template that has the mutant. Resolves to whether each mutant was noticed or is listed.
 */
export async function mutateSql(names: readonly string[]): Promise<boolean> {
  const functions = new Map(committedFunctions().functions.map(({ name, text }) => [name, text]));
  const targets = names.length > 0 ? names : Object.keys(SQL_TARGETS);
  const stopPostgres = await startTestPostgres();
  const vitest = await openVitest();
  try {
    let good = true;
    const passing = new Set<string>();
    for (const name of targets) {
      const text = functions.get(name);
      const files = SQL_TARGETS[name];
      if (text === undefined || files === undefined) throw new Error(`No function to mutate is called ${name}.`);
      await requirePassing(
        vitest,
        files.filter((file) => !passing.has(file)),
      );
      for (const file of files) passing.add(file);
      const tested = await mutateFunction(vitest, { name, text, files });
      good = summarize(name, tested) && good;
    }
    return good;
  } finally {
    await vitest.close();
    await stopPostgres();
  }
}

/** One Vitest for all mutants, so that the modules under test are transformed once. */
async function openVitest(): Promise<Vitest> {
  const vitest = await createVitest(
    'test',
    {
      config: false,
      watch: false,
      include: ['tests/{api,faults}/**/*.test.ts'],
      env: { GRAPHQL_BOTH_PATHS: 'on' },
      bail: 1,
      maxWorkers: 1,
      isolate: false,
      testTimeout: TEST_TIMEOUT,
      hookTimeout: TEST_TIMEOUT,
      reporters: [{}],
      onConsoleLog: () => false,
    },
    { resolve: { alias: [graphqlAlias] } },
  );
  await vitest.standalone();
  return vitest;
}

async function requirePassing(vitest: Vitest, files: readonly string[]): Promise<void> {
  const failing = await firstFailure(vitest, files);
  if (failing !== null) throw new Error(`${failing.file} (${failing.test}) fails without any mutant.`);
}

async function mutateFunction(
  vitest: Vitest,
  { name, text, files }: { name: string; text: string; files: readonly string[] },
): Promise<Tested[]> {
  const mutants = mutantsOf(text);
  const tested: Tested[] = [];
  let last = { line: 0, file: files[0] };
  for (const [index, mutant] of mutants.entries()) {
    const started = Date.now();
    // What noticed the last mutant of the same line is the likeliest to notice the next.
    const order = last.line === mutant.line ? files.toSorted((a, b) => +(b === last.file) - +(a === last.file)) : files;
    const { fate, by } = await fateOf(vitest, mutant, { name, text, files: order });
    if (by !== null) last = { line: mutant.line, file: by.file };
    tested.push({ mutant, fate });
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    const place = `${name} ${index + 1}/${mutants.length}`;
    console.log(
      `${place} ${fate}${by === null ? '' : ` by ${by.file} (${by.test})`} in ${seconds} s, line ${mutant.line}: ${mutant.key}`,
    );
  }
  return tested;
}

async function fateOf(
  vitest: Vitest,
  mutant: SqlMutant,
  { name, text, files }: { name: string; text: string; files: readonly string[] },
): Promise<{ fate: Fate; by: Failure | null }> {
  if (EQUIVALENT[name]?.[mutant.key] !== undefined) return { fate: 'listed', by: null };
  const template = { ...testPostgres(), database: TEMPLATE_DATABASE };
  try {
    await runStatement(template, mutant.text);
  } catch {
    return { fate: 'invalid', by: null };
  }
  try {
    const by = await firstFailure(vitest, files);
    return { fate: by === null ? 'survived' : 'killed', by };
  } finally {
    await runStatement(template, text);
  }
}

/** The first of the files in which a test fails, or null. */
async function firstFailure(vitest: Vitest, files: readonly string[]): Promise<Failure | null> {
  for (const file of files) {
    const path = resolve('tests', `${file}.test.ts`);
    const specifications = await vitest.globTestSpecifications([path]);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    // The modules of earlier runs are among them, with what became of them then.
    const module = testModules.find(({ moduleId }) => moduleId === specifications[0]?.moduleId);
    const failed = [...(module?.children.allTests('failed') ?? [])][0];
    if (failed) return { file, test: failed.fullName };
    if (unhandledErrors.length > 0 || module?.ok() !== true) return { file, test: 'outside its tests' };
  }
  return null;
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

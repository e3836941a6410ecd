import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQL_TARGETS } from '../mutation/sqlTargets.ts';
import { parse } from '../repo/imports.ts';
import { LONGEST } from './longestFirst.ts';

/** A source or test file. */
export interface KnownFile {
  /** From the project's root, with forward slashes. */
  readonly path: string;
  /** Project files that it imports. */
  readonly imports: readonly string[];
  /** Names of the values that it exports. */
  readonly exports: readonly string[];
  /** Of a test alone. */
  readonly text?: string;
}

/** Tests to run: their paths, and those left out of the many that name what has changed. Null: whatever reaches the change. */
export type Selection = { readonly tests: readonly string[]; readonly leftOut: readonly string[] } | null;

/** Tests with a server and a database take seconds each: of those that name what has changed, so many that name it most. */
export const MAX_SERVER_TESTS = 4;
/** Weight of a test that is named after the file's context, such as bets.test.ts. */
const OF_ITS_CONTEXT = 5;
/** Weight of a test that takes long. */
const LONG = 0.1;

const SERVER_TEST = /^tests\/(api|faults)\//;
/** What imports these is the whole server, whose tests reach every domain file. */
const WHOLE = /^server\/(graphql\/schema|rest\/operations|composition\/.*)\.ts$/;
const NARROW = /^(server\/(domain|graphql|rest)|db\/functions|web)\//;
const IGNORED = /\.md$|^\.github\/|^db\/functions\/version\.json$|^web\/gql\//;
const isTest = (path: string) => /\.test\.tsx?$/.test(path);

/**
 * The tests of changed files: those that import one directly or through other files, short of the whole server, and those that name
 * what it exports. Of files that reach everything (configuration, tests/support, db), null.
 */
export function selectTests(changed: readonly string[], files: readonly KnownFile[]): Selection {
  const concerning = changed.filter((path) => !IGNORED.test(path));
  if (concerning.some((path) => !isTest(path) && !NARROW.test(path))) return null;
  const mentions = new Map<string, number>();
  for (const path of concerning) {
    const found = isTest(path) ? new Map([[path, Infinity]]) : testsOf(path, files);
    if (found === null) return null;
    const context = /^server\/domain\/(\w+)\//.exec(path)?.[1];
    for (const [test, count] of found) {
      const isLong = LONGEST.some((long) => test.startsWith(long));
      const weight = isLong ? LONG : context && baseOf(test).startsWith(context) ? OF_ITS_CONTEXT : 1;
      mentions.set(test, (mentions.get(test) ?? 0) + count * weight);
    }
  }
  const ranked = [...mentions].toSorted(([, one], [, other]) => other - one || 0).map(([test]) => test);
  const onServer = ranked.filter((test) => SERVER_TEST.test(test));
  return {
    tests: [...ranked.filter((test) => !SERVER_TEST.test(test)), ...onServer.slice(0, MAX_SERVER_TESTS)],
    leftOut: onServer.slice(MAX_SERVER_TESTS),
  };
}

/** Tests of a file, with how often each names it, of the nearest importers that have any; null where nothing leads to a test. */
function testsOf(path: string, files: readonly KnownFile[]): Map<string, number> | null {
  if (path.endsWith('.sql')) return namedTests([baseOf(path)], files, SQL_TARGETS[baseOf(path)]);
  const tests = new Map<string, number>();
  const seen = new Set([path]);
  let level = [path];
  while (level.length > 0) {
    for (const [test, count] of namedTests(
      level.flatMap((one) => namesOf(one, files)),
      files,
    ))
      tests.set(test, count);
    const importers = files.filter(
      ({ imports, path: from }) => !seen.has(from) && imports.some((one) => level.includes(one)),
    );
    for (const { path: from } of importers) {
      seen.add(from);
      if (isTest(from)) tests.set(from, tests.get(from) ?? 1);
    }
    const isFound = !path.startsWith('web/') && [...tests.keys()].some((test) => SERVER_TEST.test(test));
    if (isFound) break;
    level = importers.map(({ path: from }) => from).filter((from) => !WHOLE.test(from) && !from.startsWith('tests/'));
  }
  return tests.size > 0 ? tests : null;
}

/** What tests call a file by: its values; of a file of GraphQL or REST also the verbs that it offers. */
function namesOf(path: string, files: readonly KnownFile[]): string[] {
  if (path.startsWith('web/')) return [];
  const file = files.find((one) => one.path === path);
  const verbs = /^server\/(graphql|rest)\//.test(path)
    ? (file?.imports ?? [])
        .flatMap((one) => files.find((other) => other.path === one)?.exports ?? [])
        .filter((name) => name.endsWith('Verb'))
    : [];
  return [...(file?.exports ?? []), ...verbs].map((name) => name.replace(/Verb$/, ''));
}

/** Tests on a server that name one of these, with how often, and `likely` ones, by their path below tests/ without its ending. */
function namedTests(
  names: readonly string[],
  files: readonly KnownFile[],
  likely: readonly string[] = [],
): Map<string, number> {
  const found = new Map(likely.map((name, at) => [`tests/${name}.test.ts`, 1000 - at]));
  if (names.length === 0) return found;
  const pattern = new RegExp(String.raw`\b(?:${[...new Set(names)].join('|')})\b`, 'g');
  for (const { path, text = '' } of files) {
    const count = SERVER_TEST.test(path) && isTest(path) ? (text.match(pattern)?.length ?? 0) : 0;
    if (count > 0) found.set(path, (found.get(path) ?? 0) + count);
  }
  return found;
}

const baseOf = (path: string) => path.replace(/^.*\//, '').replace(/\.\w+$/, '');

/** Paths with uncommitted changes, new ones too. Throws where this is no git repository. */
export function changedPaths(): string[] {
  const git = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`--changed needs git: ${stderr}`);
    return stdout.split('\n').filter(Boolean);
  };
  return [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
}

/** Every source and test file. */
export function knownFiles(): KnownFile[] {
  return ['server', 'db', 'web', 'tests']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !/\.d\.ts$|^web\/(gql|dist)\//.test(path))
    .map((path) => ({ ...parse(path), ...(isTest(path) && { text: readFileSync(path, 'utf8') }) }));
}

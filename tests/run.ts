/**
 * `npm test`: everything that judges this project, part by part. The last line sums up what passed and failed; a part
 * that crashes and a test that is skipped count as failed. `npm run check` runs the parts that need no database and no
 * browser (`tsx tests/run.ts check`).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { generateDocuments } from '../server/buildWeb.ts';
import { ensureBrowser } from './support/browser.ts';

interface Tally {
  passed: number;
  failed: number;
}

interface Part {
  readonly name: string;
  readonly run: () => Promise<Tally>;
}

const OUTPUT = 'tests/.output';
const VITEST_REPORT = `${OUTPUT}/vitest.json`;
const PLAYWRIGHT_REPORT = `${OUTPUT}/playwright.json`;

const checks: Part[] = [
  check('format', 'prettier', '--check', '.'),
  { name: 'typed documents', run: () => passIf(generateDocuments().then(() => true)) },
  check('lint', 'oxlint', '--deny-warnings'),
  check('lint of the GraphQL schema', 'eslint', '--max-warnings=0', 'schema.graphql'),
  check('types', 'tsc', '--noEmit'),
  check('dead code', 'knip'),
];

const drift: Part = check('drift of schema and migrations', 'vitest', 'run', 'tests/repo');

const tests: Part[] = [
  { name: 'tests', run: runVitest },
  { name: 'browser tests', run: runPlaywright },
];

function check(name: string, command: string, ...args: string[]): Part {
  return { name, run: () => passIf(runTool(command, args)) };
}

async function passIf(succeeds: Promise<boolean>): Promise<Tally> {
  return (await succeeds) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Runs a program of the project's packages, showing what it prints. Resolves to whether it succeeded. */
async function runTool(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const child = spawn(join('node_modules/.bin', command), args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  const passOn = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGINT', passOn).on('SIGTERM', passOn);
  const [code] = (await once(child, 'exit')) as [number | null];
  process.off('SIGINT', passOn).off('SIGTERM', passOn);
  return code === 0;
}

async function runVitest(): Promise<Tally> {
  const succeeded = await runTool('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${VITEST_REPORT}`,
  ]);
  const report = readReport(VITEST_REPORT) as {
    numTotalTests: number;
    numPassedTests: number;
    testResults: { status: string; assertionResults: unknown[] }[];
  };
  const crashedFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return honest(succeeded, report.numPassedTests, report.numTotalTests + crashedFiles.length);
}

async function runPlaywright(): Promise<Tally> {
  const browser = ensureBrowser((line) => console.log(line));
  const succeeded = await runTool('playwright', ['test'], {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: PLAYWRIGHT_REPORT,
  });
  const { stats, errors } = readReport(PLAYWRIGHT_REPORT) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    errors: unknown[];
  };
  const total = stats.expected + stats.unexpected + stats.flaky + stats.skipped + errors.length;
  return honest(succeeded, stats.expected, total);
}

function readReport(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** A runner that says it failed has failed at something, even where its report knows nothing of it. */
function honest(succeeded: boolean, passed: number, total: number): Tally {
  const failed = total - passed;
  return { passed, failed: succeeded ? failed : Math.max(failed, 1) };
}

const wanted = process.argv[2] === 'check' ? [...checks, drift] : [...checks, ...tests];
const sum: Tally = { passed: 0, failed: 0 };
const failedParts: string[] = [];
rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT, { recursive: true });

for (const part of wanted) {
  console.log(`\n=== ${part.name}`);
  const started = performance.now();
  const tally = await part.run().catch((error: unknown): Tally => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  });
  sum.passed += tally.passed;
  sum.failed += tally.failed;
  if (tally.failed > 0) failedParts.push(part.name);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`--- ${part.name}: ${tally.passed} passed, ${tally.failed} failed (${seconds} s)`);
}

if (failedParts.length > 0) console.log(`\nFailed: ${failedParts.join(', ')}`);
console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 ? 0 : 1;

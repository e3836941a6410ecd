import { existsSync, readFileSync } from 'node:fs';
import { generateDocuments } from '../../server/build/documents.ts';
import { ensureBrowser } from '../support/browser.ts';
import { changedPaths, knownFiles, selectTests } from './changedTests.ts';
import type { Choice } from './choice.ts';
import type { Output } from './outputs.ts';
import { type PlaywrightReport, type Tally, tallyOfPlaywright, tallyOfVitest, type VitestReport } from './reports.ts';
import { runTool } from './tool.ts';

/** A check or test suite. */
export interface Part {
  readonly name: string;
  /** Throws when its results can't be read. */
  readonly run: (output: Output) => Promise<Tally>;
}

/** Lanes that run in parallel; the parts of each run one after the other. */
export type Stage = readonly (readonly Part[])[];

/** Folder of reports and traces of failed browser tests. */
export const OUTPUT_FOLDER = 'tests/.output';
const VITEST_REPORT = `${OUTPUT_FOLDER}/vitest.json`;
const PLAYWRIGHT_REPORT = `${OUTPUT_FOLDER}/playwright.json`;
const BROWSER_TESTS = 'tests/e2e';

/** Vitest's projects (vitest.config.ts) of each part of `npm test`. */
const PROJECTS = [
  { part: 'unit', project: 'unit' },
  { part: 'web', project: 'web' },
  { part: 'api', project: 'api' },
  { part: 'api', project: 'api with mocks' },
] as const;

/** One pass: the rules that need types and the compiler's errors come from the same program. */
const TYPED_LINT = ['--deny-warnings', '--type-check'];
const schemaLint = check('lint of the GraphQL schema', 'eslint', '--max-warnings=0', 'schema.graphql');

/** Parts that need the generated typed documents come after them. */
const checks: Stage = [
  [
    { name: 'typed documents', run: () => passIf(generateDocuments().then(() => true)) },
    { name: 'lint and types', run: lint },
    check('dead code', 'knip'),
  ],
  [check('format', 'oxfmt', '--check', '.'), schemaLint],
];

/**
 * The checks of changed files alone, in a quarter of the time: their format and lint, with the errors of types in them. What a change
 * breaks in files that import it, and dead code, is left to `npm run check`.
 */
function checksOf(changed: readonly string[]): Stage {
  const present = changed.filter((path) => existsSync(path));
  const sources = present.filter((path) => /\.[cm]?tsx?$/.test(path));
  return [
    [
      { name: 'typed documents', run: () => passIf(generateDocuments().then(() => true)) },
      ...(sources.length > 0 ? [check('lint and types of changed files', 'oxlint', ...TYPED_LINT, ...sources)] : []),
    ],
    [
      ...(present.length > 0 ? [check('format of changed files', 'oxfmt', '--check', ...present)] : []),
      ...(present.includes('schema.graphql') ? [schemaLint] : []),
    ],
  ];
}

/** `npm run check`: everything that needs no browser. */
export const quickStages: readonly Stage[] = [
  checks,
  [[check('drift of schema and migrations', 'vitest', 'run', 'tests/repo')]],
];

/** `npm test`: everything, or the selection. */
export function stagesOf(choice: Choice): Stage[] {
  const projects = PROJECTS.filter(({ part }) => choice.parts.has(part)).map(({ project }) => project);
  const stages: Stage[] = [];
  if (choice.parts.has('checks')) stages.push(choice.changed ? checksOf(changedPaths()) : checks);
  if (projects.length > 0) stages.push([[{ name: 'tests', run: (output) => runVitest(output, projects, choice) }]]);
  if (choice.parts.has('browser'))
    stages.push([[{ name: 'browser tests', run: (output) => runPlaywright(output, choice) }]]);
  return stages;
}

function check(name: string, command: string, ...args: string[]): Part {
  return { name, run: (output) => passIf(runTool(output, command, args)) };
}

/** Go collects garbage at 10 times the live heap: a quarter less CPU time than by its default of 2, in 0.5 GB more. */
function lint(output: Output): Promise<Tally> {
  return passIf(runTool(output, 'oxlint', TYPED_LINT, { GOGC: '1000' }));
}

async function passIf(succeeds: Promise<boolean>): Promise<Tally> {
  return (await succeeds) ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [] };
}

async function runVitest(output: Output, projects: readonly string[], { filters, changed }: Choice): Promise<Tally> {
  const selection = changed ? selectTests(changedPaths(), knownFiles()) : null;
  const selected = selection?.tests.filter(
    (path) => filters.length === 0 || filters.some((part) => path.includes(part)),
  );
  if (selected?.length === 0) return { passed: 0, failed: 0, failures: [] };
  if (selection && selection.leftOut.length > 0)
    output.write(`Left to npm test, as they name it less: ${selection.leftOut.join(' ')}\n`);
  const succeeded = await runTool(output, 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${VITEST_REPORT}`,
    ...projects.map((project) => `--project=${project}`),
    ...(changed && !selected ? ['--changed'] : []),
    ...(changed || filters.length > 0 ? ['--passWithNoTests'] : []),
    ...(selected ?? filters),
  ]);
  return tallyOfVitest(readReport(VITEST_REPORT) as VitestReport, succeeded, process.cwd());
}

async function runPlaywright(output: Output, { filters, changed }: Choice): Promise<Tally> {
  // Browser tests reach these through a server alone, which --only-changed can't see.
  if (changed && changedPaths().every((path) => /^(server|db)\//.test(path)))
    return { passed: 0, failed: 0, failures: [] };
  const browser = ensureBrowser((line) => output.write(`${line}\n`));
  const args = [
    'test',
    ...(changed ? ['--only-changed'] : []),
    ...(changed || filters.length > 0 ? ['--pass-with-no-tests'] : []),
    ...filters,
  ];
  const succeeded = await runTool(output, 'playwright', args, {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: PLAYWRIGHT_REPORT,
  });
  return tallyOfPlaywright(readReport(PLAYWRIGHT_REPORT) as PlaywrightReport, succeeded, BROWSER_TESTS);
}

function readReport(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

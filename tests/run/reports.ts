import { stripVTControlCharacters } from 'node:util';

/** A failed or skipped test. */
export interface Failure {
  /** File and full name. */
  readonly name: string;
  /** The beginning of the error with its stack; empty for what was skipped. */
  readonly reason: readonly string[];
}

/** Result of a part. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Empty when only the part itself can be named. */
  readonly failures: readonly Failure[];
}

/** Number of lines of an error that are repeated in the summary, for readers who have only the end of the output. */
const REASON_LINES = 15;

/** The used fields of vitest's JSON report. */
export interface VitestReport {
  readonly numTotalTests: number;
  readonly numPassedTests: number;
  readonly testResults: readonly {
    /** The file's path. */
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
    /** The error outside of tests. */
    readonly message?: string;
  }[];
}

/** The used fields of Playwright's JSON report. */
export interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors: readonly { readonly message?: string }[];
  readonly suites: readonly PlaywrightSuite[];
}

interface PlaywrightSuite {
  /** Top-level suites are files: the file's path. */
  readonly title: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly { readonly title: string; readonly tests: readonly PlaywrightTest[] }[];
}

interface PlaywrightTest {
  readonly status: string;
  /** One per attempt. */
  readonly results?: readonly { readonly errors?: readonly { readonly message?: string }[] }[];
}

/** `root` is the folder to which file names are relative; `succeeded` whether vitest ended with status 0. */
export function tallyOfVitest(report: VitestReport, succeeded: boolean, root: string): Tally {
  const crashed = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failures = report.testResults.flatMap((file) => {
    const path = file.name.startsWith(`${root}/`) ? file.name.slice(root.length + 1) : file.name;
    if (crashed.includes(file)) return [{ name: `${path} (crashed)`, reason: beginning(file.message) }];
    return file.assertionResults
      .filter(({ status }) => status !== 'passed')
      .map(({ ancestorTitles, title, status, failureMessages }) => ({
        name: named([path, ...ancestorTitles, title], status, 'failed'),
        reason: beginning(failureMessages?.join('\n')),
      }));
  });
  return tally(succeeded, report.numPassedTests, report.numTotalTests + crashed.length, failures);
}

/**
 * `folder` is the folder of the tests, relative to the project's; `succeeded` whether Playwright ended with status 0.
 */
export function tallyOfPlaywright(report: PlaywrightReport, succeeded: boolean, folder: string): Tally {
  const { stats, errors, suites } = report;
  const total = stats.expected + stats.unexpected + stats.flaky + stats.skipped + errors.length;
  const failures = [
    ...suites.flatMap((suite) => failuresOf(suite, [`${folder}/${suite.title}`])),
    ...errors.map(({ message }) => ({ name: 'outside of any test', reason: beginning(message) })),
  ];
  return tally(succeeded, stats.expected, total, failures);
}

function failuresOf(suite: PlaywrightSuite, path: readonly string[]): Failure[] {
  return [
    ...suite.specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status !== 'expected')
        .map(({ status, results = [] }) => ({
          name: named([...path, title], status, 'unexpected'),
          reason: beginning(results.flatMap(({ errors = [] }) => errors.map(({ message }) => message)).join('\n')),
        })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => failuresOf(inner, [...path, inner.title])),
  ];
}

function named(path: readonly string[], status: string, usual: string): string {
  return path.join(' › ') + (status === usual ? '' : ` (${status})`);
}

function beginning(error: string | undefined): string[] {
  const lines = stripVTControlCharacters(error ?? '').split('\n');
  return lines.filter((line) => line.trim() !== '').slice(0, REASON_LINES);
}

/** A runner that exits with a failure counts as failed, even if its report contains no failure. */
function tally(succeeded: boolean, passed: number, total: number, failures: readonly Failure[]): Tally {
  const failed = total - passed;
  if (succeeded || failed > 0) return { passed, failed, failures };
  return {
    passed,
    failed: 1,
    failures: [...failures, { name: 'outside of any test: see the output above', reason: [] }],
  };
}

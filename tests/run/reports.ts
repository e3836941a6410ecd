/** Result of a part. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Failures by file and full name; empty when only the part itself can be named. */
  readonly failures: readonly string[];
}

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
    }[];
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
  readonly specs: readonly { readonly title: string; readonly tests: readonly { readonly status: string }[] }[];
}

/** `root` is the folder to which file names are relative; `succeeded` whether vitest ended with status 0. */
export function tallyOfVitest(report: VitestReport, succeeded: boolean, root: string): Tally {
  const crashed = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failures = report.testResults.flatMap((file) => {
    const path = file.name.startsWith(`${root}/`) ? file.name.slice(root.length + 1) : file.name;
    if (crashed.includes(file)) return [`${path} (crashed)`];
    return file.assertionResults
      .filter(({ status }) => status !== 'passed')
      .map(({ ancestorTitles, title, status }) => named([path, ...ancestorTitles, title], status, 'failed'));
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
    ...errors.map(({ message }) => `outside of any test: ${message?.split('\n')[0] ?? 'an error'}`),
  ];
  return tally(succeeded, stats.expected, total, failures);
}

function failuresOf(suite: PlaywrightSuite, path: readonly string[]): string[] {
  return [
    ...suite.specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status !== 'expected')
        .map(({ status }) => named([...path, title], status, 'unexpected')),
    ),
    ...(suite.suites ?? []).flatMap((inner) => failuresOf(inner, [...path, inner.title])),
  ];
}

function named(path: readonly string[], status: string, usual: string): string {
  return path.join(' › ') + (status === usual ? '' : ` (${status})`);
}

/** A runner that exits with a failure counts as failed, even if its report contains no failure. */
function tally(succeeded: boolean, passed: number, total: number, failures: readonly string[]): Tally {
  const failed = total - passed;
  if (succeeded || failed > 0) return { passed, failed, failures };
  return { passed, failed: 1, failures: [...failures, 'outside of any test: see the output above'] };
}

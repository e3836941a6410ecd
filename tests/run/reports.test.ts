import { describe, expect, it } from 'vitest';
import { type PlaywrightReport, tallyOfPlaywright, tallyOfVitest, type VitestReport } from './reports.ts';

const test = (status: string, path: string[], failureMessages: string[] = []) => ({
  ancestorTitles: path.slice(0, -1),
  title: path.at(-1) ?? '',
  status,
  failureMessages,
});

const longError = `\u001b[31mAssertionError\u001b[39m: expected 2 to be 1\n\n${'    at deep\n'.repeat(40)}`;

describe('the tally of vitest', () => {
  const whole: VitestReport = {
    numTotalTests: 3,
    numPassedTests: 1,
    testResults: [
      {
        name: '/rangoli/tests/api/bets.test.ts',
        status: 'failed',
        assertionResults: [
          test('passed', ['bets', 'are paid']),
          test('failed', ['bets', 'of two players', 'are paid once'], [longError]),
          test('skipped', ['bets', 'are listed']),
        ],
      },
      { name: '/rangoli/tests/api/stats.test.ts', status: 'failed', assertionResults: [], message: 'No module' },
    ],
  };

  it('names failed and skipped tests, and files that crashed', () => {
    expect(tallyOfVitest(whole, false, '/rangoli')).toEqual({
      passed: 1,
      failed: 3,
      failures: [
        {
          name: 'tests/api/bets.test.ts › bets › of two players › are paid once',
          reason: ['AssertionError: expected 2 to be 1', ...Array.from({ length: 14 }, () => '    at deep')],
        },
        { name: 'tests/api/bets.test.ts › bets › are listed (skipped)', reason: [] },
        { name: 'tests/api/stats.test.ts (crashed)', reason: ['No module'] },
      ],
    });
  });

  it('counts as failed what ended with a failure that no test accounts for', () => {
    const green = { numTotalTests: 1, numPassedTests: 1, testResults: [] };
    expect(tallyOfVitest(green, true, '/')).toEqual({ passed: 1, failed: 0, failures: [] });
    expect(tallyOfVitest(green, false, '/')).toEqual({
      passed: 1,
      failed: 1,
      failures: [{ name: 'outside of any test: see the output above', reason: [] }],
    });
  });
});

describe('the tally of Playwright', () => {
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    tests: [{ status, results: [{ errors: messages.map((message) => ({ message })) }] }],
  });
  const whole: PlaywrightReport = {
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 1 },
    errors: [{ message: 'No browser\nat launch' }],
    suites: [
      {
        title: 'game.spec.ts',
        specs: [spec('a bet is paid', 'expected'), spec('a bet is taken back', 'unexpected', 'timeout', 'closed')],
        suites: [{ title: 'at night', specs: [spec('is dark', 'flaky'), spec('is quiet', 'skipped')] }],
      },
    ],
  };

  it('names what did not pass at once, and errors outside of tests', () => {
    expect(tallyOfPlaywright(whole, false, 'tests/e2e')).toEqual({
      passed: 1,
      failed: 4,
      failures: [
        { name: 'tests/e2e/game.spec.ts › a bet is taken back', reason: ['timeout', 'closed'] },
        { name: 'tests/e2e/game.spec.ts › at night › is dark (flaky)', reason: [] },
        { name: 'tests/e2e/game.spec.ts › at night › is quiet (skipped)', reason: [] },
        { name: 'outside of any test', reason: ['No browser', 'at launch'] },
      ],
    });
  });
});

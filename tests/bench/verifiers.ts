import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { build } from 'esbuild';
import type { RoundCheck } from '../../web/features/fairness/roundCheck.ts';
import { quicknet } from '../../web/lib/verify/beacon.ts';
import { checkRounds } from '../../web/lib/verify/checkMonth.ts';
import { linesOf } from '../../web/lib/verify/lines.ts';
import { BROWSER_ARGUMENTS, ensureBrowser } from '../support/browser.ts';
import { testChain } from '../support/testBeacon.ts';
import { collectGarbage, heldMemory, interleave, median } from './measure.ts';
import type { Bench, BenchPart } from './part.ts';
import { type PublicRounds, publicRounds } from './publicRounds.ts';
import { atMost, type Finding, measured } from './report.ts';

const ROUNDS = 200;
const BETS_EACH = 20;
/** Start of a verifier and its first rounds, which are not counted. */
const FIRST = 50;
const MONTH = 10_000;
/** A round's page checks this many without being asked. */
const BETS_OF_PAGE = 500;
const SLOWER = 4;
const chain = { ...quicknet, publicKey: testChain.publicKey };

export const verifiers: BenchPart = {
  name: 'verifiers',
  about:
    `Verifying published rounds without a server: 10,000 of 20 bets each, from ${ROUNDS - FIRST} rounds, by the core of ` +
    'verify.html in Node and by verify.py without a BLS package (which leaves out the beacon’s signature); and one round of ' +
    '500 bets as its page does, in a browser whose processor is four times slower.',
  async run(bench) {
    bench.say(`making ${ROUNDS} rounds`);
    const month = await publicRounds(ROUNDS, BETS_EACH);
    const runs = await interleave<'core' | 'python', Verified>(bench.repetitions, {
      core: () => byCore(month),
      python: () => Promise.resolve(byPython(month)),
    });
    const month10k = (seconds: number) => seconds * (MONTH / (ROUNDS - FIRST));
    return [
      atMost(
        '10,000 rounds by the core of verify.html',
        month10k(median(runs.core.map(({ seconds }) => seconds))),
        600,
        's',
      ),
      measured(
        'memory that the core gains in a thousand rounds',
        median(runs.core.map(({ kilobytes }) => kilobytes)),
        'kB',
      ),
      atMost('10,000 rounds by verify.py', month10k(median(runs.python.map(({ seconds }) => seconds))), 600, 's'),
      ...(await onThePage(bench)),
    ];
  },
};

/** Of all rounds but the first: seconds, and kilobytes of memory gained for a thousand rounds. */
interface Verified {
  seconds: number;
  kilobytes: number;
}

async function byCore({ rounds, bets }: PublicRounds): Promise<Verified> {
  const results = checkRounds(linesOf(fileOf(rounds)), linesOf(fileOf(bets.flat())), { chain, log: null });
  let [count, began, before] = [0, 0, 0];
  for await (const { round, follows, checks } of results) {
    const failed = Object.entries(checks).filter(([, isRight]) => isRight !== true);
    if (follows !== true || failed.length > 0) throw new Error(`${round.gameId}: ${JSON.stringify(failed)}`);
    count += 1;
    if (count === FIRST) {
      collectGarbage();
      [began, before] = [performance.now(), heldMemory()];
    }
  }
  if (count !== rounds.length) throw new Error(`${count} rounds were checked`);
  const seconds = (performance.now() - began) / 1_000;
  collectGarbage();
  return { seconds, kilobytes: ((heldMemory() - before) / 1_000) * (1_000 / (ROUNDS - FIRST)) };
}

function byPython(month: PublicRounds): Verified {
  return { seconds: pythonSeconds(month, ROUNDS) - pythonSeconds(month, FIRST), kilobytes: Number.NaN };
}

function pythonSeconds({ rounds, bets }: PublicRounds, count: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'rangoli-verify-'));
  try {
    const files = { rounds: rounds.slice(0, count), bets: bets.slice(0, count).flat() };
    const paths = Object.entries(files).map(([name, lines]) => {
      const path = join(folder, `${name}.jsonl`);
      writeFileSync(path, textOf(lines));
      return path;
    });
    const began = performance.now();
    // Ends with 1, hence throws, where it finds a fault.
    execFileSync('python3', ['tests/examples/verify.py', ...paths, '--beacon-key', chain.publicKey]);
    return (performance.now() - began) / 1_000;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function onThePage({ repetitions, say }: Bench): Promise<Finding[]> {
  const month = await publicRounds(1, BETS_OF_PAGE);
  const script = await bundle();
  const browser = await chromium.launch({ executablePath: ensureBrowser(say), args: BROWSER_ARGUMENTS });
  try {
    const { slow } = await interleave(repetitions, { slow: () => checkOnPage(browser, script, month) });
    return [atMost(`a round of ${BETS_OF_PAGE} bets on its page, the first time`, median(slow), 1_500, 'ms')];
  } finally {
    await browser.close();
  }
}

async function bundle(): Promise<string> {
  const result = await build({
    stdin: {
      contents: `export { checkPublishedRound } from './web/features/fairness/roundCheck.ts'`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    globalName: 'verifier',
    target: 'es2022',
  });
  return result.outputFiles[0]?.text ?? '';
}

/** Milliseconds in a page that has just loaded: in its main thread, because a browser slows down no worker. */
async function checkOnPage(browser: Browser, script: string, { rounds, bets }: PublicRounds): Promise<number> {
  const context = await browser.newContext();
  try {
    const tab = await context.newPage();
    await tab.route('https://round.test/**', (route) => {
      const isPage = route.request().url().endsWith('/');
      return route.fulfill(
        isPage ? { contentType: 'text/html', body: '<title>Round</title>' } : { body: textOf(bets.flat()) },
      );
    });
    await tab.goto('https://round.test/');
    const devtools = await context.newCDPSession(tab);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const request = { round: rounds[0], own: [], betsUrl: '/bets.jsonl', logUrl: null };
    const call = `(async () => {
      const began = performance.now();
      ${script};
      const check = await verifier.checkPublishedRound(${JSON.stringify(request)}, ${JSON.stringify(chain)});
      return { check, ms: performance.now() - began };
    })()`;
    const { check, ms } = await tab.evaluate<{ check: RoundCheck; ms: number }>(call);
    const wrong = Object.entries(check.checks).filter(([, isRight]) => isRight !== true);
    if (wrong.length > 0 || check.bets !== BETS_OF_PAGE) throw new Error(`the page finds ${JSON.stringify(wrong)}`);
    return ms;
  } finally {
    await context.close();
  }
}

function textOf(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function fileOf(lines: readonly object[]): Blob {
  return new Blob([textOf(lines)]);
}

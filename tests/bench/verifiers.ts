import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser } from '@playwright/test';
import { build } from 'esbuild';
import { writeVerifiers } from '../../server/build/writeVerifiers.ts';
import type { RoundCheck } from '../../web/features/fairness/roundCheck.ts';
import { quicknet } from '../../web/lib/verify/beacon.ts';
import { BROWSER_ARGUMENTS, ensureBrowser } from '../support/browser.ts';
import { provenRound } from '../support/provenRound.ts';
import { testChain } from '../support/testBeacon.ts';
import { interleave, median } from './measure.ts';
import type { Bench, BenchPart } from './part.ts';
import { publicLog } from './publicLog.ts';
import { type PublicRounds, publicRounds } from './publicRounds.ts';
import { atMost, type Finding, measured } from './report.ts';

/** The fewer of the two sizes of which the difference is measured, so that a verifier's start does not count. */
const FEW = 50;
const BETS_EACH = 20;
const MONTH = 10_000;
/** A round's page checks this many without being asked. */
const BETS_OF_PAGE = 500;
const SLOWER = 4;
const chain = { ...quicknet, publicKey: testChain.publicKey };

/** `rounds`: how many are verified; where they are not 10,000, the time is extrapolated to these. */
export function verifiers(rounds: number): BenchPart {
  return {
    name: 'verifiers',
    about:
      `Verifying ${rounds.toLocaleString('en')} consecutive rounds without a server, each of 20 bets and with its part of the log, ` +
      'which three witnesses confirmed and which hides the entries of the other games, whose files are read beside it: by ' +
      'verify.html in a browser and by verify.py without a BLS package (which leaves out the beacon’s signature); and one round ' +
      'of 500 bets with its entries in the log as its page checks it, by the CPU time that it takes. CPU time counts all threads ' +
      'of the process.',
    async run(bench) {
      bench.say(`making ${rounds} rounds`);
      const month = writtenMonth(await publicRounds(rounds, BETS_EACH), rounds);
      try {
        const runs = await interleave<'page' | 'python', Verified>(bench.repetitions, {
          page: () => difference((count) => byPage(bench, month, count), rounds),
          python: () => difference((count) => Promise.resolve(byPython(month, count)), rounds),
        });
        return [
          ...rowsOf('verify.html', runs.page, rounds),
          ...rowsOf('verify.py', runs.python, rounds),
          ...(await onThePage(bench)),
        ];
      } finally {
        rmSync(month.folder, { recursive: true });
      }
    },
  };
}

/** What a process has taken. */
interface Taken {
  cpuSeconds: number;
  /** Of its memory, at most. */
  peakBytes: number;
}

interface Verified extends Taken {
  peakBytesOfFew: number;
}

/** CPU seconds of all rounds but the first; the peak memory with both. */
async function difference(take: (count: number) => Promise<Taken>, rounds: number): Promise<Verified> {
  const few = await take(FEW);
  const all = await take(rounds);
  return { ...all, cpuSeconds: all.cpuSeconds - few.cpuSeconds, peakBytesOfFew: few.peakBytes };
}

function rowsOf(name: string, runs: readonly Verified[], rounds: number): Finding[] {
  const of = (read: (run: Verified) => number) => median(runs.map(read));
  const cpuSeconds = of((run) => run.cpuSeconds) * (MONTH / (rounds - FEW));
  return [
    atMost(`10,000 rounds by ${name}, CPU time`, cpuSeconds, 300, 's'),
    measured(`peak memory of ${name}, ${FEW} rounds`, of((run) => run.peakBytesOfFew) / 1e6, 'MB'),
    measured(`peak memory of ${name}, ${rounds} rounds`, of((run) => run.peakBytes) / 1e6, 'MB'),
  ];
}

/** A month's files, whole and with the first rounds only, beside the verifiers. */
interface WrittenMonth {
  folder: string;
  /** Paths of the files with so many rounds. */
  filesOf(count: number): MonthFiles;
}

interface MonthFiles {
  rounds: string;
  bets: string;
  log: string;
  others: string[];
}

function writtenMonth({ rounds, bets }: PublicRounds, count: number): WrittenMonth {
  const folder = mkdtempSync(join(tmpdir(), 'rangoli-verify-'));
  const filesOf = (size: number): MonthFiles => {
    const path = (name: string) => join(folder, `${name}-${size}.jsonl`);
    return { rounds: path('rounds'), bets: path('bets'), log: path('log'), others: [path('half'), path('three')] };
  };
  for (const size of [FEW, count]) {
    const files = filesOf(size);
    writeFileSync(files.rounds, textOf(rounds.slice(0, size)));
    writeFileSync(files.bets, textOf(bets.slice(0, size).flat()));
    const { log, others } = publicLog(rounds.slice(0, size));
    for (const [at, lines] of [log, others.sapreHalf, others.sapreThree].entries())
      writeFileSync([files.log, ...files.others][at] ?? '', lines.map((line) => `${line}\n`).join(''));
  }
  return { folder, filesOf };
}

/** The renderer of a browser that opens verify.html from the disk. */
async function byPage({ say }: Bench, { folder, filesOf }: WrittenMonth, count: number): Promise<Taken> {
  await writeVerifiers(process.cwd(), folder);
  const browser = await chromium.launch({ executablePath: ensureBrowser(say), args: BROWSER_ARGUMENTS });
  try {
    const tab = await browser.newPage();
    await tab.goto(pathToFileURL(join(folder, 'verify.html')).href);
    for (const [name, files] of Object.entries(filesOf(count))) await tab.locator(`#${name}`).setInputFiles(files);
    await tab.locator('summary').click();
    await tab.locator('#key').fill(chain.publicKey);
    const { id, cpuTime } = await rendererOf(browser);
    await tab.locator('#check').click();
    const verdict = await tab.locator('.verdict').textContent({ timeout: 3_600_000 });
    const cpuSeconds = (await rendererOf(browser, id)).cpuTime - cpuTime;
    if (verdict !== 'Every check holds.') throw new Error(`verify.html: ${verdict}`);
    return { cpuSeconds, peakBytes: peakBytesOf(id) };
  } finally {
    await browser.close();
  }
}

/** A renderer of a browser with its CPU time in seconds: that of `id`, or the busiest. */
async function rendererOf(browser: Browser, id?: number): Promise<{ id: number; cpuTime: number }> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  const found = renderers
    .toSorted((one, other) => other.cpuTime - one.cpuTime)
    .find((one) => id === undefined || one.id === id);
  if (!found) throw new Error('the browser has no renderer');
  return found;
}

function peakBytesOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;
}

/** Runs a script, and prints what it has taken: seconds, and kilobytes. */
const MEASURED = [
  'import resource, subprocess, sys',
  'status = subprocess.call([sys.executable, *sys.argv[1:]], stdout=subprocess.DEVNULL)',
  'used = resource.getrusage(resource.RUSAGE_CHILDREN)',
  'print(used.ru_utime + used.ru_stime, used.ru_maxrss)',
  'sys.exit(status)',
].join('\n');

function byPython({ filesOf }: WrittenMonth, count: number): Taken {
  // Ends with 1, hence throws, where it finds a fault.
  const { rounds, bets, log, others } = filesOf(count);
  const files = [rounds, bets, '--log', log, '--others', ...others];
  const script = ['-c', MEASURED, 'web/verify/verify.py', ...files, '--beacon-key', chain.publicKey];
  const [cpuSeconds = 0, kilobytes = 0] = execFileSync('python3', script, { encoding: 'utf8' }).split(' ').map(Number);
  return { cpuSeconds, peakBytes: kilobytes * 1_024 };
}

/** A round, and what its page fetches, by path. */
interface Answers {
  round: object;
  files: Readonly<Record<string, string>>;
}

async function onThePage({ repetitions, say }: Bench): Promise<Finding[]> {
  const { rounds, bets } = await publicRounds(1, BETS_OF_PAGE);
  const [round] = rounds as [(typeof rounds)[number]];
  const log = JSON.stringify(await provenRound({ round }));
  const answers = { round, files: { '/bets.jsonl': textOf(bets.flat()), '/log.json': log } };
  const script = await bundle();
  const browser = await chromium.launch({ executablePath: ensureBrowser(say), args: BROWSER_ARGUMENTS });
  try {
    const { usual, slow } = await interleave(repetitions, {
      usual: () => checkOnPage(browser, script, answers, 1),
      slow: () => checkOnPage(browser, script, answers, SLOWER),
    });
    const name = `a round of ${BETS_OF_PAGE} bets on its page, the first time`;
    return [
      atMost(`${name}: ${SLOWER} × its CPU time`, SLOWER * median(usual.map(({ cpuMs }) => cpuMs)), 1_500, 'ms'),
      measured(`${name}: slowed ${SLOWER} times by the browser`, median(slow.map(({ ms }) => ms)), 'ms'),
    ];
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

/** The check in a page that has just loaded: in its main thread, because a browser slows down no worker. */
async function checkOnPage(browser: Browser, script: string, answers: Answers, slower: number) {
  const context = await browser.newContext();
  try {
    const tab = await context.newPage();
    await tab.route('https://round.test/**', (route) => {
      const body = answers.files[new URL(route.request().url()).pathname];
      return route.fulfill(body === undefined ? { contentType: 'text/html', body: '<title>Round</title>' } : { body });
    });
    await tab.goto('https://round.test/');
    const devtools = await context.newCDPSession(tab);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
    const request = { round: answers.round, own: [], betsUrl: '/bets.jsonl', logUrl: '/log.json' };
    const call = `(async () => {
      const began = performance.now();
      ${script};
      const check = await verifier.checkPublishedRound(${JSON.stringify(request)}, ${JSON.stringify(chain)});
      return { check, ms: performance.now() - began };
    })()`;
    const { id, cpuTime } = await rendererOf(browser);
    const { check, ms } = await tab.evaluate<{ check: RoundCheck; ms: number }>(call);
    const after = await rendererOf(browser, id);
    const found = Object.entries({ ...check.checks, ...check.log?.checks });
    const wrong = found.filter(([, isRight]) => isRight !== true);
    if (wrong.length > 0 || check.bets !== BETS_OF_PAGE || check.log?.checks.witnessed !== true)
      throw new Error(`the page finds ${JSON.stringify(wrong)}`);
    return { ms, cpuMs: (after.cpuTime - cpuTime) * 1_000 };
  } finally {
    await context.close();
  }
}

function textOf(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

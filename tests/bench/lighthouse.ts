import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type BrowserContext } from '@playwright/test';
import { buildWebIfChanged } from '../../server/build/buildWeb.ts';
import type { ChildSetup } from '../support/childServer.ts';
import { BROWSER_ARGUMENTS, ensureBrowser } from '../support/browser.ts';
import { sessionOf } from '../support/openAs.ts';
import { freePort } from '../deploy/programs.ts';
import { givenPlayer } from '../support/world/people.ts';
import { median } from './measure.ts';
import type { BenchPart } from './part.ts';
import { startProcess } from './processes.ts';
import { atLeastPoints, atMost, type Finding, measured } from './report.ts';
import { TOKEN_SECRET } from './tokens.ts';

const pages = [
  { path: '/rangoli' },
  { path: '/login' },
  { path: '/', signedIn: true },
  { path: '/wallet', signedIn: true },
  { path: '/sapreThritySec', signedIn: true, largestPaint: 2_500 },
];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** Out of 100. */
const PERFORMANCE_GOAL = 95;
/**
 * The benchmark index of the phone that Lighthouse stands for (Moto G Power of 2022), from the calibration of processor
 * throttling in Chrome's developer tools (low tier; mid tier is 1000).
 */
const PHONE_INDEX = 264;
/** Lighthouse's own multiplier, made for a desk's processor of four times that index or more. */
const MOST_SLOWDOWN = 4;
/** A page that isn't loaded by then is scored as it is. */
const LOADED_WITHIN_MS = 45_000;

interface Audit {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

type Lighthouse = (url: string, flags: object) => Promise<{ readonly lhr: Audit } | undefined>;

/** What of the package is used: the audit, and the benchmark of a processor that it runs within a page. */
interface Package {
  readonly audit: Lighthouse;
  readonly benchmark: () => number;
}

async function load(folder: string): Promise<Package> {
  const within = (path: string) => import(pathToFileURL(resolve(folder, path)).href);
  const { default: audit } = (await within('core/index.js')) as { default: Lighthouse };
  const { pageFunctions } = (await within('core/lib/page-functions.js')) as {
    pageFunctions: { computeBenchmarkIndex: () => number };
  };
  return { audit, benchmark: pageFunctions.computeBenchmarkIndex };
}

/** `folder`: of the package `lighthouse`, which is installed aside: with its dependencies it has 185 MB. */
export function lighthouse(folder: string): BenchPart {
  return {
    name: 'lighthouse',
    about:
      'Scores of Lighthouse, out of 100, with its default profile: a phone on slow 4G, both simulated. Its processor is ' +
      `simulated from this machine's by Lighthouse's own benchmark: the slowdown is its index by ${PHONE_INDEX} (the phone's), at ` +
      'most 4, measured before each audit. Each audit with an empty cache and, behind the sign-in, a new player.',
    async run(bench) {
      const lighthouse = await load(folder);
      await buildWebIfChanged(bench.say);
      const database = await bench.postgres.createDatabase('lighthouse');
      const setup: ChildSetup = { address: database.address, clock: 'moving', env: { TOKEN_SECRET } };
      const server = await startProcess('../support/serverChild.ts', setup);
      try {
        const { url } = server.ready;
        const findings: Finding[] = [];
        const slowdowns: number[] = [];
        for (const { path, signedIn = false, largestPaint } of pages) {
          const audits: Audit[] = [];
          for (let turn = 0; turn < bench.repetitions; turn += 1) {
            const player = signedIn ? await givenPlayer({ url, database }, { rupees: 500 }) : null;
            const session = player ? sessionOf(player, 'player') : {};
            const audit = () =>
              inNewProfile(bench.say, (port, profile) => audited(lighthouse, { port, profile, url, path, session }));
            // Now and then the browser's trace lacks the start of the navigation.
            const { lhr, slowdown } = await audit().catch((error: unknown) => {
              bench.say(`${String(error)}; a second attempt`);
              return audit();
            });
            audits.push(lhr);
            slowdowns.push(slowdown);
          }
          findings.push(...findingsOf(path, audits, largestPaint));
        }
        return [...findings, measured('Slowdown of the processor', median(slowdowns), 'times')];
      } finally {
        await server.stop();
        await database.close();
      }
    },
  };
}

/** Runs something with a browser that has nothing stored, and its debugging port. */
async function inNewProfile<Result>(
  say: (line: string) => void,
  run: (port: number, profile: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'));
  const port = await freePort();
  const profile = await chromium.launchPersistentContext(folder, {
    executablePath: ensureBrowser(say),
    args: [...BROWSER_ARGUMENTS, `--remote-debugging-port=${port}`],
  });
  try {
    return await run(port, profile);
  } finally {
    await profile.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Target {
  readonly port: number;
  readonly profile: BrowserContext;
  readonly url: string;
  readonly path: string;
  readonly session: Readonly<Record<string, string>>;
}

async function audited(
  { audit, benchmark }: Package,
  { port, profile, url, path, session }: Target,
): Promise<{ lhr: Audit; slowdown: number }> {
  // A page of the server without the app, whose storage is the app's.
  const tab = await profile.newPage();
  await tab.goto(`${url}/favicon.svg`);
  await tab.evaluate((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, session);
  const slowdown = Math.max(1, Math.min(MOST_SLOWDOWN, (await tab.evaluate(benchmark)) / PHONE_INDEX));
  await (await profile.newCDPSession(tab)).send('Network.clearBrowserCache');
  await tab.close();
  const flags = {
    port,
    disableStorageReset: true,
    logLevel: 'error',
    maxWaitForLoad: LOADED_WITHIN_MS,
    throttling: { cpuSlowdownMultiplier: slowdown },
  };
  const result = await audit(`${url}${path}`, { ...flags, onlyCategories: CATEGORIES });
  if (!result || result.lhr.runtimeError) {
    throw new Error(`Lighthouse could not audit ${path}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  }
  return { lhr: result.lhr, slowdown };
}

function findingsOf(path: string, audits: readonly Audit[], largestPaint: number | undefined): Finding[] {
  const score = (category: string) => median(audits.map(({ categories }) => (categories[category]?.score ?? 0) * 100));
  const time = (name: string) => median(audits.map((one) => one.audits[name]?.numericValue ?? Number.NaN));
  const largest = [`${path}: largest paint`, time('largest-contentful-paint')] as const;
  const [performance, ...others] = CATEGORIES;
  return [
    atLeastPoints(`${path}: ${performance}`, score(performance), PERFORMANCE_GOAL),
    ...others.map((category) => measured(`${path}: ${category}`, score(category), 'points')),
    measured(`${path}: first paint`, time('first-contentful-paint'), 'ms'),
    largestPaint === undefined ? measured(...largest, 'ms') : atMost(...largest, largestPaint, 'ms'),
    measured(`${path}: blocked`, time('total-blocking-time'), 'ms'),
  ];
}

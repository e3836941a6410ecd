import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { buildWebIfChanged } from '../../server/build/buildWeb.ts';
import type { ChildSetup } from '../support/childServer.ts';
import { BROWSER_ARGUMENTS, ensureBrowser } from '../support/browser.ts';
import { sessionOf } from '../support/openAs.ts';
import { givenPlayer } from '../support/world/people.ts';
import budgets from '../repo/pageBudgets.json' with { type: 'json' };
import { meterOf, type ByteMeter } from './byteMeter.ts';
import { median } from './measure.ts';
import type { BenchPart } from './part.ts';
import { startProcess } from './processes.ts';
import { atMost, type Finding, measured } from './report.ts';
import { TOKEN_SECRET } from './tokens.ts';

/** `budget`: of all that is transferred, with the headers of answers, until the network is idle. */
const pages = [
  { path: '/rangoli', budget: budgets['/:slug'] },
  { path: '/login', budget: budgets['/login'] },
  { path: '/', budget: budgets['/'], signedIn: true },
  { path: '/wallet', budget: budgets['/wallet'], signedIn: true },
  { path: '/sapreThritySec', budget: budgets['/sapreThritySec'], signedIn: true, game: true },
];
/** Milliseconds. */
const LARGEST_PAINT = 1_000;

/** Lighthouse's mobile profile, as it applies it in a browser: slow 4G, and a processor four times slower. */
const PHONE = { latency: 562.5, downloadThroughput: 1_474_560 / 8, uploadThroughput: 675_000 / 8, offline: false };
const SLOWER = 4;
/** Without a request for this long a page has all it needs; its socket stays open. */
const IDLE_MS = 3_000;
/** Of the game whose page is measured. Rounds lie on a grid from the epoch on. */
const ROUND_MS = 30_000;

export const page: BenchPart = {
  name: 'page',
  about:
    'The first load of a page in a fresh browser without a cache, 360 px wide, on slow 4G with a processor four times ' +
    'slower (the profile of Lighthouse): paints, how far things moved, what was transferred, and when the first bet can be pressed in a game. Times are of this machine. ' +
    'Repeat visit: the page loaded once more in that browser, with what its cache and its service worker have kept.',
  async run(bench) {
    await buildWebIfChanged(bench.say);
    const database = await bench.postgres.createDatabase('page');
    const setup: ChildSetup = { address: database.address, clock: 'moving', env: { TOKEN_SECRET } };
    const server = await startProcess('../support/serverChild.ts', setup);
    const meter = await meterOf(server.ready.url);
    const browser = await chromium.launch({ executablePath: ensureBrowser(bench.say), args: BROWSER_ARGUMENTS });
    try {
      const { url } = server.ready;
      const findings: Finding[] = [];
      for (const { path, signedIn = false, game = false, budget } of pages) {
        const visits: Visit[] = [];
        for (let turn = 0; turn < bench.repetitions; turn += 1) {
          if (game) await startOfRound();
          const player = signedIn ? await givenPlayer({ url, database }, { rupees: 500 }) : null;
          visits.push(await visit(browser, meter, path, player ? sessionOf(player, 'player') : {}, game));
        }
        findings.push(...findingsOf(path, visits, budget.transferred));
      }
      return findings;
    } finally {
      await browser.close();
      meter.close();
      await server.stop();
      await database.close();
    }
  },
};

interface Visit {
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly layoutShift: number;
  /** From the start of the navigation until the first bet can be pressed: of a game. */
  readonly usable: number | null;
  readonly kilobytes: number;
  readonly requests: number;
  /** All that the server sent for the second load, over sockets too. */
  readonly repeatKilobytes: number;
}

function findingsOf(path: string, visits: readonly Visit[], mostBytes: number): Finding[] {
  const of = (what: Exclude<keyof Visit, 'usable'>) => median(visits.map((visit) => visit[what]));
  const usable = visits.flatMap((visit) => visit.usable ?? []);
  return [
    measured(`${path}: first paint`, of('firstPaint'), 'ms'),
    atMost(`${path}: largest paint`, of('largestPaint'), LARGEST_PAINT, 'ms'),
    ...(usable.length > 0 ? [measured(`${path}: the first bet can be pressed`, median(usable), 'ms')] : []),
    atMost(`${path}: layout shift`, of('layoutShift'), 0.02, 'of the screen'),
    atMost(`${path}: transferred, compressed, with headers`, of('kilobytes'), mostBytes / 1_000, 'kB'),
    measured(`${path}: requests`, of('requests'), ''),
    measured(`${path}: transferred on a repeat visit`, of('repeatKilobytes'), 'kB'),
  ];
}

async function visit(
  browser: Browser,
  meter: ByteMeter,
  path: string,
  session: Record<string, string>,
  game: boolean,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, isMobile: true });
  try {
    // A session that the page has renewed stays.
    await context.addInitScript((values) => {
      if (localStorage.length > 0) return;
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
    }, session);
    const tab = await context.newPage();
    if (game) await tab.addInitScript(noteUsable);
    const devtools = await context.newCDPSession(tab);
    const transfers = await watchTransfers(devtools);
    await devtools.send('Network.emulateNetworkConditions', PHONE);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const url = `${meter.url}${path}`;
    await tab.goto(url, { waitUntil: 'load' });
    await tab.getByRole('heading').first().waitFor();
    await transfers.idle();
    const usable = game ? await tab.evaluate(async () => usableAt) : null;
    const first = { ...(await paintsOf(tab)), kilobytes: transfers.bytes() / 1_000, requests: transfers.requests() };
    await tab.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await transfers.idle();
    const before = meter.bytes();
    await tab.goto(url, { waitUntil: 'load' });
    await tab.getByRole('heading').first().waitFor();
    await transfers.idle();
    return { ...first, usable, repeatKilobytes: (meter.bytes() - before) / 1_000 };
  } finally {
    await context.close();
  }
}

declare global {
  /** Milliseconds from the start of the navigation. */
  var usableAt: Promise<number>;
}

/** Runs in the page: notes when a button for a bet is enabled, and the processor free to take its click. */
function noteUsable(): void {
  globalThis.usableAt = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('button[aria-label="Join Green"]:enabled')) return;
      observer.disconnect();
      setTimeout(() => resolve(performance.now()));
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
  });
}

/** Resolves in the first seconds of a round of 30 s: the page is loaded while the round takes bets. */
async function startOfRound(): Promise<void> {
  const elapsed = Date.now() % ROUND_MS;
  if (elapsed > 5_000) await new Promise((resolve) => setTimeout(resolve, ROUND_MS - elapsed));
}

/** Counts the requests of a page and the bytes of their answers from now on. */
async function watchTransfers(devtools: CDPSession) {
  let bytes = 0;
  let requests = 0;
  let last = performance.now();
  const noticed = () => {
    last = performance.now();
  };
  /** Of URLs that hold their data, as a font in a style sheet. */
  const inline = new Set<string>();
  devtools.on('Network.requestWillBeSent', ({ request, requestId }) => {
    if (request.url.startsWith('data:')) inline.add(requestId);
    else requests += 1;
    noticed();
  });
  devtools.on('Network.loadingFinished', ({ encodedDataLength, requestId }) => {
    if (!inline.has(requestId)) bytes += encodedDataLength;
    noticed();
  });
  await devtools.send('Network.enable');
  return {
    bytes: () => bytes,
    requests: () => requests,
    async idle() {
      while (performance.now() - last < IDLE_MS) await new Promise((resolve) => setTimeout(resolve, 100));
    },
  };
}

async function paintsOf(tab: Page): Promise<Pick<Visit, 'firstPaint' | 'largestPaint' | 'layoutShift'>> {
  return tab.evaluate(async () => {
    const entriesOf = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        const found: PerformanceEntry[] = [];
        new PerformanceObserver((list) => found.push(...list.getEntries())).observe({ type, buffered: true });
        // Buffered entries are delivered in a task of their own.
        requestAnimationFrame(() => setTimeout(() => resolve(found)));
      });
    const [firstPaint] = performance.getEntriesByName('first-contentful-paint');
    const largest = await entriesOf('largest-contentful-paint');
    const shifts = (await entriesOf('layout-shift')) as (PerformanceEntry & { readonly value: number })[];
    return {
      firstPaint: firstPaint?.startTime ?? 0,
      largestPaint: largest.at(-1)?.startTime ?? 0,
      layoutShift: shifts.reduce((sum, { value }) => sum + value, 0),
    };
  });
}

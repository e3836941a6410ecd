import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { buildWebIfChanged } from '../../server/build/buildWeb.ts';
import type { ChildSetup } from '../support/childServer.ts';
import { BROWSER_ARGUMENTS, ensureBrowser } from '../support/browser.ts';
import { sessionOf } from '../support/openAs.ts';
import { givenPlayer } from '../support/world/people.ts';
import { meterOf, type ByteMeter } from './byteMeter.ts';
import { median } from './measure.ts';
import type { BenchPart } from './part.ts';
import { startProcess } from './processes.ts';
import { atMost, type Finding, measured } from './report.ts';
import { TOKEN_SECRET } from './tokens.ts';

/** `kilobytes`: all that is transferred, with the headers of answers, until the network is idle. */
const pages = [
  { path: '/rangoli', kilobytes: 120 },
  { path: '/login', kilobytes: 150 },
  { path: '/', kilobytes: 180, signedIn: true },
  { path: '/wallet', kilobytes: 180, signedIn: true },
  { path: '/sapreThritySec', kilobytes: 180, signedIn: true, largestPaint: 2_500 },
];

/** Lighthouse's mobile profile, as it applies it in a browser: slow 4G, and a processor four times slower. */
const PHONE = { latency: 562.5, downloadThroughput: 1_474_560 / 8, uploadThroughput: 675_000 / 8, offline: false };
const SLOWER = 4;
/** Without a request for this long a page has all it needs; its socket stays open. */
const IDLE_MS = 3_000;

export const page: BenchPart = {
  name: 'page',
  about:
    'The first load of a page in a fresh browser without a cache, 360 px wide, on slow 4G with a processor four times ' +
    'slower (the profile of Lighthouse): paints, how far things moved, and what was transferred. Times are of this machine. ' +
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
      for (const { path, signedIn = false, ...goals } of pages) {
        const visits: Visit[] = [];
        for (let turn = 0; turn < bench.repetitions; turn += 1) {
          const player = signedIn ? await givenPlayer({ url, database }, { rupees: 500 }) : null;
          visits.push(await visit(browser, meter, path, player ? sessionOf(player, 'player') : {}));
        }
        findings.push(...findingsOf(path, visits, goals));
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
  readonly kilobytes: number;
  readonly requests: number;
  /** All that the server sent for the second load, over sockets too. */
  readonly repeatKilobytes: number;
}

interface Goals {
  readonly kilobytes: number;
  readonly largestPaint?: number;
}

function findingsOf(path: string, visits: readonly Visit[], goals: Goals): Finding[] {
  const of = (what: keyof Visit) => median(visits.map((visit) => visit[what]));
  const largest = [`${path}: largest paint`, of('largestPaint')] as const;
  return [
    measured(`${path}: first paint`, of('firstPaint'), 'ms'),
    goals.largestPaint === undefined ? measured(...largest, 'ms') : atMost(...largest, goals.largestPaint, 'ms'),
    atMost(`${path}: layout shift`, of('layoutShift'), 0.02, 'of the screen'),
    atMost(`${path}: transferred, compressed, with headers`, of('kilobytes'), goals.kilobytes, 'kB'),
    measured(`${path}: requests`, of('requests'), ''),
    measured(`${path}: transferred on a repeat visit`, of('repeatKilobytes'), 'kB'),
  ];
}

async function visit(
  browser: Browser,
  meter: ByteMeter,
  path: string,
  session: Record<string, string>,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, isMobile: true });
  try {
    // A session that the page has renewed stays.
    await context.addInitScript((values) => {
      if (localStorage.length > 0) return;
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
    }, session);
    const tab = await context.newPage();
    const devtools = await context.newCDPSession(tab);
    const transfers = await watchTransfers(devtools);
    await devtools.send('Network.emulateNetworkConditions', PHONE);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const url = `${meter.url}${path}`;
    await tab.goto(url, { waitUntil: 'load' });
    await tab.getByRole('heading').first().waitFor();
    await transfers.idle();
    const first = { ...(await paintsOf(tab)), kilobytes: transfers.bytes() / 1_000, requests: transfers.requests() };
    await tab.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await transfers.idle();
    const before = meter.bytes();
    await tab.goto(url, { waitUntil: 'load' });
    await tab.getByRole('heading').first().waitFor();
    await transfers.idle();
    return { ...first, repeatKilobytes: (meter.bytes() - before) / 1_000 };
  } finally {
    await context.close();
  }
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

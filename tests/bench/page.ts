import { chromium, type Browser } from '@playwright/test';
import { buildWebIfChanged } from '../../server/build/buildWeb.ts';
import type { ChildSetup } from '../support/childServer.ts';
import { BROWSER_ARGUMENTS, ensureBrowser } from '../support/browser.ts';
import { interleave, median } from './measure.ts';
import type { BenchPart } from './part.ts';
import { startProcess } from './processes.ts';
import { type Finding, measured } from './report.ts';
import { TOKEN_SECRET } from './tokens.ts';

export const page: BenchPart = {
  name: 'page',
  about:
    'The first load of a page by somebody who has never been here: a fresh browser without a cache, 400 px wide, on the ' +
    'web app as it is built and served. Until the first paint, until the largest one, and what was transferred for it.',
  async run(bench) {
    await buildWebIfChanged(bench.say);
    const database = await bench.postgres.createDatabase('page');
    const setup: ChildSetup = { address: database.address, clock: 'manual', env: { TOKEN_SECRET } };
    const server = await startProcess('../support/serverChild.ts', setup);
    const browser = await chromium.launch({ executablePath: ensureBrowser(bench.say), args: BROWSER_ARGUMENTS });
    try {
      const { url } = server.ready;
      const { login, signup } = await interleave(bench.repetitions, {
        login: () => firstVisit(browser, `${url}/login`),
        signup: () => firstVisit(browser, `${url}/signup`),
      });
      return [...findingsOf('/login', login), ...findingsOf('/signup', signup)];
    } finally {
      await browser.close();
      await server.stop();
      await database.close();
    }
  },
};

interface Visit {
  firstPaint: number;
  largestPaint: number;
  kilobytes: number;
}

function findingsOf(path: string, visits: readonly Visit[]): Finding[] {
  return [
    measured(`${path}: first paint`, median(visits.map(({ firstPaint }) => firstPaint)), 'ms'),
    measured(`${path}: largest paint`, median(visits.map(({ largestPaint }) => largestPaint)), 'ms'),
    measured(`${path}: transferred, compressed`, median(visits.map(({ kilobytes }) => kilobytes)), 'kB'),
  ];
}

async function firstVisit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 400, height: 800 } });
  try {
    const tab = await context.newPage();
    await tab.goto(url, { waitUntil: 'networkidle' });
    await tab.getByRole('heading').first().waitFor();
    return await tab.evaluate(async () => {
      const largestPaint = await new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      });
      const [firstPaint] = performance.getEntriesByName('first-contentful-paint');
      const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
      const bytes = loaded.reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0);
      return { firstPaint: firstPaint?.startTime ?? 0, largestPaint, kilobytes: bytes / 1_000 };
    });
  } finally {
    await context.close();
  }
}

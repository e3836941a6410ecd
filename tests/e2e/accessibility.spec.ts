import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { givenPast, haveWidestResults, type People } from '../screens/past.ts';
import { screens, type Viewer } from '../screens/screens.ts';
import { visit } from '../screens/visit.ts';
import type { ChildServer } from '../support/childServer.ts';
import { listenForComplaints, test as browserTest } from '../support/browserTest.ts';
import { misfitsInAllFonts } from '../support/fallbackFonts.ts';
import { findSidewaysWithLargeType, findSmallFields } from '../support/misfits.ts';
import { findUntranslatable } from '../support/pageTranslator.ts';
import { WINDOW } from '../support/windows.ts';

const NARROW = { width: 400, height: 860 };
const NARROWEST = { width: 320, height: 860 };
const SMALL = { width: 360, height: 860 };
const WIDE = { width: 1280, height: 860 };

interface Rules extends axe.RunOnly {
  /** Whether names hold all that is shown (WCAG 2.5.3): a rule that is off by default. */
  readonly names?: boolean;
}

const everyRule: Rules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** Players' cards and buttons of bets show more than their names: their figures are descriptions. */
const everyRuleOfAdmins: Rules = { ...everyRule, names: true };
/** What the other theme can change: the themes differ in colours alone. */
const rulesOfColour: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

const codeSniffer = readFileSync(
  createRequire(import.meta.url).resolve('@pa11y/html_codesniffer/build/HTMLCS.js'),
  'utf8',
);
/** Where the balance is too small, the action of the sheet of bets is a link: there is nothing to submit. */
const exemptions = ['H32.2'];

/** What of HTML_CodeSniffer is used, which has no types. */
interface CodeSniffer {
  readonly ERROR: number;
  process(standard: string, document: Document, onDone: () => void, onFailed: () => void): void;
  getMessages(): readonly {
    readonly type: number;
    readonly code: string;
    readonly msg: string;
    readonly element: Node;
  }[];
}

interface Desk {
  readonly page: Page;
  readonly complaints: string[];
  /** Whose screen is open, which the next one can replace without being loaded. */
  open?: Viewer | undefined;
}

interface WorkerFixtures {
  people: People;
  /** The worker's single window, in which all screens are opened: a new one for each would take longer than axe. */
  desk: Desk;
}

/** Screens without the shell of the others. */
const broken = ['unreachable', 'not-found'];

const test = browserTest.extend<object, WorkerFixtures>({
  people: [async ({ server }, use) => use(await givenRichPast(server)), { scope: 'worker' }],
  desk: [async ({ browser, server }, use) => use(await openDesk(browser, server.url)), { scope: 'worker' }],
  page: async ({ desk: { page, complaints } }, use) => {
    complaints.length = 0;
    await page.setViewportSize(NARROW);
    await use(page);
    expect(complaints, 'the console is quiet').toEqual([]);
    await page.unrouteAll();
    await page.context().clearCookies();
  },
});

for (const screen of screens) {
  test(`axe finds nothing on ${screen.name}, light or dark`, async ({ page, desk, server, people }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const within = desk.open === screen.viewer;
    desk.open = undefined;
    await visit(page, screen, { server, people }, { within });
    expect(await complaintsOf(page, screen.viewer === 'admin' ? everyRuleOfAdmins : everyRule)).toEqual([]);
    expect(await page.evaluate(findUntranslatable), 'translated').toEqual([]);
    expect(await findingsOf(page), 'HTML_CodeSniffer').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    // The page follows the medium in an event of its own: before it no transition has begun.
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' });
    expect(await complaintsOf(page, rulesOfColour)).toEqual([]);
    expect(await page.evaluate(findSmallFields)).toEqual([]);
    if (screen.viewer === 'admin') await expectAccessibleWide(page);
    else await expectFit(page);
    if (!broken.includes(screen.name)) desk.open = screen.viewer;
  });
}

async function expectAccessibleWide(page: Page): Promise<void> {
  await page.setViewportSize(WIDE);
  expect(await complaintsOf(page, everyRule), 'wide').toEqual([]);
}

async function expectFit(page: Page): Promise<void> {
  await page.setViewportSize(NARROWEST);
  expect(await misfitsInAllFonts(page), 'at 320 px').toEqual([]);
  await page.setViewportSize(SMALL);
  expect(await page.evaluate(findSidewaysWithLargeType), 'type of 200 % at 360 px').toEqual([]);
}

async function givenRichPast(server: ChildServer): Promise<People> {
  const people = await givenPast(server);
  await haveWidestResults(server, people);
  return people;
}

async function openDesk(browser: Browser, baseURL: string): Promise<Desk> {
  const context = await browser.newContext({ ...WINDOW, baseURL, viewport: NARROW });
  const page = await context.newPage();
  return { page, complaints: listenForComplaints(page) };
}

/** axe's findings for the page in its current state, by rule and element. The page caches axe. */
async function complaintsOf(page: Page, rules: Rules): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  await page.evaluate(endTransitions);
  return page.evaluate(findComplaints, rules);
}

/** The errors that pa11y would report: its rules, in this run's browser instead of one of its own. The page caches them. */
async function findingsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'HTMLCS' in window))) await page.evaluate(codeSniffer);
  return page.evaluate(findErrors, exemptions);
}

/** Runs in the page. */
async function findErrors(exempt: readonly string[]): Promise<string[]> {
  const { HTMLCS } = window as unknown as { HTMLCS: CodeSniffer };
  await new Promise<void>((resolve, reject) => {
    HTMLCS.process('WCAG2AA', document, resolve, () => reject(new Error('HTML_CodeSniffer has failed')));
  });
  return HTMLCS.getMessages()
    .filter(({ type, code }) => type === HTMLCS.ERROR && !exempt.some((end) => code.endsWith(end)))
    .map(
      ({ code, msg, element }) =>
        `${code}: ${msg} ${element instanceof Element ? element.outerHTML.slice(0, 200) : ''}`,
    );
}

/** Runs in the page: during a theme transition, colours belong to neither theme. */
async function endTransitions(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  }
}

/** Runs in the page. */
async function findComplaints({ names = false, ...runOnly }: Rules): Promise<string[]> {
  const inPage = (window as unknown as { axe: typeof axe }).axe;
  const rules = { 'label-content-name-mismatch': { enabled: names } };
  // Only violations need details. Preloading reads all style sheets for an experimental rule, which isn't among these.
  const { violations } = await inPage.run(document, { resultTypes: ['violations'], runOnly, rules, preload: false });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`),
  );
}

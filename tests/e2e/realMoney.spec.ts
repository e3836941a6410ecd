import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { filesUnder } from '../../server/build/filesUnder.ts';
import { holesInUse } from '../../server/composition/acceptHoles.ts';
import { WEB_DIST } from '../../server/config/builtWeb.ts';
import { holeName } from '../../server/platform/knownHoles.ts';
import { givenPast, type People } from '../screens/past.ts';
import { screens, type Screen, type Viewer } from '../screens/screens.ts';
import { visit } from '../screens/visit.ts';
import { secretFrom, totpCode } from '../support/authenticator.ts';
import { listenForComplaints } from '../support/browserTest.ts';
import { type ChildServer, startChildServer } from '../support/childServer.ts';
import { createTestDatabase } from '../support/database.ts';
import { PATIENT } from '../support/patience.ts';
import { REAL_ENV } from '../support/realEnv.ts';
import { setMoneyMode } from '../support/realMoney.ts';
import { startTlsProxy } from '../support/tlsProxy.ts';
import { WINDOW } from '../support/windows.ts';

/** Every page that a browser can open, as a licensed operator serves it: with real money, by https, under a public name. */

const HOST = new URL(REAL_ENV.PUBLIC_URL).host;
const LICENCES = {
  en: { text: 'Licence 7', link: 'https://register.example/en/7' },
  hi: { text: 'लाइसेंस 7', link: 'https://register.example/hi/7' },
} as const;
type Language = keyof typeof LICENCES;
const languages = ['en', 'hi'] as const;
const viewers: readonly Viewer[] = ['nobody', 'newcomer', 'player', 'admin'];

const PLAY_WORDS = /play[ -](money|credit)|no cash value|\bpractice\b|खेल के (पैसे|पैसों|₹)|अभ्यास|play@rangoli/i;
/** Notifications with advice for new players are marked as samples; sample wins must be on no page. */
const SAMPLES = /\bsample\b|नमूना/i;

interface Installation {
  readonly server: ChildServer;
  readonly people: People;
  /** By which a browser reaches it under its name. */
  readonly proxy: string;
}

const test = base.extend<{ open: (language: Language) => Promise<Page> }, { installation: Installation }>({
  installation: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern
    async ({}, use) => whileInstalled(use),
    { scope: 'worker' },
  ],
  open: async ({ browser, installation }, use) => {
    const contexts: BrowserContext[] = [];
    const complaints: string[] = [];
    await use(async (language) => {
      const context = await browser.newContext({
        ...WINDOW,
        locale: `${language}-IN`,
        baseURL: REAL_ENV.PUBLIC_URL,
        proxy: { server: installation.proxy },
        ignoreHTTPSErrors: true,
        // Browsers install no service worker from a site with a self-signed certificate.
        serviceWorkers: 'block',
      });
      contexts.push(context);
      const page = await context.newPage();
      listenForComplaints(page, complaints);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(complaints, 'the consoles are quiet').toEqual([]);
  },
});
// In one worker, on one installation.
test.describe.configure({ mode: 'default' });

/** What happened with play money becomes a past with real money: as it would be, rows for rows. */
async function whileInstalled(use: (installation: Installation) => Promise<void>): Promise<void> {
  const database = await createTestDatabase();
  const before = await startChildServer({ database, clock: 'moving', deadlineScale: PATIENT });
  const people = await givenPast(before);
  await enrol(before, people);
  await people.admin.perform('addUpiPayee', { upiId: 'meru.pay@okbank', reason: 'Where players pay' }, 'payee { id }');
  const startsAt = await before.now();
  await before.stop();
  await setMoneyMode(database, 'real');
  const holes = (await holesInUse(database.pool as never, process.versions.node)).map(holeName);
  const server = await startChildServer({
    database,
    clock: 'manual',
    startsAt,
    deadlineScale: PATIENT,
    env: {
      ...REAL_ENV,
      OPERATOR_LICENCE: `${LICENCES.en.text}\n${LICENCES.en.link}`,
      OPERATOR_LICENCE_HI: `${LICENCES.hi.text}\n${LICENCES.hi.link}`,
      KNOWN_HOLES_ACCEPTED: holes.join(','),
    },
  });
  const proxy = await startTlsProxy(HOST, server.url);
  await use({ server, people, proxy: proxy.url });
  await proxy.stop();
  await server.stop();
  await database.close();
}

/** Admins need a second factor with real money. */
async function enrol(server: ChildServer, { admin }: People): Promise<void> {
  const { secret } = await admin.perform('startSecondFactor', { password: admin.password }, 'secret');
  const otp = totpCode(secretFrom(secret as string), new Date(await server.now()));
  await admin.perform('confirmSecondFactor', { otp }, 'recoveryCodes');
}

/** One screen of each route, as this viewer sees it, in no state that has to be prepared. */
const screensOf = (viewer: Viewer): Screen[] => {
  const byRoute = new Map<string, Screen>();
  for (const screen of screens) {
    const { path, route = path.replace(/\?.*/, ''), prepare } = screen;
    if (screen.viewer === viewer && !prepare && !byRoute.has(route)) byRoute.set(route, screen);
  }
  return [...byRoute.values()];
};

async function expectOperator(page: Page, language: Language): Promise<void> {
  const footer = page.locator('footer');
  await expect(footer).toHaveCount(1);
  const { text, link } = LICENCES[language];
  await expect(footer.getByRole('link', { name: link })).toHaveAttribute('href', link);
  for (const part of ['18+', REAL_ENV.OPERATOR_NAME, text]) await expect(footer).toContainText(part);
}

test('each route has a screen here', () => {
  const routesOf = (some: readonly Screen[]) =>
    new Set(some.map(({ path, route = path.replace(/\?.*/, '') }) => route));
  expect(routesOf(viewers.flatMap(screensOf))).toEqual(routesOf(screens));
});

for (const language of languages) {
  for (const viewer of viewers) {
    test(`every page of a viewer of kind ${viewer} names the operator, and nothing of play money, in ${language}`, async ({
      open,
      installation: scene,
    }) => {
      const page = await open(language);
      let within = false;
      for (const screen of screensOf(viewer)) {
        await test.step(screen.name, async () => {
          await visit(page, screen, scene, { within });
          // Admins work in English.
          await expectOperator(page, viewer === 'admin' ? 'en' : language);
          // To admins the history names what it was.
          if (viewer === 'admin') return;
          const shown = await page.locator('body').innerText();
          expect(shown).not.toMatch(PLAY_WORDS);
          if (screen.name !== 'notification') expect(shown).not.toMatch(SAMPLES);
        });
        within = screen.name !== 'not-found';
      }
    });
  }
}

/** Files of the server that write whole pages, beside the app's. */
const PAGES_OF_SOURCES: Readonly<Record<string, string | null>> = {
  'server/http/graphiql.ts': '/graphiql',
  'server/rest/explorer.ts': '/rest',
  // Shown where mail doesn't leave the machine, which real money refuses.
  'server/http/mailbox.ts': null,
  // A file on the disk of who measures.
  'server/load/loadReport.ts': null,
};

test('pages that the app does not make are known here', () => {
  const writing = filesUnder('server').filter(
    (path) =>
      /^server\/(?!build\/).*\.ts$/.test(path) &&
      !path.endsWith('.test.ts') &&
      /<!doctype html>/i.test(readFileSync(path, 'utf8')),
  );
  expect(writing.toSorted()).toEqual(Object.keys(PAGES_OF_SOURCES).toSorted());
});

test('every page that the app does not make names the operator, in both languages', async ({ open }) => {
  const page = await open('en');
  const built = filesUnder(WEB_DIST).map((path) => `/${relative(WEB_DIST, path)}`);
  const ofApp = /^\/pages\//;
  const paths = [
    ...Object.values(PAGES_OF_SOURCES),
    ...built.filter((path) => path.endsWith('.html') && !ofApp.test(path)),
  ];
  expect(paths).toContain('/verify.html');
  for (const path of paths) {
    if (path === null) continue;
    await page.goto(path);
    const footer = page.locator('#operator');
    for (const { text, link } of Object.values(LICENCES)) {
      await expect(footer.getByText(`18+ ${REAL_ENV.OPERATOR_NAME}\n${text}`), path).toHaveCount(1);
      await expect(footer.getByRole('link', { name: link }), path).toHaveAttribute('href', link);
    }
  }
});

import { expect, type Page } from '@playwright/test';
import { paths } from '../../web/paths.ts';
import { test } from '../support/browserTest.ts';
import { executeAt } from '../support/execute.ts';
import { openAs } from '../support/openAs.ts';
import { givenAdmin, givenPlayer } from '../support/world/people.ts';
import { WINDOW } from '../support/windows.ts';

/** Paths that need no parameter, those of the back office or the others. */
function screensOf(group: object): string[] {
  return Object.values(group).filter((path) => typeof path === 'string' && !path.includes('?'));
}

/** Collects what the page's policies refuse, and what the browser doesn't understand of them. */
async function watchPolicies(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) => {
      console.warn(`Policy violated: ${violatedDirective} ${sample}`);
    });
  });
  page.on('console', (message) => {
    // Not every platform has the feature.
    const text = message.text().replaceAll(/.*Unrecognized feature: 'bluetooth'.*/g, '');
    if (/policy/i.test(text)) found.push(`${page.url()}: ${message.text()}`);
  });
  return found;
}

async function visit(page: Page, screens: readonly string[]): Promise<void> {
  for (const path of screens) {
    await page.goto(path);
    await expect(page.getByRole('heading').or(page.getByRole('alert')).first()).toBeVisible();
  }
}

test.describe('no screen violates the policies', () => {
  test.use({ serviceWorkers: 'allow' });

  test('of players', async ({ page, server }) => {
    const violations = await watchPolicies(page);
    const { activeContest } = await executeAt(server.url)('{ activeContest(gameType: SAPRE_HALF) { gameId } }');
    await visit(page, [
      '/rangoli',
      paths.login,
      paths.signup,
      paths.transparency,
      paths.fairness(activeContest.gameId),
    ]);
    await openAs(page, await givenPlayer(server, { rupees: 100 }), paths.home);
    expect(await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.scriptURL))).toMatch(
      /\/sw\.js$/,
    );
    await visit(page, screensOf(paths));
    expect(violations).toEqual([]);
  });

  test('of the back office, whose own styles are there', async ({ page, server }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    const violations = await watchPolicies(page);
    await openAs(page, await givenAdmin(server), paths.admin.dashboard, { userType: 'admin' });
    await visit(page, screensOf(paths.admin));
    const variable = (name: string) =>
      page.evaluate((of) => getComputedStyle(document.documentElement).getPropertyValue(of).trim(), name);
    expect(await variable('--mantine-color-plum-7')).toBe('#6b1e63');
    expect(await variable('--mantine-color-body')).toBe(await variable('--surface'));
    expect(await variable('--mantine-color-scheme')).toMatch(/^(light|dark)$/);
    expect(violations).toEqual([]);
  });

  test('of what documents and tools have of their own', async ({ page }) => {
    const violations = await watchPolicies(page);
    for (const path of ['/verify.html', '/rest', '/graphiql']) {
      await page.goto(path);
      // Where each of them is written by its script, or stands.
      await expect(page.locator('#root, #explorer, button').first()).not.toBeEmpty();
    }
    expect(violations).toEqual([]);
  });
});

test('a text becomes neither HTML nor a script, and no other policy can be made', async ({ browser, server }) => {
  const context = await browser.newContext({ ...WINDOW, baseURL: server.url });
  const page = await context.newPage();
  await page.goto(paths.login);
  await expect(page.getByRole('heading').first()).toBeVisible();
  const refused = await page.evaluate(() => {
    const attempt = (work: () => unknown) => {
      try {
        work();
        return 'done';
      } catch (error) {
        return error instanceof Error ? error.name : 'thrown';
      }
    };
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy: (name: string, rules: object) => unknown };
    };
    return {
      html: attempt(() => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>')),
      script: attempt(() => (document.createElement('script').src = '/assets/other.js')),
      worker: attempt(() => new Worker('/sw.js')),
      otherPolicy: attempt(() => trustedTypes.createPolicy('other', {})),
      samePolicy: attempt(() => trustedTypes.createPolicy('worker-url', {})),
      text: attempt(() => (document.createElement('div').textContent = '<b>')),
    };
  });
  expect(refused).toEqual({
    html: 'TypeError',
    script: 'TypeError',
    worker: 'TypeError',
    otherPolicy: 'TypeError',
    samePolicy: 'TypeError',
    text: 'done',
  });
  await context.close();
});

test('features that no screen uses are denied', async ({ page }) => {
  await page.goto(paths.login);
  const allowed = await page.evaluate(() => {
    const { featurePolicy } = document as unknown as { featurePolicy: { allowedFeatures(): string[] } };
    return featurePolicy.allowedFeatures();
  });
  expect(allowed).toEqual(
    expect.arrayContaining(['clipboard-write', 'publickey-credentials-get', 'publickey-credentials-create']),
  );
  const denied = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'display-capture', 'clipboard-read'];
  expect(allowed.filter((feature) => denied.includes(feature))).toEqual([]);
});

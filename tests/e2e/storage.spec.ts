import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { listenForComplaints, test } from '../support/browserTest.ts';
import { WINDOW } from '../support/windows.ts';
import { givenPlayer, type Person } from '../support/world/people.ts';

/** What browsers do with a page's storage, run before its own code. */
const storages = {
  'throws on access': () => {
    for (const name of ['localStorage', 'sessionStorage', 'caches', 'indexedDB']) {
      const get = (): never => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
      Object.defineProperty(window, name, { configurable: true, get });
    }
    const get = (): never => {
      throw new DOMException('Service workers are blocked.', 'SecurityError');
    };
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, get });
  },
  'is null': () => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { configurable: true, value: null });
    }
  },
  'is full': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  },
};

/** Run before the page's own code. */
function ignoreCookies(): void {
  Object.defineProperty(Document.prototype, 'cookie', { configurable: true, get: () => '', set: () => {} });
}

/** The type of the page's local storage, or the name of the error that its access throws. */
function accessTo(page: Page): Promise<string> {
  return page.evaluate(() => {
    try {
      return typeof localStorage;
    } catch (error) {
      return (error as Error).name;
    }
  });
}

const notKept = 'This browser stores nothing for this site';

async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email address or username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}

/** Signs in, bets nothing, and goes through pages that read and write what is stored. */
async function useForAWhile(page: Page, player: Person): Promise<void> {
  await page.goto('/login');
  await expect(page.getByText(notKept)).toBeVisible();
  await logIn(page, player);
  await page.getByRole('link', { name: 'Play Coloring Game, 3 minutes' }).click();
  await page.getByRole('button', { name: /^Join Green/ }).click();
  await page.getByRole('button', { name: 'Double' }).click();
  await expect(page.getByText('₹20.00').first()).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

/** Pages of libraries, which store by themselves: slow to load, so they are tried with the most hostile storage alone. */
const pagesOfLibraries = ['/graphiql', '/rest'];

const publicPages = {
  '/rangoli': 'Welcome to Rangoli',
  '/login': 'Log in',
  '/signup': 'Sign up',
  '/resetPassword': 'Reset',
  '/withdrawExcluded': 'Withdraw',
  '/transparency': 'How results came about',
  '/congrats': 'congrats',
  '/account/SettingCenter/changePassword': 'Change password',
  '/nowhere': 'There is no such page',
  '/verify.html': 'Check a month of rounds',
  '/graphiql': 'Execute query',
  '/rest': 'Rangoli',
};

for (const [how, blockStorage] of Object.entries(storages)) {
  test(`every public page works, and a sign-in for the page’s life, where storage ${how}`, async ({
    browser,
    server,
    baseURL,
  }) => {
    const player = await givenPlayer(server);
    const context = await browser.newContext({ ...WINDOW, ...(baseURL && { baseURL }) });
    await context.addInitScript(blockStorage);
    const page = await context.newPage();
    const complaints = listenForComplaints(page);
    for (const [path, text] of Object.entries(publicPages)) {
      if (how !== 'throws on access' && pagesOfLibraries.includes(path)) continue;
      await page.goto(path);
      const shown = path === '/graphiql' ? page.getByRole('button', { name: /Execute query/ }) : page.getByText(text);
      await expect(shown.first(), path).toBeVisible();
    }
    await useForAWhile(page, player);
    await context.close();
    expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
  });
}

test('so it does in a Chromium whose user blocks all cookies, in the other language too', async ({
  playwright,
  server,
  baseURL,
}) => {
  const player = await givenPlayer(server);
  const profile = mkdtempSync(join(tmpdir(), 'rangoli-profile-'));
  mkdirSync(join(profile, 'Default'));
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
  const { executablePath, args } = test.info().project.use.launchOptions ?? {};
  const context = await playwright.chromium.launchPersistentContext(profile, {
    ...WINDOW,
    ...(baseURL && { baseURL }),
    ...(executablePath !== undefined && { executablePath }),
    ...(args && { args }),
  });
  const page = await context.newPage();
  const complaints = listenForComplaints(page);
  await page.goto('/rangoli');
  expect(
    await page.evaluate(() => Object.keys(Object.getOwnPropertyDescriptors(window)).includes('localStorage')),
  ).toBe(true);
  // Chromium's headless shell has no settings of a user: there it is done to the page.
  if ((await accessTo(page)) !== 'SecurityError') {
    await context.addInitScript(storages['throws on access']);
    await context.addInitScript(ignoreCookies);
    await page.reload();
  }
  expect(await accessTo(page)).toBe('SecurityError');
  await page.getByRole('button', { name: 'हिन्दी' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await useForAWhile(page, player);
  await context.close();
  rmSync(profile, { recursive: true });
  expect(complaints).toEqual([]);
});

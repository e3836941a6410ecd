import { expect, type Page } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { executeAt } from '../support/execute.ts';
import { ADMIN } from '../support/world/people.ts';
import { startOfNextRound } from '../support/world/nextRound.ts';

// With motion, which the other specs do without.
test.use({ reducedMotion: 'no-preference' });

const EMAIL = 'asha@example.com';
const REFERENCE = 'UTR12345';

test('from signing up to a paid bet, at 400 px', async ({ page, server, openWindow }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Register' }).click();
  await signUp(page);
  await readPassword(page);
  await logIn(page);

  await deposit(page);
  await expect(page.getByText('Waiting for approval')).toBeVisible();
  await approveDeposit(await openWindow({ viewport: { width: 1200, height: 860 } }));
  await expect(page.getByText('Deposit approved')).toBeVisible();

  await startOfNextRound(server);
  await page.goto('/sapreThritySec');
  await expect(page.getByText('₹500')).toBeVisible();
  await page.getByRole('button', { name: 'Join Green' }).click();
  const sheet = page.getByRole('dialog', { name: /Join Green/ });
  await sheet.getByLabel('Or type an amount').fill('100');
  await sheet.getByRole('button', { name: 'Bet ₹100 on Green' }).click();
  await expect(page.getByText('Bet Placed')).toBeVisible();
  await expect(page.getByText('₹400')).toBeVisible();

  const { activeContest } = await executeAt(server.url)('{ activeContest(gameType: SAPRE_HALF) { period } }');
  await server.advance(30_000);
  const results = page.getByRole('table', { name: 'Game Result' });
  const result = results.getByRole('row').filter({ hasText: activeContest.period });
  await expect(result).toBeVisible();
  // Shown visually and, once more, for screen readers.
  const number = Number((await result.getByRole('cell').nth(1).innerText()).charAt(0));
  await page.goto('/wallet');
  await expect(page.getByText(balanceAfter(number)).first()).toBeVisible();
});

test('the first round is played within 60 s of opening the page, without an admin', async ({ page, freshServer }) => {
  await startOfNextRound(freshServer);
  const openedAt = await freshServer.now();
  await page.goto(freshServer.url);
  await page.getByRole('link', { name: 'Register' }).click();
  await signUp(page);
  await logIn(page);
  await page.getByRole('link', { name: /^Play Coloring Game, 30/ }).click();
  await expect(page.getByText('₹1,000.00')).toBeVisible();
  await page.getByRole('button', { name: 'Join Green' }).click();
  await page.getByRole('button', { name: 'Bet ₹10 on Green' }).click();
  await expect(page.getByText('Bet Placed')).toBeVisible();

  const execute = executeAt(freshServer.url);
  const { activeContest } = await execute('{ activeContest(gameType: SAPRE_HALF) { period endsAt } }');
  await freshServer.advance(Date.parse(activeContest.endsAt) - (await freshServer.now()));
  const results = page.getByRole('table', { name: 'Game Result' });
  await expect(results.getByRole('row').filter({ hasText: activeContest.period })).toBeVisible();
  expect((await freshServer.now()) - openedAt).toBeLessThan(60_000);
  // Its server stops before the page closes.
  await page.goto('about:blank');
});

/** ₹500 less a stake of ₹100 on green, plus what a round with this number pays on it. */
function balanceAfter(number: number): string {
  if (number === 0) return '₹560.00';
  return number % 2 === 0 ? '₹600.00' : '₹400.00';
}

async function signUp(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Name').fill('Asha Rao');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Account created successfully.')).toBeVisible();
}

/** The sign-up page shows the mail with the password, since this server sends none. */
async function readPassword(page: Page): Promise<void> {
  const mail = page.getByRole('article').filter({ hasText: EMAIL });
  await expect(mail).toContainText(/Password: \S+/);
}

/** By one tap: email and password are filled in. */
async function logIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue to log in' }).click();
  // Exactly: the page before stays until this one is loaded.
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page.getByText('Games you can play')).toBeVisible();
}

async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email address or username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}

async function deposit(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Wallet' }).click();
  await page.getByRole('link', { name: 'Deposit' }).click();
  await page.getByRole('button', { name: '₹500', exact: true }).click();
  await page.getByRole('button', { name: 'Recharge' }).click();
  await page.getByRole('link', { name: 'UPI' }).click();
  await page.getByRole('button', { name: 'Get QR Code' }).click();
  await expect(page.getByRole('img', { name: /500/ })).toBeVisible();
  await page.getByLabel('Reference number').fill(REFERENCE);
  await page.getByRole('button', { name: 'Confirm RER NO.' }).click();
  await expect(page.getByText('Transaction request created successfully')).toBeVisible();
}

/** An admin on another device. */
async function approveDeposit(desk: Page): Promise<void> {
  await desk.goto('/login');
  await fillLogin(desk, ADMIN.email, ADMIN.password);
  await desk.getByRole('link', { name: /^Transactions/i }).click();
  // Other tests' requests, which are older, would come first.
  await desk.getByLabel('Search').fill(REFERENCE);
  await desk.getByRole('button', { name: /^Pending: decide ₹500/ }).click();
  const sheet = desk.getByRole('region', { name: 'Change Transaction Status' });
  await expect(sheet.getByText(REFERENCE).first()).toBeVisible();
  await sheet.getByText('Approve', { exact: true }).click();
  await sheet.getByRole('button', { name: /^Approve ₹500/ }).click();
  await expect(desk.getByText('Updated successfully!')).toBeVisible();
}

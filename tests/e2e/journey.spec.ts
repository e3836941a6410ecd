import { expect, type Page } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import type { ChildServer } from '../support/childServer.ts';
import { givenAdmin } from '../support/people.ts';

const EMAIL = 'asha@example.com';

test('from signing up to a paid bet, at 400 px', async ({ page, server }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Register' }).click();
  await signUp(page);
  const password = await readMailedPassword(page);
  await logIn(page, password);

  await deposit(page, 'UTR12345');
  await expect(page.getByText('Waiting for approval')).toBeVisible();
  await approveDeposit(server);
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

  await server.advance(30_000);
  const result = page.getByRole('table', { name: 'Game Result' }).getByRole('row').nth(1);
  await expect(result).toBeVisible();
  const number = Number(await result.getByRole('cell').nth(1).innerText());
  await page.goto('/wallet');
  await expect(page.getByText(balanceAfter(number)).first()).toBeVisible();
});

/** ₹500 less a stake of ₹100 on green, and what a round with this number pays on it. */
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

/** Where nobody sends mail, the page links to the mailbox of this server. */
async function readMailedPassword(page: Page): Promise<string> {
  const mailbox = await page.getByRole('link', { name: 'Open the mailbox of this server' }).getAttribute('href');
  const window = await page.context().newPage();
  await window.goto(mailbox ?? '');
  const mail = window.getByRole('article').filter({ hasText: EMAIL });
  const password = /Password: (\S+)/.exec(await mail.innerText())?.[1];
  await window.close();
  if (!password) throw new Error('no password was mailed');
  return password;
}

/** The sign-up page goes on to the log-in page by itself. */
async function logIn(page: Page, password: string): Promise<void> {
  await page.waitForURL('**/login');
  await page.getByLabel('Email address or username').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByText('Games you can play')).toBeVisible();
}

async function deposit(page: Page, reference: string): Promise<void> {
  await page.getByRole('link', { name: 'Wallet' }).click();
  await page.getByRole('link', { name: 'Deposit' }).click();
  await page.getByRole('button', { name: '₹500', exact: true }).click();
  await page.getByRole('button', { name: 'Recharge' }).click();
  await page.getByRole('link', { name: 'UPI' }).click();
  await page.getByRole('button', { name: 'Get QR Code' }).click();
  await expect(page.getByRole('img', { name: /500/ })).toBeVisible();
  await page.getByLabel('Reference number').fill(reference);
  await page.getByRole('button', { name: 'Confirm RER NO.' }).click();
  const popup = page.getByRole('dialog').filter({ hasText: 'Transaction request created successfully' });
  await popup.getByRole('button', { name: 'Close' }).click();
}

async function approveDeposit(server: ChildServer): Promise<void> {
  const admin = await givenAdmin(server);
  const { viewer } = await admin.execute('{ viewer { admin { transactions(first: 1) { edges { node { id } } } } } }');
  const transactionId: string = viewer.admin.transactions.edges[0].node.id;
  await admin.perform('decideTransaction', { transactionId, decision: 'APPROVE' }, 'transaction { id }');
}

async function startOfNextRound(server: ChildServer): Promise<void> {
  const intoRound = (await server.now()) % 30_000;
  await server.advance(30_000 - intoRound + 200);
}

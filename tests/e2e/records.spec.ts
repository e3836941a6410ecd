import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { startOfNextRound } from '../support/world/nextRound.ts';
import { givenPlayer } from '../support/world/people.ts';

test('a player downloads the account statement as PDF and CSV', async ({ page, server }) => {
  const player = await givenPlayer(server, { rupees: 300 });
  await openAs(page, player, '/Transactions');
  await page.getByRole('link', { name: 'Account statement' }).click();
  const sums = page.getByRole('region', { name: 'The period in sums' });
  // The server's clock is ahead of the browser's, where it may be tomorrow already.
  await page.getByLabel('To', { exact: true }).fill(dayInIndia(await server.now()));
  await expect(sums.getByText('₹300.00')).toHaveCount(2);

  const pdf = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  expect((await readFile(await (await pdf).path())).subarray(0, 5).toString()).toBe('%PDF-');

  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await csv).suggestedFilename()).toMatch(/^statement-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await (await csv).path(), 'utf8')).toMatch(/,deposit,\w+,,,300\.00,300\.00\r\n/);

  await page.getByLabel('From').fill('2024-01-01');
  await expect(page.getByText('A period has at most 366 days.')).toBeVisible();
  await page.getByLabel('To').fill('2024-01-31');
  await expect(sums.getByText('₹0.00')).not.toHaveCount(0);
  await expect(sums.getByText('₹300.00')).toHaveCount(0);
});

test('a player downloads everything that is kept about them', async ({ page, server }) => {
  const player = await givenPlayer(server, { rupees: 20 });
  await openAs(page, player, '/account/SettingCenter');
  await page.getByRole('link', { name: 'Your data' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const data = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  expect(data.profile[0].email).toBe(player.email);
  expect(data.transactions).toHaveLength(1);
});

test('a player closes the account, and is told what play money is lost with it', async ({
  page,
  server,
  openWindow,
}) => {
  const player = await givenPlayer(server, { rupees: 20 });
  const other = await openWindow();
  await openAs(other, player, '/wallet');
  await expect(other.getByText('Main wallet', { exact: true })).toBeVisible();

  await openAs(page, player, '/account/SettingCenter');
  await page.getByRole('link', { name: 'Close account' }).click();
  await expect(page.getByText('₹20.00 of play money is in your wallet.')).toBeVisible();
  const close = async (password: string) => {
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Close my account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close my account' }).click();
  };
  await close('wrong');
  await expect(page.getByText('Wrong password')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(player.password);
  await page.getByRole('button', { name: 'Close my account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('lose ₹20.00 of play money?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close my account' }).click();
  await page.waitForURL('**/login');
  await expect(page.getByText('Your account is closed.')).toBeVisible();
  await expect(other.getByRole('link', { name: 'Login' })).toBeVisible();

  await page.getByLabel('Email address or username').fill(player.email);
  await page.getByLabel('Password', { exact: true }).fill(player.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByText('User Not Found')).toBeVisible();
});

test('the games and the wallet history draw their figures', async ({ page, server }) => {
  const player = await givenPlayer(server, { rupees: 75 });
  await openAs(page, player, '/BetRecords');
  const balance = page.getByRole('img', { name: /^Balance over time\. From ₹0 on .* to ₹75 on / });
  await expect(balance).toBeVisible();
  await page.getByText('Show as a table').click();
  await expect(page.getByRole('table', { name: 'Balance over time' }).getByRole('row')).toHaveCount(31);
  await page.getByRole('radio', { name: '7 days' }).click();
  await expect(page.getByRole('table', { name: 'Balance over time' }).getByRole('row')).toHaveCount(8);

  await startOfNextRound(server);
  await page.goto('/sapreThritySec');
  await page.getByRole('button', { name: /^Last numbers, newest first: \d/ }).click();
  await expect(page.getByRole('img', { name: /^How often each number came\. In \d+ fair draws/ })).toBeVisible();
});

function dayInIndia(instant: number): string {
  return new Date(instant).toLocaleDateString('sv-SE', { timeZone: 'Asia/Kolkata' });
}

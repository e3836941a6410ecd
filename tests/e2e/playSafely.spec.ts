import { expect } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { startOfNextRound } from '../support/world/nextRound.ts';
import { givenAdmin, givenPlayer } from '../support/world/people.ts';

test('limits, pauses and self-exclusion are set on one screen, and withdrawing stays possible', async ({
  page,
  server,
  openWindow,
}) => {
  const player = await givenPlayer(server, { rupees: 500 });
  await openAs(page, player, '/account/SettingCenter');
  await page.getByRole('link', { name: 'Play safely' }).click();
  await page.getByRole('button', { name: 'Change: Stakes by day' }).click();
  await page.getByLabel('Limit in rupees').fill('100');
  await page.getByRole('button', { name: 'Set limit' }).click();
  await expect(page.getByText('₹0 of ₹100 used')).toBeVisible();
  await page.getByRole('button', { name: 'Change: Stakes by day' }).click();
  await page.getByLabel('Limit in rupees').fill('200');
  await page.getByRole('button', { name: 'Set limit' }).click();
  await expect(page.getByText(/^₹200 from /)).toBeVisible();

  await startOfNextRound(server);
  await page.goto('/sapreThritySec');
  await page.getByRole('button', { name: 'Join Green' }).click();
  await page.getByLabel('Or type an amount').fill('101');
  await page.getByRole('button', { name: 'Bet ₹101 on Green' }).click();
  await expect(page.getByText(/more than your limit on stakes allows: until/).first()).toBeVisible();

  await page.goto('/account/SettingCenter/playSafely');
  await page.getByLabel('How long').last().selectOption('6 months');
  await page.getByRole('button', { name: 'Exclude myself' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Exclude myself' }).click();
  await page.waitForURL('**/login');
  await page.getByRole('link', { name: /^Self-excluded/ }).click();
  // The log-in page stays until the next one is loaded.
  await expect(page.getByRole('heading', { name: 'Withdraw your balance' })).toBeVisible();
  await page.getByLabel('Email').fill(player.email);
  await page.getByLabel('Password', { exact: true }).fill(player.password);
  await page.getByLabel('UPI id').fill('asha@okbank');
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('A withdrawal of ₹500.00 was requested.')).toBeVisible();

  await page.goto('/login');
  await page.getByLabel('Email address or username').fill(player.email);
  await page.getByLabel('Password', { exact: true }).fill(player.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByText(/You have excluded yourself from playing: until/)).toBeVisible();

  const desk = await openWindow({ viewport: { width: 1200, height: 860 } });
  await openAs(desk, await givenAdmin(server), `/admin/players/${player.uid}`, { userType: 'admin' });
  await expect(desk.getByText('Self-excluded', { exact: true })).toBeVisible();
});

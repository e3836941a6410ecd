import { expect } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { givenAdmin, givenPlayer, requestDeposit, signIn } from '../support/world/people.ts';

test('a session ended on another device says so, and leads back to the page after signing in', async ({
  page,
  server,
}) => {
  const player = await givenPlayer(server);
  await openAs(page, player, '/account/Guide?from=help');
  await expect(page.getByRole('table', { name: 'What a bet returns' })).toBeVisible();
  const phone = await signIn(server, player.email, player.password);
  await phone.execute('mutation { endOtherSessions { __typename } }');
  await expect(page).toHaveURL(/\/rangoli$/);
  const sentence = page.getByText('You were signed out on another device. Log in to go on where you were.');
  await expect(sentence).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(sentence).toBeVisible();
  await page.getByLabel('Email address or username').fill(player.email);
  await page.getByLabel('Password', { exact: true }).fill(player.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL(/\/account\/Guide\?from=help$/);
});

test('a log-out in one tab is named in the other, not in its own; another user starts at home', async ({
  page,
  server,
}) => {
  const player = await givenPlayer(server);
  const other = await givenPlayer(server);
  await openAs(page, player, '/wallet');
  const tab = await page.context().newPage();
  await tab.goto('/account');
  await tab.getByRole('button', { name: 'Log out' }).click();
  await expect(tab).toHaveURL(/\/login$/);
  await expect(tab.getByText('Log in to go on where you were.')).toBeHidden();
  await expect(page).toHaveURL(/\/rangoli$/);
  await expect(page.getByText('You signed out in another tab.')).toBeVisible();
  await page.getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Email address or username').fill(other.email);
  await page.getByLabel('Password', { exact: true }).fill(other.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL(/\/$/);
  await tab.close();
});

test('signed-in visitors of landing, log-in and sign-up are shown into the app', async ({
  page,
  server,
  openWindow,
}) => {
  const player = await givenPlayer(server);
  for (const path of ['/rangoli', '/login', '/signup', '/admin/dashboard']) {
    await openAs(page, player, path);
    await expect(page).toHaveURL(/:\d+\/$/);
  }
  const office = await openWindow();
  for (const path of ['/rangoli', '/login', '/signup']) {
    await openAs(office, await givenAdmin(server), path, { userType: 'admin' });
    await expect(office).toHaveURL(/\/admin\/dashboard$/);
  }
});

test('fields that were filled without an event are sent', async ({ page, server }) => {
  const player = await givenPlayer(server);
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Log In' });
  await expect(button).toBeDisabled();
  const fill = ({ email, password }: { email: string; password: string }) =>
    page.evaluate(
      (values) => {
        const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
        const [id, secret] = document.querySelectorAll('form input');
        set?.call(id, values.email);
        set?.call(secret, values.password);
      },
      { email, password },
    );
  await fill({ email: player.email, password: 'not the one' });
  const box = await button.boundingBox();
  if (!box) throw new Error('the button is not on the page');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.getByText('Unauthorized. Please check your credentials.')).toBeVisible();
  await fill(player);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/:\d+\/$/);
});

test('open transactions show a request that was made elsewhere', async ({ page, server }) => {
  const player = await givenPlayer(server);
  await openAs(page, player, '/Transactions');
  await expect(page.getByRole('link', { name: 'Deposit' }).first()).toBeVisible();
  const { id } = await requestDeposit(player, 432);
  expect(id).not.toBe('');
  await expect(page.getByRole('list', { name: 'Transactions' }).getByText('₹432.00')).toBeVisible();
});

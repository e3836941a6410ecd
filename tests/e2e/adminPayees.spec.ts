import { expect, type Page } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { givenAdmin, givenPlayer } from '../support/world/people.ts';

test.use({ viewport: { width: 1280, height: 900 } });

test('a UPI id is added, switched off and on, and removed', async ({ page, server }) => {
  await openAs(page, await givenAdmin(server), '/admin/manageUpi', { userType: 'admin' });
  await page.getByLabel('Enter Upi Id').fill('nobank');
  await page.getByRole('button', { name: 'Add UPI' }).click();
  await expect(page.getByText('A UPI id looks like name@bank.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByLabel('Enter Upi Id').fill('festive@bank');
  await page.getByRole('button', { name: 'Add UPI' }).click();
  await proceed(page, 'Add UPI');
  await passes(page, 'Updated successfully!');

  const card = page.getByRole('listitem').filter({ hasText: 'festive@bank' });
  await expect(card.getByText('Active', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Deactivate UPI' }).click();
  await proceed(page, 'Deactivate UPI');
  await passes(page, 'Update successful!');
  await expect(card.getByText('Inactive', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Activate UPI' }).click();
  await proceed(page, 'Activate UPI');
  await expect(card.getByText('Active', { exact: true })).toBeVisible();

  // The screen follows what another admin does.
  const shown = page.getByRole('listitem').filter({ hasText: 'Shown to players now' });
  await expect(shown).toContainText('festive@bank');
  const other = await givenAdmin(server);
  const input = { upiId: 'other@bank', reason: 'set by another admin' };
  await other.execute('mutation ($input: AddUpiPayeeInput!) { addUpiPayee(input: $input) { __typename } }', { input });
  await expect(shown).toContainText('other@bank');
  await card.getByRole('button', { name: 'Show to players' }).click();
  await expect(page.getByRole('dialog')).toContainText('instead of other@bank');
  await proceed(page, 'Show to players');
  await expect(shown).toContainText('festive@bank');

  const player = await givenPlayer(server);
  const { viewer } = await player.execute('{ viewer { payee(channel: UPI) { upiId } } }');
  expect(viewer.payee.upiId).toBe('festive@bank');

  await card.getByRole('button', { name: 'Remove UPI' }).click();
  await proceed(page, 'Remove UPI');
  await passes(page, 'Deleted successful!');
  await expect(card).toHaveCount(0);
});

test('a bank account is checked, added, switched off and removed', async ({ page, server }) => {
  await openAs(page, await givenAdmin(server), '/admin/manageBankAccount', { userType: 'admin' });
  await expect(page.getByText('No bank accounts found')).toBeVisible();
  await page.getByRole('button', { name: 'Add Account' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please fill in all required fields.');
  await page.getByLabel('Account number').fill('12 lakh');
  await page.getByLabel('IFSC code').fill('HDFC0001234');
  await page.getByLabel('Account holder name').fill('Rangoli Games');
  await page.getByRole('button', { name: 'Add Account' }).click();
  await expect(page.getByRole('alert')).toHaveText('Account number should be a valid number.');
  await page.getByLabel('Account number').fill('50100123456789');
  await page.getByRole('button', { name: 'Add Account' }).click();
  await proceed(page, 'Add Account');
  await passes(page, 'Account added successfully!');

  const card = page.getByRole('listitem').filter({ hasText: '50100123456789' });
  await card.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(card.getByText('Active', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByLabel('Reason').fill('asked for by a test');
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate', exact: true }).click();
  await expect(page.getByText(/^Confirm that deposits stop/)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Deposits by this way stop.' }).check();
  await proceed(page, 'Deactivate');
  await passes(page, 'Updated successfully!');
  await expect(card.getByText('Inactive', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Remove' }).click();
  await proceed(page, 'Remove');
  await passes(page, 'Account deleted successfully!');
  await expect(page.getByText('No bank accounts found')).toBeVisible();
});

/** Success messages close by themselves after a second: `expect` looks once a second, `waitFor` in each frame. */
async function passes(page: Page, text: string): Promise<void> {
  const message = page.getByRole('status').filter({ hasText: text });
  await message.waitFor();
  await message.waitFor({ state: 'detached' });
}

async function proceed(page: Page, deed: string): Promise<void> {
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog.getByText('Are you sure you want to proceed?')).toBeVisible();
  await dialog.getByLabel('Reason').fill('asked for by a test');
  await dialog.getByRole('button', { name: deed, exact: true }).click();
}

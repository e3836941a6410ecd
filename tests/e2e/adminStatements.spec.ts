import { expect } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { givenAdmin } from '../support/world/people.ts';

/** One date order open, one row against its balance, a preamble and a footer. */
const CSV = `Bank of Test,,,,
Account statement,,,,
Date,Narration,Withdrawal,Deposit,Balance
05/11/2026,UPI ASHA 740187320501,,500.00,1500.00
06/11/2026,UPI BALA 740187320502,,300.00,1700.00
07/11/2026,CHARGES,50.00,,1650.00
Total,,50.00,800.00,
`;

test('a statement that contradicts its balances is imported once the admin has answered', async ({ page, server }) => {
  const admin = await givenAdmin(server);
  await page.setViewportSize({ width: 360, height: 800 });
  await openAs(page, admin, '/admin/statements', { userType: 'admin' });
  await page.getByRole('button', { name: 'Import a statement' }).click();
  const dialog = page.getByRole('dialog');
  const buffer = Buffer.from(CSV);
  await dialog.locator('input[type=file]').setInputFiles({ name: 'day.csv', mimeType: 'text/csv', buffer });

  const submit = dialog.getByRole('button', { name: 'Import', exact: true });
  await expect(dialog.getByText('Is the day or the month first in "05/11/2026"?')).toBeVisible();
  await expect(submit).toBeDisabled();
  await dialog.getByRole('button', { name: 'Day first' }).click();
  await expect(dialog.getByText('Row 5: the balance is 1700.00, but 1500.00 and 300.00 make 1800.00.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import without these rows' }).click();
  await expect(dialog.getByText('2 payments; 4 rows are left out.')).toBeVisible();
  await dialog.getByText('4 rows are left out', { exact: true }).click();
  await expect(dialog.getByText('Row 5, against the balance:')).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('combobox', { name: 'Bank' }).fill('Test');
  await submit.click();
  await expect(page.getByText('2 new lines.')).toBeVisible();
});

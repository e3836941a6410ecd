import { expect, type Page } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import type { ChildServer } from '../support/childServer.ts';
import { openAs } from '../support/openAs.ts';
import {
  availableOf,
  givenAdmin,
  givenAnotherAdmin,
  givenPlayer,
  requestDeposit,
  type Person,
} from '../support/world/people.ts';
import { importYesterday } from '../support/world/statements.ts';

test.use({ viewport: { width: 1280, height: 900 } });

const REFERENCE = '640187320111';

test('a denied deposit of which another amount arrived, and a payment without a request, are found and credited by two admins', async ({
  ownServer,
  openWindow,
}) => {
  const admin = await givenAdmin(ownServer);
  const [player, other] = [
    await givenPlayer(ownServer, { name: 'Kavya Menon' }),
    await givenPlayer(ownServer, { name: 'Ishaan Bose' }),
  ];
  const { id } = await requestDeposit(player, 1_000, REFERENCE);
  await admin.perform(
    'decideTransaction',
    { transactionId: id, decision: 'DENY', denialReason: 'NOT_RECEIVED' },
    '__typename',
  );
  await importDay(ownServer, admin);

  const page = await openWindow({ baseURL: ownServer.url });
  await openAs(page, admin, '/admin/statements', { userType: 'admin' });
  await page.getByRole('searchbox', { name: 'Search all lines' }).fill('kavya 1,100');
  const line = page.getByRole('table', { name: 'Lines' }).getByRole('row').filter({ hasText: REFERENCE });
  await expect(line).toContainText('Unmatched');
  await line.getByRole('link', { name: 'Request of Kavya Menon, ₹1,000, Denied' }).click();

  const payment = await openPayment(page, /Denied/);
  await expect(payment).toContainText('₹1,100.00 on ');
  await payment.getByRole('button', { name: 'Reopen' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('The payment is in the statement.');
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByText('The deposit waits again.')).toBeVisible();
  await payment.getByRole('link', { name: 'Open in the statements' }).click();

  await expect(line).toContainText('Proposed');
  await expect(line).toContainText('same reference');
  await expect(line).toContainText('₹100 more than asked for');
  await expect(line).toContainText('name in the text');
  await line.getByRole('button', { name: /^Confirm ₹1,100 of / }).click();
  await expect(line).toContainText('Matched');
  await line.getByRole('link', { name: 'Kavya Menon' }).waitFor();
  await page.goBack();
  const matched = await openPayment(page, /^Pending/);
  await matched.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(matched).toContainText('the player asked for ₹1,000. Approving credits ₹1,100.');
  await matched.getByRole('button', { name: `Approve ₹1,100 for ${player.uid}` }).click();
  await expect(page.getByText('Updated successfully!')).toBeVisible();
  expect(await availableOf(player)).toBe('1100.00');

  await page.getByRole('navigation').getByRole('link', { name: 'Statements' }).click();
  await page.getByRole('searchbox', { name: 'Search all lines' }).fill('ishaan');
  await page.getByRole('button', { name: /^Credit a player with ₹750 of/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: `Ishaan Bose · ${other.uid}` }).check();
  await dialog.getByLabel('Reason').fill('The name is the only one of its kind.');
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await expect(page.getByText('Primary admin has proposed to credit it to a player')).toBeVisible();
  expect(await availableOf(other)).toBe('0.00');

  const second = await givenAnotherAdmin(ownServer, { name: 'Meera Iyer' });
  const theirs = await openWindow({ baseURL: ownServer.url });
  await openAs(theirs, second, '/admin/proposals', { userType: 'admin' });
  await expect(theirs.getByText('The bank’s text has this player’s whole name.')).toBeVisible();
  await theirs.getByRole('button', { name: /^Confirm ₹750/ }).click();
  await expect(theirs.getByText('Confirmed, and done.')).toBeVisible();
  expect(await availableOf(other)).toBe('750.00');
});

/** A statement of yesterday with the payment of the denied deposit and one without a request. */
function importDay(server: ChildServer, admin: Person): Promise<void> {
  return importYesterday(server, admin, [
    [`UPI/CR/${REFERENCE}/KAVYA MENON/OKAXIS`, '1100.00', ''],
    ['NEFT ISHAAN BOSE', '750.00', ''],
  ]);
}

async function openPayment(page: Page, status: RegExp) {
  await page.getByRole('table', { name: 'Transactions' }).getByRole('button', { name: status }).click();
  const panel = page.getByRole('region', { name: 'Change Transaction Status' });
  await expect(panel.getByText("The player's history")).toBeVisible();
  return panel;
}

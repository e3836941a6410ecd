import { expect } from '@playwright/test';
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

const REFERENCE = '640187320222';

test('a day is closed with a charge and an unclaimed receipt, which two admins credit to its player later', async ({
  ownServer,
  openWindow,
}) => {
  const admin = await givenAdmin(ownServer);
  const player = await givenPlayer(ownServer, { name: 'Kavya Menon' });
  const { id } = await requestDeposit(player, 1_000, REFERENCE);
  const denial = { transactionId: id, decision: 'DENY', denialReason: 'NOT_RECEIVED' };
  await admin.perform('decideTransaction', denial, '__typename');
  await importDay(ownServer, admin);

  const page = await openWindow({ baseURL: ownServer.url });
  await openAs(page, admin, '/admin/statements', { userType: 'admin' });
  await page.getByRole('radio', { name: /^Unmatched \(2\)/ }).check();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: /^Set aside ₹17\.70 of/ }).click();
  await expect(dialog.getByRole('radio', { name: 'Unclaimed receipt' })).toHaveCount(0);
  await dialog.getByLabel('Reason').fill('charges of the bank');
  await dialog.getByRole('button', { name: 'Set aside' }).click();
  await expect(dialog.getByText('Choose what it is.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Charge' }).check();
  await dialog.getByRole('button', { name: 'Set aside' }).click();
  await page.getByRole('button', { name: /^Set aside ₹1,000 of/ }).click();
  await dialog.getByRole('radio', { name: 'Interest' }).check();
  await dialog.getByLabel('Reason').fill('nobody asked for it');
  await dialog.getByRole('button', { name: 'Set aside' }).click();

  await page.getByRole('radio', { name: /^Set aside \(2\)/ }).check();
  await page.getByRole('button', { name: /^Change kind of ₹1,000 of/ }).click();
  await expect(dialog.getByRole('radio', { name: 'Interest' })).toBeChecked();
  await expect(dialog.getByLabel('Reason')).toHaveValue('nobody asked for it');
  await dialog.getByRole('radio', { name: 'Unclaimed receipt' }).check();
  await dialog.getByRole('button', { name: 'Change kind' }).click();
  const card = page.getByRole('region', { name: 'Unclaimed receipts' });
  await expect(card).toContainText('Up to 7 days');
  await expect(card).toContainText('₹1,000.00 · 1 payment');
  const days = page.getByRole('table', { name: 'Days' });
  await expect(days).toContainText('Charge: out ₹17.70');
  await expect(days).toContainText('Unclaimed receipt: in ₹1,000.00');
  await page.getByRole('button', { name: /^Close day \d\d/ }).click();
  await dialog.getByRole('button', { name: 'Close day' }).click();
  await expect(days).toContainText('Closed by Primary admin');

  await card.getByRole('button', { name: 'Show unclaimed receipts' }).click();
  const receipts = page.getByRole('table', { name: 'Unclaimed receipts' });
  await expect(receipts).toContainText('unclaimed for 1 day');
  await receipts.getByRole('button', { name: /^Credit a player with ₹1,000 of/ }).click();
  await expect(dialog).toContainText('has the reference of a deposit of this player');
  await dialog.getByRole('radio', { name: `Kavya Menon · ${player.uid}` }).check();
  await dialog.getByLabel('Reason').fill('The reference is that of the denied deposit.');
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await expect(receipts).toContainText('Primary admin has proposed to credit it to a player');
  expect(await availableOf(player)).toBe('0.00');

  const second = await givenAnotherAdmin(ownServer, { name: 'Meera Iyer' });
  const theirs = await openWindow({ baseURL: ownServer.url });
  await openAs(theirs, second, '/admin/proposals', { userType: 'admin' });
  await expect(theirs.getByText('Unclaimed receipt, unclaimed for 1 day.')).toBeVisible();
  await theirs.getByRole('button', { name: /^Confirm ₹1,000/ }).click();
  await expect(theirs.getByText('Confirmed, and done.')).toBeVisible();
  expect(await availableOf(player)).toBe('1000.00');

  await page.reload();
  await page.getByRole('radio', { name: /^Set aside \(2\)/ }).check();
  const line = page.getByRole('table', { name: 'Lines' }).getByRole('row').filter({ hasText: REFERENCE });
  await expect(line).toContainText('credited as a deposit');
  await expect(line.getByRole('button')).toHaveCount(0);
  await expect(card).toHaveCount(0);
  await expect(days).toContainText('Unclaimed receipt: in ₹1,000.00');
});

test('a deposit that waits says that its payment is an unclaimed receipt', async ({ ownServer, openWindow }) => {
  const admin = await givenAdmin(ownServer);
  const player = await givenPlayer(ownServer, { name: 'Kavya Menon' });
  await importDay(ownServer, admin);
  const { viewer } = await admin.execute('{ viewer { admin { statementLines { edges { node { id direction } } } } } }');
  const edges = viewer.admin.statementLines.edges as { node: { id: string; direction: string } }[];
  const lineIds = edges.filter(({ node }) => node.direction === 'CREDIT').map(({ node }) => node.id);
  const aside = { lineIds, kind: 'UNCLAIMED', reason: 'nobody asked for it' };
  await admin.execute(
    'mutation ($input: SetAsideStatementLinesInput!) { setAsideStatementLines(input: $input) { __typename } }',
    { input: aside },
  );
  await requestDeposit(player, 1_000, REFERENCE);

  const page = await openWindow({ baseURL: ownServer.url });
  await openAs(page, admin, '/admin/transactions', { userType: 'admin' });
  await page
    .getByRole('table', { name: 'Transactions' })
    .getByRole('button', { name: /^Pending/ })
    .click();
  const payment = page.getByRole('region', { name: 'Change Transaction Status' });
  await expect(payment.getByText(/an unclaimed receipt\. Credit it to the player in the statements/)).toBeVisible();
  await payment.getByRole('button', { name: 'Approve', exact: true }).click();
  await payment.getByRole('button', { name: /^Approve ₹1,000 for/ }).click();
  await expect(page.getByText(/This payment is an unclaimed receipt, ₹1000\.00 of/)).toBeVisible();
});

/** A statement of yesterday with a payment without a request and a charge. */
function importDay(server: ChildServer, admin: Person): Promise<void> {
  return importYesterday(server, admin, [
    [`UPI/CR/${REFERENCE}/OKAXIS`, '1000.00', ''],
    ['CHARGES', '', '17.70'],
  ]);
}

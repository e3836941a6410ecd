import { expect } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { givenAdmin, givenPlayer, type Person } from '../support/world/people.ts';

test('a deposit by bank asks for a reference, and its status changes by itself', async ({ page, server }) => {
  const [player, admin] = [await givenPlayer(server), await givenAdmin(server)];
  await givenBankAccount(admin);
  await openAs(page, player, '/deposit');
  await expect(page.getByText('Practice with play money: don’t pay anyone.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Recharge' })).toBeDisabled();
  await page.getByLabel('Deposit amount').fill('750.50');
  await page.getByRole('button', { name: 'Recharge ₹750.50' }).click();
  await page.getByRole('link', { name: 'Bank Account' }).click();
  await expect(page.getByText('HDFC0001234')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy IFSC code' })).toBeVisible();

  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Please fill in all required fields.')).toBeVisible();
  await expect(page.getByText('don’t pay it.', { exact: false })).toBeVisible();
  await expect(page.getByText('Enter the correct')).toBeHidden();
  await page.getByLabel('Transaction ID').fill('NEFT40921877');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Transaction request created successfully')).toBeVisible();

  await expect(page.getByText('Waiting for approval')).toBeVisible();
  await decideNewest(admin, 'DENY', 'No such transfer has arrived.');
  await expect(page.getByText('Deposit denied')).toBeVisible();
  await expect(page.getByText('No such transfer has arrived.')).toBeVisible();
});

test('a reference is taken once', async ({ page, server }) => {
  const player = await givenPlayer(server, { rupees: 5 });
  for (const [attempt, answer] of [
    [1, 'Transaction request created successfully'],
    [2, 'This reference has been sent before.'],
  ] as const) {
    await page.evaluate(() => sessionStorage.clear()).catch(() => undefined);
    await openAs(page, player, '/throughUPI', { state: { rechargeAmount: '500.00' } });
    await page.getByLabel('Reference number').fill(`TWICE${player.uid}`);
    await page.getByRole('button', { name: 'Confirm RER NO.' }).click();
    await expect(page.getByText(answer), `attempt ${attempt}`).toBeVisible();
  }
});

test('withdrawals hold their amount at once, can be taken back, and are checked first', async ({ page, server }) => {
  const player = await givenPlayer(server, { rupees: 1000 });
  await openAs(page, player, '/wallet');
  await page.getByRole('link', { name: 'Main wallet transfer' }).click();
  await page.getByRole('link', { name: /^UPI/ }).click();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Please fill in all required fields.')).toBeVisible();
  await expect(page.getByLabel('UPI ID')).toHaveAccessibleDescription('Please fill this in.');
  await page.getByLabel('UPI ID').fill('asha@okbank');
  await page.getByLabel('Amount').fill('0');
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Amount must be greater than zero.')).toBeVisible();
  await page.getByLabel('Amount').fill('1000.01');
  await page.getByRole('button', { name: /^Withdraw/ }).click();
  await expect(page.getByText('Entered amount exceeds available wallet balance.')).toBeVisible();
  await page.getByLabel('Amount').fill('400');
  await page.getByRole('button', { name: 'Withdraw ₹400' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw ₹400 to asha@okbank' }).click();
  await expect(page.getByText('Practice request submitted.')).toBeVisible();
  await expect(page.getByText('Waiting for approval')).toBeVisible();

  await page.getByRole('link', { name: 'Go to wallet' }).click();
  await expect(page.getByText('₹600.00 available, ₹400.00 held for withdrawals')).toBeVisible();
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('link', { name: 'Wallet History' }).click();
  await expect(page.getByText('State: Pending')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel withdrawal' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel withdrawal' }).click();
  await expect(page.getByText('₹400.00 is back in your wallet.')).toBeVisible();
  await expect(page.getByText('State: Pending')).toBeHidden();
});

test('a bank withdrawal compares the account numbers, and only the server checks the balance', async ({
  page,
  server,
}) => {
  const player = await givenPlayer(server, { rupees: 100 });
  await openAs(page, player, '/withdrawMethod');
  await page.getByRole('link', { name: /^Bank Account/ }).click();
  await page.getByLabel('Amount').fill('150');
  await page.getByLabel('Account number', { exact: true }).fill('50100123456789');
  await page.getByLabel('Confirm account number').fill('50100123456780');
  await page.getByLabel('IFSC code').fill('HDFC0001234');
  await page.getByLabel('Account holder name').fill('Asha Rao');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Account numbers do not match.')).toBeVisible();
  await page.getByLabel('Confirm account number').fill('50100123456789');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw ₹150 to 50100123456789' }).click();
  await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(
    'Entered amount exceeds available wallet balance.',
  );
  await page.getByLabel('Amount').fill('60');
  await page.getByRole('button', { name: 'Confirm' }).click();
  const confirmation = page.getByRole('dialog');
  for (const detail of ['₹60', '50100123456789', 'HDFC0001234', 'Asha Rao']) {
    await expect(confirmation.getByText(detail, { exact: true })).toBeVisible();
  }
  await confirmation.getByRole('button', { name: 'Withdraw ₹60 to 50100123456789' }).click();
  await expect(page.getByText('Practice request submitted.')).toBeVisible();
});

test('the list of transactions shows type, amount and status, newest first', async ({ page, server }) => {
  const player = await givenPlayer(server, { rupees: 300 });
  await player.perform('requestWithdrawal', { amount: '50.00', upiId: 'asha@okbank' }, 'transaction { id }');
  await openAs(page, player, '/Transactions');
  const rows = page.getByRole('list', { name: 'Transactions History' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('₹50.00');
  await expect(rows.nth(0)).not.toContainText('−₹50.00');
  await expect(rows.nth(0)).toContainText('Pending');
  await expect(rows.nth(1)).toContainText('+₹300.00');
  await expect(rows.nth(1)).toContainText('Success');
});

async function givenBankAccount(admin: Person): Promise<void> {
  const input = {
    accountNumber: '50100123456789',
    ifscCode: 'HDFC0001234',
    accountHolderName: 'Rangoli Games',
    reason: 'The account of this test',
  };
  await admin.execute('mutation ($input: AddBankPayeeInput!) { addBankPayee(input: $input) { __typename } }', {
    input,
  });
}

async function decideNewest(admin: Person, decision: 'APPROVE' | 'DENY', message: string): Promise<void> {
  const { viewer } = await admin.execute('{ viewer { admin { transactions(first: 1) { edges { node { id } } } } } }');
  const transactionId: string = viewer.admin.transactions.edges[0].node.id;
  await admin.perform('decideTransaction', { transactionId, decision, message }, 'transaction { id }');
}

import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import type { ChildServer } from '../support/childServer.ts';
import { findMisfits } from '../support/misfits.ts';
import { openAs } from '../support/openAs.ts';
import { dayClicks } from '../support/world/statements.ts';
import { givenAdmin, givenAnotherAdmin, givenPlayer, requestWithdrawal, type Person } from '../support/world/people.ts';

test.use({ viewport: { width: 1280, height: 900 } });

const ADMIN = { userType: 'admin' } as const;

/** Pending withdrawals of as many players as it takes: a player has ten at most. */
async function givenAsked(server: ChildServer, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 10) {
    const player = await givenPlayer(server, { rupees: 900, name: `Asha ${'ABCDEFGH'.charAt(made / 10)} Rao` });
    for (let one = made; one < Math.min(made + 10, count); one += 1) {
      ids.push((await requestWithdrawal(player, 10 + one, `payout${one}@okbank`)).id);
    }
  }
  return ids;
}

async function givenApproved(server: ChildServer, admin: Person, count: number): Promise<void> {
  const transactionIds = await givenAsked(server, count);
  await admin.perform('approveWithdrawals', { transactionIds }, '__typename');
}

/** Presses, and counts it. */
function counter() {
  const presses = { count: 0 };
  const press = async (target: Locator) => {
    presses.count += 1;
    await target.click();
  };
  return { presses, press };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** What a bank answers to a file: each of its rows with a reference. */
function answerTo(file: string): string {
  const [, , ...rows] = readFileSync(file, 'utf8').trim().split('\r\n');
  const answered = rows.map((row, at) => `${row.split(',').at(-1)},${640_187_320_000 + at},Success`);
  return ['Reference,UTR,Status', ...answered].join('\n');
}

test('thirty withdrawals are approved and paid with twelve presses: selected, downloaded, and their references read', async ({
  ownServer,
  openWindow,
}) => {
  const admin = await givenAdmin(ownServer);
  await givenAsked(ownServer, 30);
  const page = await openWindow({ baseURL: ownServer.url });
  await openAs(page, admin, '/admin/transactions', ADMIN);

  // Once a bank: how it takes files. The columns that stand there suit most.
  await page.getByRole('link', { name: 'Payouts', exact: true }).click();
  await button(page, 'Bank layouts').click();
  await page.getByRole('dialog').getByLabel('Name of the bank').fill('Test Bank');
  await page.getByRole('dialog').getByRole('button', { name: 'Remember' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: /^Transactions/ }).click();

  const { presses, press } = counter();
  await press(page.getByRole('checkbox', { name: 'Select all withdrawals shown' }));
  await expect(page.getByText('30 withdrawals selected, ₹735')).toBeVisible();
  await press(button(page, 'Approve selected'));
  const approving = page.getByRole('dialog', { name: 'Approve 30 withdrawals?' });
  await press(approving.getByRole('button', { name: 'Approve 30 withdrawals, ₹735' }));
  await expect(page.getByText('30 withdrawals approved.')).toBeVisible();
  expect(presses.count).toBe(dayClicks.approvingPage);

  await press(page.getByRole('link', { name: 'Payouts', exact: true }));
  await press(button(page, 'Select all 30'));
  await expect(page.getByText('30 payouts, ₹735')).toBeVisible();
  await press(button(page, 'Make a batch'));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Make the batch' }));
  await expect(page.getByRole('heading', { name: /^Batch \d+$/ })).toBeVisible();
  await expect(page.getByText('Play money: the file says practice')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await press(button(page, 'Download the file'));
  const file = await (await downloading).path();
  expect(readFileSync(file, 'utf8')).toMatch(/^PRACTICE/);
  const buffer = Buffer.from(answerTo(file));
  await page.getByLabel('The bank’s file').setInputFiles({ name: 'answer.csv', mimeType: 'text/csv', buffer });
  presses.count += 2;
  await expect(page.getByText('30 references were read.')).toBeVisible();
  await press(button(page, 'Record 30 payouts as paid'));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Record 30 payouts as paid' }));
  await expect(page.getByText('30 payouts recorded as paid.')).toBeVisible();
  expect(presses.count).toBe(dayClicks.approvingPage + dayClicks.payingBatch);
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible();
  await expect(page.getByRole('row', { name: /640187320029/ })).toContainText('Paid');
  await page.getByRole('link', { name: 'Payouts', exact: true }).click();
  await expect(page.getByText('Nothing waits to be paid')).toBeVisible();
});

test('a payout that the bank’s set of letters refuses is named and left out; one that wasn’t sent is paid anew by another admin', async ({
  ownServer,
  openWindow,
}) => {
  const admin = await givenAdmin(ownServer);
  const farida = await givenAnotherAdmin(ownServer, { name: 'Farida Khan', roles: ['FINANCE'] });
  await givenApproved(ownServer, admin, 2);
  const player = await givenPlayer(ownServer, { rupees: 500, name: 'Jose Rao' });
  const bankAccount = { accountNumber: '50100123456789', ifscCode: 'HDFC0001234', accountHolderName: 'José & Co' };
  const { transaction } = await player.perform(
    'requestWithdrawal',
    { amount: '55.00', bankAccount },
    'transaction { id }',
  );
  await admin.perform('approveWithdrawals', { transactionIds: [transaction.id] }, '__typename');

  const page = await openWindow({ baseURL: ownServer.url });
  await openAs(page, farida, '/admin/payouts', ADMIN);
  await button(page, 'Select all 3').click();
  await button(page, 'Make a batch').click();
  const making = page.getByRole('dialog', { name: /^Make a batch/ });
  await making.getByRole('button', { name: 'Set up a bank' }).click();
  const layout = page.getByRole('dialog', { name: 'How a bank takes payouts' });
  await layout.getByLabel('Name of the bank').fill('Test Bank');
  await layout.getByRole('button', { name: 'Remove column 1' }).click();
  await layout.getByRole('button', { name: 'Remember' }).click();
  await making.getByRole('button', { name: 'Make the batch' }).click();
  await expect(making).toContainText('Jose Rao, ₹55: The holder’s name has what the bank doesn’t take: é &');
  await making.getByRole('button', { name: 'Make it without this one' }).click();

  // Pasted, one has a reference; the other was not sent.
  await button(page, 'Download the file').click();
  await expect(page.getByRole('heading', { name: 'At the bank' })).toBeVisible();
  const codes = await page.getByRole('cell', { name: /^RP\d+$/ }).allTextContents();
  await page.getByLabel('Paste the bank’s answer').fill(`${codes[0]} 740187320001\n${codes[1]} FAILED`);
  await button(page, 'Read what was pasted').click();
  await expect(page.getByText('1 reference was read.')).toBeVisible();
  await expect(page.getByLabel(`Reference of ${codes[0]}`)).toHaveValue('740187320001');
  await page.getByLabel(new RegExp(`^Select ${codes[1]} of`)).check();
  await button(page, 'Not sent').click();
  await page.getByRole('dialog').getByLabel('Reason').fill('The account is closed');
  await page.getByRole('dialog').getByRole('button', { name: 'Not sent' }).click();
  await expect(page.getByText('1 payout left the batch.')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(codes[1] ?? '') })).toContainText('The account is closed');

  // Beside the queue it can't be paid.
  await page.goto('/admin/transactions?status=ALL&type=DEBIT');
  await page.getByRole('row').filter({ hasText: 'payout0@okbank' }).getByRole('button').click();
  await expect(page.getByText('It is being paid with others, by Farida Khan.')).toBeVisible();
  await expect(page.getByLabel('Payout reference')).toHaveCount(0);
  await page.getByRole('link', { name: /^Batch \d+$/ }).click();
  await expect(page.getByRole('heading', { name: 'At the bank' })).toBeVisible();

  // An owner takes it out of her hands, and on.
  const address = page.url();
  const other = await openWindow({ baseURL: ownServer.url });
  await openAs(other, admin, new URL(address).pathname, ADMIN);
  await expect(other.getByText('Only the admin who has it in hand')).toBeVisible();
  await expect(other.getByRole('button', { name: /^Download/ })).toHaveCount(0);
  await button(other, 'Release').click();
  await other.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
  await button(other, 'Take in hand').click();
  await other.getByLabel(`Reference of ${codes[0]}`).fill('no');
  await expect(other.getByText('4 to 35 letters or digits')).toBeVisible();
  await other.getByLabel(`Reference of ${codes[0]}`).fill('740187320001');
  await button(other, 'Record 1 payout as paid').click();
  await other.getByRole('dialog').getByRole('button', { name: 'Record 1 payout as paid' }).click();
  await expect(other.getByRole('heading', { name: 'Done' })).toBeVisible();
  await other.goto('/admin/payouts');
  await expect(other.getByRole('row', { name: /Asha A Rao/ })).toHaveCount(1);

  for (const width of [320, 400, 1024, 1280]) {
    await other.setViewportSize({ width, height: 900 });
    await expect(other.getByText('Jose Rao')).toBeVisible();
    // A table becomes cards, or the other way round, a moment after the width.
    await expect.poll(() => other.evaluate(findMisfits), `${width} px`).toEqual([]);
  }
});

import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import type { ChildServer } from '../support/childServer.ts';
import { openAs } from '../support/openAs.ts';
import {
  availableOf,
  givenAdmin,
  givenAnotherAdmin,
  givenPlayer,
  requestDeposit,
  requestWithdrawal,
  type Person,
} from '../support/world/people.ts';

test.use({ viewport: { width: 1280, height: 900 } });

const PAYOUT = '740187320093';
const references = { kavya: '640187320091', ishaan: '640187320092', bala: '640187320094' };

/** What the bank has booked on the day, in its order. */
const payments = [
  { change: 500_00, reference: references.kavya, text: `UPI/CR/${references.kavya}/KAVYA MENON/OKAXIS` },
  { change: 25_000_00, reference: references.ishaan, text: 'NEFT INWARD ISHAAN BOSE' },
  { change: -120_00, reference: PAYOUT, text: `IMPS/DR/${PAYOUT}/ASHA RAO` },
  { change: 300_00, reference: references.bala, text: `UPI/CR/${references.bala}/BALA IYER` },
  { change: 120_00, reference: '', text: `RTN ${PAYOUT} ACCOUNT CLOSED` },
  { change: 750_00, reference: '640187320096', text: 'UPI CREDIT' },
  { change: -17_70, reference: '', text: 'SMS CHARGES' },
];
const OPENING = 1_00_000_00;

test('a day of two messy exports, with a payout that came back, a receipt of nobody and a denied deposit that had arrived, is closed by two admins', async ({
  ownServer,
  openWindow,
}) => {
  const owner = await givenAdmin(ownServer);
  const farida = await givenAnotherAdmin(ownServer, { name: 'Farida Khan', roles: ['FINANCE'] });
  const players = await givenRequests(ownServer, owner);
  const page = await openWindow({ baseURL: ownServer.url });
  await openAs(page, owner, '/admin/statements', { userType: 'admin' });
  const theirs = await openWindow({ baseURL: ownServer.url });
  await openAs(theirs, farida, '/admin/statements', { userType: 'admin' });

  // Each of them has another export of the same account; the payments that both have are there once.
  const day = new Date((await ownServer.now()) + 5.5 * 3_600_000 - 86_400_000);
  await importFile(page, 'netbanking.csv', netBanking(day));
  await expect(page.getByText('5 new lines. 3 matched, 0 proposed.')).toBeVisible();
  await importFile(theirs, 'branch.csv', branch(day));
  await expect(theirs.getByText('2 new lines. 0 matched, 0 proposed.')).toBeVisible();

  await creditDenied(theirs);
  await settleRest(page);
  await page.getByRole('link', { name: '2 deposits wait for approval' }).click();
  await page.getByRole('button', { name: 'Approve all in the statement' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve all' }).click();
  await expect(page.getByText('2 deposits approved.')).toBeVisible();

  await theirs.getByRole('navigation').getByRole('link', { name: 'Statements' }).click();
  await theirs.getByRole('button', { name: /^Close day / }).click();
  await theirs.getByRole('dialog').getByRole('button', { name: 'Close day' }).click();
  const closed = theirs.getByRole('table', { name: 'Days' }).getByRole('row', { name: /Closed by Farida Khan/ });
  await expect(closed).toContainText('Charge: out ₹17.70');
  await expect(closed).toContainText('Unclaimed receipt: in ₹750.00');
  await expect(closed.getByRole('cell', { name: '₹0.00' })).toHaveCount(1);
  await expect(theirs.getByRole('region', { name: 'Unclaimed receipts' })).toContainText('₹750.00 · 1 payment');

  const balances = Object.entries(players).map(async ([name, player]) => [name, await availableOf(player)]);
  expect(Object.fromEntries(await Promise.all(balances))).toEqual({
    kavya: '500.00',
    ishaan: '25000.00',
    bala: '300.00',
    asha: '500.00',
  });
});

/** Two deposits that wait, one that was denied before its payment was seen, and a payout that was paid. */
async function givenRequests(server: ChildServer, admin: Person) {
  const kavya = await givenPlayer(server, { name: 'Kavya Menon' });
  const ishaan = await givenPlayer(server, { name: 'Ishaan Bose' });
  const bala = await givenPlayer(server, { name: 'Bala Iyer' });
  const asha = await givenPlayer(server, { name: 'Asha Rao', rupees: 500 });
  await requestDeposit(kavya, 500, references.kavya);
  await requestDeposit(ishaan, 25_000, references.ishaan);
  const denied = await requestDeposit(bala, 300, references.bala);
  await admin.perform(
    'decideTransaction',
    { transactionId: denied.id, decision: 'DENY', denialReason: 'NOT_RECEIVED' },
    '__typename',
  );
  const payout = await requestWithdrawal(asha, 120, 'asha@okbank');
  await admin.perform(
    'decideTransaction',
    { transactionId: payout.id, decision: 'APPROVE', payoutReference: PAYOUT },
    '__typename',
  );
  return { kavya, ishaan, bala, asha };
}

async function importFile(page: Page, name: string, content: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Account' }).selectOption('play@rangoli');
  await page.getByRole('button', { name: 'Import a statement' }).click();
  const dialog = page.getByRole('dialog');
  const buffer = Buffer.from(content);
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await expect(dialog.getByText('5 payments;')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Bank' }).fill(name);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
}

/** The denied deposit is opened again from its line, matched with it and approved. */
async function creditDenied(page: Page): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search all lines' }).fill(references.bala);
  const line = lineOf(page, references.bala);
  await line.getByRole('link', { name: 'Request of Bala Iyer, ₹300, Denied' }).click();
  const queue = page.getByRole('table', { name: 'Transactions' });
  const payment = page.getByRole('region', { name: 'Change Transaction Status' });
  await queue.getByRole('button', { name: /Denied/ }).click();
  await payment.getByRole('button', { name: 'Reopen' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('The payment is in the statement.');
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByText('The deposit waits again.')).toBeVisible();
  await payment.getByRole('button', { name: 'Approve', exact: true }).click();
  await payment.getByRole('button', { name: /^Approve ₹300 for / }).click();
  await expect(page.getByText('Updated successfully!')).toBeVisible();
}

/** Lines without a request: the return of the payout, an unclaimed receipt, and a charge. */
async function settleRest(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('radio', { name: /^Unmatched/ }).check();
  await lineOf(page, 'ACCOUNT CLOSED')
    .getByRole('button', { name: /^Find request of ₹120/ })
    .click();
  await dialog.getByRole('radio', { name: `${PAYOUT} of Asha Rao` }).check();
  await dialog.getByRole('button', { name: 'Record the return' }).click();
  await expect(page.getByText('The payout came back: its amount is in the player’s wallet.')).toBeVisible();
  for (const [text, kind] of [
    ['UPI CREDIT', 'Unclaimed receipt'],
    ['SMS CHARGES', 'Charge'],
  ] as const) {
    await lineOf(page, text)
      .getByRole('button', { name: /^Set aside / })
      .click();
    await dialog.getByRole('radio', { name: kind }).check();
    await dialog.getByLabel('Reason').fill('nobody asked for it');
    await dialog.getByRole('button', { name: 'Set aside' }).click();
    await expect(lineOf(page, text)).toHaveCount(0);
  }
}

function lineOf(page: Page, text: string): Locator {
  return page.getByRole('table', { name: 'Lines' }).getByRole('row').filter({ hasText: text });
}

/** An amount with the commas of lakhs. */
const rupees = (paise: number) => (paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 });
const booked = payments.map((payment, at) => ({
  ...payment,
  balance: payments.slice(0, at + 1).reduce((sum, one) => sum + one.change, OPENING),
}));
const quoted = (cells: readonly string[]) => cells.map((cell) => `"${cell}"`).join(',');

/** The first five, newest first: a preamble, cells that a spreadsheet takes for texts, a text that goes on below, a sum. */
function netBanking(day: Date): string {
  const date = day.toLocaleDateString('en-GB', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const rows = booked.slice(0, 5).toReversed();
  return [
    'Current Account Statement,,,,,',
    ',,,,,',
    '"Account Number",="0140101000000   ",,,,',
    'Txn Date,Cheque No.,Description,Debit,Credit,Balance',
    ...rows.flatMap(({ change, balance, reference, text }) => {
      const [first = '', ...more] = text.split(' ');
      const [out, into] = change < 0 ? [rupees(-change), ''] : ['', rupees(change)];
      return [
        `="${date}",="${reference}",${quoted([first, out, into, rupees(balance)])}`,
        ...(more.length > 0 ? [quoted(['', '', more.join(' '), '', '', ''])] : []),
      ];
    }),
    'Closing balance,,,,,"1,25,800.00"',
  ].join('\r\n');
}

/** The last five, oldest first: semicolons, one column of amounts with its sides, and another date. */
function branch(day: Date): string {
  const date = day.toISOString().slice(0, 10);
  return [
    'Sl. No.;Date;Narration;Chq / Ref number;Amount;Dr / Cr;Balance',
    ...booked
      .slice(2)
      .map(({ change, balance, reference, text }, at) =>
        [
          at + 1,
          date,
          text,
          reference,
          rupees(Math.abs(change)),
          change < 0 ? 'DR' : 'CR',
          `${rupees(balance)} Cr`,
        ].join(';'),
      ),
  ].join('\n');
}

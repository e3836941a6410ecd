import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import type { ChildServer } from '../support/childServer.ts';
import { openAs } from '../support/openAs.ts';
import {
  availableOf,
  givenAdmin,
  givenAnotherAdmin,
  givenPlayer,
  type Person,
  requestDeposit,
  requestWithdrawal,
} from '../support/world/people.ts';
import { randomName } from '../support/world/mails.ts';
import { dayClicks, statementOf } from '../support/world/statements.ts';

const PAGE = '/admin/transactions';
const NARROW = { width: 400, height: 860 };

test.use({ viewport: { width: 1280, height: 900 } });

test('a deposit is approved with the history of the player beside the decision', async ({ page, server }) => {
  const player = await givenPlayer(server, { rupees: 300, name: 'Kabir Singh' });
  const { reference } = await requestDeposit(player, 5_000);
  await openAs(page, await givenAdmin(server), PAGE, { userType: 'admin' });

  const dialog = await openDecision(page, reference);
  await expect(dialog.getByText('Kabir Singh').first()).toBeVisible();
  await expect(dialog.getByText('1 (₹300.00)')).toBeVisible();
  const others = dialog.getByRole('list', { name: 'Other requests, newest first' }).getByRole('listitem');
  await expect(others).toHaveText([/\+₹300\.00.*Success/]);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please select a status (Approve or Deny).');

  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await dialog.getByLabel('Message').fill('x'.repeat(200));
  await expect(dialog.getByText('150 of 150 characters')).toBeVisible();
  await dialog.getByLabel('Message').fill('Welcome');
  await dialog.getByRole('button', { name: `Approve ₹5,000 for ${player.uid}` }).click();

  await expect(page.getByText('Updated successfully!')).toBeVisible();
  await expect(rowOf(page, reference)).toContainText('Success');
  await expect(rowOf(page, reference)).toContainText('by Primary admin');
  expect(await availableOf(player)).toBe('5300.00');
});

test('the second admin is shown the decision of the first, while looking at it', async ({
  page,
  server,
  openWindow,
}) => {
  const player = await givenPlayer(server);
  const { reference } = await requestDeposit(player, 700);
  const other = await openWindow();
  await openAs(page, await givenAdmin(server), PAGE, { userType: 'admin' });
  await openAs(other, await givenAnotherAdmin(server, { name: 'Meera Iyer' }), PAGE, { userType: 'admin' });
  const mine = await openDecision(page, reference);
  const theirs = await openDecision(other, reference);

  await theirs.getByRole('button', { name: 'Deny', exact: true }).click();
  await theirs.getByLabel('Reason').selectOption('Another reason, given in the message');
  await theirs.getByLabel('Message').fill('No such payment');
  await theirs.getByRole('button', { name: `Deny ₹700 for ${player.uid}` }).click();
  await expect(other.getByText('Updated successfully!')).toBeVisible();

  await expect(mine.getByRole('alert')).toContainText('This is decided already.');
  await expect(mine.getByRole('alert')).toContainText('Denied by Meera Iyer');
  await expect(mine.getByRole('alert')).toContainText('No such payment');
  await mine.getByRole('button', { name: 'Close' }).click();
  await expect(rowOf(page, reference)).toContainText('by Meera Iyer');
  expect(await availableOf(player)).toBe('0.00');
});

test('of two admins who decide at once one is refused, and no money moves twice', async ({
  page,
  server,
  openWindow,
}) => {
  const player = await givenPlayer(server);
  const { reference } = await requestDeposit(player, 900);
  const deaf = await openWindow();
  await deaf.routeWebSocket(/graphql/, () => undefined);
  await openAs(page, await givenAdmin(server), PAGE, { userType: 'admin' });
  await openAs(deaf, await givenAnotherAdmin(server), PAGE, { userType: 'admin' });
  const first = await openDecision(page, reference);
  const second = await openDecision(deaf, reference);
  await second.getByRole('button', { name: 'Deny', exact: true }).click();
  await second.getByLabel('Reason').selectOption('No payment with this reference has arrived.');

  await first.getByRole('button', { name: 'Approve', exact: true }).click();
  await first.getByRole('button', { name: /^Approve ₹900/ }).click();
  await expect(rowOf(page, reference)).toContainText('Success');
  await second.getByRole('button', { name: /^Deny ₹900/ }).click();

  await expect(second.getByRole('alert')).toContainText('Approved by Primary admin');
  await expect(second.getByRole('button', { name: /^Deny/ })).toHaveCount(0);
  expect(await availableOf(player)).toBe('900.00');
});

test('all of a player’s deposits that wait are denied with one reason', async ({ page, server }) => {
  const player = await givenPlayer(server);
  const [first, second, third] = [
    await requestDeposit(player, 11),
    await requestDeposit(player, 12),
    await requestDeposit(player, 13),
  ];
  await openAs(page, await givenAdmin(server), PAGE, { userType: 'admin' });
  const panel = await openDecision(page, second.reference);
  await panel.getByRole('button', { name: 'Deny', exact: true }).click();
  await panel.getByLabel('Also deny the player’s 2 other deposits that wait').check();
  await panel.getByLabel('Reason').selectOption('No payment with this reference has arrived.');
  await panel.getByRole('button', { name: `Deny 3 requests of ${player.uid}` }).click();
  await expect(page.getByText('3 requests denied.')).toBeVisible();
  for (const { reference } of [first, second, third]) await expect(rowOf(page, reference)).toContainText('Denied');
});

test('a payout is approved, then recorded with the reference of the bank, and sent back', async ({
  page,
  server,
  openWindow,
}) => {
  const player = await givenPlayer(server, { rupees: 2_000 });
  const account = `${player.uid}@okbank`;
  await requestWithdrawal(player, 1_500, account);
  await openAs(page, await givenAdmin(server), PAGE, { userType: 'admin' });
  const dialog = await openDecision(page, account);
  await expect(dialog.getByText('₹1,500.00').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await dialog.getByRole('button', { name: `Approve ₹1,500 for ${player.uid}` }).click();
  await expect(page.getByText('Updated successfully!')).toBeVisible();

  const phone = await openWindow({ viewport: NARROW });
  await openAs(phone, player, '/Transactions');
  await phone.getByRole('link', { name: /Withdrawal/ }).click();
  await expect(phone.getByText('Practice withdrawal approved')).toBeVisible();
  // With play money nothing is promised.
  await expect(phone.getByText('There by')).toHaveCount(0);
  await expect(phone.getByRole('button', { name: 'Cancel withdrawal' })).toHaveCount(0);

  await page.goto(new URL(`${PAGE}?status=APPROVED`, page.url()).href);
  await rowOf(page, account)
    .getByRole('button', { name: /^Being paid/ })
    .click();
  const panel = page.getByRole('region', { name: 'Change Transaction Status' });
  await expect(panel.getByText('To be paid')).toBeVisible();
  await panel.getByRole('button', { name: /^Record the payment/ }).click();
  await expect(panel.getByLabel('Payout reference')).toBeFocused();
  await expect(panel.getByText('Enter the payout reference')).toBeVisible();
  await panel.getByLabel('Payout reference').fill('UTR420061120');
  await panel.getByRole('button', { name: `Record the payment of ₹1,500 to ${player.uid}` }).click();
  await expect(page.getByText('The payment is recorded.')).toBeVisible();
  await expect(phone.getByText('UTR420061120')).toBeVisible();

  await page.goto(new URL(`${PAGE}?status=SUCCESS`, page.url()).href);
  await rowOf(page, account)
    .getByRole('button', { name: /^Success/ })
    .click();
  await panel.getByRole('button', { name: 'The bank sent it back' }).click();
  const asked = page.getByRole('dialog', { name: 'The bank sent it back' });
  await asked.getByLabel('Reason').fill('The bank wrote that the account is closed.');
  await asked.getByRole('button', { name: 'The bank sent it back' }).click();
  await expect(panel.getByText('Needs a second admin')).toBeVisible();
});

test('other players with the same payout account are flagged, in the list and at the decision', async ({
  page,
  server,
}) => {
  const [one, two] = [await givenPlayer(server, { rupees: 50 }), await givenPlayer(server, { rupees: 50 })];
  const upiId = `${one.uid}@shared`;
  await requestWithdrawal(one, 20, upiId);
  await requestWithdrawal(two, 30, upiId);
  await openAs(page, await givenAdmin(server), `${PAGE}?search=${two.uid}`, { userType: 'admin' });
  await expect(rowOf(page, upiId)).toContainText('Also in 1 other request');
  const dialog = await openDecision(page, upiId);
  await expect(dialog.getByText('Other players withdraw to the same account:')).toBeVisible();
  await expect(dialog.getByText(`(${one.uid})`)).toBeVisible();
});

test('a new request is announced and counted as it comes in', async ({ page, server }) => {
  const player = await givenPlayer(server);
  await requestDeposit(player, 100);
  await openAs(page, await givenAdmin(server), `${PAGE}?order=NEWEST_FIRST`, { userType: 'admin' });
  const count = page.getByRole('link', { name: /^Transactions/ });
  await expect(count).toHaveText(/^Transactions\d+$/);
  const before = Number((await count.innerText()).replace(/\D/g, ''));
  const show = page.getByRole('button', { name: /^Show \d+ new requests?$/ });
  let requests = 0;
  let reference = '';
  // A request that comes while the new screen is still refetched for its subscriptions is in the list at once, and one that was
  // announced before that refetch has ended is no longer.
  await expect(async () => {
    ({ reference } = await requestDeposit(player, 250));
    requests += 1;
    await expect(show).toBeVisible({ timeout: 5_000 });
    await expect(count).toHaveText(`Transactions${before + requests}`);
    expect(await page.getByText(reference).count()).toBe(0);
    await show.click({ timeout: 5_000 });
    await expect(rowOf(page, reference)).toBeVisible();
  }).toPass();
  await expect(page.getByRole('button', { name: /new request/ })).toHaveCount(0);
});

test('the list is searched, filtered, sorted and loaded to its end, and a filter is kept by name', async ({
  page,
  server,
}) => {
  const name = `Farhad ${Date.now()}`;
  // Of a player no more than 10 wait.
  for (let first = 1; first <= 54; first += 9) {
    const player = await givenPlayer(server, { name });
    for (let rupees = first; rupees < first + 9; rupees += 1) await requestDeposit(player, rupees);
  }
  await openAs(page, await givenAdmin(server), PAGE, { userType: 'admin' });
  const found = page.waitForResponse((response) => response.request().postData()?.includes(name) === true);
  await page.getByLabel('Search').fill(name);
  await found;
  const rows = page.getByRole('table', { name: 'Transactions' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('₹1.00');
  await rows.last().scrollIntoViewIfNeeded();
  await expect(rows).toHaveCount(55);
  await expect(page.getByText('54 deposits and no withdrawals: asked for ₹1,485 in, ₹0 out')).toBeVisible();

  await page.getByRole('button', { name: 'Sort by Amount' }).click();
  await expect(rows.nth(1)).toContainText('₹54.00');
  await page.getByLabel('Order').selectOption('Newest first');
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Amount from').fill('7');
  await page.getByLabel('Amount to').fill('8.50');
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'Saved filters' }).click();
  const dialog = page.getByRole('dialog', { name: 'Saved filters' });
  await dialog.getByLabel('Name of the filter').fill('Seven or eight');
  await dialog.getByRole('button', { name: 'Save filter' }).click();
  await expect(dialog.getByRole('button', { name: 'Seven or eight', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByLabel('Status').selectOption('Denied');
  await expect(page.getByText('A search finds parts of at least 3 characters, and whole amounts.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No transactions found')).toBeVisible();
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await dialog.getByRole('button', { name: 'Seven or eight', exact: true }).click();
  await expect(rows).toHaveCount(3);
  await expect(page.getByLabel('Amount to')).toHaveValue('8.50');
});

test('the queue is worked off by keys, the next request following each decision', async ({
  page,
  server,
  openWindow,
}) => {
  const player = await givenPlayer(server, { rupees: 50 });
  const [one, two, three] = [
    await requestDeposit(player, 11),
    await requestDeposit(player, 12),
    await requestDeposit(player, 13),
  ];
  await requestWithdrawal(player, 14, `${player.uid}@okbank`);
  await openAs(page, await givenAdmin(server), `${PAGE}?search=${player.uid}`, { userType: 'admin' });
  const buttonOf = (mark: string) => rowOf(page, mark).getByRole('button');
  await expect(rowOf(page, one.reference)).toBeVisible();
  const { height } = (await rowOf(page, one.reference).boundingBox()) ?? { height: 0 };
  expect(height).toBeGreaterThanOrEqual(36);
  expect(height).toBeLessThanOrEqual(40);

  await page.keyboard.press('/');
  await expect(page.getByLabel('Search')).toBeFocused();
  await page.keyboard.type('aj');
  await expect(page.getByLabel('Search')).toHaveValue(`${player.uid}aj`);
  await page.getByLabel('Search').fill(player.uid);
  await page.getByLabel('Search').blur();
  await page.keyboard.press('j');
  await expect(buttonOf(one.reference)).toBeFocused();
  await page.keyboard.press('a');
  const panel = page.getByRole('region', { name: 'Change Transaction Status' });
  await expect(panel.getByRole('button', { name: /^Approve ₹11/ })).toBeFocused();
  const claimed = page.waitForResponse((answer) => /ClaimTransaction/.test(answer.request().postData() ?? ''));
  await page.keyboard.press('Enter');
  await expect(rowOf(page, one.reference)).toContainText('Success');
  await expect(buttonOf(two.reference)).toBeFocused();
  await expect(panel.getByText(two.reference).first()).toBeVisible();

  await claimed;
  const other = await openWindow();
  const name = randomName('Leela');
  await openAs(other, await givenAnotherAdmin(server, { name }), `${PAGE}?search=${player.uid}`, {
    userType: 'admin',
  });
  await expect(rowOf(other, two.reference)).toContainText('is at it');
  const theirs = await openDecision(other, two.reference);
  await expect(theirs.getByText(/has opened this request/)).toBeVisible();
  await theirs.getByRole('button', { name: 'Take over' }).click();
  await expect(panel.getByText(`${name} has opened this request`)).toBeVisible();

  await page.keyboard.press('j');
  await expect(buttonOf(three.reference)).toBeFocused();
  await page.keyboard.press('d');
  await expect(panel.getByLabel('Reason')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(buttonOf(three.reference)).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByText('1 deposit selected, ₹13')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('selected deposits are approved together, each by itself', async ({ page, server }) => {
  const player = await givenPlayer(server);
  const [one, two] = [await requestDeposit(player, 21), await requestDeposit(player, 22)];
  await openAs(page, await givenAdmin(server), `${PAGE}?search=${player.uid}`, { userType: 'admin' });
  await page.getByRole('checkbox', { name: 'Select all deposits shown' }).click();
  await page.getByRole('button', { name: 'Approve selected' }).click();
  const dialog = page.getByRole('dialog', { name: /^Approve \d deposits?\?$/ });
  await expect(dialog.getByText('₹43 in all')).toBeVisible();
  const { id: transactionId } = two;
  const denial = { transactionId, decision: 'DENY', denialReason: 'NOT_RECEIVED' };
  await (await givenAdmin(server)).perform('decideTransaction', denial, 'transaction { id }');
  await dialog.getByRole('button', { name: /^Approve .*deposits?, ₹/ }).click();
  await expect(rowOf(page, one.reference)).toContainText('Success');
  await expect(rowOf(page, two.reference)).toContainText('Denied');
  expect(await availableOf(player)).toBe('21.00');
});

test('a selection is of deposits or of withdrawals: what the bank gets is approved apart', async ({ page, server }) => {
  const player = await givenPlayer(server, { rupees: 500 });
  const { reference } = await requestDeposit(player, 23);
  await requestWithdrawal(player, 31, 'one@okbank');
  const held = await requestWithdrawal(player, 32, 'two@okbank');
  await openAs(page, await givenAdmin(server), `${PAGE}?search=${player.uid}`, { userType: 'admin' });
  const boxOf = (mark: string) => rowOf(page, mark).getByRole('checkbox');
  await boxOf('one@okbank').check();
  await expect(boxOf(reference)).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Select all withdrawals shown' }).check();
  await expect(page.getByText('2 withdrawals selected, ₹63')).toBeVisible();
  await page.getByRole('button', { name: 'Approve selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve 2 withdrawals?' });
  await expect(dialog.getByText('₹63 in all is to be paid')).toBeVisible();
  await player.perform('cancelWithdrawal', { transactionId: held.id }, '__typename');
  await dialog.getByRole('button', { name: /^Approve .*withdrawals?, ₹/ }).click();
  await expect(page.getByText('1 withdrawal approved.')).toBeVisible();
  await expect(rowOf(page, 'one@okbank')).toContainText('Being paid');
  await expect(rowOf(page, 'two@okbank')).toContainText('Cancelled');
  await expect(boxOf(reference)).toBeEnabled();
});

test('transactions are exported as CSV', async ({ page, server }) => {
  const player = await givenPlayer(server);
  const { reference } = await requestDeposit(player, 60);
  await openAs(page, await givenAdmin(server), PAGE, { userType: 'admin' });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export transactions' });
  await dialog.getByLabel('From').fill('2027-01-01T00:00');
  await dialog.getByLabel('To').fill('2026-01-01T00:00');
  await expect(dialog.getByText('From must be before To.')).toBeVisible();
  await dialog.getByLabel('From').fill('2020-01-01T00:00');
  await dialog.getByLabel('To').fill('');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^transactions-2020-01-01_\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await (await download).path(), 'utf8')).toContain(reference);
});

test('on a small screen requests are cards, decided in a sheet', async ({ page, server }) => {
  await page.setViewportSize(NARROW);
  const player = await givenPlayer(server);
  const { reference } = await requestDeposit(player, 80);
  // Others' requests, which are older, would come first.
  await openAs(page, await givenAdmin(server), `${PAGE}?search=${player.uid}`, { userType: 'admin' });
  await expect(page.getByRole('table')).toHaveCount(0);
  const card = page.getByRole('list', { name: 'Transactions' }).getByRole('listitem').filter({ hasText: reference });
  await card.getByRole('button', { name: /^Pending/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Transaction Status' });
  for (const name of ['Approve', 'Deny']) {
    await expect(dialog.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
  await dialog.getByRole('button', { name: 'Deny', exact: true }).click();
  await dialog.getByLabel('Reason').selectOption('No payment with this reference has arrived.');
  await dialog.getByRole('button', { name: `Deny ₹80 for ${player.uid}` }).click();
  await expect(card).toContainText('Denied');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

function rowOf(page: Page, mark: string) {
  return page.getByRole('table', { name: 'Transactions' }).getByRole('row').filter({ hasText: mark });
}

test('a day of 40 deposits and 5 payouts is closed without a drift, by as many clicks as its bench counts', async ({
  ownServer,
  openWindow,
}) => {
  const admin = await givenAdmin(ownServer);
  const player = await givenPlayer(ownServer, { rupees: 5_000 });
  const yesterday = new Date((await ownServer.now()) + 5.5 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);
  const statement = statementOf(yesterday, await fortyDeposits(ownServer), await fivePayouts(player, admin), {
    disguised: 0,
    mistyped: 0,
    foreign: 1 / 40,
  });
  const page = await openWindow({ baseURL: ownServer.url });
  await openAs(page, admin, '/admin/statements', { userType: 'admin' });
  await page.getByRole('combobox', { name: 'Account' }).selectOption('play@rangoli');

  let clicks = 0;
  const deed = async (...done: Promise<unknown>[]) => {
    clicks += done.length;
    await Promise.all(done);
  };
  const press = (name: string | RegExp, within: Page | Locator = page) =>
    deed(within.getByRole('button', { name, exact: true }).click());
  const expectClicks = (of: keyof typeof dayClicks) => {
    expect(clicks, of).toBe(dayClicks[of]);
    clicks = 0;
  };

  await press('Import a statement');
  const buffer = Buffer.from(statement, 'base64');
  await deed(page.locator('input[type=file]').setInputFiles({ name: 'day.csv', mimeType: 'text/csv', buffer }));
  // Its name in the dialog of the system, which the line above skips.
  clicks += 1;
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('46 payments; no row is left out.')).toBeVisible();
  await deed(dialog.getByLabel('Bank').fill('Generated'));
  await press('Import', dialog);
  await expect(page.getByText('46 new lines. 44 matched, 1 proposed.')).toBeVisible();
  expectClicks('importing');

  const all = page.getByRole('checkbox', { name: 'Select all lines shown' });
  await deed(all.check());
  await press('Confirm');
  await expect(page.getByText('1 line matched.')).toBeVisible();
  expectClicks('confirmingPage');

  await deed(page.getByRole('radio', { name: 'Unmatched (1)' }).check());
  await deed(all.check());
  await press('Set aside');
  await deed(dialog.getByRole('radio', { name: 'Charge' }).check());
  await deed(dialog.getByLabel('Reason').fill('charges of the bank'));
  await press('Set aside', dialog);
  await expect(page.getByText('1 line is set aside.')).toBeVisible();
  expectClicks('settingPageAside');
  const setAside = page.getByRole('radio', { name: 'Set aside (1)' });
  const reopen = page.getByRole('button', { name: /^Reopen / });
  await setAside.check();
  await expect(reopen).toHaveCount(1);

  await deed(page.getByRole('link', { name: '40 deposits wait for approval' }).click());
  await press('Approve all in the statement');
  await press('Approve all', dialog);
  await expect(page.getByText('40 deposits approved.')).toBeVisible();
  expectClicks('approving');

  await deed(page.getByRole('navigation').getByRole('link', { name: 'Statements' }).click());
  await press(/^Close day \d\d-\d\d-\d\d$/);
  await press('Close day', dialog);
  const closed = page.getByRole('row', { name: /Closed by Primary admin/ });
  await expect(closed).toContainText('₹4,780.00');
  await expect(closed).toContainText('₹0.00');
  expectClicks('closing');
  // What the server would refuse has no button.
  await setAside.check();
  await expect(
    page.getByRole('table', { name: 'Lines' }).getByText('charges of the bank', { exact: true }),
  ).toBeVisible();
  await expect(reopen).toHaveCount(0);
});

/** Deposits of a day as the bank has them, ten of a player; the reference of the last one was mistyped. */
async function fortyDeposits(server: ChildServer) {
  const deposits: { reference: string; paise: bigint }[] = [];
  let player = await givenPlayer(server);
  const { viewer } = await player.execute('{ viewer { payee(channel: UPI) { id } } }');
  for (let number = 0; number < 40; number += 1) {
    if (number % 10 === 0 && number > 0) player = await givenPlayer(server);
    const reference = `6326${String(number).padStart(2, '0')}884201`;
    const typed = number === 39 ? `9${reference}` : reference;
    const input = { amount: `${100 + number}.00`, payeeId: viewer.payee.id, reference: typed };
    await player.perform('requestDeposit', input, 'transaction { id }');
    deposits.push({ reference, paise: BigInt(100 + number) * 100n });
  }
  return deposits;
}

async function fivePayouts(player: Person, admin: Person) {
  const payouts: { reference: string; paise: bigint }[] = [];
  for (let number = 0; number < 5; number += 1) {
    const { id } = await requestWithdrawal(player, 50, 'pia@okbank');
    const reference = `OUT${number}884201`;
    const input = { transactionId: id, decision: 'APPROVE', payoutReference: reference };
    await admin.perform('decideTransaction', input, 'transaction { id }');
    payouts.push({ reference, paise: 5_000n });
  }
  return payouts;
}

async function openDecision(page: Page, mark: string) {
  await rowOf(page, mark)
    .getByRole('button', { name: /^Pending/ })
    .click();
  const panel = page.getByRole('region', { name: 'Change Transaction Status' });
  await expect(panel.getByText("The player's history")).toBeVisible();
  return panel;
}

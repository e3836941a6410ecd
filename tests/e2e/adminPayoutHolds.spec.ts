import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { findMisfits } from '../support/misfits.ts';
import { openAs } from '../support/openAs.ts';
import { givenAdmin, givenAnotherAdmin, givenPlayer, requestWithdrawal } from '../support/world/people.ts';

test.use({ viewport: { width: 1280, height: 900 } });

const MINUTE = 60_000;
const ADMIN = { userType: 'admin' } as const;

/** Presses a button, gives a reason in its dialog and confirms; the dialog closes. */
async function doWithReason(page: Page, button: Locator, confirm: string): Promise<void> {
  await button.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Two accounts, one device');
  await dialog.getByRole('button', { name: confirm, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

/** Opens the request of this player in the queue. */
async function openPayout(page: Page, name: string): Promise<Locator> {
  await page.goto('/admin/transactions');
  await page
    .getByRole('row', { name })
    .or(page.getByRole('listitem').filter({ hasText: name }))
    .getByRole('button', { name: /^Pending/ })
    .click();
  return page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Approve' });
}

test('a signal leads to flags, frozen payouts and a blocked account, which the queue, the player and the lists show', async ({
  ownServer,
  openWindow,
}) => {
  const tara = await givenPlayer(ownServer, { rupees: 500, name: 'Tara Sen' });
  const ravi = await givenPlayer(ownServer, { rupees: 500, name: 'Ravi Nair' });
  const { id: transactionId } = await requestWithdrawal(tara, 400, 'one.ring@okbank');
  await requestWithdrawal(ravi, 300, 'one.ring@okbank');
  const farida = await givenAnotherAdmin(ownServer, { name: 'Farida Khan', roles: ['FINANCE'] });
  await ownServer.advance(11 * MINUTE);

  const page = await openWindow({ baseURL: ownServer.url });
  await openAs(page, farida, '/admin/signals', ADMIN);
  const signal = page.getByRole('article', { name: 'Shared UPI id' });
  await doWithReason(page, signal.getByRole('button', { name: /^Flag all members/ }), 'Flag all members');
  await expect(signal.getByRole('status')).toContainText('2 of 2 players have the flag.');
  const freezeAll = signal.getByRole('button', { name: /^Freeze payouts of all members/ });
  await doWithReason(page, freezeAll, 'Freeze payouts of all members');
  await expect(signal.getByRole('status')).toContainText('The payouts of 2 of 2 players were frozen.');
  await doWithReason(page, freezeAll, 'Freeze payouts of all members');
  await expect(signal.getByRole('status')).toContainText('The payouts of 0 of 2 players were frozen.');
  await expect(signal.getByRole('listitem').filter({ hasText: 'Ravi Nair' })).toContainText('frozen already');
  const holds = page.getByRole('region', { name: 'Frozen payouts and blocked accounts' });
  await expect(holds).toContainText('The payouts of 2 players are frozen.');

  // In the queue it is marked, and can't be approved; its account is blocked beside it.
  const approve = await openPayout(page, 'Tara Sen');
  await expect(approve).toBeDisabled();
  await expect(page.getByRole('row', { name: 'Tara Sen' }).getByText('Payouts frozen')).toBeAttached();
  await expect(page.getByText(/^Frozen until/)).toBeVisible();
  await doWithReason(
    page,
    page.getByRole('button', { name: 'Block this payout account' }),
    'Block this payout account',
  );
  await expect(page.getByText(/^Blocked by Farida Khan, .*Two accounts, one device$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Block this payout account' })).toHaveCount(0);

  // The player's page: who made it can end it, and neither extend nor freeze again.
  await page.goto(`/admin/players/${tara.uid}`);
  const payouts = page.getByRole('region', { name: 'Payouts' });
  await expect(payouts).toContainText(/Frozen until .*Farida Khan, .*Two accounts, one device/);
  await payouts.getByRole('button', { name: 'Extend the freeze' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Still being looked into');
  await dialog.getByRole('button', { name: 'Extend the freeze' }).click();
  await expect(dialog).toContainText('another admin has to extend it');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await doWithReason(page, payouts.getByRole('button', { name: 'End the freeze', exact: true }), 'End the freeze');
  await expect(payouts).toContainText('Withdrawals are paid out as usual.');
  await expect(await openPayout(page, 'Tara Sen')).toBeDisabled();

  // On a phone, another admin: freezes again, extends Farida's other freeze, and lifts the block.
  const phone = await openWindow({ baseURL: ownServer.url, viewport: { width: 400, height: 800 } });
  await openAs(phone, await givenAdmin(ownServer), `/admin/players/${tara.uid}`, ADMIN);
  const onPhone = phone.getByRole('region', { name: 'Payouts' });
  await doWithReason(phone, onPhone.getByRole('button', { name: 'Freeze payouts' }), 'Freeze payouts');
  await expect(onPhone).toContainText('Frozen until');
  expect(await phone.evaluate(findMisfits)).toEqual([]);
  await expect(await openPayout(phone, 'Tara Sen')).toBeDisabled();
  expect(await phone.evaluate(findMisfits)).toEqual([]);
  await phone.goto(`/admin/players/${ravi.uid}`);
  await doWithReason(phone, onPhone.getByRole('button', { name: 'Extend the freeze' }), 'Extend the freeze');
  await expect(onPhone).toContainText(/Extended by .*: Two accounts, one device/);
  await phone.goto('/admin/signals');
  const heldOnPhone = phone.getByRole('region', { name: 'Frozen payouts and blocked accounts' });
  await heldOnPhone.getByRole('button', { name: 'Show them' }).click();
  await expect(heldOnPhone.getByRole('list', { name: 'Frozen payouts' }).getByRole('listitem')).toHaveCount(2);
  expect(await phone.evaluate(findMisfits)).toEqual([]);
  await doWithReason(
    phone,
    heldOnPhone.getByRole('button', { name: 'Lift the block of one.ring@okbank' }),
    'Lift the block',
  );
  await expect(heldOnPhone.getByRole('list', { name: 'Blocked payout accounts' })).toHaveCount(0);

  // The player reads that it is being checked, in both languages, and no more.
  const player = await openWindow({ baseURL: ownServer.url, viewport: { width: 400, height: 800 } });
  await openAs(player, tara, '/payment-status', { state: { transactionId } });
  await expect(player.getByRole('status').filter({ hasText: 'Being checked' })).toContainText(
    'while this withdrawal is being checked',
  );
  await expect(player.getByRole('main')).not.toContainText(/frozen|blocked/i);
  await tara.perform('updateProfile', { language: 'HI' }, 'user { language }');
  await player.context().addCookies([{ name: 'language', value: 'hi', url: ownServer.url }]);
  await openAs(player, tara, '/BetRecords');
  await expect(player.locator('html')).toHaveAttribute('lang', 'hi');
  await expect(player.getByText('जाँच हो रही है').first()).toBeVisible();
});

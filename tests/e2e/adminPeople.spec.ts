import { expect, type Page } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { mailedPassword } from '../support/world/mails.ts';
import { givenAdmin, givenAnotherAdmin, givenPlayer, requestDeposit, signIn } from '../support/world/people.ts';

test.use({ viewport: { width: 1280, height: 900 } });

test('an admin is registered, chooses a password, and sees what the roles allow, also when they change', async ({
  page,
  server,
  openWindow,
}) => {
  const admin = await givenAdmin(server);
  await openAs(page, admin, '/admin/manageAdmin', { userType: 'admin' });
  await page.getByRole('link', { name: 'Register New Admin' }).click();
  const register = page.getByRole('button', { name: 'Register' });
  await register.click();
  await expect(page.getByRole('alert')).toHaveText('Please fill in all required fields.');
  await page.getByLabel('Name').fill('Leela Menon');
  await page.getByLabel('Email').fill('leela');
  await register.click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email');
  await page.getByLabel('Email').fill(admin.email);
  await register.click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('User with this email already exists');
  await page.getByLabel('Email').fill('leela@example.com');
  await register.click();
  // The installation of the tests sends no mail: the one who has just registered the admin is shown it.
  await expect(page.getByText('Leela Menon is registered as an admin. This installation sends no mail')).toBeVisible();
  const mail = page.getByRole('article', { name: 'Your Rangoli admin account' });
  await expect(mail).toContainText('Email: leela@example.com');
  const shown = /Password: (\S+)/.exec(await mail.innerText())?.[1];
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/manageAdmin$/);
  const card = adminCard(page, 'Leela Menon');
  await expect(card).toContainText('active');
  await expect(card.getByRole('list', { name: 'Roles' }).getByRole('listitem')).toHaveText([
    'Finance',
    'Support',
    'Games',
  ]);

  // The new admin is asked for a password of their own before anything else, and then sees what the roles allow.
  const password = await mailedPassword(server.database, 'leela@example.com');
  expect(shown).toBe(password);
  const theirs = await openWindow();
  await openAs(theirs, await signIn(server, 'leela@example.com', password), '/admin/transactions', {
    userType: 'admin',
  });
  await expect(theirs.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
  await theirs.getByLabel('Enter the password from the mail').fill(password);
  await theirs.getByLabel('Enter New Password').fill('too short');
  await theirs.getByLabel('Confirm New Password').fill('too short');
  await theirs.getByRole('button', { name: 'Reset Password' }).click();
  await expect(theirs.getByLabel('Enter New Password')).toHaveAccessibleDescription('Use at least 12 characters.');
  await theirs.getByLabel('Enter New Password').fill('long enough for it');
  await theirs.getByLabel('Confirm New Password').fill('long enough for it');
  await theirs.getByRole('button', { name: 'Reset Password' }).click();
  await expect(theirs).toHaveURL(/\/login$/);
  await openAs(theirs, await signIn(server, 'leela@example.com', 'long enough for it'), '/admin/manageUpi', {
    userType: 'admin',
  });
  const navigation = theirs.getByRole('navigation', { name: 'Back office' });
  await expect(navigation.getByRole('link', { name: 'UPI accounts' })).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'Admins' })).toHaveCount(0);
  await expect(theirs.getByRole('button', { name: 'Remove UPI' })).not.toHaveCount(0);

  // A change of roles applies to the open page.
  await card.getByRole('button', { name: 'Change roles: Leela Menon' }).click();
  const dialog = page.getByRole('dialog');
  for (const role of ['Finance', 'Support', 'Games']) await dialog.getByRole('checkbox', { name: role }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Auditor' }).check();
  await dialog.getByRole('button', { name: 'Save roles' }).click();
  await expect(dialog.getByText('Please give a reason of at least 10 characters.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('She audits us now');
  await dialog.getByRole('button', { name: 'Save roles' }).click();
  await expect(card.getByRole('list', { name: 'Roles' })).toHaveText('Auditor');
  await expect(navigation.getByRole('link', { name: 'Admins' })).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Remove UPI' })).toHaveCount(0);
});

test('an admin is deactivated for good, and is out at once; the primary one cannot be', async ({
  page,
  server,
  openWindow,
}) => {
  const other = await givenAnotherAdmin(server, { name: 'Nikhil Das', roles: ['OWNER'] });
  const theirs = await openWindow();
  await openAs(theirs, other, '/admin/manageAdmin', { userType: 'admin' });
  await expect(adminCard(theirs, 'Nikhil Das')).toContainText('This is you.');
  await expect(adminCard(theirs, 'Primary admin').getByRole('button')).toHaveText(['Change roles']);

  await openAs(page, await givenAdmin(server), '/admin/manageAdmin', { userType: 'admin' });
  const card = adminCard(page, 'Nikhil Das');
  await card.getByRole('button', { name: 'Deactivate' }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(
    dialog.getByText('Are you sure you want to deactivate Nikhil Das? This action cannot be undone.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(dialog.getByText('Please give a reason of at least 10 characters.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Left the company');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(card.getByRole('button', { name: 'Deactivated' })).toBeDisabled();
  await expect(theirs).toHaveURL(/\/rangoli$/);
});

test('an admin changes the password, and logs in with the new one', async ({ page, server }) => {
  const admin = await givenAnotherAdmin(server);
  await openAs(page, admin, '/admin/changePassword', { userType: 'admin' });
  const submit = page.getByRole('button', { name: 'Reset Password' });
  await page.getByLabel('Enter Old Password').fill('wrong');
  await page.getByLabel('Enter New Password').fill('new-password');
  await page.getByLabel('Confirm New Password').fill('another');
  await submit.click();
  const confirmation = page.getByLabel('Confirm New Password');
  await expect(confirmation).toHaveAccessibleDescription('Passwords do not match');
  await confirmation.fill('new-password');
  await submit.click();
  await expect(page.getByLabel('Enter Old Password')).toHaveAccessibleDescription('Incorrect Old Password');
  await page.getByLabel('Enter Old Password').fill(admin.password);
  await submit.click();
  await expect(page.getByText('Successfully updated password')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  expect((await signIn(server, admin.email, 'new-password')).uid).toBe(admin.uid);
});

test('a player is found, seen in full, deactivated with a reason and let in again', async ({
  page,
  server,
  openWindow,
}) => {
  const player = await givenPlayer(server, { rupees: 400, name: 'Ishita Verma' });
  const { reference } = await requestDeposit(player, 75);
  await player.perform('raiseTicket', { ticketType: 'UPI_PAYMENT_STUCK', description: 'It hangs' }, 'ticket { id }');
  const phone = await openWindow({ viewport: { width: 400, height: 860 } });
  await openAs(phone, player, '/wallet');
  await expect(phone.getByText('₹400.00').first()).toBeVisible();

  const admin = await givenAdmin(server);
  await openAs(page, admin, '/admin/players', { userType: 'admin' });
  await page.getByLabel('Search players').fill('ishita');
  await page.getByRole('link', { name: /Ishita Verma/ }).click();
  await expect(page.getByRole('heading', { name: 'Ishita Verma' })).toBeVisible();
  const profile = page.getByRole('region', { name: 'Profile' });
  await expect(profile).toContainText('₹400.00');
  const view = (name: string) =>
    page.getByRole('radiogroup', { name: 'Show' }).getByText(name, { exact: true }).click();
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await expect(timeline).toContainText('Ticket raised: UPI Payment Stuck');
  await page.getByRole('textbox', { name: 'Note' }).fill('Called about the ticket.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(timeline.getByRole('listitem').first()).toContainText('Called about the ticket.');
  await page.getByRole('button', { name: 'Money', exact: true }).click();
  await expect(timeline).not.toContainText('Ticket raised');
  await expect(timeline.getByRole('listitem').first()).toContainText('Deposit requested');
  await expect(page).toHaveURL(/kinds=money/);
  await page.getByRole('button', { name: 'Flag as Watch' }).click();
  const flagging = page.getByRole('dialog', { name: 'Flag as Watch' });
  await flagging.getByLabel('Reason').fill('Two payments hang');
  await flagging.getByRole('button', { name: 'Set flag' }).click();
  await expect(page.getByRole('region', { name: 'Flags' })).toContainText('Two payments hang');
  await view('Tickets');
  await expect(page.getByRole('region', { name: 'Tickets' })).toContainText('It hangs');
  await page.getByRole('link', { name: 'UPI Payment Stuck' }).click();
  await expect(page.getByRole('button', { name: 'Resolve ticket' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Sign-ins' }).getByRole('listitem').first()).toContainText('Last seen');
  await view('Transactions');
  const request = page.getByRole('list', { name: 'Transactions' }).getByRole('listitem').filter({ hasText: reference });
  await request.getByRole('button', { name: /^Pending/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Change Transaction Status' });
  await sheet.getByRole('button', { name: 'Approve', exact: true }).click();
  await sheet.getByRole('button', { name: `Approve ₹75 for ${player.uid}` }).click();
  await expect(request).toContainText('Success');
  await expect(profile).toContainText('₹475.00');

  // What the player does is shown without a reload.
  await player.perform('requestWithdrawal', { amount: '25', upiId: 'ishita@upi' }, 'transaction { id }');
  await expect(profile).toContainText('₹450.00');

  await profile.getByRole('button', { name: 'Deactivate' }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.getByRole('button', { name: 'Deactivate account' }).click();
  await expect(dialog.getByText('Please give a reason of at least 10 characters.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Asked for a break');
  await dialog.getByRole('button', { name: 'Deactivate account' }).click();
  await expect(profile).toContainText('deactivated');
  await expect(profile).toContainText('Asked for a break');
  await expect(phone).toHaveURL(/\/rangoli$/);

  await profile.getByRole('button', { name: 'Reactivate' }).click();
  await dialog.getByLabel('Reason').fill('The break is over');
  await dialog.getByRole('button', { name: 'Reactivate account' }).click();
  await expect(profile.getByText('active', { exact: true })).toBeVisible();
  await signIn(server, player.email, player.password);

  await page.goto('/admin/audit');
  await page.getByLabel('Subject').fill(player.uid);
  await page.getByLabel('What').selectOption('Deactivated an account');
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Asked for a break');
  await expect(rows.nth(1)).toContainText('active → deactivated');
  await page.getByRole('searchbox', { name: 'Admin' }).fill(player.uid);
  await expect(page.getByText('No actions found')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Admin' }).fill(admin.email.slice(0, -3));
  await expect(rows).toHaveCount(2);

  await page.getByRole('button', { name: 'Verify all entries' }).click();
  await expect(page.getByText(/^All [1-9]\d* entries are as they were written/)).toBeVisible();
});

test('an account that its player has closed has the day in place of what could be done with it', async ({
  page,
  server,
}) => {
  const player = await givenPlayer(server, { name: 'Kavya Pillai' });
  await player.perform('closeAccount', { password: player.password }, 'ok');
  await openAs(page, await givenAdmin(server), `/admin/players/${player.uid}`, { userType: 'admin' });
  const profile = page.getByRole('region', { name: 'Profile' });
  await expect(profile).toContainText(/Closed on \d\d-\d\d-\d\d .* by the player/);
  await expect(profile.getByText('Deactivated', { exact: true })).toHaveCount(0);
  await expect(profile.getByRole('button', { name: /activate/i })).toHaveCount(0);
});

test('an unknown player and an unknown name are reported as such', async ({ page, server }) => {
  await openAs(page, await givenAdmin(server), '/admin/players/000', { userType: 'admin' });
  await expect(page.getByText('There is no account with the UID 000.')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByLabel('Search players').fill('nobody of this name');
  await expect(page.getByText('No players found')).toBeVisible();
});

function adminCard(page: Page, name: string) {
  return page.getByRole('list', { name: 'Admin List' }).getByRole('listitem').filter({ hasText: name });
}

import { expect } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { givenAnotherAdmin, givenPlayer, type Person } from '../support/world/people.ts';

test.use({ viewport: { width: 1280, height: 900 } });

test('a ticket goes to finance, is answered beside its player’s payments, and comes back', async ({
  page,
  server,
  openWindow,
}) => {
  const player = await givenPlayer(server, { name: 'Nisha Varma', rupees: 500 });
  const asha = await givenAnotherAdmin(server, { name: 'Asha Desk', roles: ['SUPPORT'] });
  const meera = await givenAnotherAdmin(server, { name: 'Meera Money', roles: ['FINANCE'] });
  await player.perform('requestWithdrawal', { amount: '120', upiId: 'nisha@okbank' }, 'transaction { id }');
  await raiseTicket(player, 'My payout has not come.');

  const desk = await openWindow();
  await desk.setViewportSize({ width: 1280, height: 900 });
  await openAs(desk, meera, '/admin/dashboard', { userType: 'admin' });
  const link = desk.getByRole('navigation').getByRole('link', { name: /^Support/ });
  await link.click();
  await expect(desk.getByText('No ticket is with you')).toBeVisible();
  await expect(desk.getByRole('link', { name: 'Canned answers' })).toHaveCount(0);

  await openAs(page, asha, '/admin/support?search=nisha', { userType: 'admin' });
  const row = page.getByRole('list', { name: 'Tickets' }).getByRole('link', { name: /Nisha Varma/ });
  await expect(row).toContainText('Nisha Varma: My payout has not come.');
  await expect(row).toContainText('Waits for');
  await row.click();
  const payments = page.getByRole('list', { name: 'Latest payments' });
  await expect(payments.getByRole('listitem')).toHaveCount(2);
  await expect(payments.getByRole('listitem').first()).toContainText('Withdrawal −₹120');
  await page.getByRole('button', { name: 'Hand over' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand the ticket over' });
  await dialog.getByLabel('Who of them').selectOption('Meera Money');
  await dialog.getByLabel('What do you need?').fill('Has the bank paid this?');
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect(page.getByText('With Meera Money (Finance)').first()).toBeVisible();
  await expect(row).toContainText('With Meera Money (Finance)');

  // The other side: told at once, without loading the page again.
  await expect(link).toHaveText('Support1');
  await expect(desk.getByText(/Asha Desk has handed “UPI Payment Stuck” to you/)).toBeVisible();
  await desk.getByRole('list', { name: 'Tickets' }).getByRole('link').click();
  const log = desk.getByRole('log');
  await expect(log.getByText('Has the bank paid this?')).toBeVisible();
  await expect(desk.getByRole('list', { name: 'Latest payments' }).getByRole('listitem')).toHaveCount(2);
  await expect(desk.getByRole('button', { name: 'Resolve ticket' })).toHaveCount(0);
  await desk.getByLabel('Note, for staff only').fill('Paid a minute ago.');
  await desk.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('log').getByText('Paid a minute ago.')).toBeVisible();
  await expect(page.getByText(/Meera Money has left an internal note about/)).toBeVisible();
  await desk.getByText('Answer to the player', { exact: true }).click();
  await desk.getByRole('textbox', { name: 'Message' }).fill('Your payout is on its way.');
  await desk.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('log').getByText('Your payout is on its way.')).toBeVisible();
  await expect(row).toContainText('Meera Money: Your payout is on its way.');
  await desk.getByRole('button', { name: 'Hand back' }).click();
  const back = desk.getByRole('dialog', { name: 'Hand the ticket back to support' });
  await back.getByLabel('What should support know?').fill('Nothing more from us.');
  await back.getByRole('button', { name: 'Hand back' }).click();
  await expect(desk.getByText('No ticket is with you')).toBeVisible();
  await expect(log).toHaveCount(0);
  await expect(link).toHaveText('Support');
  await expect(page.getByRole('log').getByText('Nothing more from us.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hand over' })).toBeVisible();

  // The player reads the answer, and nothing of the rest.
  const phone = await openWindow();
  await openAs(phone, player, '/account/CustomerService/liveChat');
  await phone.getByRole('link', { name: 'Chat with Us about UPI Payment Stuck' }).click();
  await expect(phone.getByRole('log').getByText('Your payout is on its way.')).toBeVisible();
  await expect(phone.getByText(/Has the bank|Finance|Meera|Nothing more/)).toHaveCount(0);
});

test('a ticket that is taken back disappears from the team’s screen, also on a phone', async ({ page, server }) => {
  const player = await givenPlayer(server, { name: 'Tara Iyer' });
  const asha = await givenAnotherAdmin(server, { roles: ['SUPPORT'] });
  const gita = await givenAnotherAdmin(server, { roles: ['GAME'] });
  const ticketId = await raiseTicket(player, 'Was the round right?');
  const text = 'Please explain the round.';
  await asha.perform('handOverTicket', { ticketId, team: 'GAME', text }, 'ticket { id }');
  await page.setViewportSize({ width: 400, height: 860 });
  await openAs(page, gita, '/admin/support', { userType: 'admin' });
  await page.getByRole('link', { name: /Tara Iyer/ }).click();
  await expect(page.getByRole('log').getByText(text)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add note' })).toBeInViewport({ ratio: 1 });
  // No page of players is for this team.
  await expect(page.getByRole('link', { name: /Tara Iyer, UID/ })).toHaveCount(0);
  await asha.perform('handBackTicket', { ticketId }, 'ticket { id }');
  await expect(page.getByText('There is no such ticket')).toBeVisible();
  await expect(page.getByRole('log')).toHaveCount(0);
});

test('the inbox is worked through with keys, those who wait longest first', async ({ page, server }) => {
  const [first, second] = [
    await givenPlayer(server, { name: 'Keya Prior' }),
    await givenPlayer(server, { name: 'Keya Later' }),
  ];
  const asha = await givenAnotherAdmin(server, { roles: ['SUPPORT'] });
  await raiseTicket(first, 'First of all');
  await server.advance(90_000);
  await raiseTicket(second, 'Came later');
  await openAs(page, asha, '/admin/support?search=keya', { userType: 'admin' });
  const rows = page.getByRole('list', { name: 'Tickets' }).getByRole('link');
  await expect(rows).toHaveText([/First of all/, /Came later/]);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('j');
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log').getByText('First of all')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take' })).toBeVisible();
  await page.keyboard.press('t');
  await expect(rows.first()).toContainText('has it');
  await page.keyboard.press('n');
  await expect(page.getByLabel('Note, for staff only')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('r');
  await page.keyboard.type('Here it is.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  // Answered, it goes behind those that wait.
  await expect(rows).toHaveText([/Came later/, /Here it is/]);
  await page.keyboard.press('h');
  await expect(page.getByRole('dialog', { name: 'Hand the ticket over' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog', { name: 'Resolve ticket' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search tickets' })).toBeFocused();
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Newest first');
  await expect(rows).toHaveText([/Came later/, /Here it is/]);
  await expect(page).toHaveURL(/order=NEWEST/);
});

async function raiseTicket(player: Person, description: string): Promise<string> {
  const { ticket } = await player.perform(
    'raiseTicket',
    { ticketType: 'UPI_PAYMENT_STUCK', description },
    'ticket { id }',
  );
  return ticket.id;
}

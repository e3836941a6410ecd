import { expect } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { givenAdmin, givenAnotherAdmin, givenPlayer, type Person } from '../support/world/people.ts';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test.use({ viewport: { width: 1280, height: 900 } });

test('a ticket is found, taken, noted and answered by one admin, while another and the player look on', async ({
  page,
  server,
  openWindow,
}) => {
  const player = await givenPlayer(server, { name: 'Nila Bose' });
  const [asha, ravi] = [await givenAdmin(server), await givenAnotherAdmin(server, { name: 'Ravi Support' })];
  const text = 'Hello {name}, we look into “{ticket}”.';
  await asha.perform('addCannedAnswer', { name: 'Greeting', text }, 'cannedAnswer { id }');
  await raiseTicket(player, PIXEL);
  const other = await openWindow();
  await other.setViewportSize({ width: 1280, height: 800 });
  await openAs(other, ravi, '/admin/support?search=nila', { userType: 'admin' });
  const seen = other.getByRole('link', { name: /UPI Payment Stuck.*Nila Bose/ });
  await expect(seen).toContainText('Unread');
  const badge = other.getByRole('navigation').getByRole('link', { name: /^Support/ });
  await expect(badge).toHaveText(/^Support[1-9]/);
  const unread = Number((await badge.textContent())?.slice('Support'.length));

  await openAs(page, asha, '/admin/support', { userType: 'admin' });
  await page.getByRole('searchbox', { name: 'Search tickets' }).fill('Nila');
  await page.getByRole('button', { name: 'Unread' }).click();
  await expect(page).toHaveURL(/search=Nila.*unread=true/);
  await page.getByRole('link', { name: /UPI Payment Stuck.*Nila Bose/ }).click();
  await expect(seen).not.toContainText('Unread');
  await expect(badge).toHaveText(unread === 1 ? 'Support' : `Support${unread - 1}`);

  await seen.click();
  await page.getByRole('button', { name: 'Take' }).click();
  await expect(page.getByRole('button', { name: 'Take' })).toBeHidden();
  await expect(other.getByRole('button', { name: 'Take' })).toBeHidden();
  await expect(seen).toContainText('has it');

  await page.getByRole('button', { name: 'Open the picture' }).click();
  const large = page.getByRole('dialog').getByRole('img', { name: 'document.png' });
  await expect(large).toHaveJSProperty('naturalWidth', 1);
  await page.keyboard.press('Escape');

  await page.getByText('Internal note', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Note, for staff only' }).fill('Second time this week.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(other.getByRole('log').getByText('Second time this week.')).toBeVisible();
  await expect(other.getByRole('log').getByText(/^Internal note by/)).toBeVisible();

  const phone = await openWindow();
  await openAs(phone, player, '/account/CustomerService/liveChat');
  await phone.getByRole('link', { name: 'Chat with Us about UPI Payment Stuck' }).click();
  await page.getByText('Answer to the player', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Canned answer' }).selectOption('Greeting');
  const message = page.getByRole('textbox', { name: 'Message' });
  await expect(message).toHaveValue('Hello Nila Bose, we look into “UPI Payment Stuck”.');
  await message.press('End');
  await message.pressSequentially(' Please wait.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  const answer = 'Hello Nila Bose, we look into “UPI Payment Stuck”. Please wait.';
  await expect(phone.getByRole('log').getByText(answer)).toBeVisible();
  await expect(other.getByRole('log').getByText(answer)).toBeVisible();
  await expect(phone.getByText('Second time this week.')).toHaveCount(0);

  await phone.getByRole('textbox', { name: 'Message' }).fill('Is anybody there?');
  await phone.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('log').getByText('Is anybody there?')).toBeVisible();
  await page.getByRole('button', { name: 'Resolve ticket' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve', exact: true }).click();
  await expect(phone.getByText('Resolved')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Resolve ticket' })).toBeHidden();
});

test('tickets are filtered by their status, and a chat has an address', async ({ page, server }) => {
  const player = await givenPlayer(server, { name: 'Tara Iyer' });
  await raiseTicket(player);
  await openAs(page, await givenAdmin(server), '/admin/support', { userType: 'admin' });
  const list = page.getByRole('list', { name: 'Tickets' });
  await page.getByText('Resolved', { exact: true }).first().click();
  await expect(list.getByRole('link', { name: /Tara Iyer/ })).toHaveCount(0);
  await page.getByText('Open', { exact: true }).first().click();
  await list.getByRole('link', { name: /Tara Iyer/ }).click();
  await page.reload();
  await expect(page.getByRole('link', { name: /Tara Iyer, UID/ }).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resolve ticket' })).toBeVisible();
  // The conversation scrolls, the composer stays.
  await page.setViewportSize({ width: 1280, height: 800 });
  for (let turn = 1; turn <= 12; turn += 1) await write(player, `Line ${turn}\nand more\nand more`);
  await expect(page.getByRole('log').getByText('Line 12')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeInViewport({ ratio: 1 });
});

test('on a small screen the chat takes the place of the list', async ({ page, server }) => {
  const player = await givenPlayer(server, { name: 'Uma Devi' });
  await raiseTicket(player);
  await page.setViewportSize({ width: 400, height: 860 });
  await openAs(page, await givenAdmin(server), '/admin/support', { userType: 'admin' });
  await page.getByRole('link', { name: /Uma Devi/ }).click();
  await expect(page.getByRole('list', { name: 'Tickets' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: 'Back to the tickets' }).click();
  await expect(page.getByRole('list', { name: 'Tickets' })).toBeVisible();
});

test('feedback is there to read', async ({ page, server }) => {
  const player = await givenPlayer(server, { name: 'Zoya Khan' });
  const mutation = 'mutation ($input: SubmitFeedbackInput!) { submitFeedback(input: $input) { __typename } }';
  await player.execute(mutation, { input: { rating: 4, text: 'The clock is easy to read.' } });
  await openAs(page, await givenAdmin(server), '/admin/feedback', { userType: 'admin' });
  const item = page.getByRole('list', { name: 'Feedback' }).getByRole('listitem').first();
  await expect(item).toContainText('The clock is easy to read.');
  await expect(item.getByRole('img', { name: '4 stars' })).toBeVisible();
  await expect(item.getByRole('link', { name: /Zoya Khan/ })).toBeVisible();
});

async function write(player: Person, message: string): Promise<void> {
  const { viewer } = await player.execute('{ viewer { tickets(first: 1) { edges { node { id } } } } }');
  await player.perform('sendTicketMessage', { ticketId: viewer.tickets.edges[0].node.id, message }, 'ticket { id }');
}

async function raiseTicket(player: Person, document?: string): Promise<void> {
  await player.perform(
    'raiseTicket',
    { ticketType: 'UPI_PAYMENT_STUCK', description: 'I paid and nothing came.', ...(document && { document }) },
    'ticket { id }',
  );
}

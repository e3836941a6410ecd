import { expect } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { givenAdmin, givenPlayer, type Person } from '../support/world/people.ts';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test.use({ viewport: { width: 1280, height: 900 } });

test('a ticket is answered and resolved, live on both sides', async ({ page, server, openWindow }) => {
  await openAs(page, await givenAdmin(server), '/admin/support', { userType: 'admin' });
  await expect(page.getByRole('heading', { name: 'Support' })).toBeVisible();
  const player = await givenPlayer(server, { name: 'Nila Bose' });
  await raiseTicket(player);
  await page.getByRole('link', { name: /UPI Payment Stuck.*Nila Bose/ }).click();
  await expect(page.getByText('I paid and nothing came.').first()).toBeVisible();

  const phone = await openWindow();
  await openAs(phone, player, '/account/CustomerService/liveChat');
  await phone.getByRole('link', { name: 'Chat with Us about UPI Payment Stuck' }).click();
  await phone.getByRole('textbox', { name: 'Message' }).fill('Is anybody there?');
  await phone.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('log').getByText('Is anybody there?')).toBeVisible();

  await page.getByRole('textbox', { name: 'Message' }).fill('We have found it.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(phone.getByRole('log').getByText('We have found it.')).toBeVisible();
  await page.getByRole('button', { name: 'Resolve ticket' }).click();
  await expect(phone.getByText('Resolved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resolve ticket' })).toBeHidden();
});

test('the document of a ticket is downloaded through a link for this one time', async ({ page, server }) => {
  const player = await givenPlayer(server, { name: 'Ravi Nair' });
  await raiseTicket(player, PIXEL);
  await openAs(page, await givenAdmin(server), '/admin/support', { userType: 'admin' });
  await page.getByRole('link', { name: /Ravi Nair/ }).click();
  await page.getByRole('button', { name: /^Show the attached picture/ }).click();
  await expect(page.getByRole('img', { name: 'Attached picture' })).toHaveJSProperty('naturalWidth', 1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /Open the attached document/ }).click();
  expect((await download).suggestedFilename()).toMatch(/\.png$/);
});

test('tickets are filtered by their status, and a chat has an address', async ({ page, server }) => {
  const player = await givenPlayer(server, { name: 'Tara Iyer' });
  await raiseTicket(player);
  await openAs(page, await givenAdmin(server), '/admin/support', { userType: 'admin' });
  const list = page.getByRole('list', { name: 'Tickets' });
  await page.getByText('Resolved', { exact: true }).first().click();
  await expect(list.getByText(/Tara Iyer/)).toBeHidden();
  await page.getByText('Open', { exact: true }).first().click();
  await list.getByRole('link', { name: /Tara Iyer/ }).click();
  await page.reload();
  await expect(page.getByRole('link', { name: /Tara Iyer, UID/ }).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resolve ticket' })).toBeVisible();
});

test('on a small screen the chat takes the place of the list', async ({ page, server }) => {
  const player = await givenPlayer(server, { name: 'Uma Devi' });
  await raiseTicket(player);
  await page.setViewportSize({ width: 400, height: 860 });
  await openAs(page, await givenAdmin(server), '/admin/support', { userType: 'admin' });
  await page.getByRole('link', { name: /Uma Devi/ }).click();
  await expect(page.getByRole('list', { name: 'Tickets' })).toBeHidden();
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

async function raiseTicket(player: Person, document?: string): Promise<void> {
  await player.perform(
    'raiseTicket',
    { ticketType: 'UPI_PAYMENT_STUCK', description: 'I paid and nothing came.', ...(document && { document }) },
    'ticket { id }',
  );
}

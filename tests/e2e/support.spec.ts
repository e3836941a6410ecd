import { Buffer } from 'node:buffer';
import { expect } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { givenAdmin, givenPlayer } from '../support/world/people.ts';

/** The smallest PNG there is: one transparent dot. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test('a ticket with a picture is raised, answered live, and resolved', async ({ page, server }) => {
  const [player, admin] = [await givenPlayer(server), await givenAdmin(server)];
  await openAs(page, player, '/account/CustomerService');
  await page.getByRole('link', { name: /^Chat with Us/ }).click();
  await expect(page.getByText('No tickets found.')).toBeVisible();
  await page.getByRole('link', { name: 'Raise a Ticket' }).click();
  await page.getByRole('button', { name: 'Submit Ticket' }).click();
  await expect(page.getByText('Please choose a ticket type.')).toBeVisible();
  const types = page.getByRole('combobox', { name: 'Ticket type' });
  await expect(types.getByRole('option')).toHaveCount(10);
  await types.selectOption('UPI Payment Stuck');
  await page.getByLabel('Description').fill(Array.from({ length: 60 }, (_, place) => `word${place + 1}`).join(' '));
  await expect(page.getByText('50 of 50 words')).toBeVisible();
  await page.getByLabel('Description').fill('My payment is stuck.');
  await page.locator('input[type=file]').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot });
  await page.getByRole('button', { name: 'Submit Ticket' }).click();
  await expect(page.getByText('Ticket raised successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('link', { name: 'Chat with Us about UPI Payment Stuck' }).click();
  // The list that is left has the picture's button too.
  await expect(page.getByRole('log', { name: 'Messages' })).toBeVisible();
  await page.getByRole('button', { name: /^Show dot\.png/ }).click();
  await expect(page.getByRole('img', { name: 'dot.png' })).toHaveJSProperty('naturalWidth', 1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Open dot\.png/ }).click();
  expect((await download).suggestedFilename()).toBe('dot.png');

  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Please write a message.')).toBeVisible();
  await page.getByLabel('Message', { exact: true }).fill('Any news?');
  await page.getByRole('button', { name: 'Send Message' }).click();
  const chat = page.getByRole('log');
  await expect(chat).toContainText('Any news?');

  const { viewer } = await player.execute('{ viewer { tickets(first: 1) { edges { node { id } } } } }');
  const ticketId: string = viewer.tickets.edges[0].node.id;
  await admin.perform('sendTicketMessage', { ticketId, message: 'It is on its way.' }, 'ticket { id }');
  await expect(chat).toContainText('It is on its way.');
  await admin.perform('resolveTicket', { ticketId }, 'ticket { id }');
  await expect(page.getByText('Resolved')).toBeVisible();
});

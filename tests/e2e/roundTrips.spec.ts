import { expect } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { RoundTrips } from '../support/roundTrips.ts';
import { givenPlayer } from '../support/world/people.ts';

test('the wallet needs the document and two round trips', async ({ page, server }) => {
  const player = await givenPlayer(server, { rupees: 100 });
  const trips = await RoundTrips.of(page);
  await openAs(page, player, '/wallet');
  await expect(page.getByText('Main wallet', { exact: true })).toBeVisible();
  const [document, first = [], ...others] = trips.byDepth;
  expect(document).toEqual(['/wallet']);
  expect(first).toContainEqual(expect.stringMatching(/WalletPage-.*\.js$/));
  expect(others.flat()).toEqual(expect.arrayContaining(['Renewal_Mutation', 'PlayerShell_Query', 'WalletPage_Query']));
  expect(others, 'the requests after the second round trip').toHaveLength(1);
});

import { expect } from '@playwright/test';
import { leaveBroken } from '../support/auditedBooks.ts';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { givenAdmin, givenAnotherAdmin } from '../support/world/people.ts';
import { writeRounds } from '../support/writtenRounds.ts';

const WIDE = { viewport: { width: 1280, height: 900 } };
const PAGE = '/admin/sapre';
const gameId = 'sapreHalf-202611010001';
const period = gameId.replace(/\D/g, '');

test('a round that waits for the beacon is announced to become void by an owner, and made so by another', async ({
  ownServer: server,
  openWindow,
}) => {
  const { database } = server;
  leaveBroken(database, 'every step of a contest has its one entry in the public log, which says what happened');
  const { rows } = await database.pool.query<{ at: Date }>(`select db_now() - interval '8 days' as at`);
  await writeRounds(
    database,
    [{ startsAt: rows[0]?.at.toISOString() ?? '', state: 'CLOSED' }],
    `update contests set game_id = '${gameId}', draw_version = 2, beacon_round = 1, chain_index = 900000, bets_root = sha256(''),
            seed = sha256('seed'), commitment = sha256(sha256('seed')), bet_count = 0 where game_id like 'written-%'`,
  );
  const page = await openWindow({ baseURL: server.url, viewport: { width: 400, height: 800 } });
  await openAs(page, await givenAdmin(server), PAGE, { userType: 'admin' });
  const waiting = page.getByRole('list', { name: 'Rounds that wait for the public beacon' });
  await expect(waiting.getByText(period)).toBeVisible();
  await waiting.getByRole('button', { name: `Announce void: ${period}` }).click();
  const dialog = page.getByRole('dialog', { name: period });
  await dialog.getByLabel('Reason').fill('The beacon has ended for good');
  await dialog.getByRole('button', { name: 'Announce void' }).click();
  await expect(waiting.getByText(/Announced to become void by .*The beacon has ended for good/)).toBeVisible();
  // Who announced it has to wait for a day.
  await waiting.getByRole('button', { name: `Make void: ${period}` }).click();
  await dialog.getByRole('button', { name: 'Make void' }).click();
  await expect(dialog.getByText(/Another owner may do this now/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const other = await openWindow({ baseURL: server.url, ...WIDE });
  await openAs(other, await givenAnotherAdmin(server, { roles: ['OWNER'] }), PAGE, { userType: 'admin' });
  await other.getByRole('button', { name: `Make void: ${period}` }).click();
  await other.getByRole('dialog', { name: period }).getByRole('button', { name: 'Make void' }).click();
  await expect(other.getByRole('list', { name: 'Rounds that wait for the public beacon' })).toBeHidden();
  const { rows: states } = await database.pool.query('select state from contests where game_id = $1', [gameId]);
  expect(states).toEqual([{ state: 'VOID' }]);
});

import { expect, type Page, type Request } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import {
  givenAdmin,
  givenAnotherAdmin,
  givenPlayer,
  requestDeposit,
  requestWithdrawal,
} from '../support/world/people.ts';

test.use({ viewport: { width: 1280, height: 900 } });

const MINUTE = 60_000;

test('a signal is decided with a reason, an alert taken by name, and a flag shown in the queue, live for others', async ({
  ownServer,
  openWindow,
}) => {
  const tara = await givenPlayer(ownServer, { rupees: 500, name: 'Tara Sen' });
  const ravi = await givenPlayer(ownServer, { rupees: 500, name: 'Ravi Nair' });
  for (const player of [tara, ravi]) await requestWithdrawal(player, 400, 'one.ring@okbank');
  await requestDeposit(tara, 60);
  const farida = await givenAnotherAdmin(ownServer, { name: 'Farida Khan', roles: ['FINANCE'] });

  const page = await openWindow({ baseURL: ownServer.url });
  await openAs(page, farida, '/admin/alerts', { userType: 'admin' });
  await expect(page.getByText('Nothing to be alerted to')).toBeVisible();
  const other = await openWindow({ baseURL: ownServer.url });
  await openAs(other, await givenAdmin(ownServer), '/admin/alerts', { userType: 'admin' });
  await ownServer.advance(31 * MINUTE);

  // Both pages show the alert that opened meanwhile, and who took it.
  const overdue = (of: Page) => of.getByRole('article', { name: 'Payments wait too long' });
  await expect(overdue(other)).toContainText('3 payments wait longer than promised');
  await overdue(page).getByRole('button', { name: 'I take it: Payments wait too long' }).click();
  await expect(overdue(other)).toContainText('Farida Khan has it in hand since');
  await expect(overdue(other).getByRole('button')).toHaveCount(0);

  await page.getByRole('link', { name: /^Signals/ }).click();
  const signal = page.getByRole('article', { name: 'Shared UPI id' });
  await expect(signal).toContainText('2 players asked for withdrawals to …ring@okbank');
  await signal.getByRole('button', { name: 'Compare the 2 players' }).click();
  await expect(signal.getByRole('link', { name: 'Ravi Nair' })).toBeVisible();
  await signal.getByRole('button', { name: 'Mark as reviewed: Shared UPI id' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as reviewed: Shared UPI id' });
  await dialog.getByRole('button', { name: 'Mark as reviewed' }).click();
  await expect(dialog.getByText('Please give a reason of at least 10 characters.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Two brothers, one account');
  await dialog.getByRole('button', { name: 'Mark as reviewed' }).click();
  await expect(page.getByText('The signal is reviewed.')).toBeVisible();
  await expect(signal).toHaveCount(0);
  await page.getByLabel('State').selectOption('Reviewed');
  await expect(signal).toContainText(/Reviewed by Farida Khan, .*Two brothers, one account/);

  // The flag of one admin is in the open queue of another.
  await other.getByRole('link', { name: /^Transactions/ }).click();
  const rows = other.getByRole('row', { name: /Tara Sen/ });
  await expect(rows).toHaveCount(2);
  await expect(rows.getByText('Watch')).toHaveCount(0);
  await page.goto(`/admin/players/${tara.uid}?kinds=notes`);
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await page.getByRole('textbox', { name: 'Note' }).fill('Says that Ravi is her brother.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(timeline.getByRole('listitem')).toHaveText([/Says that Ravi is her brother/]);
  await page.getByRole('button', { name: 'Flag as Watch' }).click();
  const flagging = page.getByRole('dialog', { name: 'Flag as Watch' });
  await flagging.getByLabel('Reason').fill('Shares an account');
  await flagging.getByRole('button', { name: 'Set flag' }).click();
  await expect(page.getByRole('region', { name: 'Flags' })).toContainText('Shares an account');
  await other.reload();
  await expect(rows.first().getByText('Watch')).toBeVisible();
});

for (const role of ['AUDITOR', 'SUPPORT']) {
  test(`the back office shows an admin of role ${role} nothing that the server refuses`, async ({ page, server }) => {
    const admin = await givenAnotherAdmin(server, { roles: [role] });
    const answers = answersTo(page);
    await openAs(page, admin, '/admin/dashboard', { userType: 'admin' });
    const links = page.getByRole('navigation', { name: 'Back office' }).getByRole('link');
    await expect(links).not.toHaveCount(0);
    for (const link of await links.all()) {
      await link.click();
      const title = page.getByRole('main').getByRole('heading', { level: 1 });
      await expect(title).toBeVisible();
      await expect(title).not.toHaveText('Not for your roles');
      await expect.poll(answers.awaited).toBe(0);
    }
    const player = await givenPlayer(server, { name: 'Meena Pillai' });
    await page.goto(`/admin/players/${player.uid}`);
    await expect(page.getByRole('heading', { name: 'Meena Pillai' })).toBeVisible();
    await expect.poll(answers.awaited).toBe(0);
    const received = await answers.all();
    expect(received.length).toBeGreaterThan((await links.count()) * 2);
    expect(received.filter((answer) => /FORBIDDEN/.test(answer))).toEqual([]);
  });
}

/** Collects what the server answers to the page, over HTTP and sockets. `awaited`: requests without an answer so far. */
function answersTo(page: Page) {
  const answers: Promise<string>[] = [];
  const requests = new Set<Request>();
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) requests.add(request);
  });
  page.on('requestfailed', (request) => requests.delete(request));
  page.on('requestfinished', (request) => {
    // The answer to a page that was left is gone.
    if (requests.delete(request)) answers.push(textOf(request).catch(() => ''));
  });
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => answers.push(Promise.resolve(String(payload)))),
  );
  return { all: () => Promise.all(answers), awaited: () => requests.size };
}

async function textOf(request: Request): Promise<string> {
  return (await (await request.response())?.text()) ?? '';
}

import { expect, type Locator } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { startOfNextRound } from '../support/world/nextRound.ts';
import { givenAdmin, givenPlayer, requestDeposit } from '../support/world/people.ts';

// With forced colours all backgrounds are the same: only lines show states.
test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }));
test.afterEach(({ page }) => page.emulateMedia({ forcedColors: null }));

test('with forced colours, stakes, colours and numbers show what is pressed and what is disabled', async ({
  page,
  server,
}) => {
  const player = await givenPlayer(server, { rupees: 500 });
  await startOfNextRound(server, 'SAPRE_THREE');
  await openAs(page, player, '/sapreThreeMin');
  const [green, five] = ['Join Green', 'Join number 5'].map((name) => page.getByRole('button', { name, exact: true }));
  if (!green || !five) throw new Error('no buttons');
  await expect(green).toBeEnabled();
  const open = await Promise.all([green, five].map(linesOf));
  await expectTold(page.getByRole('group', { name: 'Stake' }));
  const timeLeft = page.locator('[style*="scaleX"]');
  expect(await groundOf(timeLeft)).not.toBe(await groundOf(page.locator('body')));

  await green.click();
  const sheet = page.getByRole('dialog');
  await expectTold(sheet.getByRole('group', { name: 'Stake' }));
  const steps = sheet.getByRole('group', { name: 'Multiplier' });
  const [fewer, more] = [steps.getByRole('button').first(), steps.getByRole('button').nth(1)];
  await expect(fewer).toBeDisabled();
  expect(await linesOf(fewer)).not.toEqual(await linesOf(more));
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  await server.advance(152_000);
  await expect(green).toBeDisabled();
  await expect(five).toBeDisabled();
  const closed = await Promise.all([green, five].map(linesOf));
  expect(closed[0]).not.toEqual(open[0]);
  expect(closed[1]).not.toEqual(open[1]);
  for (const lines of [...open, ...closed]) expect(lines.border).not.toBe('none');
});

test('with forced colours, the queue shows which request is open, and which decision is chosen', async ({
  page,
  server,
}) => {
  const player = await givenPlayer(server);
  for (const rupees of [100, 200]) await requestDeposit(player, rupees);
  await page.setViewportSize({ width: 1280, height: 900 });
  await openAs(page, await givenAdmin(server), '/admin/transactions', { userType: 'admin' });
  const rows = page.getByRole('table', { name: 'Transactions' }).getByRole('row');
  await rows
    .nth(1)
    .getByRole('button', { name: /^Pending/ })
    .click();
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true');
  expect(await linesOf(rows.nth(1))).not.toEqual(await linesOf(rows.nth(2)));
  const options = page.getByRole('group', { name: 'Status' });
  await options.getByRole('button', { name: 'Approve', exact: true }).click();
  await expectTold(options);
  const links = page.getByRole('navigation').first().getByRole('link');
  const current = page.getByRole('navigation').first().locator('a[aria-current]').first();
  const other = page.getByRole('navigation').first().locator('a:not([aria-current])').first();
  await expect(links.first()).toBeVisible();
  expect(await linesOf(current)).not.toEqual(await linesOf(other));
});

/** Expects that the pressed button of a group has other lines than the rest, which have some. */
async function expectTold(group: Locator): Promise<void> {
  const pressed = await linesOf(group.locator('[aria-pressed="true"]'));
  for (const other of await group.locator('[aria-pressed="false"]').all()) {
    const lines = await linesOf(other);
    expect(lines.border).not.toBe('none');
    expect(lines).not.toEqual(pressed);
  }
}

interface Lines {
  readonly border: string;
  readonly outline: string;
}

/** The lines around an element without the focus. */
function linesOf(element: Locator): Promise<Lines> {
  return element.evaluate((node) => {
    if (node instanceof HTMLElement) node.blur();
    const { borderTopWidth, borderTopStyle, outlineWidth, outlineStyle } = getComputedStyle(node);
    const drawn = (width: string, style: string) =>
      width === '0px' || style === 'none' ? 'none' : `${width} ${style}`;
    return { border: drawn(borderTopWidth, borderTopStyle), outline: drawn(outlineWidth, outlineStyle) };
  });
}

function groundOf(element: Locator): Promise<string> {
  return element.evaluate((node) => getComputedStyle(node).backgroundColor);
}

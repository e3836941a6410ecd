import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { openAs } from '../support/openAs.ts';
import { startOfNextRound } from '../support/world/nextRound.ts';
import { givenPlayer } from '../support/world/people.ts';

/** More than there are controls before any that a test goes to. */
const MAX_TABS = 30;

test('a whole bet is placed by keyboard alone, from the home page on', async ({ page, server }) => {
  const player = await givenPlayer(server, { rupees: 500 });
  await startOfNextRound(server, 'SAPRE_THREE');
  await openAs(page, player, '/');
  const game = page.getByRole('link', { name: /^Play .*3 min/ });
  await expect(game).toBeVisible();
  await tabTo(page, game);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '3 min', level: 1 })).toBeFocused();

  const seven = page.getByRole('button', { name: 'Join number 7' });
  await expect(seven).toBeEnabled();
  const passed = await tabTo(page, seven);
  const choices = ['Green', 'Violet', 'Red', ...Array.from({ length: 8 }, (_, number) => `number ${number}`)];
  expect(passed.slice(-choices.length)).toEqual(choices.map((choice) => `Join ${choice}`));

  const sheet = page.getByRole('dialog');
  const bet = sheet.getByRole('button', { name: /^Bet ₹/ });
  await page.keyboard.press('Enter');
  await expect(bet).toBeFocused();
  // To the stakes before it.
  await tabTo(page, sheet.getByRole('button', { name: '₹100', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Space');
  await expect(bet).toHaveText('Bet ₹100 on 7');
  await tabTo(page, bet);
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();
  await expect(seven).toBeFocused();
  await expect(page.getByRole('banner').getByText('₹400.00')).toBeVisible();

  // Also where the bet before has no answer yet.
  await page.keyboard.press('Enter');
  await expect(sheet.locator('[data-body] :focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(seven).toBeFocused();
});

/** Presses a key until an element has the focus. Returns the names of the elements that had it, each of which is seen. */
async function tabTo(page: Page, element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<string[]> {
  const wanted = await element.elementHandle();
  const passed: string[] = [];
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    await page.keyboard.press(key);
    const focused = await page.evaluate((target) => {
      const active = document.activeElement;
      const { left = 0, top = 0, width = 0, height = 0 } = active?.getBoundingClientRect() ?? {};
      const above = document.elementFromPoint(left + width / 2, top + height / 2);
      return {
        name: active?.getAttribute('aria-label') ?? active?.textContent ?? '',
        seen: above !== null && active !== null && (active.contains(above) || above.contains(active)),
        there: active === target,
      };
    }, wanted);
    passed.push(focused.name);
    expect(focused, `has the focus after ${passed.join(', ')}`).toMatchObject({ seen: true });
    if (focused.there) return passed;
  }
  throw new Error(`No key press led there, but to ${passed.join(', ')}`);
}

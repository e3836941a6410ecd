import { expect, type Page } from '@playwright/test';
import { test } from '../support/browserTest.ts';
import { findSidewaysWithLargeType } from '../support/misfits.ts';
import { openAs } from '../support/openAs.ts';
import { startOfNextRound } from '../support/world/nextRound.ts';
import { deposit, givenPlayer, type Person, type ReachableServer } from '../support/world/people.ts';

const widths = [320, 340, 360, 375, 400, 800];
const paths = ['/sapreThritySec', '/sapreOneMin', '/sapreThreeMin'];

test('the game screens fit every phone, also with large type and a balance of crores', async ({ page, server }) => {
  const player = await givenPlayer(server);
  await depositCrores(server, player);
  for (const path of paths) {
    await openAs(page, player, path);
    await expect(page.getByText('₹9,87,65,432.50')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Join number 9' })).toBeVisible();
    for (const width of widths) await expectFit(page, `${path} of ${width} px`, width);
  }
});

test('a game screen fits the narrowest phone while bets are closed', async ({ page, server }) => {
  const player = await givenPlayer(server);
  await startOfNextRound(server, 'SAPRE_THREE');
  await openAs(page, player, '/sapreThreeMin');
  await expect(page.getByRole('button', { name: 'Join number 9' })).toBeEnabled();
  await server.advance(152_000);
  await expect(page.getByRole('button', { name: 'Join number 9' })).toBeDisabled();
  await expectFit(page, 'closed', 320);
});

test('home holds a win of crores with large type', async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 860 });
  await openAs(page, await givenPlayer(server), '/');
  await expect(page.getByText('received', { exact: true })).toHaveCount(4);
  await page
    .getByText('received', { exact: true })
    .locator('xpath=following-sibling::*')
    .evaluateAll((amounts) => amounts.forEach((amount) => (amount.textContent = '+₹9,87,65,432.50')));
  expect(await page.evaluate(findSidewaysWithLargeType)).toEqual([]);
});

async function expectFit(page: Page, name: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 860 });
  for (const rootFontSize of ['100%', '200%']) {
    expect(await misfits(page, rootFontSize), `${name}, type at ${rootFontSize}`).toEqual([]);
  }
}

/** ₹9,87,65,432.50; one deposit is at most a crore. */
async function depositCrores(server: ReachableServer, player: Person): Promise<void> {
  for (let crore = 0; crore < 9; crore += 1) await deposit(server, player, 10_000_000);
  await deposit(server, player, 8_765_432.5);
}

/** What does not fit: sideways scrolling, controls outside of their card or the screen, broken clock lines. */
async function misfits(page: Page, rootFontSize: string): Promise<string[]> {
  return page.evaluate(async (fontSize) => {
    document.documentElement.style.fontSize = fontSize;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const found: string[] = [];
    const root = document.scrollingElement ?? document.documentElement;
    if (root.scrollWidth > innerWidth) found.push(`scrolls sideways by ${root.scrollWidth - innerWidth} px`);
    for (const button of document.querySelectorAll('main button[aria-label^="Join"]')) {
      const name = button.getAttribute('aria-label');
      const card = button.closest('section')?.getBoundingClientRect();
      for (const element of [button, ...button.querySelectorAll('span')]) {
        const { left, right } = element.getBoundingClientRect();
        if (!card || left < card.left || right > card.right) found.push(`${name} hangs out of its card`);
      }
      if (button.scrollWidth > button.clientWidth) found.push(`${name} is wider than its button`);
    }
    for (const element of document.querySelectorAll(
      'header :is(h1, a, span), :has(> [role="timer"]) p, :has(> [role="timer"]) + div p',
    )) {
      const { left, right, height } = element.getBoundingClientRect();
      if (left < 0 || right > innerWidth) found.push(`“${element.textContent}” hangs out of the screen`);
      const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
      // "Bets are closed" stands alone, in the place of a label and a time, and may have several lines.
      const oneLine = element.matches('h1, p:not(:only-child)');
      if (oneLine && height > lineHeight * 1.5) found.push(`“${element.textContent}” breaks`);
    }
    return found;
  }, rootFontSize);
}

import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { givenPast, type People } from '../screens/past.ts';
import { screens } from '../screens/screens.ts';
import { visit } from '../screens/visit.ts';
import { test as browserTest } from '../support/browserTest.ts';

const test = browserTest.extend<object, { people: People }>({
  people: [async ({ server }, use) => use(await givenPast(server)), { scope: 'worker' }],
});

for (const screen of screens) {
  test(`axe finds nothing on ${screen.name}, light or dark`, async ({ page, server, people }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await visit(page, screen, { server, people });
    expect(await complaintsOf(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    expect(await complaintsOf(page)).toEqual([]);
    if (screen.viewer !== 'admin') return;
    await page.setViewportSize({ width: 1280, height: 860 });
    expect(await complaintsOf(page), 'wide').toEqual([]);
  });
}

/** What axe says about the page as it stands, by rule and place. */
async function complaintsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // Without frames there is nothing to gather in a second page, and only what is wrong need be described.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`),
  );
}

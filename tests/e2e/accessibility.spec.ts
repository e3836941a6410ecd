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
    expect(await complaintsOf(everything(page))).toEqual([]);
    // The dark theme has other colours and the same page: only what is about colours can differ.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    expect(await complaintsOf(new AxeBuilder({ page }).withRules(['color-contrast']))).toEqual([]);
    if (screen.viewer !== 'admin') return;
    await page.setViewportSize({ width: 1280, height: 860 });
    expect(await complaintsOf(everything(page)), 'wide').toEqual([]);
  });
}

function everything(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
}

/** What axe says about the page as it stands, by rule and place. */
async function complaintsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`),
  );
}

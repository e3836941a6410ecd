import { expect } from '@playwright/test';
import { test } from '../support/browserTest.ts';

// Other systems have no fontconfig.
test.skip(process.platform !== 'linux');

/** Names that browsers find on one machine and not on another, and the fonts that the tests bring. */
const families = [
  'sans-serif',
  'serif',
  'system-ui',
  'monospace',
  'Arial',
  'DejaVu Sans',
  'Liberation Sans',
  'Noto Sans',
];

test('the browser has the fonts that the tests bring, and no other', async ({ page }) => {
  await page.goto('about:blank');
  await page.setContent(
    families.map((family) => `<p style="font-family: '${family}', ${family}">Rangoli 123 ● रंगोली</p>`).join(''),
  );
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'p' });
  const used = await Promise.all(nodeIds.map((nodeId) => session.send('CSS.getPlatformFontsForNode', { nodeId })));
  const names = new Set(used.flatMap(({ fonts }) => fonts.map(({ familyName }) => familyName)));
  expect([...names].toSorted()).toEqual(['Noto Sans Devanagari', 'Noto Sans Symbols 2', 'Roboto', 'Roboto Mono']);
  await session.detach();
});

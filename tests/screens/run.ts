import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from '@playwright/test';
import { buildWebIfChanged } from '../../server/build/buildWeb.ts';
import { BROWSER_ARGUMENTS, ensureBrowser } from '../support/browser.ts';
import { startChildServer, type ChildServer } from '../support/childServer.ts';
import { startTestPostgres } from '../support/postgres.ts';
import { givenPast, type People } from './past.ts';
import { screens, type Scene, type Screen } from './screens.ts';
import { visit } from './visit.ts';

/**
 * `npm run screens [part of a name …]`: captures every screen and state, in both themes, into the folder `screens`, for
 * visual review. Back-office screens are captured in desktop and in phone width.
 */
const folder = fileURLToPath(new URL('../../screens', import.meta.url));
const wanted = process.argv.slice(2);

const say = (line: string) => console.log(line);
const executablePath = ensureBrowser(say);
await buildWebIfChanged(say);
const stopPostgres = await startTestPostgres();
const server = await startChildServer({ clock: 'moving' });
const browser = await chromium.launch({ executablePath, args: BROWSER_ARGUMENTS });
try {
  const people = await givenPast(server);
  for (const theme of ['light', 'dark'] as const) await takeAll(browser, server, people, theme);
} finally {
  await browser.close();
  await server.stop();
  await stopPostgres();
}

async function takeAll(from: Browser, at: ChildServer, people: People, theme: 'light' | 'dark'): Promise<void> {
  mkdirSync(join(folder, theme), { recursive: true });
  for (const screen of screens) {
    if (wanted.length > 0 && !wanted.some((part) => screen.name.includes(part))) continue;
    const widths = screen.viewer === 'admin' ? [1280, 400] : [400];
    for (const width of widths) {
      const name = width === 400 && screen.viewer === 'admin' ? `${screen.name}-narrow` : screen.name;
      const context = await from.newContext({ viewport: { width, height: 860 }, colorScheme: theme, baseURL: at.url });
      const page = await context.newPage();
      page.on('console', (message) => message.type() === 'error' && say(`${theme} ${name}: ${message.text()}`));
      await take(page, screen, { server: at, people }, join(folder, theme, `${name}.png`)).catch((error: unknown) => say(`${theme} ${name}: ${String(error).split('\n')[0]}`));
      await context.close();
    }
  }
  say(`${theme}: screens/${theme}`);
}

async function take(page: Page, screen: Screen, scene: Scene, file: string): Promise<void> {
  page.setDefaultTimeout(8_000);
  await visit(page, screen, scene);
  // Waits until sheets have slid in.
  await page.waitForTimeout(450);
  await page.screenshot({ path: file, fullPage: true });
}

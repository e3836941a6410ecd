import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from '@playwright/test';
import { buildWebIfChanged } from '../../server/build/buildWeb.ts';
import { BROWSER_ARGUMENTS, ensureBrowser } from '../support/browser.ts';
import { startChildServer } from '../support/childServer.ts';
import { FONT_ENVIRONMENT, prepareFonts } from '../support/fonts.ts';
import { startTestPostgres } from '../support/postgres.ts';
import { givenPast } from './past.ts';
import { screens, type Scene, type Screen } from './screens.ts';
import { visit } from './visit.ts';

/**
 * `npm run screens [part of a name …]`: captures every screen and state, in both themes and every width, into the folder
 * `screens/<language>-<theme>`, for visual review. Screens of players are captured in both languages.
 */
const folder = fileURLToPath(new URL('../../screens', import.meta.url));
const widths = { player: [320, 360, 400, 1280], admin: [400, 1024, 1440] } as const;
const wanted = process.argv.slice(2);

const say = (line: string) => console.log(line);
const executablePath = ensureBrowser(say);
await buildWebIfChanged(say);
await prepareFonts();
const stopPostgres = await startTestPostgres();
const server = await startChildServer({ clock: 'moving' });
const env = { ...process.env, ...FONT_ENVIRONMENT } as Record<string, string>;
const browser = await chromium.launch({ executablePath, args: BROWSER_ARGUMENTS, env });
try {
  const people = await givenPast(server);
  for (const language of ['en', 'hi'] as const) {
    for (const theme of ['light', 'dark'] as const) await takeAll(browser, { server, people }, { language, theme });
  }
} finally {
  await browser.close();
  await server.stop();
  await stopPostgres();
}

interface Look {
  readonly language: 'en' | 'hi';
  readonly theme: 'light' | 'dark';
}

async function takeAll(from: Browser, scene: Scene, { language, theme }: Look): Promise<void> {
  const place = `${language}-${theme}`;
  mkdirSync(join(folder, place), { recursive: true });
  for (const screen of screens) {
    if (wanted.length > 0 && !wanted.some((part) => screen.name.includes(part))) continue;
    if (language !== 'en' && screen.viewer === 'admin') continue;
    const page = await openWindow(from, { baseURL: scene.server.url, theme, language });
    page.on('console', (message) => message.type() === 'error' && say(`${place} ${screen.name}: ${message.text()}`));
    await take(page, screen, scene, join(folder, place)).catch((error: unknown) =>
      say(`${place} ${screen.name}: ${String(error).split('\n')[0]}`),
    );
    await page.context().close();
  }
  say(`${place}: screens/${place}`);
}

async function openWindow(
  from: Browser,
  { baseURL, theme, language }: Look & { readonly baseURL: string },
): Promise<Page> {
  const context = await from.newContext({ colorScheme: theme, locale: `${language}-IN`, baseURL });
  return context.newPage();
}

/** The screen is opened once; it follows the width of its window. */
async function take(page: Page, screen: Screen, scene: Scene, into: string): Promise<void> {
  page.setDefaultTimeout(8_000);
  const [narrowest, ...wider] = widths[screen.viewer === 'admin' ? 'admin' : 'player'];
  await page.setViewportSize({ width: narrowest, height: 860 });
  await visit(page, screen, scene);
  for (const width of [narrowest, ...wider]) {
    await page.setViewportSize({ width, height: 860 });
    // Waits until sheets have slid in.
    await page.waitForTimeout(450);
    await page.screenshot({ path: join(into, `${screen.name}-${width}.png`), fullPage: true });
  }
}

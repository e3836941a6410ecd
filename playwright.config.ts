import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS, findBrowser } from './tests/support/browser.ts';
import { FONT_ENVIRONMENT } from './tests/support/fonts.ts';
import { WINDOW } from './tests/support/windows.ts';

const browser = findBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'tests/.output/e2e',
  globalSetup: './tests/support/e2eSetup.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // Patience, not an expectation: machines under load are slow at times.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? 'tests/.output/playwright.json' }],
  ],
  use: {
    viewport: { width: 400, height: 860 },
    // Else an element that is never there takes the whole of its test's time.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    ...WINDOW,
    // Drawing animations without a GPU takes a tenth of the run; the specs of the game play them.
    reducedMotion: 'reduce',
    // Recording one costs a tenth of the run: `npx playwright test bets --trace on` does it where a failure is looked into.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser && { executablePath: browser }),
      args: BROWSER_ARGUMENTS,
      env: { ...process.env, ...FONT_ENVIRONMENT },
    },
  },
});

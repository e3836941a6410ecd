import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** The headless shell first: it takes a sixth less CPU time than the whole browser. */
const KNOWN_PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'];
/** Packages of Debian, the preferred one first; old releases have only the second. */
const DEBIAN_PACKAGES = ['chromium-headless-shell', 'chromium'];
const KNOWN_NAMES = ['google-chrome', 'google-chrome-stable', 'chromium'];

/**
 * Arguments that Chromium needs as root and in small containers, that disable its background requests, and the emulation
 * of a GPU, which is slower than drawing without one.
 */
export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-gpu',
  '--disable-software-rasterizer',
];

/** Path of a Chromium on this machine: CHROMIUM_PATH, Playwright's own, or an installed one. */
export function findBrowser(): string | undefined {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => KNOWN_NAMES.map((name) => join(folder, name)));
  return [process.env['CHROMIUM_PATH'], chromium.executablePath(), ...KNOWN_PLACES, ...onPath].find(
    (path) => path !== undefined && path !== '' && existsSync(path),
  );
}

/**
 * The browser of the tests, installed if missing: on Debian as root from its packages, otherwise Playwright's own.
 * Throws with the command to run where neither works.
 */
export function ensureBrowser(onNotice: (line: string) => void): string {
  const found = findBrowser();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    onNotice('No browser found: installing Chromium from the Debian packages ...');
    run('apt-get', ['update']);
    DEBIAN_PACKAGES.some((name) => run('apt-get', ['install', '-y', '--no-install-recommends', name]));
  } else {
    onNotice('No browser found: installing Playwright’s Chromium ...');
    run('npx', ['playwright', 'install', 'chromium']);
  }
  const installed = findBrowser();
  if (installed) return installed;
  throw new Error(
    'The browser tests need Chromium, and none could be installed. Run: npx playwright install --with-deps chromium\n' +
      'or install Chromium or Google Chrome yourself, or set CHROMIUM_PATH to one.',
  );
}

/** Whether the command succeeded. */
function run(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: 'inherit', env }).status === 0;
}

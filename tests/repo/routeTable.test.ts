import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { screens } from '../../server/config/screens.ts';
import { paths } from '../../web/paths.ts';
import { routeTable } from '../e2e/routeTable.ts';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

/** The app's routes as web/routes.tsx writes them: page(paths.x, async () => (await import('…')).Component). */
function routesOfTheApp(): { path: string; component: string }[] {
  const calls = read('web/routes.tsx').matchAll(
    /page\(\s*([\w.]+|'[^']+'),\s*async \(\) => \(await import\('[^']+'\)\)\.(\w+)/g,
  );
  return [...calls].map(([, address = '', component = '']) => ({ path: addressOf(address), component }));
}

/** 'paths.admin.sapre' or a quoted address. */
function addressOf(written: string): string {
  if (written.startsWith("'")) return written.slice(1, -1);
  const value = written
    .split('.')
    .slice(1)
    .reduce<unknown>((place, name) => (place as Record<string, unknown>)[name], paths);
  if (typeof value !== 'string') throw new Error(`${written} is no address`);
  return value;
}

describe('the table of routes', () => {
  test('names every route of the app with its component', () => {
    const shown = ({ path, component }: { path: string; component: string }) => `${path} ${component}`;
    const routes = routesOfTheApp();
    expect(routes.length).toBeGreaterThan(45);
    expect(routeTable.map(shown).toSorted()).toEqual(routes.map(shown).toSorted());
  });

  test('names tests that are there', () => {
    const missing = routeTable.filter(({ test: [file, title] }) => !read(`tests/e2e/${file}`).includes(title));
    expect(missing).toEqual([]);
  });
});

test('the server has the same list of screens', () => {
  // The landing page's path is the product's name, and all other paths have no screen.
  const others = ['/:slug', '*'];
  const routes = routesOfTheApp().map(({ path }) => path);
  expect(screens.toSorted()).toEqual(routes.filter((path) => !others.includes(path)).toSorted());
});

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { routesIn } from '../../server/build/pageFiles.ts';
import { screens } from '../../server/config/screens.ts';
import { paths } from '../../web/paths.ts';
import { routeTable } from '../e2e/routeTable.ts';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

const routesOfTheApp = () => routesIn(read('web/routes.tsx'), paths);

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

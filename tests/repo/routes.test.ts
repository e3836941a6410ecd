import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { routesUnder } from '../../server/build/pageFiles.ts';
import { isScreen } from '../../server/config/screens.ts';
import { paths } from '../../web/paths.ts';
import { screens } from '../screens/screens.ts';

const written = routesUnder('web', paths);
const routes = written.map(({ path }) => path);
/** The landing page's address is the product's name, and all other addresses have no screen. */
const open = ['/:slug', '*'];

describe('the routes of the app', () => {
  it('are read from the sources', () => {
    expect(routes.length).toBeGreaterThan(45);
  });

  it('are named in the entry, those of players that are loaded later too', () => {
    const [, list = ''] =
      /laterRoutes\(\s*\[([^\]]*paths\.[^\]]*)\]/.exec(readFileSync('web/routes.tsx', 'utf8')) ?? [];
    const named = [...list.matchAll(/paths\.(\w+)/g)].map(([, name = '']) => paths[name as keyof typeof paths]);
    const later = written.filter(({ sources }) => sources[0] === 'playerRoutes.tsx').map(({ path }) => path);
    expect(later.length).toBeGreaterThan(20);
    expect(new Set<unknown>(named)).toEqual(new Set(later));
  });

  it.each(routes)('%s is visited by axe and by the pictures', (route) => {
    const shown = screens.map(({ path, route: reached }) => reached ?? path.replace(/\?.*/, ''));
    const examples: Record<string, string> = { '/:slug': '/rangoli', '*': '/no/such/page' };
    expect(shown).toContain(examples[route] ?? route);
  });

  it.each(routes.filter((route) => !open.includes(route)))('%s is a screen for the server', (route) => {
    expect(isScreen(route.replace(/:\w+$/, 'sapreOne-1'), 'rangoli')).toBe(true);
  });
});

describe('the server’s screens', () => {
  it.each(['/rangoli', '/Rangoli/', '/WALLET', '/wallet/', '/admin/players/48213907', '/admin'])(
    '%s is one',
    (path) => {
      expect(isScreen(path, 'rangoli')).toBe(true);
    },
  );

  it.each(['/other', '/wallet/x', '/fairness/a/b', '/fairness', '/admin/x', '/admin/players/1/2', '/graphql', '/x'])(
    '%s is none',
    (path) => expect(isScreen(path, 'rangoli')).toBe(false),
  );
});

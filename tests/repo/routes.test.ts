import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isScreen, pageAt } from '../../server/config/screens.ts';
import { outlineOf, textOf } from '../../web/outlines.ts';
import { pages } from '../../web/routes.ts';
import { screens } from '../screens/screens.ts';
import { sourceFiles } from './imports.ts';

const routes = pages.map(({ path }) => path);
/** The landing page's address is the product's name, and all other addresses have no screen. */
const open = ['/:slug', '*'];

describe('the pages', () => {
  it('have an address each', () => {
    expect(routes.length).toBeGreaterThan(60);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('end with the one for all other addresses', () => {
    expect(routes.at(-1)).toBe('*');
  });

  it.each(pages)('$path has a title in each language, and an outline with it before its scripts run', (page) => {
    const { title, audience } = page;
    for (const language of ['en', 'hi'] as const) {
      expect(textOf(title, language)).toMatch(/\p{L}/u);
      if (audience === 'admin') continue;
      expect(textOf(title, language), language).toMatch(language === 'hi' ? /\p{Script=Devanagari}/u : /[a-z]/i);
      expect(outlineOf(page, language)).toContain(`>${textOf(title, language)}</h1>`);
    }
  });

  it.each(routes)('%s is visited by axe and by the pictures', (route) => {
    const shown = screens.map(({ path, route: reached }) => reached ?? path.replace(/\?.*/, ''));
    const examples: Record<string, string> = { '/:slug': '/rangoli', '*': '/no/such/page' };
    expect(shown).toContain(examples[route] ?? route);
  });

  it.each(routes.filter((route) => !open.includes(route)))('%s is a screen for the server', (route) => {
    const address = route.replace(/:\w+$/, 'sapreOne-1');
    expect(isScreen(address, 'rangoli')).toBe(true);
    expect(pageAt(address, 'rangoli')?.path).toBe(route);
  });
});

describe('a page of the list', () => {
  const sources = sourceFiles().map(({ path, lazyImports }) => ({
    path,
    lazyImports,
    text: readFileSync(path, 'utf8'),
  }));
  const files = sources.find(({ path }) => path === 'web/routes.ts')?.lazyImports ?? [];
  const filesWith = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

  it.each(files)('%s is named in its file and in the list', (file) => {
    const name = basename(file, '.tsx');
    expect(filesWith(new RegExp(`\\b${name}\\b(?!\\.module)`)).toSorted()).toEqual([file, 'web/routes.ts']);
  });

  it('needs five files: component, row, address and a title in each language', () => {
    expect(files.length).toBe(pages.length);
    const lists = ['web/paths.ts', 'web/routes.ts'];
    const web = sources.filter(({ path }) => path.startsWith('web/') && !lists.includes(path));
    const addresses = routes.filter((route) => /\w{3}/.test(route) && !open.includes(route));
    const elsewhere = addresses.flatMap((route) =>
      web.filter(({ text }) => text.includes(`'${route}'`)).map(({ path }) => `${path}: ${route}`),
    );
    expect(addresses.length).toBeGreaterThan(60);
    expect(elsewhere).toEqual([]);
    const recipe = readFileSync('.github/CONTRIBUTING.md', 'utf8').split('### Add a screen')[1]?.split('### ')[0] ?? '';
    expect([...recipe.matchAll(/web\/(?:paths|routes|messages\/\w+\/titles)\.ts\)/g)]).toHaveLength(4);
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
    (path) => {
      expect(isScreen(path, 'rangoli')).toBe(false);
      expect(pageAt(path, 'rangoli')?.path).toBe('*');
    },
  );
});

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefinitionNode, isAbstractType, isInterfaceType, buildSchema, print, visit } from 'graphql';
import { parseAst } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWebIfChanged } from '../../server/build/buildWeb.ts';
import { DOCUMENT } from '../../server/build/documents.ts';
import { documentNamed, readDocuments } from '../../server/build/pageDocuments.ts';
import { documentFile, WEB_DIST } from '../../server/config/builtWeb.ts';
import { readVerifierHashes } from '../../server/config/verifierHashes.ts';
import { pages as rows } from '../../web/routes.ts';
import { BuiltImports } from '../support/builtImports.ts';
import { WebBuild } from '../support/webBuild.ts';
import budgets from './pageBudgets.json' with { type: 'json' };
import { sourceFiles } from './imports.ts';

const files = new Map(sourceFiles().map((file) => [file.path, file]));
const shells = {
  public: [],
  player: ['web/features/player/PlayerShell.tsx'],
  admin: ['web/features/admin/AdminShell.tsx'],
};
/** The files of pages, in the order of their rows. */
const pageFiles = (files.get('web/routes.ts')?.lazyImports ?? []).filter((path) => path.startsWith('web/pages/'));
/** By the file of each page: its address, and the files that are loaded with it, itself among them. */
const routes = new Map(
  rows.map(({ path, audience }, place) => {
    const file = pageFiles[place] ?? '';
    return [file, { path, audience, files: [...shells[audience], file] }] as const;
  }),
);
const pages = [...routes.keys()];
const isAdmin = (path: string) => /^web\/(features|pages|messages)\/admin/.test(path);
const playersPages = pages.filter((path) => !isAdmin(path));
const officePages = pages.filter(isAdmin);

/** Characters. What is small may be in a file that similar pages share (server/build/chunks.ts). */
const LEEWAY = 4_900;
/** Bytes that the words of a page take more in Devanagari, whose letters have three bytes each. */
const HINDI = 6_000;
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The files that a page is made of: its own, the shells', and all that these import statically. */
function sourcesOf(page: string): Set<string> {
  const found = new Set<string>();
  const add = (path: string) => {
    const file = files.get(path);
    if (!file || found.has(path)) return;
    found.add(path);
    for (const target of file.imports) if (!file.lazyImports.includes(target)) add(target);
  };
  for (const path of ['web/main.tsx', ...(routes.get(page)?.files ?? [])]) add(path);
  return found;
}

/** Every document of the web app, and the file that defines it. */
const documents = await readDocuments(join(process.cwd(), 'web'));
const definedIn = new Map(
  [...files.keys()].flatMap((path) => {
    const texts = [...readFileSync(path, 'utf8').matchAll(DOCUMENT)].map(([, text = '']) => text);
    return texts.map((text) => [/^\s*\w+ (\w+)/.exec(text)?.[1] ?? '', path] as const);
  }),
);
const nameOf = (definition: DefinitionNode) => ('name' in definition && definition.name?.value) || '';
const lengthOf = (name: string) => print(documentNamed(name, documents).definitions[0] as DefinitionNode).length;

/** The documents that a page's files define, and the fragments that these spread. */
function documentsOf(page: string): Set<string> {
  const sources = sourcesOf(page);
  const own = [...definedIn].filter(([, path]) => sources.has(path)).map(([name]) => name);
  return new Set(own.flatMap((name) => documentNamed(name, documents).definitions.map(nameOf)));
}

/** What stands between two quotation marks of a script, its strings among them. */
function stringsWithin(script: string): string[] {
  return [...script.matchAll(/[`'"]([^`'"\\$\n]+)(?=[`'"])/g)].map(([, text = '']) => text);
}

/** The groups of texts, as `wallet` or `admin.stats`, with the sentences that no other group has. */
function textsOfGroups(): Map<string, string[]> {
  const groups = [...files.keys()].flatMap((path) => {
    const [, name] = /^web\/messages\/en\/(.+\/.+|(?!admin\.ts).+)\.ts$/.exec(path) ?? [];
    const texts = stringsWithin(readFileSync(path, 'utf8')).filter((text) => /\p{L} \p{L}/u.test(text));
    return name === undefined ? [] : [[name.replace('/', '.'), texts] as const];
  });
  const all = groups.flatMap(([, texts]) => texts);
  const isUnique = (text: string) => all.filter((other) => other === text).length === 1;
  return new Map(groups.map(([name, texts]) => [name, texts.filter(isUnique)]));
}

const textsOf = textsOfGroups();

/** The groups that a page's files import. */
function groupsOf(page: string): Set<string> {
  const names = [...sourcesOf(page)].map((path) => /^web\/messages\/en\/(.+)\.ts$/.exec(path)?.[1]);
  return new Set(names.flatMap((name) => (name === undefined ? [] : [name.replace('/', '.')])));
}

describe('the built web app', () => {
  let build: WebBuild;
  beforeAll(async () => {
    await buildWebIfChanged(() => {});
    build = new WebBuild();
  }, 300_000);

  const stringsOf = new Map<string, ReadonlySet<string>>();
  /** All strings in the scripts of a page. */
  function stringsIn(page: string): Set<string> {
    const strings = new Set<string>();
    for (const file of build.filesOf(routes.get(page)?.path ?? '').filter((name) => name.endsWith('.js'))) {
      const inFile = stringsOf.get(file) ?? new Set(stringsWithin(build.textOf(file)));
      stringsOf.set(file, inFile);
      for (const text of inFile) strings.add(text);
    }
    return strings;
  }

  test.each(playersPages)(
    '%s loads hardly any GraphQL document of another page, and none of the back office',
    (page) => {
      const strings = stringsIn(page);
      const loaded = [...definedIn.keys()].filter((name) => strings.has(name));
      const own = documentsOf(page);
      expect(loaded.length).toBeGreaterThan(0);
      const foreign = loaded.filter((name) => !own.has(name));
      const length = sum(foreign.map(lengthOf));
      expect(length, foreign.join(', ')).toBeLessThanOrEqual(LEEWAY);
      expect(foreign.filter((name) => isAdmin(definedIn.get(name) ?? ''))).toEqual([]);
    },
  );

  test.each(playersPages)('%s loads hardly any texts of another page, and none of the back office', (page) => {
    const strings = stringsIn(page);
    const loaded = [...textsOf].filter(([, texts]) => texts.some((text) => strings.has(text))).map(([name]) => name);
    const own = groupsOf(page);
    expect(loaded).toContain('errors');
    const foreign = loaded.filter((name) => !own.has(name));
    const length = sum(foreign.flatMap((name) => (textsOf.get(name) ?? []).map((text) => text.length)));
    expect(length, foreign.join(', ')).toBeLessThanOrEqual(LEEWAY);
    expect(foreign.filter((name) => name.startsWith('admin.'))).toEqual([]);
  });

  const officeDocuments = new Map(officePages.map((page) => [page, documentsOf(page)]));
  const officeGroups = new Map(officePages.map((page) => [page, groupsOf(page)]));
  /** What one page alone needs, and not this one. */
  const ofOneOther = (page: string, needed: ReadonlyMap<string, ReadonlySet<string>>) => {
    const all = [...needed.values()].flatMap((names) => [...names]);
    return all.filter((name) => !needed.get(page)?.has(name) && all.indexOf(name) === all.lastIndexOf(name));
  };

  test.each(officePages)('%s loads nothing that one other page of the back office alone needs', (page) => {
    const strings = stringsIn(page);
    expect([...(officeDocuments.get(page) ?? [])].filter((name) => strings.has(name)).length).toBeGreaterThan(0);
    const documents = ofOneOther(page, officeDocuments).filter((name) => isAdmin(definedIn.get(name) ?? ''));
    expect(documents.length).toBeGreaterThan(50);
    expect(documents.filter((name) => strings.has(name))).toEqual([]);
    const groups = ofOneOther(page, officeGroups).filter((name) => name.startsWith('admin.'));
    expect(groups.length).toBeGreaterThan(5);
    expect(groups.filter((name) => textsOf.get(name)?.some((text) => strings.has(text)))).toEqual([]);
  });

  test('only the back office loads Mantine and the charts', () => {
    const marks = ['MantineProvider was not found', 'recharts-'];
    const scripts = build.filesIn('assets').filter((file) => file.endsWith('.js'));
    const holding = scripts.filter((file) => marks.some((mark) => build.textOf(file).includes(mark)));
    for (const mark of marks) expect(holding.some((file) => build.textOf(file).includes(mark))).toBe(true);
    const imports = new BuiltImports((script) => build.textOf(script));
    const loading = playersPages.filter((page) => {
      const named = build.filesOf(routes.get(page)?.path ?? '').filter((file) => file.endsWith('.js'));
      const loaded = imports.closureOf(named);
      return holding.some((file) => loaded.has(file));
    });
    expect(loading).toEqual([]);
  });

  test('fragments are on types that the cache knows', () => {
    const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
    const types = new Set<string>();
    for (const document of documents.values()) {
      visit(document, { NamedType: ({ name }) => void types.add(name.value) });
    }
    const abstract = [...types].flatMap((name) => schema.getType(name) ?? []).filter(isAbstractType);
    expect(abstract.length).toBeGreaterThan(0);
    expect(abstract.filter((type) => !isInterfaceType(type)).map(String)).toEqual([]);
  });

  test('the cache knows the types of interfaces, and not the unions whose members all documents name', () => {
    const scripts = build.filesOf('/wallet').filter((file) => file.endsWith('.js'));
    const text = scripts.map((file) => build.textOf(file)).join('');
    expect(text).toContain('DomainError:[');
    expect(text).not.toContain('PlaceBetResult:[');
  });

  test('player’s pages and public pages load no text of the back office', () => {
    const ofAdmins = [...textsOf.keys()].filter((name) => name.startsWith('admin.'));
    expect(ofAdmins.length).toBeGreaterThan(15);
    for (const page of pages.filter((path) => !isAdmin(path))) {
      const used = [...groupsOf(page)].filter((name) => name.startsWith('admin.'));
      expect(used, page).toEqual([]);
    }
  });

  test.each(['en', 'hi'] as const)('each import() in %s has the list of the scripts that it needs', (language) => {
    const document = build.textOf(documentFile('*', language));
    const scripts = [...document.matchAll(/<script [^>]*src="\/([^"]+)"/g)].map(([, script = '']) => script);
    const found = new BuiltImports((script) => build.textOf(script)).reachedFrom(scripts);
    expect(found.length).toBeGreaterThan(80);
    expect(found.filter(({ unlisted }) => unlisted.length > 0)).toEqual([]);
  });

  test('lists the hashes of the verifiers that it has', () => {
    const sha256 = (name: string) =>
      createHash('sha256')
        .update(readFileSync(join(WEB_DIST, name)))
        .digest();
    expect(readVerifierHashes(null)).toEqual({ html: sha256('verify.html'), python: sha256('verify.py') });
  });

  test.each(Object.entries(budgets))('the page at %s is within its budget before data', (route, { beforeData }) => {
    expect(build.bytesOf(route)).toBeLessThanOrEqual(beforeData);
  });

  test('the README of the web app has the sizes of the pages', () => {
    const [, row = ''] = /\| \*\*files\*\* \|(.*)\|/.exec(readFileSync('web/README.md', 'utf8')) ?? [];
    const routes = ['/sapreThritySec', '/', '/wallet', '/login', '/:slug'];
    const named = row.split('|').map(Number);
    expect(named.length).toBe(routes.length);
    // Compression differs by some bytes between releases of Node.
    for (const [place, route] of routes.entries()) {
      expect(Math.abs((named[place] ?? 0) - build.bytesOf(route) / 1_000), route).toBeLessThan(0.3);
    }
  });

  test('the scripts in Hindi run, and have no English sentence of players', () => {
    const sentences = [...textsOf].filter(([name]) => !name.startsWith('admin.')).flatMap(([, texts]) => texts);
    const long = sentences.filter((text) => text.split(' ').length > 3);
    expect(long.length).toBeGreaterThan(200);
    const scripts = new Set(
      rows.flatMap(({ path }) => build.filesOf(path, 'hi')).filter((file) => file.endsWith('.js')),
    );
    expect(scripts.size).toBeGreaterThan(50);
    for (const file of scripts) {
      const script = build.textOf(file);
      expect(() => parseAst(script), file).not.toThrow();
      const english = long.filter((text) => script.includes(text));
      expect(english, file).toEqual([]);
    }
  });

  test('the languages share the scripts without messages, and no other', () => {
    for (const route of Object.keys(budgets)) {
      const [english, hindi] = (['en', 'hi'] as const).map((language) => build.filesOf(route, language));
      const shared = (english ?? []).filter((file) => hindi?.includes(file));
      expect(english?.length).toBe(hindi?.length);
      expect(shared).toContainEqual(expect.stringMatching(/^assets\/react-.+\.js$/));
      expect(shared.filter((file) => /\/(app|player|LandingPage)-.+\.js$/.test(file))).toEqual([]);
    }
  });

  test.each(Object.entries(budgets))(
    'the page at %s is within its budget before data in Hindi too',
    (route, { beforeData }) => {
      expect(build.bytesOf(route, 'hi')).toBeLessThanOrEqual(beforeData + HINDI);
    },
  );

  test('the documents are marked with their language, and start in it', () => {
    const document = (language: string) => build.textOf(documentFile('/:slug', language));
    expect(document('en')).toContain('<html lang="en"');
    expect(document('hi')).toContain('<html lang="hi"');
    expect(document('hi')).toContain('लोड हो रहा है');
    expect(document('hi')).not.toMatch(/Loading|Timed colour/);
  });

  test('the service worker keeps the files of the main pages in one language', () => {
    const text = build.textOf('sw.js');
    for (const language of ['en', 'hi'] as const) {
      const [, kept = ''] = new RegExp(`${language}:\\[(.*?)\\]`).exec(text) ?? [];
      const main = rows.filter((row) => row.main).flatMap(({ path }) => build.filesOf(path, language));
      const named = main.filter((file) => file.startsWith('assets/') && !file.endsWith('.woff2'));
      expect(named.filter((file) => !kept.includes(`/${file}`))).toEqual([]);
      const other = build
        .filesOf('/login', language === 'en' ? 'hi' : 'en')
        .find((file) => file.includes('/app-') && file.endsWith('.js'));
      expect(kept).not.toContain(other);
    }
  });

  test('the log-in page loads no document of the back office', () => {
    const ofAdmins = [...definedIn].filter(([, path]) => isAdmin(path)).map(([name]) => name);
    const strings = stringsIn('web/pages/public/LoginPage.tsx');
    expect(ofAdmins.length).toBeGreaterThan(40);
    expect(ofAdmins.filter((name) => strings.has(name))).toEqual([]);
    expect(strings).toContain('Login_Mutation');
  });
});

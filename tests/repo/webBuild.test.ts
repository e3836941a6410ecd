import { beforeAll, describe, expect, test } from 'vitest';
import { buildWebIfChanged } from '../../server/build/buildWeb.ts';
import { documentsIn, readDocuments, type WebDocument } from '../../server/build/pageDocuments.ts';
import { WebBuild } from '../support/webBuild.ts';
import { sourceFiles } from './imports.ts';

const files = new Map(sourceFiles().map((file) => [file.path, file]));
const pages = [...files.keys()].filter((path) => /^web\/pages\/.*Page\.tsx$/.test(path));
const adminShell = 'web/features/admin/AdminShell.tsx';
const isAdmin = (path: string) => /^web\/(features|pages|messages)\/admin/.test(path);

/** The files that a page is made of: its own, the shells', and all that these import statically. */
function sourcesOf(page: string): Set<string> {
  const found = new Set<string>();
  const add = (path: string) => {
    const file = files.get(path);
    if (!file || found.has(path)) return;
    found.add(path);
    for (const target of file.imports) if (!file.lazyImports.includes(target)) add(target);
  };
  for (const path of ['web/main.tsx', page, ...(isAdmin(page) ? [adminShell] : [])]) add(path);
  return found;
}

/** Every document of the web app, and the file that defines it. */
const documents = readDocuments('web');
const definedIn = new Map([...files.keys()].flatMap((path) => documentsIn(path).map((name) => [name, path] as const)));

/** The documents that a page's files define, and the fragments that these spread. */
function documentsOf(page: string): Set<string> {
  const sources = sourcesOf(page);
  const found = new Set<string>();
  const add = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    (documents.get(name) as WebDocument).spreads.forEach(add);
  };
  for (const [name, path] of definedIn) if (sources.has(path)) add(name);
  return found;
}

describe('the built web app', () => {
  let build: WebBuild;
  beforeAll(async () => {
    await buildWebIfChanged(() => {});
    build = new WebBuild();
  }, 300_000);

  const namesOf = new Map<string, ReadonlySet<string>>();
  /** All strings in the scripts of a page that are a name. */
  function namesIn(page: string): Set<string> {
    const entries = [page, ...(isAdmin(page) ? [adminShell] : [])].map((path) => path.replace('web/', ''));
    const names = new Set<string>();
    for (const file of build.scriptsOf(...entries)) {
      const inFile =
        namesOf.get(file) ??
        new Set([...build.textOf(file).matchAll(/[`"'](\w+)(?=[`"'])/g)].map(([, name = '']) => name));
      namesOf.set(file, inFile);
      for (const name of inFile) names.add(name);
    }
    return names;
  }

  test.each(pages)('%s loads no GraphQL document of another page', (page) => {
    const names = namesIn(page);
    const loaded = [...definedIn.keys()].filter((name) => names.has(name));
    const own = documentsOf(page);
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.filter((name) => !own.has(name))).toEqual([]);
  });

  test('the log-in page loads no document of the back office', () => {
    const ofAdmins = [...definedIn].filter(([, path]) => isAdmin(path)).map(([name]) => name);
    const names = namesIn('web/pages/public/LoginPage.tsx');
    expect(ofAdmins.length).toBeGreaterThan(40);
    expect(ofAdmins.filter((name) => names.has(name))).toEqual([]);
    expect(names).toContain('Login_Mutation');
  });
});

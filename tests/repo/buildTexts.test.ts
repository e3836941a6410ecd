import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { filesUnder } from '../../server/build/filesUnder.ts';

const TEXT_METHODS = new Set(['replace', 'replaceAll', 'match', 'matchAll']);

/** By file: of what the build matches or replaces a part, and the patterns. None is of a library's or a bundle's text. */
const ALLOWED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'server/build/chunks.ts': {
    'paths of modules': [
      String.raw`/rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/`,
      String.raw`/node_modules[\\/](@apollo|@wry|graphql|graphql-ws|optimism|rxjs)[\\/]/`,
      String.raw`/web[\\/](?!gql|pages)|@tabler/`,
    ],
  },
  'server/build/buildWeb.ts': { 'paths of built files': [String.raw`/\.(html|js|css|svg|json|txt|webmanifest)$/`] },
  'server/build/confusables.mjs': {
    'a table of the Unicode Consortium': [
      String.raw`/^# Version: (\S+)$/m`,
      String.raw`/^# total: (\d+)$/m`,
      String.raw`/\r?\n/`,
      '/^[0-9A-F]/',
      String.raw`/^\p{M}/u`,
      String.raw`/^[\p{L}\p{M}\p{N}]+$/u`,
    ],
    'the characters that it quotes': [`"'"`, String.raw`'\\'`],
  },
  'server/build/dev.ts': {
    'paths of changed files': [
      String.raw`/[\\/]/`,
      String.raw`/(?<!\.test)\.(ts|sql)$/`,
      String.raw`/\.(graphql|tsx?)$/`,
    ],
  },
  'server/build/documents.ts': {
    'sources of the web app': [
      String.raw`/\bgraphql\(/g`,
      String.raw`/\bgraphql\(\s*(?:\/\*[^*]*\*\/\s*)?${'`'}([^${'`'}]*)${'`'},?\s*\)/g`,
      'CALL',
      'DOCUMENT',
    ],
    'their paths': [String.raw`/\.tsx?$/`],
  },
  'server/build/htmlPages.ts': {
    'index.html': [`'<html lang="en"'`, `textOf('landing.text', 'en')`, `'><'`, 'ROOT', 'HEAD'],
  },
  'server/build/pageDocuments.ts': {
    'sources of the web app': [String.raw`/^import \{ graphql \} from '[^']*\/gql\/gql\.ts';$/m`, 'IMPORT', 'DOCUMENT'],
  },
  'server/build/run.mjs': {
    'paths of files': [String.raw`/[\\/]/g`, String.raw`/\.ts$/`, String.raw`/Page\.tsx$/`],
    'sources of the server': [`'import.meta.url'`],
  },
  'server/build/writeVerifiers.ts': {
    'verify.html': [`'<!-- policy -->'`, String.raw`/<script>[^]*<\/script>/`],
  },
};

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly regex?: unknown;
  readonly callee?: SyntaxNode & {
    readonly name?: string;
    readonly property?: SyntaxNode & { readonly name?: string };
  };
  readonly arguments?: readonly SyntaxNode[];
}

/** The regular expressions of a source text, and the first arguments of methods that change or match texts. */
function patternsIn(text: string): string[] {
  const found = new Set<string>();
  const add = ({ start, end }: SyntaxNode) => found.add(text.slice(start, end));
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as SyntaxNode;
    const isText = TEXT_METHODS.has(node.callee?.property?.name ?? '');
    const [pattern] = node.arguments ?? [];
    if (node.regex || node.callee?.name === 'RegExp') add(node);
    else if (isText && pattern) add(pattern);
    Object.values(node).forEach(visit);
  };
  visit(parseSync('build.ts', text).program);
  return [...found];
}

it('finds regular expressions and replacements of text', () => {
  const text = 'code.replace("a", "b"); const own = /x+/g; text.matchAll(own); new RegExp(name); names.join("/");';
  expect(patternsIn(text)).toEqual(['"a"', '/x+/g', 'own', 'new RegExp(name)']);
});

it('matches and replaces in the build what the project wrote itself, by patterns that are listed here', () => {
  const files = [...filesUnder('server/build'), 'vite.config.ts'].map((path) => path.replaceAll('\\', '/'));
  const sources = files.filter((path) => /\.(ts|mjs)$/.test(path) && !path.includes('.test.'));
  expect(sources.length).toBeGreaterThan(15);
  const found = sources.flatMap((path) =>
    patternsIn(readFileSync(path, 'utf8')).map((pattern) => `${path}: ${pattern}`),
  );
  const allowed = Object.entries(ALLOWED).flatMap(([path, subjects]) =>
    Object.values(subjects).flatMap((patterns) => patterns.map((pattern) => `${path}: ${pattern}`)),
  );
  expect(found.toSorted()).toEqual(allowed.toSorted());
});

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

const FOLDERS = ['server', 'db', 'web', 'tests', '.github'];
const GENERATED = /^(web\/(gql|dist)|tests\/\.output|server\/graphql\/generated)\//;
/** The index of the rules, which links to each document that holds some. */
const RULES = 'server/domain/README.md';

/** This file is skipped, because its own patterns match. */
const OWN_PATH = 'tests/repo/citations.test.ts';

const posix = (path: string) => normalize(path).replaceAll('\\', '/');

/** Every file of the repository whose name ends in one of the endings, by its path from the root. */
function filesEndingIn(endings: RegExp): string[] {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => posix(join(folder, name))),
  );
  return [...readdirSync('.'), ...inFolders].filter(
    (path) => endings.test(path) && !GENERATED.test(path) && !path.includes('node_modules/') && path !== OWN_PATH,
  );
}

const read = (path: string) => readFileSync(path, 'utf8');

/** A place in a document that a file refers to. */
interface Reference {
  readonly from: string;
  /** Path from the root. */
  readonly to: string;
  readonly anchor: string | undefined;
}

const show = ({ from, to, anchor }: Reference) => `${from} -> ${to}${anchor === undefined ? '' : `#${anchor}`}`;

/** The documents that a source file names, in comments or strings: by their path from the root, or by `./` from its own. */
function citationsIn(path: string): Reference[] {
  const named = read(path).matchAll(/(?<![\w./-])((?:\.{0,2}\/)?[\w-][\w./-]*\.md)\b(?:#([\w-]+))?/g);
  return [...named].map(([, name = '', anchor]) => ({
    from: path,
    to: posix(/^\.\.?\//.test(name) ? join(dirname(path), name) : name),
    anchor,
  }));
}

/** A document's text without its code. */
function proseOf(path: string): string {
  return read(path)
    .replaceAll(/^( *)(```+)[^]*?^\1\2$/gm, '')
    .replaceAll(/`[^`\n]*`/g, '');
}

/** The links and pictures of a document that stay within the repository. */
function linksIn(path: string): Reference[] {
  const targets = proseOf(path).matchAll(/\]\(([^)\s]+)\)|\s(?:src|href)="([^"]+)"/g);
  return [...targets]
    .map(([, link, attribute]) => link ?? attribute ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file = '', anchor] = target.split('#');
      return { from: path, to: file === '' ? path : posix(join(dirname(path), file)), anchor };
    });
}

/** The anchors that GitHub gives a document's headings. */
function anchorsOf(path: string): Set<string> {
  const anchors = new Set<string>();
  const headings = read(path)
    .replaceAll(/^( *)(```+)[^]*?^\1\2$/gm, '')
    .matchAll(/^#{1,6} +(.+)$/gm);
  for (const [, heading = ''] of headings) {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

function isThere({ to, anchor }: Reference): boolean {
  if (!existsSync(to)) return false;
  return anchor === undefined || (statSync(to).isFile() && anchorsOf(to).has(anchor));
}

const dangling = (references: readonly Reference[]) => references.filter((each) => !isThere(each)).map(show);

test('a comment cites only documents and headings that are in the repository', () => {
  const citations = filesEndingIn(/\.(ts|tsx|mjs|sql|css|html|ya?ml|conf|cfg|sh|service)$|(^|\/)Dockerfile$/).flatMap(
    citationsIn,
  );
  expect(citations.length).toBeGreaterThan(80);
  expect(dangling(citations)).toEqual([]);
});

test('a document links only to files and headings that are in the repository', () => {
  const links = filesEndingIn(/\.md$/).flatMap(linksIn);
  expect(links.length).toBeGreaterThan(200);
  expect(dangling(links)).toEqual([]);
});

describe('the rules of the product', () => {
  const documents = [...new Set(linksIn(RULES).map(({ to }) => to))];
  const rules = documents.flatMap((path) =>
    [...read(path).matchAll(/^- (?:.+\n)(?: {2}.+\n)*/gm)].map(([rule]) => ({ path, rule })),
  );
  const isTest = (target: string) => /\.(test|spec)\.tsx?$/.test(target);
  const targetsIn = (text = '') => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);

  test('each name a file that keeps them, and a test', () => {
    expect(rules.length).toBeGreaterThan(280);
    const bare = rules.filter(({ rule }) => {
      const [kept, tested] = (rule.split('Kept by ')[1] ?? '').split(/;\s+tested\s+by\s/);
      const keepers = targetsIn(kept);
      const tests = targetsIn(tested);
      return keepers.length === 0 || tests.length === 0 || keepers.some(isTest) || !tests.every(isTest);
    });
    expect(bare).toEqual([]);
  });

  test('the index has every document of the domain, and of others those with rules', () => {
    const written = filesEndingIn(/\.md$/).filter((path) => path !== RULES && /^ {2}Kept by /m.test(read(path)));
    const inDomain = filesEndingIn(/^server\/domain\/.+\.md$/).filter((path) => path !== RULES);
    expect(documents.toSorted()).toEqual([...new Set([...written, ...inDomain])].toSorted());
  });

  test('no heading is in two documents, so that each rule has one place', () => {
    const headings = documents.flatMap((path) => [...anchorsOf(path)]);
    expect(headings.filter((heading, place) => headings.indexOf(heading) !== place)).toEqual([]);
  });
});

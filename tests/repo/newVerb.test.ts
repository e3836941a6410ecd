import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { format } from 'oxfmt';
import { parseSync } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVerb } from '../../server/commands/newVerb.ts';
import { beforeCallOf, withElement, withImports, withProperty } from '../../server/commands/sourceEdits.ts';
import { restTest } from '../../server/commands/verbTemplates.ts';

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null);
const files = newVerb('dustShelf', { context: 'tickets', rest: true }, read);
const sources = [...files].filter(([path]) => path.endsWith('.ts'));
const isNew = ([path]: readonly [string, string]) => !existsSync(path);

/** The names that a module exports. */
const exportsOf = (path: string) =>
  parseSync(path, files.get(path) ?? read(path) ?? '').module.staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName }) => exportName.name),
  );

/** What a module imports from a module of ours that doesn't export it, as `module: name`. */
const missingImports = (path: string, text: string) =>
  parseSync(path, text).module.staticImports.flatMap(({ moduleRequest, entries }) => {
    if (!moduleRequest.value.startsWith('.')) return [];
    const target = join(dirname(path), moduleRequest.value);
    const exported = exportsOf(target);
    return entries.flatMap(({ importName: { name } }) =>
      name === null || exported.includes(name) ? [] : [`${target}: ${name}`],
    );
  });

describe('the skeleton of a verb', () => {
  it('is a verb, a mutation, a REST call and a test', () => {
    expect([...files].filter(isNew).map(([path]) => path)).toEqual([
      'server/domain/tickets/dustShelf.ts',
      'tests/api/dustShelf.test.ts',
      'server/graphql/schema/shelf.ts',
    ]);
  });

  it.each(sources)('%s parses, and imports what is there', (path, text) => {
    expect(parseSync(path, text).errors).toEqual([]);
    expect(missingImports(path, text)).toEqual([]);
  });

  it.each(sources.filter(isNew))('%s is formatted', async (path, text) => {
    // As .editorconfig has it, which only the command reads.
    expect((await format(path, text, { printWidth: 120, singleQuote: true })).code).toBe(text);
  });

  it('adds its mutation to the file of its noun, and its imports to those that are there', () => {
    const more = newVerb('shredTicket', { context: 'tickets', rest: false }, read);
    const noun = more.get('server/graphql/schema/ticket.ts') ?? '';
    expect(noun).toMatch(/mutation\(shredTicketVerb, \{[^]*\}\);\n$/);
    expect(missingImports('server/graphql/schema/ticket.ts', noun)).toEqual([
      'server/domain/tickets/shredTicket.ts: shredTicket',
      'server/domain/tickets/shredTicket.ts: shredTicketVerb',
    ]);
    expect(noun.match(/from '\.\.\/builder\/mutation\.ts'/g)).toHaveLength(1);
    expect([...more.keys()]).not.toContain('server/graphql/schema/schema.ts');
  });

  it('imports by the way from its room', () => {
    const more = newVerb('dustShelf', { context: 'accounts/shelves', rest: false }, read);
    expect(more.get('server/domain/accounts/shelves/dustShelf.ts')).toContain(`'../../audit/parseReason.ts'`);
  });

  it('adds a REST test that calls only what its file imports', () => {
    const path = 'tests/api/restPlayer.test.ts';
    const imported = parseSync(path, read(path) ?? '').module.staticImports.flatMap(({ entries }) =>
      entries.map(({ localName }) => localName.value),
    );
    const called = [...restTest({ name: 'dustShelf' }).matchAll(/(?<![.\w])(\w+)\(/g)].map(([, name]) => name);
    expect(called).toContain('givenPlayer');
    expect(called.filter((name) => !imported.includes(name as string))).toEqual([]);
  });

  it('is refused for a name that is no verb and noun, and for one that is taken', () => {
    const place = { context: 'tickets', rest: true };
    expect(() => newVerb('dust', place, read)).toThrow('dust is not a verb and a noun');
    expect(() => newVerb('raiseTicket', place, read)).toThrow('is there already');
    expect(() => newVerb('raiseTicket', { ...place, context: 'wallet' }, read)).toThrow('is there already');
  });
});

describe('an edit of a source', () => {
  it('adds names to the import that is there, and a new import below the last one', () => {
    const text = `import type { A } from './a.ts';\nimport { b } from './b.ts';\nb();\n`;
    expect(withImports(text, [{ from: './b.ts', names: ['b', 'c'] }])).toContain(`import { b, c } from './b.ts';`);
    expect(withImports(text, [{ from: './a.ts', names: ['a'] }])).toBe(
      `import type { A } from './a.ts';\nimport { b } from './b.ts';\nimport { a } from './a.ts';\nb();\n`,
    );
  });

  it('adds a property below the last alike, an element at the end, statements before a call', () => {
    const text = `const o = { a: 1, b: 2, /* c: 1 */ d: 1 } satisfies object;\nexport const l = [o, 'l = [', o,];\nrun(l);\n`;
    expect(withProperty(text, 'o', { key: 'e', value: '1' })).toContain('d: 1,\ne: 1 } satisfies');
    expect(withElement(text, 'l', 'p')).toContain(`o,\np,];`);
    expect(beforeCallOf(text, 'run', 'walk();')).toContain('\nwalk();\nrun(l);');
    expect(() => withProperty(text, 'o', { key: 'a', value: '1' })).toThrow('a is there already');
    expect(() => withProperty(text, 'o', { key: 'e', value: '3' })).toThrow('o has nothing that is 3');
    expect(() => withElement(text, 'o', 'p')).toThrow('o is no array');
    expect(() => beforeCallOf(text, 'walk', 'run();')).toThrow('no call of walk');
  });
});

describe('npm run new', () => {
  const MOST_FILES = 15;
  /** Bundles the server twice, on a busy machine. */
  const COMMANDS_MS = 300_000;
  let copy: string;
  const inCopy = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: copy, encoding: 'utf8', stdio: 'pipe' });
  const git = (...args: string[]) => inCopy('git', '-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args);

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'rangoli-new-'));
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      encoding: 'utf8',
    });
    const needed = /^(server|db|web|tests\/api)\/.+\.(tsx?|mjs|json|md)$|^[\w.]+$/;
    for (const path of listed.split('\0').filter((each) => needed.test(each) && existsSync(each)))
      cpSync(path, join(copy, path));
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Before');
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it(
    `touches at most ${MOST_FILES} files for a verb with a REST call, and leaves them formatted`,
    { timeout: COMMANDS_MS },
    () => {
      inCopy(
        process.execPath,
        'server/build/run.mjs',
        'server/commands/newVerb.ts',
        'verb',
        'dustShelf',
        'tickets',
        '--rest',
      );
      const touched = git('status', '--porcelain', '--untracked-files=all')
        .split('\n')
        .filter(Boolean)
        .map((line) => line.slice(3));
      expect(touched.toSorted()).toEqual([...files.keys(), 'schema.graphql'].toSorted());
      expect(touched.length).toBeLessThanOrEqual(MOST_FILES);
      inCopy(process.execPath, 'node_modules/oxfmt/bin/oxfmt', '--check', ...touched);
      expect(readFileSync(join(copy, 'schema.graphql'), 'utf8')).toContain('dustShelf(');
    },
  );
});

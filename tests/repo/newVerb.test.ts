import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format } from 'oxfmt';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { newVerb } from '../../server/commands/newVerb.ts';
import { restTest } from '../../server/commands/verbTemplates.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const files = newVerb('dustShelf', 'tickets', read);
const written = [...files].filter(([path]) => !existsSync(path));

/** The names that a module exports. */
const exportsOf = (path: string) =>
  parseSync(path, files.get(path) ?? read(path)).module.staticExports.flatMap(({ entries }) =>
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
    expect(written.map(([path]) => path)).toEqual([
      'server/domain/tickets/dustShelf.ts',
      'server/graphql/dustShelf.ts',
      'server/rest/dustShelf.ts',
      'tests/api/dustShelf.test.ts',
    ]);
  });

  it.each(written)('%s is formatted, and imports what is there', async (path, text) => {
    expect(missingImports(path, text)).toEqual([]);
    // As .editorconfig has it, which only the command reads.
    expect((await format(path, text, { printWidth: 120, singleQuote: true })).code).toBe(text);
  });

  it('is let in everywhere by a line or two', () => {
    const changed = [...files].filter(([path]) => existsSync(path));
    const added = changed.map(([path, text]) => [
      path,
      text.split('\n').filter((line) => /dustShelf|shelf:dust/.test(line)),
    ]);
    expect(Object.fromEntries(added)).toEqual({
      'server/domain/permissions.ts': ["  'shelf:dust': players,"],
      'server/graphql/schema.ts': ["import './dustShelf.ts';"],
      'server/rest/operationIds.ts': ["  'dustShelf',"],
      'server/rest/operations.ts': [
        "import { dustShelfOperations } from './dustShelf.ts';",
        '  ...dustShelfOperations,',
      ],
      'tests/api/graphqlAuthorization.test.ts': ["  dustShelf: 'players',"],
      'tests/api/restPlayer.test.ts': [
        "it('dustShelf acknowledges', async () => {",
        "  expect(await world.api.succeed('dustShelf', { token, body: {} })).toEqual({ success: true });",
      ],
      'server/rest/README.md': ['| `POST /player/dustShelf` | `mutation dustShelf` |'],
    });
  });

  it('adds a REST test that calls only what its file imports', () => {
    const path = 'tests/api/restPlayer.test.ts';
    const imported = parseSync(path, read(path)).module.staticImports.flatMap(({ entries }) =>
      entries.map(({ localName }) => localName.value),
    );
    const called = [...restTest('dustShelf').matchAll(/(?<![.\w])(\w+)\(/g)].map(([, name]) => name);
    expect(called).toContain('givenPlayer');
    expect(called.filter((name) => !imported.includes(name as string))).toEqual([]);
  });

  it('is refused for a name that is no verb and noun, and for one that is taken', () => {
    expect(() => newVerb('dust', 'tickets', read)).toThrow('dust is not a verb and a noun');
    expect(() => newVerb('raiseTicket', 'tickets', read)).toThrow('is there already');
  });
});

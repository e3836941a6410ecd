import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { check, resolveConfig } from 'prettier';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { newVerb } from '../../server/commands/newVerb.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const files = newVerb('archiveTicket', 'tickets', read);
const written = [...files].filter(([path]) => !existsSync(path));

describe('the skeleton of a verb', () => {
  it('is a verb, a mutation, a REST call and a test', () => {
    expect(written.map(([path]) => path)).toEqual([
      'server/domain/tickets/archiveTicket.ts',
      'server/graphql/archiveTicket.ts',
      'server/rest/archiveTicket.ts',
      'tests/api/archiveTicket.test.ts',
    ]);
  });

  it.each(written)('%s is formatted, and imports what is there', async (path, text) => {
    const imports = parseSync(path, text).module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
    const ours = imports.filter((name) => name.startsWith('.')).map((name) => join(dirname(path), name));
    expect(ours.filter((name) => !existsSync(name) && !files.has(name))).toEqual([]);
    expect(await check(text, { ...(await resolveConfig(path)), filepath: path })).toBe(true);
  });

  it('is let in everywhere by one line each', () => {
    const changed = [...files].filter(([path]) => existsSync(path));
    const added = changed.map(([path, text]) => {
      const before = new Set(read(path).split('\n'));
      return [path, text.split('\n').filter((line) => !before.has(line))];
    });
    expect(Object.fromEntries(added)).toEqual({
      'server/domain/permissions.ts': ["  'ticket:archive': players,"],
      'server/graphql/schema.ts': ["import './archiveTicket.ts';"],
      'server/rest/operationIds.ts': ["  'archiveTicket',"],
      'server/rest/operations.ts': [
        "import { archiveTicketOperations } from './archiveTicket.ts';",
        '  ...archiveTicketOperations,',
      ],
      'tests/api/graphqlAuthorization.test.ts': ["  archiveTicket: 'players',"],
      'README.md': ['| `POST /player/archiveTicket` | `mutation archiveTicket` |'],
    });
  });

  it('is refused for a name that is no verb and noun, and for one that is taken', () => {
    expect(() => newVerb('archive', 'tickets', read)).toThrow('archive is not a verb and a noun');
    expect(() => newVerb('raiseTicket', 'tickets', read)).toThrow('is there already');
  });
});

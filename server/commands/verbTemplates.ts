import { relative } from 'node:path/posix';
import type { Import } from './sourceEdits.ts';

// What newVerb.ts writes of a verb, formatted as Prettier formats it (tests/repo/newVerb.test.ts).

/** A verb to be written. */
export interface NewVerb {
  readonly name: string;
  /** Its context, or a room of it: `tickets`, `accounts/users`. */
  readonly context: string;
  /** Its permission: `ticket:raise`. */
  readonly action: string;
  /** What it does, in words. */
  readonly sentence: string;
}

export const pathsOf = ({ name, context }: Pick<NewVerb, 'name' | 'context'>) => ({
  verb: `server/domain/${context}/${name}.ts`,
  test: `tests/api/${name}.test.ts`,
});

/** Imports of the file at `from`, whose modules are given by their path from the root. */
const importsOf = (from: string, modules: readonly (readonly [path: string, ...names: string[]])[]): Import[] =>
  modules.map(([path, ...names]) => ({ from: importPath(from, path), names }));

function importPath(from: string, path: string): string {
  if (!path.includes('/')) return path;
  const way = relative(from.slice(0, from.lastIndexOf('/')), path);
  return way.startsWith('.') ? way : `./${way}`;
}

/** The verb, without any writes yet. */
export function domainFile(verb: NewVerb): string {
  const { name, action, sentence } = verb;
  const from = (path: string) => importPath(pathsOf(verb).verb, path);
  return `import { parseReason } from '${from('server/domain/audit/parseReason.ts')}';
import type { Context } from '${from('server/domain/ground/verbs/context.ts')}';
import { requirePlayer } from '${from('server/domain/ground/actors/permissions.ts')}';
import { verb } from '${from('server/domain/ground/verbs/verb.ts')}';

export const ${name}Verb = verb({
  name: '${name}',
  may: '${action}',
  countsAs: 'other',
  idempotent: false,
  audit: [],
  refusals: [],
});

/** ${sentence}. Refuses with INVALID_INPUT a reason that is too long. */
export async function ${name}(
  ctx: Context,
  input: { reason?: string | null | undefined },
): Promise<{ playerId: bigint; reason: string | null }> {
  const playerId = requirePlayer(ctx, ${name}Verb.may);
  const reason = parseReason(input.reason);
  // Writes go here, in inTransaction(ctx.db, …); events are published after it.
  return { playerId, reason };
}
`;
}

export const mutationImports = (verb: NewVerb, from: string) =>
  importsOf(from, [
    [pathsOf(verb).verb, verb.name, `${verb.name}Verb`],
    ['server/graphql/builder/acknowledged.ts', 'Acknowledged'],
    ['server/graphql/builder/mutation.ts', 'mutation'],
  ]);

export const mutationCall = ({ name, sentence }: NewVerb) => `
mutation(${name}Verb, {
  description: '${sentence}. For players.',
  input: (t) => ({ reason: t.string({ description: 'Why; null or absent without.' }) }),
  run: async (ctx, input) => {
    await ${name}(ctx, input);
    return { ok: true };
  },
  payload: Acknowledged,
});
`;

export const operationImports = (verb: NewVerb, from: string) =>
  importsOf(from, [
    ['zod', 'z'],
    [pathsOf(verb).verb, verb.name, `${verb.name}Verb`],
    ['server/rest/decode.ts', 'text'],
    ['server/rest/operation.ts', 'operation'],
    ['server/rest/shapes.ts', 'answerOf'],
  ]);

export const operationCall = ({ name, sentence }: NewVerb) => `
  operation({
    operationId: '${name}',
    method: 'POST',
    path: '/player/${name}',
    summary: '${sentence}',
    description: '\`reason\` may be left out.',
    verb: ${name}Verb,
    body: z.object({ reason: text.optional() }),
    answer: answerOf({}),
    example: { body: { reason: 'It is time.' }, answer: { success } },
    async run(ctx, { body }) {
      await ${name}(ctx, body);
      return { success };
    },
  })`;

export const operationRow = ({ name }: NewVerb) => `| \`POST /player/${name}\` | \`mutation ${name}\` |\n`;

export function testFile(verb: NewVerb): string {
  const { name } = verb;
  const { verb: path, test } = pathsOf(verb);
  return `import { afterAll, beforeAll, expect, it } from 'vitest';
import { ${name} } from '${importPath(test, path)}';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { givenActor } from '../support/world/bulk.ts';

let database: TestDatabase;
let domain: TestDomain;
beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
});
afterAll(() => database.close());

it('reads the reason', async () => {
  const player = await givenActor(domain, 'player');
  const done = await ${name}(domain.as(player), { reason: ' It is time. ' });
  expect(done).toEqual({ playerId: player.userId, reason: 'It is time.' });
});

it('refuses a reason that is too long', async () => {
  const asPlayer = domain.as(await givenActor(domain, 'player'));
  const refused = { code: 'INVALID_INPUT', extra: { field: 'reason' } };
  await expect(${name}(asPlayer, { reason: 'x'.repeat(501) })).rejects.toMatchObject(refused);
});

it('is for players', async () => {
  const asAdmin = domain.as(await givenActor(domain, 'admin'));
  await expect(${name}(asAdmin, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
`;
}

/** For restPlayer.test.ts, which requires every documented answer. */
export const restTest = ({ name }: Pick<NewVerb, 'name'>) => `
it('${name} acknowledges', async () => {
  const { accessToken: token } = await givenPlayer(world.server);
  expect(await world.api.succeed('${name}', { token, body: {} })).toEqual({ success: true });
});
`;

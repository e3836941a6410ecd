// The files that newVerb.ts writes, formatted as Prettier formats them (tests/repo/newVerb.test.ts).

/** The verb, without any writes yet. */
export const domainFile = (
  name: string,
  action: string,
  sentence: string,
) => `import { parseReason } from '../audit/parseReason.ts';
import type { Context } from '../context.ts';
import { requirePlayer } from '../permissions.ts';
import { verb } from '../verb.ts';

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

export const mutationFile = (
  name: string,
  context: string,
  sentence: string,
) => `import { ${name}, ${name}Verb } from '../domain/${context}/${name}.ts';
import { Acknowledged } from './acknowledged.ts';
import { mutation } from './mutation.ts';

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

export const operationFile = (name: string, context: string, sentence: string) => `import { z } from 'zod';
import { ${name}, ${name}Verb } from '../domain/${context}/${name}.ts';
import { text } from './decode.ts';
import { operation } from './operation.ts';
import { answerOf } from './shapes.ts';

const success = true as const;

export const ${name}Operations = [
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
  }),
];
`;

export const testFile = (name: string, context: string) => `import { afterAll, beforeAll, expect, it } from 'vitest';
import { ${name} } from '../../server/domain/${context}/${name}.ts';
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

/** The lines for restPlayer.test.ts, which requires every documented answer. */
export const restTest = (name: string) => `
it('${name} acknowledges', async () => {
  const { accessToken: token } = await givenPlayer(world.server);
  expect(await world.api.succeed('${name}', { token, body: {} })).toEqual({ success: true });
});`;

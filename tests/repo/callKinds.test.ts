import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { parse } from 'graphql';
import { describe, expect, it, test } from 'vitest';
import type { CallKind } from '../../server/domain/callKind.ts';
import type { Services } from '../../server/domain/context.ts';
import { DomainError } from '../../server/domain/errors.ts';
import type { GraphQLContext } from '../../server/graphql/context.ts';
import { Engine } from '../../server/graphql/engine.ts';
import { schema } from '../../server/graphql/schema.ts';
import { createMetrics } from '../../server/platform/metrics.ts';
import { operations } from '../../server/rest/operations.ts';
import { restPlugin } from '../../server/rest/plugin.ts';

const kinds: readonly unknown[] = ['bet', 'attempt', 'other'] satisfies CallKind[];
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

/** Inputs that are a secret to check, or an address to send a mail to. */
const secretOrRecipient = /password|otp|^token$|^s$|^email$/i;

describe('every mutation', () => {
  it.each(mutations.map((field) => [field.name, field] as const))('%s declares what it counts as', (_name, field) => {
    expect(kinds).toContain(field.extensions['countsAs']);
  });

  it.each(mutations.map((field) => [field.name, field] as const))(
    '%s is an attempt if it checks a secret or sends a mail',
    (_name, { args, extensions }) => {
      const inputs = args.flatMap(({ type }) => {
        const input = schema.getType(String(type).replace('!', ''));
        return input && 'getFields' in input ? Object.keys(input.getFields()) : [];
      });
      expect(extensions['countsAs'] === 'attempt').toBe(inputs.some((name) => secretOrRecipient.test(name)));
    },
  );
});

/** From REST path to the first mutation named beside it in the README's table. */
const counterparts = new Map(
  [...readFileSync('README.md', 'utf8').matchAll(/^\| `POST .+$/gm)].flatMap(([row]) => {
    const [left = '', right = ''] = row.slice(2).split('|');
    const mutation = /`mutation (\w+)/.exec(right)?.[1];
    return [...left.matchAll(/`POST (\S+)`/g)].map(([, path = '']) => [path, mutation] as const);
  }),
);

test('the same call counts as the same over REST and GraphQL', () => {
  const isRead = (path: string) => !counterparts.get(path);
  const posts = operations.filter(({ method }) => method === 'POST');
  expect(posts.filter(({ path }) => isRead(path)).map(({ path }) => path)).toEqual(['/admin/getUserList']);
  const declared = posts.map(({ path, countsAs = 'other' }) => [path, countsAs]);
  const declaredByMutation = posts.map(({ path }) => {
    const field = mutations.find(({ name }) => name === counterparts.get(path));
    return [path, field?.extensions['countsAs'] ?? 'other'];
  });
  expect(declared).toEqual(declaredByMutation);
});

/** A limit that refuses every call and reports how it was counted. */
const refuse = ({ kind }: { kind: CallKind }): never => {
  throw new DomainError('RATE_LIMITED', 'Too many requests. Please wait.', { retryAfterSeconds: 1, detail: kind });
};

describe('an attempt is counted as one', () => {
  const attempts = mutations.filter(({ extensions }) => extensions['countsAs'] === 'attempt');

  it.each(attempts.map(({ name }) => name))('over GraphQL: %s, in a fragment too', async (name) => {
    const engine = new Engine(schema, refuse, createMetrics());
    const context = { actor: { kind: 'anonymous' }, call: { countedAs: null } } as GraphQLContext;
    for (const selection of [name, `... on Mutation { ${name} }`, '...F']) {
      const document = parse(`mutation { ${selection} } fragment F on Mutation { renamed: ${name} }`);
      const { errors } = await engine.execute({ document, context });
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', detail: 'attempt' });
    }
  });

  it.each(operations.filter(({ countsAs }) => countsAs === 'attempt').map(({ path }) => path))(
    'over REST: %s',
    async (url) => {
      const app = Fastify();
      const services = { config: { productName: 'Rangoli' }, clock: { now: () => 0 } } as Services;
      await app.register(restPlugin, {
        services,
        limitCall: refuse,
        clientOf: () => ({ address: null, userAgent: '' }),
      });
      const response = await app.inject({ method: 'POST', url, payload: {} });
      expect([response.statusCode, response.json()]).toMatchObject([429, { detail: 'attempt' }]);
      await app.close();
    },
  );
});

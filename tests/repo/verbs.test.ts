import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { parse } from 'graphql';
import { describe, expect, it, test } from 'vitest';
import { unlimited } from '../../server/domain/ground/calls/callBudget.ts';
import type { CallKind } from '../../server/domain/ground/calls/callKind.ts';
import { type AuditAction, auditActions } from '../../server/domain/ground/verbs/auditActions.ts';
import type { Services } from '../../server/domain/ground/verbs/context.ts';
import { DomainError, type DomainErrorCode } from '../../server/domain/ground/refusals/errors.ts';
import type { Verb } from '../../server/domain/ground/verbs/verb.ts';
import type { GraphQLContext } from '../../server/graphql/runtime/context.ts';
import { Engine } from '../../server/graphql/runtime/engine.ts';
import { answers } from '../../server/graphql/runtime/errors.ts';
import { schema } from '../../server/graphql/schema/schema.ts';
import { createMetrics } from '../../server/platform/metrics.ts';
import { operations } from '../../server/rest/operations.ts';
import { restPlugin } from '../../server/rest/plugin.ts';

const mutations = Object.values(schema.getMutationType()?.getFields() ?? {}).map((field) => {
  const inputs = field.args.flatMap(({ type }) => {
    const input = schema.getType(String(type).replace('!', ''));
    return input && 'getFields' in input ? Object.keys(input.getFields()) : [];
  });
  const { name, description } = field;
  return { name, description, inputs, verb: field.extensions['verb'] as Verb };
});

/** Inputs that are a secret to check, or an address to send a mail to. */
const secretOrRecipient = /password|otp|^token$|^s$|^email$/i;

describe('a verb', () => {
  it.each(mutations)('$name is an attempt if it checks a secret or sends a mail', ({ inputs, verb }) => {
    expect(verb.countsAs === 'attempt').toBe(inputs.some((input) => secretOrRecipient.test(input)));
  });

  it.each(mutations)(
    '$name tells in its description with which codes its result refuses',
    ({ description, inputs, verb }) => {
      const [, listed = ''] = / Refuses: ([A-Z_, ]+)\.$/.exec(description ?? '') ?? [];
      const codes: DomainErrorCode[] = [
        ...(inputs.length > 0 ? ['INVALID_INPUT' as const] : []),
        ...verb.refusals,
        ...(verb.idempotent ? ['IDEMPOTENCY_KEY_REUSED' as const] : []),
      ];
      const inResult = [...new Set(codes)].filter((code) => answers[code] !== 'error');
      expect(listed === '' ? [] : listed.split(', ')).toEqual(inResult);
    },
  );

  it.each(mutations)('$name takes a key if it is idempotent', ({ inputs, verb }) => {
    expect(inputs.includes('idempotencyKey')).toBe(verb.idempotent);
  });
});

test('every action of the audit log is that of a verb, or the server’s own', () => {
  const own: AuditAction[] = [
    'export:read',
    'payoutBatch:download',
    'account:export',
    'chain:rotate',
    'database:backup',
    'database:restore',
    'database:move',
    'database:goLive',
    'month:archive',
    'member:read',
  ];
  const declared = new Set([...mutations.flatMap(({ verb }) => verb.audit), ...own]);
  expect([...declared].toSorted()).toEqual(auditActions.toSorted());
});

/** From REST path to the mutations named beside it in the table of server/rest/README.md. */
const counterparts = new Map(
  [...readFileSync('server/rest/README.md', 'utf8').matchAll(/^\| `POST .+$/gm)].flatMap(([row]) => {
    const [left = '', right = ''] = row.slice(2).split('|');
    const names = /`mutation /.test(right) ? [...right.matchAll(/`(?:mutation )?(\w+)`/g)].map(([, name]) => name) : [];
    return [...left.matchAll(/`POST (\S+)`/g)].map(([, path = '']) => [path, names] as const);
  }),
);

test('a call is of the same verb over REST and GraphQL', () => {
  const posts = operations.filter(({ method }) => method === 'POST');
  for (const { path, verb } of posts) {
    const named = mutations.filter(({ name }) => counterparts.get(path)?.includes(name));
    if (verb) expect([path, named.map((mutation) => mutation.verb)]).toEqual([path, expect.arrayContaining([verb])]);
    else expect([path, named]).toEqual(['/admin/getUserList', []]);
  }
  expect(operations.filter(({ method, verb }) => method === 'GET' && verb)).toEqual([]);
});

/** A limit that refuses every call and reports how it was counted. */
const refuse = ({ kind }: { kind: CallKind }): never => {
  throw new DomainError('RATE_LIMITED', 'Too many requests. Please wait.', { retryAfterSeconds: 1, detail: kind });
};

describe('an attempt is counted as one', () => {
  const attempts = mutations.filter(({ verb }) => verb.countsAs === 'attempt');

  it.each(attempts.map(({ name }) => name))('over GraphQL: %s, in a fragment too', async (name) => {
    const engine = new Engine(schema, { ...unlimited, take: refuse }, createMetrics());
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
      const services = { config: { productName: 'Rangoli', operator: null }, clock: { now: () => 0 } } as Services;
      await app.register(restPlugin, {
        explorerPolicy: '',
        services,
        metrics: createMetrics(),
        limits: { ...unlimited, take: refuse, headers: () => ({}) },
        clientOf: () => ({ address: null, userAgent: '' }),
      });
      const response = await app.inject({ method: 'POST', url, payload: {} });
      expect([response.statusCode, response.json()]).toMatchObject([429, { detail: 'attempt' }]);
      await app.close();
    },
  );
});

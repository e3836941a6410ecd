import { Ajv2020 } from 'ajv/dist/2020.js';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '../../server/domain/ground/verbs/context.ts';
import { unlimited } from '../../server/domain/ground/calls/callBudget.ts';
import { DomainError } from '../../server/domain/ground/refusals/errors.ts';
import { allows, type Action } from '../../server/domain/ground/actors/permissions.ts';
import { openApiDocument } from '../../server/rest/openapi.ts';
import type { Group } from '../../server/rest/operation.ts';
import { operations } from '../../server/rest/operations.ts';
import { createMetrics } from '../../server/platform/metrics.ts';
import { restPlugin } from '../../server/rest/plugin.ts';
import { describedOperations, type DocumentedInput, type DocumentedOperation, type RestCall } from './api.ts';
import { givenAnotherAdmin } from '../support/world/people.ts';
import type { World } from './world.ts';

const MAX_BODY_BYTES = 8 * 1024 * 1024;

const described = describedOperations(openApiDocument(operations, 'Rangoli'));

/**
 * Tests every call of a group for everything that its description promises and that can be tried without knowing what
 * the call does: missing and wrong input, missing and wrong tokens, wrong methods, too many calls, internal errors.
 */
export function walkGroup(group: Group, world: World): void {
  const ofGroup = described.filter(({ tag }) => tag === group);
  describe.each(ofGroup.map((each) => [`${each.method} ${each.path}`, each] as const))('%s', (_name, operation) => {
    walkCallers(operation, world);
    if (operation.body !== undefined) walkBodies(operation, operation.body, world);
    if (operation.query !== undefined) walkQueries(operation, operation.query, world);
    walkMethods(operation, world);
  });
  walkTroubles(ofGroup, world);
}

/** At the end of a group's file: every documented answer has been produced. */
export function expectEverythingReached(group: Group, world: World): void {
  it(`has reached every documented answer of /${group}`, () => {
    expect(world.api.unreached(group)).toEqual([]);
  });
}

/** A token of a user who may make the call. */
function rightToken({ path }: DocumentedOperation, { admin, player }: World): string {
  return /^\/(admin|support)/.test(path) ? admin.accessToken : player.accessToken;
}

/** A token of a caller without the permission: a player, the owner, or an admin without any role. */
async function wrongToken(operationId: string, { admin, player, server }: World): Promise<string> {
  const access = operations.find((each) => each.operationId === operationId)?.access as Action;
  const session = { userId: 0n, sessionId: 0n };
  if (!allows({ kind: 'player', ...session }, access)) return player.accessToken;
  if (!allows({ kind: 'admin', roles: ['OWNER'], ...session }, access)) return admin.accessToken;
  return (await givenAnotherAdmin(server, { roles: [] })).accessToken;
}

function example({ body, query }: DocumentedOperation) {
  return { ...(body && { body: body.example }), ...(query && { query: query.example as Record<string, string> }) };
}

function walkCallers(operation: DocumentedOperation, world: World): void {
  const { operationId } = operation;
  it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'a.bare.token'])('is refused to a caller with %j', async (authorization) => {
    const answer = await world.api.call(operationId, { ...example(operation), headers: { authorization } });
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.body['detail']).toContain('"Bearer"');
  });
  if (operation.public) return;

  it.each([
    ['no token', {}],
    ['a token that is none', { authorization: 'Bearer nonsense' }],
  ])('is refused to a caller with %s', async (_what, headers: Record<string, string>) => {
    const { status, body, headers: answered } = await world.api.call(operationId, { ...example(operation), headers });
    expect({ status, code: body['code'] }).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
    expect(answered.get('www-authenticate')).toBe('Bearer');
  });

  const unread: [string, RestCall][] =
    operation.method === 'GET'
      ? [['a wrong query', { query: { limit: 'x' } }]]
      : [
          ['no body', {}],
          ['a body that is not JSON', { body: '{"' }],
          ['a body without its fields', { body: {} }],
        ];
  it.each(unread)('is refused to a caller with no token and %s: the token is looked at first', async (_what, call) => {
    const { status, body } = await world.api.call(operationId, call);
    expect({ status, code: body['code'] }).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
  });

  if (!operation.statuses.get(403)?.includes('FORBIDDEN')) return;
  it('is refused to the wrong role, whatever the body', async () => {
    const token = await wrongToken(operationId, world);
    const body = operation.body && {};
    const { status, body: answer } = await world.api.call(operationId, { token, ...(body && { body }) });
    expect({ status, code: answer['code'] }).toEqual({ status: 403, code: 'FORBIDDEN' });
  });
}

function walkBodies(operation: DocumentedOperation, { required, properties, example }: DocumentedInput, world: World) {
  const { operationId } = operation;
  const refuse = async (body: unknown, detail: string) => {
    const answer = await world.api.call(operationId, { token: rightToken(operation, world), body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(answer.body['detail']).toContain(detail);
  };

  it('refuses what is not a JSON object', async () => {
    await refuse('{"', 'JSON');
    await refuse('[]', 'JSON object');
    await refuse('"text"', 'JSON object');
    await refuse('null', 'JSON object');
  });

  it('refuses a body above 8 MiB', async () => {
    const body = `"${'x'.repeat(MAX_BODY_BYTES)}"`;
    const { status } = await world.api.call(operationId, { token: rightToken(operation, world), body });
    expect(status).toBe(413);
  });

  if (required.length > 0) {
    it.each(required)('refuses a body without %s', async (field) => {
      const { [field]: _left, ...rest } = example;
      await refuse(rest, `${field} is required`);
    });
  }

  const wrong = Object.entries(properties).flatMap(([field, schema]) =>
    wrongValues(schema, [null, true, 'some text', '', 5, 0, -1, 1.5, 1e9, [], {}])
      // An unknown betType has a refusal of its own.
      .filter(() => field !== 'betType')
      .map((value) => [field, value] as const),
  );
  it.each(wrong)('refuses a wrong %s: %j', async (field, value) => {
    await refuse({ ...example, [field]: value }, field);
  });
}

function walkQueries(operation: DocumentedOperation, { required, properties, example }: DocumentedInput, world: World) {
  const { operationId } = operation;
  const refuse = async (query: Record<string, string>, field: string) => {
    const answer = await world.api.call(operationId, { token: rightToken(operation, world), query });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(answer.body['detail']).toContain(field);
  };

  if (required.length > 0) {
    it.each(required)('refuses a query without %s', async (field) => {
      const { [field]: _left, ...rest } = example;
      await refuse(rest, `${field} is required`);
    });
  }

  const wrong = Object.entries(properties).flatMap(([field, schema]) =>
    ['', 'some text', '-1', '1.5', '1e3', '99999999999999999999', ...outside(schema)].map(
      (value) => [field, value] as const,
    ),
  );
  it.each(wrong)('refuses a wrong %s: "%s"', async (field, value) => {
    await refuse({ ...example, [field]: value }, field);
  });
}

function walkMethods(operation: DocumentedOperation, world: World): void {
  const allow = operation.method === 'GET' ? 'GET, HEAD' : 'POST';
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => method !== operation.method);
  it.each(others)('does not take %s', async (method) => {
    const response = await fetch(`${world.server.url}${operation.path}`, { method, headers: { accept: 'text/html' } });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
    expect(await response.json()).toMatchObject({ success: false, code: 'METHOD_NOT_ALLOWED' });
  });
}

/** Those of `values` that the schema rejects. */
function wrongValues(schema: object, values: unknown[]): unknown[] {
  const validate = new Ajv2020({ strict: false }).compile(schema);
  return values.filter((value) => !validate(value));
}

/** Numbers just outside the bounds of a schema. */
function outside({ minimum, maximum }: { minimum?: number; maximum?: number }): string[] {
  return [
    ...(minimum === undefined ? [] : [String(minimum - 1)]),
    ...(maximum === undefined ? [] : [String(maximum + 1)]),
  ];
}

/** What a client can't cause: servers that reject every call as above the limit, are overloaded, or are broken. */
function walkTroubles(ofGroup: readonly DocumentedOperation[], world: World): void {
  const troubled = givenTroubledServers();

  it.each(ofGroup)('$operationId answers 429 to too many calls', async (operation) => {
    const answer = await world.api.call(operation.operationId, { ...example(operation), at: troubled.busy });
    expect(answer).toMatchObject({ status: 429, body: { message: 'Too many requests. Please wait.' } });
    expect(answer.headers.get('retry-after')).toBe('7');
  });

  it.each(ofGroup)('$operationId answers 503 when the server can’t keep up', async (operation) => {
    const answer = await world.api.call(operation.operationId, { ...example(operation), at: troubled.overloaded });
    expect(answer).toMatchObject({ status: 503, body: { code: 'SERVER_BUSY' } });
  });

  it.each(ofGroup)('$operationId answers 503 while the database is away, and when to come back', async (operation) => {
    const answer = await world.api.call(operation.operationId, { ...example(operation), at: troubled.away });
    expect(answer).toMatchObject({ status: 503, body: { success: false, code: 'SERVICE_UNAVAILABLE' } });
    expect(answer.headers.get('retry-after')).toBe('2');
  });

  it.each(ofGroup.filter(({ body }) => body))('$operationId answers 503 when the disk is full', async (operation) => {
    const answer = await world.api.call(operation.operationId, { ...example(operation), at: troubled.full });
    expect(answer).toMatchObject({ status: 503, body: { success: false, code: 'DISK_FULL' } });
  });

  it.each(ofGroup)('$operationId answers 500 to a bug, without details', async (operation) => {
    const answer = await world.api.call(operation.operationId, { ...example(operation), at: troubled.broken });
    expect(answer).toMatchObject({ status: 500, body: { message: 'Server error. Please try again later.' } });
    expect(answer.body).toMatchObject({ detail: expect.stringMatching(/as request [\w.-]+$/) });
    expect(JSON.stringify(answer.body)).not.toContain('secret');
  });
}

function givenTroubledServers(): { busy: string; overloaded: string; away: string; full: string; broken: string } {
  const urls = { busy: '', overloaded: '', away: '', full: '', broken: '' };
  const running: FastifyInstance[] = [];
  const start = async (take: () => never) => {
    const app = Fastify();
    running.push(app);
    const services = { config: { productName: 'Rangoli', operator: null }, clock: { now: () => 0 } } as Services;
    await app.register(restPlugin, {
      explorerPolicy: '',
      services,
      metrics: createMetrics(),
      limits: { ...unlimited, take, headers: () => ({}) },
      clientOf: () => ({ address: '127.0.0.1', userAgent: '' }),
    });
    return app.listen({ host: '127.0.0.1', port: 0 });
  };
  beforeAll(async () => {
    urls.busy = await start(() => {
      throw new DomainError('RATE_LIMITED', 'Too many requests.', { retryAfterSeconds: 6.2 });
    });
    urls.overloaded = await start(() => {
      throw Object.assign(new Error('Service Unavailable'), { statusCode: 503 });
    });
    urls.away = await start(() => {
      throw new Error('Failed query', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) });
    });
    urls.full = await start(() => {
      throw new Error('Failed query', { cause: Object.assign(new Error('x'), { code: '53100' }) });
    });
    urls.broken = await start(() => {
      throw new Error('the secret reason');
    });
  });
  afterAll(async () => {
    for (const app of running) await app.close();
  });
  return urls;
}

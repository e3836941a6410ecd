import { z } from 'zod';
import { RELEASE } from '../../db/release.ts';
import { domainErrorCodes, type DomainErrorCode } from '../domain/ground/refusals/errors.ts';
import { refusalAnswer, refusalBody, transportAnswers, transportBody, type ErrorBody } from './errors.ts';
import { refusalsIn, type Group, type Operation } from './operation.ts';
import { shapes } from './shapes.ts';

type Json = { [name: string]: unknown };

const tags: Record<Group, string> = {
  auth: 'Signing up, in and out; forgotten passwords.',
  player: "A player's wallet, transactions and tickets.",
  common: 'What players and admins alike do with their account and tickets.',
  sapre: 'The colouring game: rounds and bets.',
  admin: 'Running the platform: game settings, statistics, admins and payment accounts.',
  support: 'Deciding pending deposits and withdrawals.',
};

const description = `Amounts are JSON numbers in rupees with at most two decimals; times are ISO 8601 in UTC; violet is
\`blue\`. Unknown fields of a body are ignored. Sign in with \`POST /auth/login\`, send the access token as a bearer token
and renew it with \`POST /auth/token\`; an \`Authorization\` header of another form is 401 everywhere. Calls that move money take an \`Idempotency-Key\` header: the same key again within
7 days gives the first answer and moves nothing.`;

/**
 * The OpenAPI 3.1 description of `operations`, generated from the schemas that decode and encode them. Why not by
 * @fastify/swagger: .github/decisions/010.
 */
export function openApiDocument(operations: readonly Operation[], productName: string): Json {
  const paths: { [path: string]: Json } = {};
  for (const each of operations) {
    (paths[each.path] ??= {})[each.method.toLowerCase()] = describeOperation(each);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${productName} REST API`,
      version: RELEASE,
      description,
      contact: { name: productName },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    paths,
    components: {
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The `accessToken` of `POST /auth/login` or `POST /auth/token`.',
        },
      },
      schemas: {
        ...describeShapes(operations, 'answer', shapes),
        ...describeShapes(operations, 'body'),
        Error: errorSchema,
      },
    },
  };
}

const errorSchema = {
  type: 'object',
  description: 'Every answer that is not 200.',
  required: ['success', 'message', 'code', 'detail'],
  properties: {
    success: { const: false },
    message: { type: 'string', description: 'Words for the person at the screen.' },
    code: {
      type: 'string',
      description: 'What happened, for programs.',
      enum: [...domainErrorCodes, ...Object.keys(transportAnswers)],
    },
    detail: { type: 'string', description: 'What is wrong, and with which field.' },
    retryAfterSeconds: {
      type: 'integer',
      minimum: 1,
      description: 'Of RATE_LIMITED: seconds to wait, as in Retry-After.',
    },
  },
  additionalProperties: false,
};

/** The schemas of all responses or bodies, and of their parts, by name. */
function describeShapes(
  operations: readonly Operation[],
  part: 'answer' | 'body',
  parts: Record<string, z.ZodType> = {},
): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(parts)) registry.add(schema, { id });
  for (const each of operations) {
    const schema = each[part];
    if (schema !== undefined) registry.add(schema, { id: shapeName(each, part) });
  }
  const { schemas } = z.toJSONSchema(registry, {
    io: part === 'answer' ? 'output' : 'input',
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutIdentity(schema)]));
}

function shapeName({ operationId }: Operation, part: 'answer' | 'body'): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}${part === 'answer' ? 'Answer' : 'Body'}`;
}

/** Components are named by their location in the document. */
function withoutIdentity({ $id: _id, $schema: _schema, ...rest }: Json): Json {
  return rest;
}

function describeOperation(operation: Operation): Json {
  const { operationId, path, summary, description, access, bearer, body, example } = operation;
  return {
    operationId,
    tags: [path.split('/')[1]],
    summary,
    description,
    security: access === 'public' && bearer === undefined ? [] : [{ accessToken: [] }],
    parameters: [...queryParameters(operation), ...(operation.idempotent ? [idempotencyKey] : [])],
    ...(body && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: json(shapeName(operation, 'body'), { example: example.body }),
      },
    }),
    responses: {
      200: {
        description: 'Done.',
        ...headersOf('200', operation.idempotent),
        content: json(shapeName(operation, 'answer'), { example: example.answer }),
      },
      ...errorResponses(operation),
    },
  };
}

function json(shape: string, examples: Json): Json {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${shape}` }, ...examples } };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Made by the client for each intended movement, kept until it has a definite answer.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
  example: 'b1f0c9a2-4c0e-4f0f-9d1e-6c7f0a5c1b7e',
};

function queryParameters({ query, example }: Operation): Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' });
  return Object.entries(properties).map(([name, schema]) => {
    const { description: about, ...rest } = schema as Json;
    const value = example.query?.[name];
    return {
      name,
      in: 'query',
      required: required.includes(name),
      description: about,
      schema: rest,
      ...(value !== undefined && { example: rest['type'] === 'integer' ? Number(value) : value }),
    };
  });
}

/** The refusals and errors of each status. */
function errorResponses(operation: Operation): Json {
  const byStatus: { [status: string]: { [code: string]: { value: ErrorBody } } } = {};
  for (const code of refusalsIn(operation)) {
    const { status } = refusalAnswer(operation, code);
    (byStatus[status] ??= {})[code] = { value: exampleRefusal(operation, code) };
  }
  const transportCodes = operation.body
    ? (['PAYLOAD_TOO_LARGE', 'SERVER_ERROR', 'SERVER_BUSY', 'SERVICE_UNAVAILABLE', 'DISK_FULL'] as const)
    : (['SERVER_ERROR', 'SERVER_BUSY', 'SERVICE_UNAVAILABLE'] as const);
  for (const code of transportCodes) {
    const { status, message } = transportAnswers[code];
    (byStatus[status] ??= {})[code] = { value: transportBody(code, message) };
  }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, examples]) => [
      status,
      {
        description: Object.values(examples)
          .map(({ value }) => `${value.code}: ${value.message}`)
          .join('\n\n'),
        ...headersOf(status),
        content: json('Error', { examples }),
      },
    ]),
  );
}

function exampleRefusal(operation: Operation, code: DomainErrorCode): ErrorBody {
  const { example } = operation;
  const { message } = refusalBody(operation, { code, message: '', extra: {} }, 'player');
  const [field] = Object.keys(example.body ?? example.query ?? {});
  const detail = code === 'INVALID_INPUT' && field !== undefined ? `${field} is required` : message;
  const extra = code === 'RATE_LIMITED' ? { retryAfterSeconds: 30 } : {};
  return refusalBody(operation, { code, message: detail, extra }, 'player');
}

/** What callers with a session find in each answer; Retry-After where a retry makes sense. */
function headersOf(status: string, mayReplay = false): Json {
  const waits = status === '429' || status === '503';
  return {
    headers: {
      RateLimit: {
        description:
          'With a session: what is left in each bucket, and the seconds until it is full (draft-ietf-httpapi-ratelimit-headers).',
        schema: { type: 'string' },
        example: '"points";r=2990;t=1, "bets";r=3000;t=0, "attempts";r=60;t=0',
      },
      'RateLimit-Policy': {
        description: 'With a session: what each bucket has when it is full, and the seconds in which it fills.',
        schema: { type: 'string' },
        example: '"points";q=3000;w=60, "bets";q=3000;w=60, "attempts";q=60;w=60',
      },
      ...(mayReplay && {
        'Idempotent-Replayed': {
          description: 'The answer is the first one of this Idempotency-Key, given again: nothing was moved now.',
          schema: { const: 'true' },
        },
      }),
      ...(waits && {
        'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 }, example: 30 },
      }),
    },
  };
}

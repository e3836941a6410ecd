import type { ExecutionResult, GraphQLError } from 'graphql';
import type { GraphQLContext } from './context.ts';
import { operationOf } from './documents.ts';
import type { Engine } from './engine.ts';
import { requestError } from './errors.ts';
import type { HttpAnswer, Parameters } from './httpCall.ts';
import type { PublicAnswers } from './publicAnswers.ts';

const RESPONSE_JSON = 'application/graphql-response+json';
const JSON_TYPE = 'application/json';
export type AnswerType = typeof RESPONSE_JSON | typeof JSON_TYPE;

/** The first of our two JSON types that the Accept header names; null when it accepts neither. */
export function answerType(accept: string | undefined): AnswerType | null {
  for (const range of (accept ?? '*/*').toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const charset = parameters.find((parameter) => parameter.startsWith('charset='));
    if (charset !== undefined && charset !== 'charset=utf-8') continue;
    if (type === RESPONSE_JSON) return RESPONSE_JSON;
    if (type === JSON_TYPE || type === 'application/*' || type === '*/*') return JSON_TYPE;
  }
  return null;
}

const knownParameters = new Set(['query', 'variables', 'operationName', 'extensions']);

/** The parameters of a body in the plain form, or null when it contains anything else. */
function plainParameters(body: unknown): Parameters | null {
  if (!isRecord(body) || typeof body['query'] !== 'string') return null;
  const { query, operationName = null, variables = null, extensions = null } = body;
  if (operationName !== null && typeof operationName !== 'string') return null;
  if (variables !== null && !isRecord(variables)) return null;
  if (extensions !== null && !isRecord(extensions)) return null;
  return Object.keys(body).every((name) => knownParameters.has(name)) ? { query, operationName, variables } : null;
}

/**
 * The body with the text for the hash that it names; the body itself when it has a text or names no hash; or the answer
 * that the server doesn't know the hash.
 */
export function withText(
  engine: Engine,
  call: { body: unknown; accept: string | undefined },
  context: GraphQLContext,
): { body: unknown } | { answer: HttpAnswer } {
  const { body, accept } = call;
  const hash = hashIn(body);
  if (hash === null) return { body };
  const text = engine.textOf(hash, context);
  // For each call of the app, hence without a spread (.github/decisions/019, until 2027-04-30).
  if (typeof text === 'string') return { body: Object.assign({}, body, { query: text }) };
  return { answer: httpAnswer({ errors: text.errors }, answerType(accept) ?? JSON_TYPE) };
}

/** The parameters of a GET, as a body has them; unchanged where `extensions` is no JSON, which Yoga refuses. */
export function parametersIn(query: unknown): unknown {
  if (!isRecord(query) || typeof query['extensions'] !== 'string') return query;
  try {
    return { ...query, extensions: JSON.parse(query['extensions']) };
  } catch {
    return query;
  }
}

/** The hash of a body or parameters without a text: `extensions.persistedQuery.sha256Hash`. Null where there is none. */
export function hashIn(body: unknown): string | null {
  if (!isRecord(body) || (body['query'] ?? null) !== null || !isRecord(body['extensions'])) return null;
  const { persistedQuery } = body['extensions'];
  if (!isRecord(persistedQuery) || persistedQuery['version'] !== 1) return null;
  const { sha256Hash } = persistedQuery;
  return typeof sha256Hash === 'string' ? sha256Hash : null;
}

/** The text of a body's query, as the engine is to read it; empty where there is none. */
export function queryIn(body: unknown): string {
  return isRecord(body) && typeof body['query'] === 'string' ? body['query'] : '';
}

/**
 * The short path: answers a POST of plain JSON without the WHATWG request and response that Yoga would create, which
 * cost several times as much as the operation (tests/bench/RESULTS.md#parts). Returns null for
 * everything else (other media types, subscriptions, unknown parameters): Yoga handles those, with the same results. `kept`: for
 * callers to whom answers are given that are kept as text.
 */
export async function shortAnswer(
  engine: Engine,
  call: { body: unknown; accept: string | undefined },
  context: GraphQLContext,
  kept: PublicAnswers | null = null,
): Promise<HttpAnswer | null> {
  const type = answerType(call.accept);
  const parameters = type && plainParameters(call.body);
  if (!type || !parameters) return null;
  const keptCall = { parameters, type, hasSession: 'userId' in context.actor };
  const known = kept?.find(keptCall);
  if (known) return known;
  const admitted = engine.admit(parameters.query, context);
  const waits = admitted && (await admitted);
  if (waits) return httpAnswer(waits, type);
  const prepared = engine.prepare(parameters.query, context);
  if ('errors' in prepared) return httpAnswer({ errors: prepared.errors }, type);
  const { document } = prepared;
  const { operationName, variables } = parameters;
  const operation = operationOf(document, operationName);
  if (operation === null || operation.operation === 'subscription') return null;
  const keep = kept?.begin(keptCall);
  const result = await engine.execute({ document, operationName, variables, context });
  const answer = httpAnswer(result, type);
  if (!result.errors) keep?.({ document, operation }, answer);
  return answer;
}

function httpAnswer(result: ExecutionResult, type: AnswerType): HttpAnswer {
  const { status, headers } = headOf(result, type);
  return { status, headers: { 'content-type': `${type}; charset=utf-8`, ...headers }, body: JSON.stringify(result) };
}

/**
 * Status and headers of a result (GraphQL over HTTP): the older media type requires 200 for every well-formed response,
 * the newer one distinguishes failed requests by status. Rate limits are 429 in both, a busy server and an unavailable database 503.
 */
export function headOf(
  result: ExecutionResult,
  type: AnswerType | null,
): { status: number; headers: Record<string, string> } {
  const wait = waitOf(result);
  if (wait !== undefined) return { status: wait.status, headers: { 'retry-after': String(wait.seconds) } };
  const failed = result.errors !== undefined && !('data' in result);
  if (!failed) return { status: 200, headers: {} };
  const ours = result.errors?.some((error) => error.extensions['code'] === 'INTERNAL_SERVER_ERROR');
  if (ours) return { status: 500, headers: {} };
  return { status: type === RESPONSE_JSON ? 400 : 200, headers: {} };
}

const waits: Readonly<Record<string, number>> = {
  RATE_LIMITED: 429,
  SERVER_BUSY: 503,
  SERVICE_UNAVAILABLE: 503,
  DISK_FULL: 503,
};

/** Status and Retry-After of the first error after which a retry of the whole request makes sense. */
function waitOf({ errors = [] }: ExecutionResult): { status: number; seconds: number } | undefined {
  for (const { extensions } of errors) {
    const status = waits[String(extensions['code'])];
    if (status !== undefined) return { status, seconds: Number(extensions['retryAfterSeconds'] ?? 1) };
  }
  return undefined;
}

const codes: Record<number, string> = {
  406: 'NOT_ACCEPTABLE',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  503: 'SERVER_BUSY',
};

/** Rejects a whole request before it is processed. */
export function refusedRequest(status: number, message: string): HttpAnswer {
  const code = codes[status] ?? (status >= 500 ? 'INTERNAL_SERVER_ERROR' : 'BAD_REQUEST');
  return requestAnswer(status, { errors: [requestError(message, code)] });
}

/** The response to a request that is refused as a whole, its error without data. */
export function refusedAnswer(result: ExecutionResult, accept: string | undefined): HttpAnswer {
  return httpAnswer(result, answerType(accept) ?? JSON_TYPE);
}

/** The response to a request that failed with `error` before its operation ran. */
export function failedRequest(error: GraphQLError): HttpAnswer {
  const { status, headers } = headOf({ errors: [error] }, RESPONSE_JSON);
  return requestAnswer(status, { errors: [error] }, headers);
}

/** The response to a request whose `Authorization` header can't be read. */
export function unauthenticatedRequest(refusal: GraphQLError): HttpAnswer {
  return requestAnswer(401, { errors: [refusal] });
}

function requestAnswer(status: number, body: ExecutionResult, headers: Record<string, string> = {}): HttpAnswer {
  return {
    status,
    headers: { 'content-type': `${JSON_TYPE}; charset=utf-8`, ...headers },
    body: JSON.stringify(body),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

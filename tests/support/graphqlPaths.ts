import { isDeepStrictEqual } from 'node:util';
import { getOperationAST, type OperationDefinitionNode, parse } from 'graphql';
import type { Answer } from './execute.ts';

/**
 * Environment variable that makes tests send their operations over both paths of the server: the short one and Yoga's.
 */
export const BOTH_PATHS = 'GRAPHQL_BOTH_PATHS';

export interface GraphQLCall {
  url: string;
  query: string;
  variables: Record<string, unknown>;
  token: string | undefined;
}

interface GraphQLReply {
  status: number;
  text: string;
  answer: { data?: Answer | null; errors?: unknown[] };
}

/** A POST of plain JSON. */
export async function byShortPath(call: GraphQLCall): Promise<GraphQLReply> {
  const { status, text } = await post(call, 'application/json');
  return { status, text, answer: parsed(text) };
}

/**
 * Sends a query over both paths, whose answers must be equal; a mutation over one of them alternately, because it must
 * run once. So the tests' expectations hold on either path.
 */
export async function byBothPaths(call: GraphQLCall): Promise<GraphQLReply> {
  const operation = getOperationAST(parse(call.query));
  if (operation?.operation !== 'query') return isYogasTurn(operation) ? byStream(call) : byShortPath(call);
  const [short, long] = [await byShortPath(call), await byAddress(call)];
  if (isDeepStrictEqual(short.answer, long.answer)) return short;
  // Data may have changed between the two calls: then the long path must agree with the later one.
  const later = await byShortPath(call);
  if (isDeepStrictEqual(later.answer, long.answer)) return later;
  throw new Error(`${call.query}\nanswered ${short.text}\nby the short path, but by Yoga ${long.text}`);
}

const turns = new Map<string, number>();

/** Alternates with each mutation. */
function isYogasTurn(operation: OperationDefinitionNode | null | undefined): boolean {
  const [field] = operation?.selectionSet.selections ?? [];
  const name = field?.kind === 'Field' ? field.name.value : '';
  const turn = turns.get(name) ?? 0;
  turns.set(name, turn + 1);
  return turn % 2 === 1;
}

/** A GET, which Yoga handles. */
async function byAddress({ url, query, variables, token }: GraphQLCall): Promise<GraphQLReply> {
  const address = new URL(url);
  address.search = new URLSearchParams({ query, variables: JSON.stringify(variables) }).toString();
  const response = await fetch(address, { headers: bearer(token) });
  const text = await response.text();
  return { status: response.status, text, answer: parsed(text) };
}

/** A POST whose response is a stream of one event, which Yoga handles. */
async function byStream(call: GraphQLCall): Promise<GraphQLReply> {
  const { status, text } = await post(call, 'text/event-stream');
  const [, data = ''] = /^data: (\{.*\})$/m.exec(text) ?? [];
  return { status, text, answer: parsed(data === '' ? text : data) };
}

async function post({ url, query, variables, token }: GraphQLCall, accept: string) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, ...bearer(token) },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, text: await response.text() };
}

function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

function parsed(text: string): GraphQLReply['answer'] {
  return text.startsWith('{') ? (JSON.parse(text) as GraphQLReply['answer']) : {};
}

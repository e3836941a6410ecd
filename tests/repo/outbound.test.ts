import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { sourceFiles } from './imports.ts';

/** Who may call HTTP servers besides the client, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'server/platform/outbound/client.ts': 'the client',
  'server/platform/outbound/exchange.ts': 'the client',
  'server/load/api.ts': 'npm run load and npm run crowd call a server of this product, which the caller names',
  'server/load/machineUse.ts': 'npm run load reads the metrics of that server',
  'server/build/imageHealth.mjs': 'the image asks the server inside it, on loopback',
};
const TRANSPORT = 'node_modules/@opentelemetry/otlp-exporter-base/build/src/transport/http-transport-utils.js';
const HTTP_MODULES = /^(?:node:)?(?:https?|http2)$/;
const CLIENTS = /^(?:undici|axios|got|ky|node-fetch|cross-fetch|needle|superagent)$/;
const CALLS = new Set(['request', 'get', 'Agent', 'ClientRequest', 'globalAgent', 'connect']);
const GLOBALS = new Set(['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket']);

interface SyntaxNode {
  readonly type?: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly source?: SyntaxNode | null;
  readonly specifiers?: readonly SyntaxNode[];
  readonly imported?: SyntaxNode;
  readonly importKind?: string;
  readonly object?: SyntaxNode;
  readonly property?: SyntaxNode;
  readonly callee?: SyntaxNode;
}

/** Names by which code calls HTTP servers. Parsed, so that comments, strings and types don't count. */
function calls(text: string, path = 'server/x.ts'): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node: SyntaxNode = value;
    found.push(...callsOf(node));
    Object.values(node).forEach(visit);
  };
  visit(parseSync(path, text).program);
  return found;
}

function callsOf({ type, source, specifiers, importKind, callee, object, property }: SyntaxNode): string[] {
  const from = typeof source?.value === 'string' ? source.value : '';
  if (type === 'ImportDeclaration' && importKind !== 'type') {
    if (CLIENTS.test(from)) return [from];
    if (!HTTP_MODULES.test(from)) return [];
    return (specifiers ?? [])
      .filter((item) => item.importKind !== 'type')
      .filter((item) => item.type !== 'ImportSpecifier' || CALLS.has(item.imported?.name ?? ''))
      .map((item) => `${from}.${item.imported?.name ?? '*'}`);
  }
  if (type === 'ImportExpression') return HTTP_MODULES.test(from) || CLIENTS.test(from) ? [from] : [];
  if ((type === 'CallExpression' || type === 'NewExpression') && GLOBALS.has(callee?.name ?? ''))
    return [callee?.name ?? ''];
  const isGlobal = type === 'MemberExpression' && object?.name === 'globalThis' && GLOBALS.has(property?.name ?? '');
  return isGlobal ? [property?.name ?? ''] : [];
}

test('the server calls others through the one client alone', () => {
  const callers = sourceFiles()
    .filter(({ path }) => /^(server|db)\//.test(path))
    .flatMap(({ path }) => (calls(readFileSync(path, 'utf8'), path).length > 0 ? [path] : []));
  expect(callers).toEqual(Object.keys(exceptions).toSorted());
});

test.each([
  ['await fetch(url)', 'fetch'],
  ['globalThis.fetch(url)', 'fetch'],
  ["import { request } from 'node:https'", 'node:https.request'],
  ["import http from 'http'", 'http.*'],
  ["import * as https from 'node:https'", 'node:https.*'],
  ["const { get } = await import('node:https')", 'node:https'],
  ["import { Agent } from 'undici'", 'undici'],
  ['new EventSource(url)', 'EventSource'],
])('it finds %s', (text, name) => {
  expect(calls(text)).toEqual([name]);
});

test.each([
  "import { createServer, type IncomingMessage } from 'node:http'",
  "import type { Agent } from 'node:https'",
  'beacon.fetch(round)',
  "// fetch(url)\nlog('fetch(url)')",
])('it leaves alone: %s', (text) => {
  expect(calls(text)).toEqual([]);
});

/** The one library with an HTTP client that the server uses: it exports traces to the operator's own collector. */
test('the exporter of traces decodes no answer, and reads a bounded one', () => {
  const transport = readFileSync(TRANSPORT, 'utf8');
  expect(transport).toMatch(/responseSize > exports\.MAX_RESPONSE_BODY_SIZE/);
  expect(transport).not.toMatch(/Brotli|Gunzip|Inflate|Unzip|Zstd|fetch\(/);
});

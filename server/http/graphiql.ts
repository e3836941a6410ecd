import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from '../platform/html.ts';
import { type Operator, operatorFooter } from '../platform/operator.ts';
import { EXPLORER_POLICY } from './security.ts';

/** GraphiQL reads local storage while it starts. Where the browser blocks it, one of this page's life takes its place. */
const storage = `(function () {
  try {
    if (localStorage) return;
  } catch {}
  const kept = new Map();
  const inMemory = {
    get length() { return kept.size; },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(String(key)) ?? null,
    setItem: (key, value) => void kept.set(String(key), String(value)),
    removeItem: (key) => void kept.delete(String(key)),
    clear: () => kept.clear(),
  };
  Object.defineProperty(window, 'localStorage', { value: inMemory, configurable: true });
})();
`;

/** Starts GraphiQL. A separate file, because the content security policy allows no inline script. */
const boot = `self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module, label) => '/graphiql/' + (label === 'graphql' || label === 'json' ? label : 'editor') + '.worker.js',
};

function headers() {
  try {
    return JSON.parse(localStorage.getItem('graphiql:headers') || '{}');
  } catch {
    return {};
  }
}

const root = document.getElementById('root');
YogaGraphiQL.renderYogaGraphiQL(root, {
  title: root.dataset.title,
  endpoint: '/graphql',
  subscriptionsEndpoint: location.origin.replace(/^http/, 'ws') + '/graphql',
  subscriptionsProtocol: 'WS',
  // The bearer token of the headers editor goes with subscriptions too.
  connectionParams: headers,
  // Without a header: one without a token is refused.
  defaultQuery: '# As a user, under Headers: {"authorization": "Bearer <access token>"}\\n\\nsubscription Rounds {\\n  contestChanged(gameType: SAPRE_HALF) {\\n    phase\\n    contest { gameId decidedBy endsAt winningNumber viewer { betAmount } }\\n  }\\n}\\n',
});
`;

/** The explorer takes all of the window, above what is said of the operator. */
const ABOVE_FOOTER =
  '<style>body { display: flex; flex-direction: column; height: 100vh; margin: 0 } #root { flex: 1; min-height: 0 } #operator { max-height: 30vh; overflow: auto }</style>';

const page = (title: string, footer: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/graphiql/graphiql.css">${footer && ABOVE_FOOTER}
  </head>
  <body class="no-focus-outline">
    <noscript>GraphiQL needs JavaScript.</noscript>
    <div id="root" data-title="${title}"></div>${footer}
    <script src="/graphiql/storage.js"></script>
    <script src="/graphiql/graphiql.js"></script>
    <script src="/graphiql/boot.js"></script>
  </body>
</html>
`;

interface Asset {
  type: string;
  plain: string;
  zipped?: Promise<Buffer>;
}

/** `/graphiql`: the API explorer, served entirely from this server, editor workers and subscriptions included. */
export function graphiql(
  app: FastifyInstance,
  { productName, operator }: { productName: string; operator: Operator | null },
): void {
  const html = page(escapeHtml(`${productName} GraphiQL`), operatorFooter(operator));
  let loading: Promise<Map<string, Asset>> | undefined;

  app.get('/graphiql', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', EXPLORER_POLICY).send(html),
  );
  app.get<{ Params: { file: string } }>('/graphiql/:file', async ({ params, headers }, reply) => {
    // Nine megabytes that most servers never serve, so loaded at the first request.
    loading ??= loadAssets();
    const asset = (await loading).get(params.file);
    if (!asset) return reply.callNotFound();
    return sendAsset(reply, asset, (headers['accept-encoding'] ?? '').includes('gzip'));
  });
}

async function loadAssets(): Promise<Map<string, Asset>> {
  const { css, editorWorkerService, graphqlWorker, js, jsonWorker } =
    await import('@graphql-yoga/render-graphiql/graphiql');
  const script = 'text/javascript; charset=utf-8';
  return new Map<string, Asset>([
    ['boot.js', { type: script, plain: boot }],
    ['storage.js', { type: script, plain: storage }],
    ['graphiql.js', { type: script, plain: js }],
    ['graphiql.css', { type: 'text/css; charset=utf-8', plain: css }],
    ['editor.worker.js', { type: script, plain: editorWorkerService }],
    ['graphql.worker.js', { type: script, plain: graphqlWorker }],
    ['json.worker.js', { type: script, plain: jsonWorker }],
  ]);
}

async function sendAsset(reply: FastifyReply, asset: Asset, zip: boolean): Promise<FastifyReply> {
  void reply.type(asset.type).header('cache-control', 'public, max-age=3600').header('vary', 'accept-encoding');
  // Of the editor's workers.
  void reply.header('content-security-policy', EXPLORER_POLICY);
  if (!zip) return reply.send(asset.plain);
  asset.zipped ??= promisify(gzip)(asset.plain);
  return reply.header('content-encoding', 'gzip').send(await asset.zipped);
}

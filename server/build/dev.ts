/**
 * `npm run dev`: Vite serves the web app with hot reload, the server restarts when its code changes, and the typed
 * documents are regenerated when a query or the schema changes. Why not three commands side by side:
 * .github/decisions/018-dev-in-one-process.md.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { originOf } from '../config/config.ts';
import { configFromEnvironment } from '../config/environment.ts';
import { generateDocuments } from './documents.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RUN = fileURLToPath(new URL('./run.mjs', import.meta.url));
/** Several files saved together are one change. */
const SETTLE_MS = 100;

const config = configFromEnvironment();
process.env['RANGOLI_URL'] = originOf(config.host, config.port);
// On the next free port, where another server has this one.
const web = await createServer({ configFile: join(ROOT, 'vite.config.ts') });
await web.listen();
// Vite's URL ends with a slash.
const webUrl = new URL(web.resolvedUrls?.local[0] ?? '').origin;
let server = startServer();
await makeDocuments();
console.log(`The web app with hot reload: ${webUrl}`);

let stopping = false;
const documentsChanged = debounced(makeDocuments);
const serverChanged = debounced(async () => {
  await stopServer();
  if (!stopping) server = startServer();
});
web.watcher.add(['server', 'db', 'schema.graphql'].map((path) => join(ROOT, path)));
web.watcher.on('all', (_event, path) => {
  const [folder = ''] = path.slice(ROOT.length).split(/[\\/]/);
  if (folder === 'server' || folder === 'db') {
    if (/(?<!\.test)\.(ts|sql)$/.test(path)) serverChanged();
  } else if (/\.(graphql|tsx?)$/.test(path)) documentsChanged();
});

// Vite would end this process as soon as it is closed.
process.removeAllListeners('SIGTERM');
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void Promise.all([web.close(), stopServer()]).then(() => process.exit(0));
  });
}

function startServer(): ChildProcess {
  return spawn(process.execPath, [RUN, 'server/main.ts'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, PUBLIC_URL: process.env['PUBLIC_URL'] ?? webUrl },
  });
}

async function stopServer(): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}

async function makeDocuments(): Promise<void> {
  await generateDocuments().catch((error: Error) => console.error(error.message));
}

/** A function that runs `work` once SETTLE_MS have passed without a call; runs never overlap. */
function debounced(work: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(work);
    }, SETTLE_MS);
  };
}

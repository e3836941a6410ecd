/**
 * `npm run dev`: the database stays up, the server starts anew when its code changes, the browser is told of changes
 * of the web app, and the typed documents are made again when a query or the schema changes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { databaseUrl } from '../../db/client.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { generateDocuments } from './buildWeb.ts';
import { originOf } from '../config/config.ts';
import { configFromEnvironment } from '../config/environment.ts';
import { seedKeys } from '../composition/seedKeys.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCHEMA = join(ROOT, 'schema.graphql');
const REGENERATE_AFTER_MS = 100;

const config = configFromEnvironment();
const print = (line: string) => console.log(line);

const postgres =
  'url' in config.database ? undefined : await startEmbedded({ dataDir: config.database.dataDir, onNotice: print });
await generateDocuments();

process.env['RANGOLI_URL'] = originOf(config.host, config.port);
const web = await createServer({ configFile: join(ROOT, 'vite.config.ts') });
await web.listen();
const webUrl = web.resolvedUrls?.local[0]?.replace(/\/$/, '');

const tsx = createRequire(import.meta.url).resolve('tsx/cli');
const server = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'server/main.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: {
    ...process.env,
    ...(postgres && {
      DATABASE_URL: databaseUrl(postgres.appAddress),
      DATABASE_OWNER_URL: databaseUrl(postgres.address),
      SEED_KEY: await seedKeyOf(postgres),
    }),
    PUBLIC_URL: process.env['PUBLIC_URL'] ?? webUrl,
  },
});

let regeneration: NodeJS.Timeout | undefined;
web.watcher.add(SCHEMA).on('change', (path) => {
  if (!holdsGraphql(path)) return;
  clearTimeout(regeneration);
  regeneration = setTimeout(() => {
    generateDocuments().catch((error: Error) => console.error(error.message));
  }, REGENERATE_AFTER_MS);
});
print(`The web app with hot reload: ${webUrl}`);

let stopping = false;
// Vite would end this process as soon as itself is done.
process.removeAllListeners('SIGTERM');
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void stop();
  });
}

async function stop(): Promise<void> {
  await web.close();
  if (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await postgres?.stop();
  process.exit(0);
}

/** The server is started with the database's address, so that it doesn't look for the key file itself. */
async function seedKeyOf({ address, dataDir }: EmbeddedPostgres): Promise<string> {
  await migrate(address);
  const keys = await seedKeys(address, { given: config.seedKeys, dataDir });
  return keys.map((key) => key.toString('base64')).join(',');
}

function holdsGraphql(path: string): boolean {
  if (path === SCHEMA) return true;
  return (
    /\.tsx?$/.test(path) &&
    !path.includes('/web/gql/') &&
    existsSync(path) &&
    readFileSync(path, 'utf8').includes('graphql(')
  );
}

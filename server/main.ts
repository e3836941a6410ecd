/** The server as a process: reads the environment, starts, and ends in order when it is told to or has to. */
import { DataFolderInUseError } from '../db/embedded/ownerLock.ts';
import { DataFolderError } from '../db/embedded.ts';
import { TransactionPoolingError } from '../db/listener.ts';
import { DatabaseUnreachableError } from '../db/migrate.ts';
import { EditedMigrationError, OldHistoryError, SchemaTooNewError } from '../db/schemaErrors.ts';
import { AppRoleError } from '../db/roles.ts';
import { type RunningServer, startServer } from './composition/compose.ts';
import { configFromEnvironment } from './config/environment.ts';
import { createLog } from './platform/log.ts';
import { SeedKeyError } from './composition/seedKeys.ts';

/** Long enough for rounds and calls under way; a supervisor's own patience is often 30 s. */
const STOP_PATIENCE_MS = 25_000;
/** Errors whose message is for the operator, and names what to do. */
const explained = [
  AppRoleError,
  DataFolderError,
  DataFolderInUseError,
  EditedMigrationError,
  OldHistoryError,
  SchemaTooNewError,
  TransactionPoolingError,
  SeedKeyError,
];

const config = configFromEnvironment();
const log = createLog(config.logLevel);
const print = (line: string) => console.log(line);

const server = await startServer({ config, log, onNotice: print }).catch((error: unknown) => {
  console.error(`Rangoli cannot start: ${reasonOf(error)}`);
  process.exit(1);
});
stopOnSignals(server);
print(`${config.productName} runs at ${server.url}`);

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    const variable = port === config.metrics?.port ? 'METRICS_PORT' : 'PORT';
    return `${variable} ${port ?? config.port} is in use by another program. Set ${variable} to a free one.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST ${config.host} is no address of this machine.`;
  if (error instanceof DatabaseUnreachableError && 'url' in config.database) {
    return `${config.database.ownerUrl === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'}: ${error.message}.`;
  }
  const isExplained = explained.some((type) => error instanceof type);
  return isExplained ? error.message : (error.stack ?? error.message);
}

function stopOnSignals({ stop, crashed }: RunningServer): void {
  let stopping = false;
  const end = (exitCode: number) => {
    // Told twice: somebody is in a hurry. What is committed is safe.
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), STOP_PATIENCE_MS).unref();
    stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'the server did not stop cleanly');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      print('Stopping ...');
      end(0);
    });
  }
  onNpmGone(() => end(0));
  const fall = (error: unknown) => {
    log.fatal({ err: error }, 'the server cannot go on');
    end(1);
  };
  process.on('uncaughtException', fall);
  process.on('unhandledRejection', fall);
  void crashed.then(fall);
}

/** Told to end, npm and its shell do so without passing it on; `npm start` then leaves us without the parent we had. */
function onNpmGone(stop: () => void): void {
  if (process.env['npm_lifecycle_event'] !== 'start') return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}

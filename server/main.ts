/** The server process: reads the environment, starts the server, and shuts it down on signals and failures. */
import { ArchiveError } from '../db/archive/archive.ts';
import { DatabaseClosedError, DatabaseMovedError, GoLiveUnfinishedError } from '../db/closedMark.ts';
import { PostgresBinError } from '../db/embedded/binaries.ts';
import { OtherVersionError } from '../db/embedded/cluster.ts';
import { DataFolderInUseError } from '../db/embedded/ownerLock.ts';
import { DataFolderError } from '../db/embedded.ts';
import { TransactionPoolingError } from '../db/listener.ts';
import { DatabaseUnreachableError } from '../db/migrate.ts';
import { MoneyModeError } from '../db/moneyMode.ts';
import { EditedMigrationError, OldHistoryError, SchemaTooNewError } from '../db/schemaErrors.ts';
import { RELEASE } from '../db/release.ts';
import { AppRoleError } from '../db/roles.ts';
import { KnownHolesError } from './composition/acceptHoles.ts';
import { type RunningServer, startServer } from './composition/compose.ts';
import { stopWithin } from './composition/stopWithin.ts';
import { configFromEnvironment } from './config/environment.ts';
import { createLog } from './platform/log.ts';
import { serviceManager } from './platform/serviceManager.ts';
import { SeedKeyError } from './composition/seedKeys.ts';

/** Errors whose message is written for the operator and needs no stack trace. */
const operatorErrors = [
  AppRoleError,
  ArchiveError,
  DataFolderError,
  DatabaseClosedError,
  DatabaseMovedError,
  DataFolderInUseError,
  EditedMigrationError,
  GoLiveUnfinishedError,
  KnownHolesError,
  MoneyModeError,
  OldHistoryError,
  OtherVersionError,
  PostgresBinError,
  SchemaTooNewError,
  TransactionPoolingError,
  SeedKeyError,
];

const config = configFromEnvironment();
const log = createLog(config.logLevel);
const print = (line: string) => console.log(line);
const manager = serviceManager(process.env, log);

log.info({ release: RELEASE, node: process.versions.node }, 'starting');
const server = await startServer({ config, log, onNotice: print }).catch((error: unknown) => {
  console.error(`Rangoli cannot start: ${reasonOf(error)}`);
  process.exit(1);
});
stopOnSignals(server);
print(`${config.productName} runs at ${placeOf(server)}`);
manager.ready(`Serves ${server.url}`);

/** Where players reach it, and, behind a proxy, where it listens. */
function placeOf({ url, services }: RunningServer): string {
  const { publicUrl } = services.config;
  return publicUrl === url ? url : `${publicUrl}, and listens at ${url}`;
}

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
  const isOperatorError = operatorErrors.some((type) => error instanceof type);
  return isOperatorError ? error.message : (error.stack ?? error.message);
}

function stopOnSignals(server: RunningServer): void {
  let stopping = false;
  const end = (exitCode: number) => {
    // A second signal skips the graceful shutdown; the database gets SIGQUIT. Committed data is safe.
    if (stopping) process.exit(1);
    stopping = true;
    manager.stopping();
    stopWithin(server).then(
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
  onParentExit(() => end(0));
  const shutDown = (error: unknown) => {
    log.fatal({ err: error }, 'the server cannot go on');
    end(1);
  };
  process.on('uncaughtException', shutDown);
  process.on('unhandledRejection', shutDown);
  void server.crashed.then(shutDown);
}

/** npm and its shell don't forward signals: after `npm start` is ended, this process has lost its parent. */
function onParentExit(stop: () => void): void {
  if (process.env['npm_lifecycle_event'] !== 'start') return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}

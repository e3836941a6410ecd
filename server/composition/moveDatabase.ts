import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type LastSnapshot, openLastSnapshot } from '../../db/backup/snapshot.ts';
import { loadContents } from '../../db/backup/loadContents.ts';
import { BackupError } from '../../db/backup/manifest.ts';
import { DatabaseMovedError, openDatabaseAgain } from '../../db/closedMark.ts';
import { inTransaction } from '../../db/client.ts';
import { placeOf } from '../../db/hosts.ts';
import { refuseOtherModeAt } from '../../db/moneyMode.ts';
import { appRoleOf } from '../../db/roles.ts';
import type { Config, DatabaseConfig } from '../config/config.ts';
import { recordAudit } from '../domain/audit/recordAudit.ts';
import { contextFor } from '../domain/ground/verbs/context.ts';
import { type CommandDatabase, startDatabase, withServices } from './commandDatabase.ts';
import { type EmptyDatabase, openEmptyDatabase } from './emptyDatabase.ts';
import { printAudit } from './printAudit.ts';
import { KEY_FILE, refuseMissingKeys } from './seedKeys.ts';
import { startUnused } from './unusedDatabase.ts';

type Print = (line: string) => void;

/**
 * Moves the configured database, which nobody uses, to `target`, which is empty. It goes on there as it is: with its chains,
 * sessions and keys. What was copied is audited before the source is marked as moved, and the target is opened after that, so
 * that there is never a moment at which servers could start on both. After an interruption the source is as it was, or the
 * same command finishes the move. Throws BackupError and SeedKeyError.
 */
export async function moveDatabase(config: Config, target: DatabaseConfig, print: Print): Promise<void> {
  const source = await startUnused(config.database, print);
  try {
    await moveFrom(source, config, { target, print });
  } catch (error) {
    if (!(error instanceof DatabaseMovedError) || error.movedTo !== nameOf(target)) throw error;
    print('The move was interrupted after everything had been copied: opening the new place.');
  } finally {
    await source.release();
  }
  await openTarget(target);
  for (const line of moved(config, source, target)) print(line);
}

/** Where a target is, in words, without a password. */
function nameOf(target: DatabaseConfig): string {
  if (!('url' in target)) return `the folder ${resolve(target.dataDir ?? '.data')}`;
  return placeOf(target.url);
}

async function moveFrom(
  source: CommandDatabase,
  config: Config,
  { target, print }: { target: DatabaseConfig; print: Print },
): Promise<void> {
  await refuseOtherModeAt(source.addresses.owner, config.money.mode);
  const snapshot = await openLastSnapshot(source.addresses.owner);
  try {
    refuseMissingKeys(snapshot.contents.keyIds, { given: config.seedKeys, dataDir: source.dataDir });
    const place = await openEmptyDatabase(target, print);
    try {
      await copyKeyFile(source, place);
      await fill(config, { source, snapshot, place }, print);
    } catch (error) {
      await place.discard().catch(() => {});
      throw error;
    }
    await place.keep();
    await snapshot.markAsMoved(nameOf(target));
  } finally {
    await snapshot.close();
  }
}

/** Between two folders the key goes along. */
async function copyKeyFile(source: CommandDatabase, { dataDir }: EmptyDatabase): Promise<void> {
  if (source.dataDir === undefined || dataDir === undefined) return;
  const [from, to] = [join(source.dataDir, KEY_FILE), join(dataDir, KEY_FILE)];
  if (existsSync(from) && !existsSync(to)) await copyFile(from, to);
}

async function fill(
  config: Config,
  { source, snapshot, place }: { source: CommandDatabase; snapshot: LastSnapshot; place: EmptyDatabase },
  print: Print,
): Promise<void> {
  const { contents } = snapshot;
  print(`Moving ${contents.tables.length} tables to ${place.name} ...`);
  await loadContents(place.addresses.owner, snapshot, { appRole: appRoleOf(place.addresses) });
  const dataDir = place.dataDir ?? source.dataDir;
  const database = { addresses: place.addresses, ...(dataDir !== undefined && { dataDir }) };
  const isInOrder = await withServices(
    config,
    database,
    async (services) => {
      const ctx = contextFor(services, { kind: 'system' });
      await inTransaction(ctx.db, (tx) =>
        recordAudit(tx, ctx, {
          action: 'database:move',
          subjectType: 'database',
          subject: 'moved',
          after: { moment: contents.moment, place: place.name },
        }),
      );
      return printAudit(services, print);
    },
    { evenClosed: true },
  );
  if (!isInOrder) throw new BackupError('Nothing was moved. Run npm run audit, which names the same on the source.');
}

/** Until here the target is closed, so that no server starts on it. */
async function openTarget(target: DatabaseConfig): Promise<void> {
  const database = await startDatabase(target);
  try {
    await openDatabaseAgain(database.addresses.owner);
  } finally {
    await database.release();
  }
}

function moved(config: Config, { dataDir }: CommandDatabase, target: DatabaseConfig): string[] {
  const isOwn = 'url' in target;
  const settings = isOwn
    ? `DATABASE_URL${target.ownerUrl === undefined ? '' : ' and DATABASE_OWNER_URL'} of the new place`
    : `DATA_DIR=${resolve(target.dataDir ?? '.data')}, without DATABASE_URL`;
  const keyFile = dataDir === undefined ? undefined : join(dataDir, KEY_FILE);
  return [
    `Moved to ${nameOf(target)}. Start the server with ${settings}.`,
    ...(isOwn && keyFile !== undefined && config.seedKeys.length === 0 && existsSync(keyFile)
      ? [`Set SEED_KEY to the content of ${keyFile}: without it the server can't start there.`]
      : []),
    'The source is marked as moved: no server starts on it. It still holds secret seeds: delete it once the new place is backed up.',
  ];
}

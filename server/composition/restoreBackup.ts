import { openDatabaseAgain } from '../../db/closedMark.ts';
import { inTransaction } from '../../db/client.ts';
import { loadContents, refuseUnknownRelease } from '../../db/backup/loadContents.ts';
import { BackupError, MANIFEST, type Manifest, readManifestFile } from '../../db/backup/manifest.ts';
import { requireVerified, unverifiedReason } from '../../db/backup/manifestHmac.ts';
import { readTableFile, verifyBackup } from '../../db/backup/readBackup.ts';
import { openLastSnapshot } from '../../db/backup/snapshot.ts';
import { embeddedFolder } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { MoneyModeError } from '../../db/moneyMode.ts';
import { appRoleOf } from '../../db/roles.ts';
import { isUnavailable } from '../../db/unavailable.ts';
import type { Config } from '../config/config.ts';
import { endSessionsOfBackup } from '../domain/accounts/sessions/session.ts';
import { recordAudit } from '../domain/audit/recordAudit.ts';
import { refundVoid } from '../domain/bets/refundVoid.ts';
import { contestsPerYear, rotateChains } from '../domain/contests/chains.ts';
import { beginLogAgain } from '../domain/publicLog/beginLogAgain.ts';
import type { GameType } from '../domain/contests/gameTypes.ts';
import { contextFor, type Services } from '../domain/ground/verbs/context.ts';
import { type CommandDatabase, startDatabase, withServices } from './commandDatabase.ts';
import { type EmptyDatabase, openEmptyDatabase } from './emptyDatabase.ts';
import { giveUpLostValues, type LostValues } from './lostKeys.ts';
import { printAudit } from './printAudit.ts';
import { type KeySources, lostKeyIds, manifestKeys, refuseLostKeys } from './seedKeys.ts';

export interface RestoreOptions {
  /** Gives up what is encrypted with a key that is lost. */
  readonly newKey?: boolean;
  /** Restores also what no key at hand has authenticated. */
  readonly unverified?: boolean;
  /** Contests per new hash chain; default: a year of them. */
  readonly lengthOf?: ((gameType: GameType) => number) | undefined;
  readonly print: (line: string) => void;
}

/**
 * Restores the backup in `dir` into the configured database, which must be empty. Everything is checked before anything is
 * written: the release, the key, the manifest's HMAC and with it the files' hashes. Afterwards hash chains are rotated, sessions ended and the books
 * audited. Returns whether those are in order. Throws BackupError and SeedKeyError; then no server starts on the place.
 */
export async function restoreBackup(config: Config, dir: string, options: RestoreOptions): Promise<boolean> {
  const { newKey = false, unverified = false, print } = options;
  const { manifest, bytes } = readManifestFile(dir);
  refuseUnknownRelease(manifest);
  if (manifest.moneyMode !== null && manifest.moneyMode !== config.money.mode)
    throw new MoneyModeError(manifest.moneyMode);
  const sources = keySourcesOf(config, print);
  refuseLostKeys(manifest.keyIds, sources, newKey);
  const reason = unverifiedReason({ dir, name: MANIFEST, kind: 'backup', bytes }, manifestKeys(sources));
  const isVerified = requireVerified(reason, `The backup in ${dir}`, { allowed: unverified, print });
  print(`Checking the ${manifest.tables.length} files of the backup of ${manifest.moment} ...`);
  await verifyBackup(dir, manifest);
  const place = await openEmptyDatabase(config.database, print);
  try {
    const lost = lostKeyIds(manifest.keyIds, { given: config.seedKeys, dataDir: place.dataDir }, newKey);
    const inOrder = await fill(config, place, { dir, manifest, lost, isVerified }, options);
    await openDatabaseAgain(place.addresses.owner);
    await place.keep();
    for (const line of restored(manifest, place)) print(line);
    return inOrder;
  } catch (error) {
    await place.discard().catch(() => {});
    throw error;
  }
}

async function fill(
  config: Config,
  place: EmptyDatabase,
  { dir, manifest, ...state }: { dir: string; manifest: Manifest } & Pick<CopiedState, 'lost' | 'isVerified'>,
  options: RestoreOptions,
): Promise<boolean> {
  options.print('Restoring ...');
  const source = {
    contents: manifest,
    read: (table: { name: string; columns: readonly string[] }) => readTableFile(dir, table),
  };
  await loadContents(place.addresses.owner, source, { appRole: appRoleOf(place.addresses) }).catch((cause: unknown) => {
    if (!isUnavailable(cause)) throw cause;
    throw new BackupError(
      `The database ended, or the connection to it broke, while it was being filled (${(cause as Error).message}). ` +
        'Nothing of this try is kept: see its log for why, and run the same command again.',
      { cause },
    );
  });
  return resume(config, place, { moment: manifest.moment, ...state }, options);
}

/**
 * Does the rest of a restore in the configured database, which other tools have restored and no server uses yet. Returns whether
 * the books are in order. Throws BackupError and SeedKeyError.
 */
export async function resumeInPlace(config: Config, options: RestoreOptions): Promise<boolean> {
  const database = await startDatabase(config.database);
  const { addresses, dataDir } = database;
  try {
    const snapshot = await openLastSnapshot(addresses.owner);
    await snapshot.close();
    const { keyIds, moment } = snapshot.contents;
    const lost = lostKeyIds(keyIds, { given: config.seedKeys, dataDir }, options.newKey ?? false);
    await migrate(addresses.owner, { appRole: appRoleOf(addresses) });
    return await resume(config, database, { moment, lost, isVerified: null }, options);
  } finally {
    await database.release();
  }
}

/** Where the keys are with which a restore into the configured place works. */
export function keySourcesOf({ database, seedKeys }: Config, print: (line: string) => void): KeySources {
  return { given: seedKeys, dataDir: 'url' in database ? undefined : embeddedFolder(database, print) };
}

/** What was restored. */
export interface CopiedState {
  /** ISO 8601. */
  readonly moment: string;
  /** Ids of lost keys. */
  readonly lost: readonly string[];
  /** Whether its manifest's HMAC was right; null where other tools have restored it. */
  readonly isVerified: boolean | null;
}

/**
 * Makes a copy of the state of `moment`, which is closed to servers, fit to go on from: gives up what was encrypted with the
 * keys `lost` (ids), and what could be used twice. Returns whether the books are in order.
 */
export async function resume(
  config: Config,
  { addresses, dataDir }: Pick<CommandDatabase, 'addresses' | 'dataDir'>,
  { moment, lost, isVerified }: CopiedState,
  { lengthOf, print }: RestoreOptions,
): Promise<boolean> {
  const given = lost.length === 0 ? null : await giveUpLostValues(addresses.owner, lost, new Date());
  if (given) print(sentenceOf(given));
  return withServices(
    config,
    { addresses, ...(dataDir !== undefined && { dataDir }) },
    async (services) => {
      await resumeFromCopy(services, { moment, lost: given, isVerified, lengthOf, print });
      return printAudit(services, print);
    },
    { evenClosed: true },
  );
}

/**
 * Makes a copy of an earlier state fit to go on from: what has been published, ended or used since then can't be used again.
 * As the owner.
 */
async function resumeFromCopy(
  services: Services,
  {
    moment,
    lost,
    isVerified,
    lengthOf = contestsPerYear,
    print,
  }: Pick<CopiedState, 'moment' | 'isVerified'> & { lost: LostValues | null; print: (line: string) => void } & Pick<
      RestoreOptions,
      'lengthOf'
    >,
): Promise<void> {
  const ctx = contextFor(services, { kind: 'system' });
  for (const id of lost?.rounds ?? []) await refundVoid(ctx, id);
  const sessions = await endSessionsOfBackup(ctx);
  await rotateChains(ctx, lengthOf);
  print(`New hash chains were begun, and ${sessions} sessions ended: everybody signs in again.`);
  const origin = await beginLogAgain(ctx);
  print(`The public log goes on as ${origin}: tell its witnesses, who need its new key (/log/vkey) and a new state.`);
  await inTransaction(ctx.db, (tx) =>
    recordAudit(tx, ctx, {
      action: 'database:restore',
      subjectType: 'database',
      subject: 'restored',
      after: {
        moment,
        sessions,
        ...(isVerified !== null && { verified: isVerified }),
        ...(lost && { voidRounds: lost.rounds.length, secondFactors: lost.secondFactors, mails: lost.mails }),
      },
    }),
  );
}

function sentenceOf({ rounds, secondFactors, mails, secrets }: LostValues): string {
  const hashes = secrets.includes('email_hashing')
    ? ' Addresses of closed and excluded accounts are not recognized any more when they register again.'
    : '';
  return (
    `Given up with the lost key: ${rounds.length} rounds are void and refunded, ${secondFactors} second factors must be set ` +
    `up again, ${mails} mails can't be read or sent any more.${hashes}`
  );
}

function restored(
  { moment, auditHead, tables, postgresVersion, release }: Manifest,
  { name }: EmptyDatabase,
): string[] {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const savedBy = release === null ? '' : `, saved by release ${release}`;
  return [
    `Restored into ${name}: ${tables.length} tables with ${rows} rows, as they were on PostgreSQL ${postgresVersion} at ` +
      `${moment}${savedBy}.`,
    `The audit log ended at ${auditHead.id}:${auditHead.hash}. If a later head was mailed or logged, rows are missing from there on.`,
    `Missing is what happened after ${moment}: bets, payouts, accounts, deposits, withdrawals, tickets and settings. ` +
      'Withdrawals paid and deposits credited since then are pending again: compare them with the bank before approving any.',
    'Rounds that ran at that moment are decided by their published commitments when the server starts, with the bets they had.',
  ];
}

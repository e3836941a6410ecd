import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { lockedSince } from '../../../db/embedded/ownerLock.ts';
import { restoringFolder } from '../../../db/embedded.ts';
import { readArchiveState } from '../../../db/archive/state.ts';
import { MAX_ARCHIVE_LAG_MS } from '../../jobs/archiving.ts';
import { holeText, knownHoles } from '../../platform/knownHoles.ts';
import { defaultMinFreeBytes } from '../../platform/measuredSpace.ts';
import { KEY_FILE } from '../seedKeys.ts';
import { advice, ageText, bytesText, type Finding, wrong } from './finding.ts';

/** What the checks take from the machine. */
export interface MachineFacts {
  readonly nodeVersion: string;
  /** `server_version_num` of the database; undefined: as the database answers. */
  readonly postgresVersion?: number | undefined;
  readonly now: number;
  /** Free and total bytes of the disk with this path. */
  readonly disk: (path: string) => { free: number; total: number };
}

/** Node.js 20 goes on 2027-04-30 (.github/decisions/024). */
const OLDEST_NODE = [20, 19] as const;
/** When each release's security fixes end. */
const NODE_ENDS: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
};

export function checkNode({ nodeVersion, now }: MachineFacts): Finding[] {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    return [wrong(`Node.js ${nodeVersion} is too old.`, 'Install Node.js 20.19 or newer, best 22 or 24.')];
  }
  const holes = checkHoles({ node: nodeVersion });
  const end = NODE_ENDS[major];
  if (end === undefined || now < Date.parse(end)) return holes;
  return [
    ...holes,
    advice(`Node.js ${major} has had no security fixes since ${end}.`, 'Install Node.js 22 or 24; both are tested.'),
  ];
}

/** Versions with known holes, each with what to do. */
export function checkHoles(versions: { node?: string; postgres?: string }): Finding[] {
  return knownHoles(versions).map((hole) => {
    const { what, todo } = holeText(hole);
    return wrong(what, todo);
  });
}

const LITTLE_BYTES = 5e9;
const LITTLE_SHARE = 0.1;
const NONE_BYTES = 1e9;
/** Copying the data of a first start takes seconds, that of a large database minutes. */
const FIRST_BASE_MS = 15 * 60_000;

/** Whether an embedded database with this folder refuses new data for lack of space. */
export function checkMinFree({ database }: Config, dataDir: string, { disk }: MachineFacts): Finding[] {
  if ('url' in database) return [];
  const { free, total } = disk(dataDir);
  const least = database.minFreeBytes ?? defaultMinFreeBytes(total);
  if (free >= least) return [];
  return [
    wrong(
      `The disk of the data has ${bytesText(free)} left, below the ${bytesText(least)} of MIN_FREE_BYTES: bets, documents and bank statements are refused.`,
      'Free space there, or give it a larger disk.',
    ),
  ];
}

export function checkDisk(name: string, path: string, { disk }: MachineFacts): Finding[] {
  const { free, total } = disk(path);
  const todo = 'Free space there, or give it a larger disk: a full one stops the database.';
  const what = `The disk of ${name} (${path}) has ${bytesText(free)} left of ${bytesText(total)}.`;
  if (free < NONE_BYTES) return [wrong(what, todo)];
  return free < LITTLE_BYTES && free < total * LITTLE_SHARE ? [advice(what, todo)] : [];
}

/** Files that others than the server's account must not read. */
export function checkModes(dataDir: string): Finding[] {
  if (process.platform === 'win32') return [];
  return [KEY_FILE, 'postgres', 'postgres.log']
    .map((name) => join(dataDir, name))
    .filter((path) => existsSync(path) && (statSync(path).mode & 0o077) !== 0)
    .map((path) =>
      wrong(`Other accounts of this machine may read ${path}.`, `chmod go= ${path}, and take what was in it as known.`),
    );
}

/** Whether a server that has just started may still be taking its first base backup. */
function isStarting(dataDir: string, now: number): boolean {
  const since = lockedSince(dataDir);
  return since !== null && now - since.getTime() < FIRST_BASE_MS;
}

/** What an interrupted restore has left beside a database. */
export function checkRest(dataDir: string): Finding[] {
  const aside = restoringFolder(dataDir);
  if (!existsSync(aside)) return [];
  return [advice(`A restore or a move that broke off left ${aside}, with data of players.`, 'Delete that folder.')];
}

export function checkArchive({ database }: Config, dataDir: string, facts: MachineFacts): Finding[] {
  if ('url' in database) return [];
  if (!database.archive) {
    return [
      advice(
        'ARCHIVE_DIR is not set: a lost machine takes with it what came after the last backup.',
        'Set it to a folder on another disk, or run npm run backup often.',
      ),
    ];
  }
  const archiveDir = database.archive.dir;
  if (!existsSync(archiveDir)) {
    return [wrong(`ARCHIVE_DIR ${archiveDir} is not there.`, 'Mount its disk, or create it and restart the server.')];
  }
  const { lagMs, lastBaseAt } = readArchiveState({ dataDir, archiveDir });
  const findings = checkDisk('the archive', archiveDir, facts);
  if (lagMs > MAX_ARCHIVE_LAG_MS) {
    findings.push(
      wrong(
        `The write-ahead log has waited for ${ageText(lagMs)} to be archived.`,
        `See ${join(dataDir, 'postgres.log')} for the reason: a full disk, or rights on ${archiveDir}.`,
      ),
    );
  }
  const ageMs = lastBaseAt === null ? Infinity : facts.now - lastBaseAt.getTime();
  if (lastBaseAt === null && isStarting(dataDir, facts.now)) {
    findings.push(
      advice(
        'The first base backup is not complete yet.',
        'Wait until the server has taken it, and run the doctor again.',
      ),
    );
  } else if (ageMs > 30 * 3_600_000) {
    findings.push(
      wrong(
        lastBaseAt === null ? 'There is no base backup.' : `The newest base backup is ${ageText(ageMs)} old.`,
        'Start the server with ARCHIVE_DIR, and see its log: it takes one a day.',
      ),
    );
  }
  return findings;
}

/** The day on which the two tables were last compared with the releases of Node.js and PostgreSQL. */
export const HOLES_LOOKED_AT = '2026-11-27';

/** By major version: the first release without a known hole that is exploited or severe; null: there is none. */
const FIRST_PATCHED_NODE: Readonly<Record<number, string | null>> = {
  // CVE-2026-111497 (foreign code by the Brotli decoder) is never mended there.
  20: null,
  22: '22.23.5',
  24: '24.22.3',
  26: '26.13.1',
};
/** CVE-2026-14680 and CVE-2026-6460: who may send SQL runs programs as the database's account. */
const FIRST_PATCHED_POSTGRES: Readonly<Record<number, string | null>> = {
  15: '15.20',
  16: '16.16',
  17: '17.12',
  18: '18.7',
};

/** A program in use whose version has a known hole. */
export interface KnownHole {
  readonly program: 'node' | 'postgresql';
  /** As `process.versions.node` or `18.4`. */
  readonly version: string;
  /** The first patched release of the same major version; null where there is none. */
  readonly patched: string | null;
}

/** `server_version_num`, 180004, as people write it: 18.4. */
export function postgresVersion(versionNumber: number): string {
  return `${Math.floor(versionNumber / 10_000)}.${versionNumber % 10_000}`;
}

/** Those of Node.js `node` (`20.20.2`) and of PostgreSQL `postgres` (`18.4`), each where it is given. */
export function knownHoles({ node, postgres }: { node?: string; postgres?: string }): KnownHole[] {
  return [
    ...(node === undefined ? [] : holeOf('node', node, FIRST_PATCHED_NODE)),
    ...(postgres === undefined ? [] : holeOf('postgresql', postgres, FIRST_PATCHED_POSTGRES)),
  ];
}

function holeOf(
  program: KnownHole['program'],
  version: string,
  firstPatched: Readonly<Record<number, string | null>>,
): KnownHole[] {
  const [major = 0] = partsOf(version);
  // A major version newer than the table has no hole that is known; one between its lines gets no patches.
  if (major > Math.max(...Object.keys(firstPatched).map(Number))) return [];
  const patched = firstPatched[major] ?? null;
  return patched !== null && !isOlder(version, patched) ? [] : [{ program, version, patched }];
}

function isOlder(version: string, than: string): boolean {
  const [a, b] = [partsOf(version), partsOf(than)];
  const differing = b.findIndex((part, index) => part !== (a[index] ?? 0));
  return differing >= 0 && (a[differing] ?? 0) < (b[differing] ?? 0);
}

function partsOf(version: string): number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10));
}

/** As `KNOWN_HOLES_ACCEPTED` names it: `postgresql-18.4`. */
export function holeName({ program, version }: KnownHole): string {
  return `${program}-${version}`;
}

/** What is wrong, and what to do, as sentences. */
export function holeText({ program, version, patched }: KnownHole): { what: string; todo: string } {
  const name = program === 'node' ? 'Node.js' : 'PostgreSQL';
  const table = program === 'node' ? FIRST_PATCHED_NODE : FIRST_PATCHED_POSTGRES;
  const releases = Object.values(table).filter((release) => release !== null);
  const own = patched === null ? 'No release of this major version is patched. ' : '';
  const embedded =
    program === 'node'
      ? ''
      : ' Replace the embedded one by POSTGRES_BIN or DATABASE_URL (server/deploy/upgrade.md#known-holes).';
  return {
    what: `${name} ${version} has known holes, as of ${HOLES_LOOKED_AT}.`,
    todo: `${own}Install ${patched ?? releases.join(', ')} or newer.${embedded}`,
  };
}

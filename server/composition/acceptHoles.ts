import type pg from 'pg';
import type { Config } from '../config/config.ts';
import { holeName, holeText, knownHoles, type KnownHole, postgresVersion } from '../platform/knownHoles.ts';
import type { Logger } from '../platform/log.ts';

/** Real money on programs with known holes that KNOWN_HOLES_ACCEPTED does not name. */
export class KnownHolesError extends Error {
  override readonly name = 'KnownHolesError';
}

/** Holes of this process and of the database's server. */
export async function holesInUse(client: Pick<pg.ClientBase, 'query'>, node: string): Promise<KnownHole[]> {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`);
  return knownHoles({ node, postgres: postgresVersion(Number(rows[0]?.version)) });
}

/**
 * Returns the names of holes that the operator has accepted, and logs a warning of all that are in use. Throws
 * KnownHolesError where money is real and KNOWN_HOLES_ACCEPTED does not name exactly these.
 */
export function acceptHoles(
  holes: readonly KnownHole[],
  { money, acceptedHoles }: Pick<Config, 'money' | 'acceptedHoles'>,
  log: Pick<Logger, 'warn'>,
): readonly string[] {
  const names = holes.map(holeName);
  if (money.mode === 'real') refuseUnaccepted(holes, names, acceptedHoles);
  if (names.length === 0) return [];
  log.warn(
    { holes: names },
    money.mode === 'real'
      ? 'the server works with real money on programs with known holes, which KNOWN_HOLES_ACCEPTED names'
      : 'these programs have known holes: npm run doctor has what to do, and with real money the server does not start',
  );
  return money.mode === 'real' ? names : [];
}

function refuseUnaccepted(holes: readonly KnownHole[], names: readonly string[], accepted: readonly string[]): void {
  const isExact = names.length === accepted.length && names.every((name) => accepted.includes(name));
  if (isExact) return;
  if (names.length === 0) {
    throw new KnownHolesError(
      `KNOWN_HOLES_ACCEPTED names ${accepted.join(',')}, but neither this Node.js nor this PostgreSQL has a known hole. Unset it.`,
    );
  }
  const texts = holes.map((hole) => {
    const { what, todo } = holeText(hole);
    return `${what} ${todo}`;
  });
  throw new KnownHolesError(
    `${texts.join('\n  ')}\n  With MONEY_MODE=real the server starts on them only with KNOWN_HOLES_ACCEPTED=${names.join(',')}` +
      (accepted.length === 0 ? '.' : `, not ${accepted.join(',')}.`),
  );
}

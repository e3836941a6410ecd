import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from './manifest.ts';

/** Of the file beside a manifest that holds its HMAC. */
export const HMAC_SUFFIX = '.hmac';
/** What a manifest is of. One of another kind has another HMAC. */
export type ManifestKind = 'backup' | 'base backup';

/** The HMAC of a manifest, and the public id of the key that it is by. Both in hex. */
export interface ManifestHmac {
  readonly keyId: string;
  readonly hmac: string;
}

/** Keys that the place where backups are kept doesn't have. */
export interface ManifestKeys {
  /** Null where there is no key. */
  signManifest(kind: ManifestKind, bytes: Buffer): ManifestHmac | null;
  /** Null where the key is not at hand. */
  isManifestAuthentic(kind: ManifestKind, bytes: Buffer, hmac: ManifestHmac): boolean | null;
}

/** The content of the file beside a manifest. */
export function hmacText({ keyId, hmac }: ManifestHmac): string {
  return `${keyId}:${hmac}\n`;
}

/** Why a manifest can't be trusted; null where it is what a server or command with one of the keys has written. */
export function unverifiedReason(
  { dir, name, kind, bytes }: { dir: string; name: string; kind: ManifestKind; bytes: Buffer },
  keys: ManifestKeys,
): string | null {
  const stored = readHmac(join(dir, `${name}${HMAC_SUFFIX}`));
  if (stored === null) return `${name} has no HMAC: an earlier release wrote it, or one without SEED_KEY`;
  const isAuthentic = keys.isManifestAuthentic(kind, bytes, stored);
  if (isAuthentic === null) return `the HMAC of ${name} is by the key ${stored.keyId} (its id), which is not at hand`;
  return isAuthentic ? null : `${name} was changed after it had been written: its HMAC is another one`;
}

/**
 * Throws BackupError for what can't be verified, unless the operator allows it (`--unverified`), to whom it then tells what that
 * means. Returns whether it was verified.
 */
export function requireVerified(
  reason: string | null,
  what: string,
  { allowed, print }: { allowed: boolean; print: (line: string) => void },
): boolean {
  if (reason === null) return true;
  const text =
    `${what} can't be verified: ${reason}. Anyone who could write where it was kept may have changed accounts, balances, ` +
    'passwords and the numbers of rounds to come, or added programs that the database runs.';
  if (!allowed) throw new BackupError(`${text} Where you trust that place, add --unverified.`);
  print(`UNVERIFIED  ${text}`);
  return false;
}

function readHmac(path: string): ManifestHmac | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const [, keyId, hmac] = /^([0-9a-f]{16}):([0-9a-f]{64})\n?$/.exec(text) ?? [];
  if (keyId === undefined || hmac === undefined) throw new BackupError(`${path} is damaged.`);
  return { keyId, hmac };
}

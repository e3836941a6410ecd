import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Contents } from './contents.ts';

export const MANIFEST = 'manifest.json';
/** Version of the form on disk. */
const FORMAT = 1;
const MAX_MANIFEST_BYTES = 16 * 1024 * 1024;

/** The backup can't be used, or not written where it should be. The message is for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const decimal = z.string().regex(/^-?\d{1,19}$/);
/** Names become part of statements and paths. */
const relation = z.string().regex(/^[a-z_]{1,63}\.[a-z_0-9]{1,63}$/);

export const tableFile = z.object({
  name: relation,
  columns: z.array(z.string().regex(/^[a-z_0-9]{1,63}$/)),
  rows: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  sha256,
});

const form = z.object({
  format: z.literal(FORMAT),
  moment: z.iso.datetime(),
  walPosition: z.string(),
  postgresVersion: z.string(),
  // Absent from backups of releases before 1.0.0-rc.1.
  release: z.string().nullable().default(null),
  migrations: z.array(z.object({ when: z.number(), hash: sha256 })).min(1),
  functionsVersion: z.number(),
  leadMs: z.number(),
  keyIds: z.array(z.string().regex(/^[0-9a-f]{16}$/)),
  // Absent from backups of releases without the mark: it is found when they are restored.
  moneyMode: z.enum(['play', 'real']).nullable().default(null),
  auditHead: z.object({ id: decimal, hash: sha256, count: decimal }),
  sequences: z.array(z.object({ name: relation, lastValue: decimal, isCalled: z.boolean() })),
  // Absent from backups of releases without months.
  months: z.array(z.number().int().min(1).max(9912)).default([]),
  tables: z.array(tableFile).min(1),
});

/** The content of a complete backup: without it, the files beside it are not one. */
export type Manifest = Omit<Contents, 'tables'> & { readonly tables: readonly TableFile[] };

/** A table's rows in PostgreSQL's text format, in one gzip file of `bytes` bytes with this SHA-256. */
export type TableFile = z.infer<typeof tableFile>;

export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify({ format: FORMAT, ...manifest }, null, 1)}\n`;
}

/** Path of a table's file within a backup. */
export function fileOf(dir: string, { name }: { readonly name: string }): string {
  return join(dir, 'tables', `${name}.gz`);
}

/** The manifest of the backup in `dir`. Throws BackupError. */
export function readManifest(dir: string): Manifest {
  return readManifestFile(dir).manifest;
}

/** The same, and the bytes that it was read from. */
export function readManifestFile(dir: string): { manifest: Manifest; bytes: Buffer } {
  const path = join(dir, MANIFEST);
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BackupError(
      `There is no complete backup in ${dir}: it has no ${MANIFEST}, which is written last. An interrupted backup can't be restored.`,
    );
  }
  const text = bytes.toString('utf8');
  const { format } = (text.length > MAX_MANIFEST_BYTES ? {} : parsed(text)) as { format?: unknown };
  if (typeof format === 'number' && format > FORMAT) {
    throw new BackupError(`The backup in ${dir} was written by a newer release: restore it with that one.`);
  }
  const manifest = form.safeParse(parsed(text));
  if (!manifest.success) throw new BackupError(`${path} is damaged: ${z.prettifyError(manifest.error)}`);
  return { manifest: manifest.data, bytes };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

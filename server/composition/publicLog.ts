import { sql } from 'drizzle-orm';
import { type Db, rawQuery } from '../../db/client.ts';
import type { Keyring } from '../platform/keyring.ts';
import { type Signer, signerOf } from '../platform/tlog/note.ts';
import { storedSecret } from './secrets.ts';

/**
 * The key of the public log, created by the first server that needs it, which also begins the log. Its name is the address
 * under which the log was first served, and stays when that changes: witnesses recognize the log by it.
 */
export async function openPublicLog(db: Db, keyring: Keyring, publicUrl: string): Promise<Signer> {
  const seed = await storedSecret(db, keyring, 'public_log', 32);
  const name = `${new URL(publicUrl).host}/log`;
  const [log] = await rawQuery<{ origin: string }>(db, sql`select begin_log(${name}) as origin`);
  if (!log) throw new Error('The public log could not be begun.');
  return signerOf(log.origin, 'note', seed);
}

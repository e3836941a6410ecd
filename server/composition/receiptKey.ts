import { asc } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { receiptKeys } from '../../db/schema/settings.ts';
import type { Keyring } from '../platform/keyring.ts';
import { parseVkey, type Signer, signerOf } from '../platform/tlog/note.ts';
import { storedSecret } from './secrets.ts';

/**
 * The key that signs receipts, created and published by the first server that needs it and shared by all. It is named after
 * the address of that server, and keeps its name. Once its row of server_secrets is deleted, the next start makes another
 * one; the public keys of all of them stay published.
 */
export async function openReceiptKey(db: Db, keyring: Keyring, publicUrl: string, now: Date): Promise<Signer> {
  const seed = await storedSecret(db, keyring, 'receipt_signing', 32);
  const published = await db.select().from(receiptKeys).orderBy(asc(receiptKeys.createdAt), asc(receiptKeys.vkey));
  for (const { vkey } of published) {
    const signer = signerOf(parseVkey(vkey)?.name ?? '', 'note', seed);
    if (signer.vkey === vkey) return signer;
  }
  const signer = signerOf(`${new URL(publicUrl).host}/receipts`, 'note', seed);
  await db.insert(receiptKeys).values({ vkey: signer.vkey, createdAt: now }).onConflictDoNothing();
  return signer;
}

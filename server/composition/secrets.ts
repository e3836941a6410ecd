import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { serverSecrets } from '../../db/schema/settings.ts';
import { secretPlace } from '../domain/ground/values/storedPlaces.ts';
import type { Keyring } from '../platform/keyring.ts';

/**
 * The secret called `name`: created by the first server that needs it and shared by all. Throws DecryptionError, or an
 * Error when the stored value has another length.
 */
export async function storedSecret(db: Db, keyring: Keyring, name: string, byteLength: number): Promise<Buffer> {
  await db
    .insert(serverSecrets)
    .values({ name, ...keyring.encrypt(secretPlace(name), randomBytes(byteLength)) })
    .onConflictDoNothing();
  const [row] = await db.select().from(serverSecrets).where(eq(serverSecrets.name, name));
  const value = row && keyring.decrypt(secretPlace(name), row);
  if (value?.length !== byteLength) throw new Error(`The secret "${name}" in the database is damaged.`);
  return value;
}

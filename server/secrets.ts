import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { serverSecrets } from '../db/schema/settings.ts';

/**
 * The secret called `name`: made once, by whichever server asks first, and the same for all of them from then on.
 */
export async function keptSecret(db: Db, name: string, byteLength: number): Promise<Buffer> {
  await db
    .insert(serverSecrets)
    .values({ name, value: randomBytes(byteLength) })
    .onConflictDoNothing();
  const [row] = await db.select().from(serverSecrets).where(eq(serverSecrets.name, name));
  if (row?.value.length !== byteLength) throw new Error(`The secret "${name}" in the database is damaged.`);
  return row.value;
}

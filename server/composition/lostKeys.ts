import { sql } from 'drizzle-orm';
import { type DatabaseAddress, inTransaction, openDatabase, rawQuery, type Tx } from '../../db/client.ts';
import { SEED_LOST } from '../domain/contests/contestView.ts';
import { voidRounds } from './voidRounds.ts';

/** Numbers of what was given up with a key. */
export interface LostValues {
  /** Rounds that had no number yet; they are void, and each stake goes back. */
  readonly rounds: bigint[];
  readonly secondFactors: number;
  readonly mails: number;
  /** Names of the server's own secrets, which the next start makes anew. */
  readonly secrets: string[];
}

/**
 * Gives up every stored value that is encrypted with one of these keys, in one transaction: rounds without a number become
 * void, second factors are removed, bodies of mails erased, the server's secrets forgotten. As the owner, past the rules
 * for a running server, on a database that is closed to them. Refund the rounds afterwards (refundVoid).
 */
export async function giveUpLostValues(
  address: DatabaseAddress,
  keyIds: readonly string[],
  now: Date,
): Promise<LostValues> {
  const database = openDatabase(address, { max: 1 });
  try {
    return await inTransaction(database.db, async (tx) => {
      for (const table of guarded) await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
      const lost = await giveUp(tx, keyIds, now);
      for (const table of guarded) await tx.execute(sql.raw(`alter table ${table} enable trigger user`));
      return lost;
    });
  } finally {
    await database.close();
  }
}

/** Tables whose triggers refuse this. */
const guarded = ['chain_checkpoints', 'second_factors'];

async function giveUp(tx: Tx, keyIds: readonly string[], now: Date): Promise<LostValues> {
  const isLost = sql`key_id = any(${sql.param([...keyIds])}::text[])`;
  const which = sql`seed is null and not seed_lost
    and chain_id in (select chain_id from chain_checkpoints where ${isLost})`;
  const rounds = await voidRounds(tx, { which, seedLost: true, reason: SEED_LOST, now });
  await tx.execute(sql`delete from chain_checkpoints where ${isLost}`);
  const factors = await tx.execute(sql`delete from second_factors where ${isLost}`);
  const mails = await tx.execute(sql`update mails set body = null, key_id = null where ${isLost}`);
  const secrets = await rawQuery<{ name: string }>(tx, sql`delete from server_secrets where ${isLost} returning name`);
  return {
    rounds,
    secondFactors: factors.rowCount ?? 0,
    mails: mails.rowCount ?? 0,
    secrets: secrets.map(({ name }) => name),
  };
}

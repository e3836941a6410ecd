import { sql } from 'drizzle-orm';
import { type DatabaseAddress, inTransaction, openDatabase, rawQuery, type Tx } from '../../db/client.ts';
import { recordAudit } from '../domain/audit/recordAudit.ts';
import { lapseProposed } from '../domain/proposals/proposal.ts';

/** Public, as the reason of each round that it makes void. */
const VOID_REASON = 'The server was restored from a backup without the key of its draws.';

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
      // What becomes void is in the public log, as ever.
      await tx.execute(sql`alter table contests enable trigger contests_log`);
      const lost = await giveUp(tx, keyIds, now);
      for (const table of guarded) await tx.execute(sql.raw(`alter table ${table} enable trigger user`));
      return lost;
    });
  } finally {
    await database.close();
  }
}

/** Tables whose triggers refuse this. */
const guarded = ['contests', 'chain_checkpoints', 'second_factors'];

async function giveUp(tx: Tx, keyIds: readonly string[], now: Date): Promise<LostValues> {
  const isLost = sql`key_id = any(${sql.param([...keyIds])}::text[])`;
  const rounds = await voidRounds(tx, isLost, now);
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

async function voidRounds(tx: Tx, isLost: ReturnType<typeof sql>, now: Date): Promise<bigint[]> {
  const rounds = await rawQuery<{ id: bigint; gameId: string }>(
    tx,
    sql`update contests set state = 'VOID', seed_lost = true, decided_at = ${now.toISOString()}, held_until = null,
               voided_at = coalesce(voided_at, ${now.toISOString()}), void_reason = coalesce(void_reason, ${VOID_REASON}),
               voided_by = case when voided_at is null then (select id from users where is_primary) else voided_by end
         where seed is null and not seed_lost
           and chain_id in (select chain_id from chain_checkpoints where ${isLost})
         returning id, game_id as "gameId"`,
  );
  for (const { id, gameId } of rounds) {
    for (const kind of ['override', 'void'] as const) await lapseProposed(tx, { kind, subjectId: id, at: now });
    await recordAudit(
      tx,
      { actor: { kind: 'system' }, now },
      {
        action: 'contest:void',
        subjectType: 'contest',
        subject: gameId,
        after: { state: 'VOID' },
        reason: VOID_REASON,
      },
    );
  }
  return rounds.map(({ id }) => id);
}

import { sql, type SQL } from 'drizzle-orm';
import { rawQuery, type Tx } from '../../db/client.ts';
import { recordAudit } from '../domain/audit/recordAudit.ts';
import { lapseProposed } from '../domain/proposals/proposal.ts';

interface VoidedRounds {
  /** A condition on contests. */
  readonly which: SQL;
  /** Whether their seeds can't be read any more. Otherwise they are published at the rounds' ends. */
  readonly seedLost: boolean;
  /** Public. */
  readonly reason: string;
  readonly now: Date;
}

/**
 * Makes rounds without a number void, past the rules for a running server (guard_contest_change), as the owner, while no server
 * runs. Each has a row in the audit log, and is in the public log as ever. Returns their ids: refund them afterwards (refundVoid).
 */
export async function voidRounds(tx: Tx, { which, seedLost, reason, now }: VoidedRounds): Promise<bigint[]> {
  await tx.execute(sql`alter table contests disable trigger user`);
  await tx.execute(sql`alter table contests enable trigger contests_log`);
  const at = now.toISOString();
  const rounds = await rawQuery<{ id: bigint; gameId: string }>(
    tx,
    sql`update contests set state = 'VOID', seed_lost = ${seedLost}, held_until = null,
               decided_at = case when ${seedLost} or seed is not null then ${at}::timestamptz end,
               voided_at = coalesce(voided_at, ${at}), void_reason = coalesce(void_reason, ${reason}),
               voided_by = case when voided_at is null then (select id from users where is_primary) else voided_by end
         where ${which}
         returning id, game_id as "gameId"`,
  );
  await tx.execute(sql`alter table contests enable trigger user`);
  for (const { id, gameId } of rounds) {
    for (const kind of ['override', 'void'] as const) await lapseProposed(tx, { kind, subjectId: id, at: now });
    await recordAudit(
      tx,
      { actor: { kind: 'system' }, now },
      { action: 'contest:void', subjectType: 'contest', subject: gameId, after: { state: 'VOID' }, reason },
    );
  }
  return rounds.map(({ id }) => id);
}

import { sql } from 'drizzle-orm';
import { inTransaction, type Db } from '../../../db/client.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { ScoredFinding } from './finding.ts';

/**
 * Writes what the detection found, at `ctx.now`: new signals, and those known with what they rest on now. One that lapsed
 * is open again, and one that was decided if it has gained a player. Open ones that were not found lapse.
 */
export async function storeSignals(
  ctx: Pick<Context, 'db' | 'now' | 'tokens'>,
  found: readonly ScoredFinding[],
): Promise<void> {
  const rows = found.map(({ kind, cause, players, score, evidence, firstSeenAt, lastSeenAt }) => ({
    kind,
    cause: ctx.tokens.limitKey('signal', kind, cause).toString('hex'),
    players: players.map(String),
    score,
    evidence,
    first: firstSeenAt.toISOString(),
    last: lastSeenAt.toISOString(),
  }));
  await store(ctx.db, JSON.stringify(rows), ctx.now.toISOString());
}

function store(db: Db, rows: string, now: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`
      insert into signals as s (kind, cause_hash, players, score, evidence, first_seen_at, last_seen_at, detected_at)
      select kind, decode(cause, 'hex'), players, score, evidence, first, last, ${now}
        from jsonb_to_recordset(${rows}::jsonb) as found (kind signal_kind, cause text, players bigint[], score smallint,
                                                          evidence jsonb, first timestamptz, last timestamptz)
      on conflict (kind, cause_hash) do update
         set players = excluded.players, score = excluded.score, evidence = excluded.evidence,
             first_seen_at = least(s.first_seen_at, excluded.first_seen_at),
             last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at), detected_at = excluded.detected_at,
             state = case when ${reopens} then 'open' else s.state end,
             reason = case when ${reopens} then null else s.reason end,
             decided_by = case when ${reopens} then null else s.decided_by end,
             decided_at = case when ${reopens} then null else s.decided_at end`);
    await tx.execute(sql`update signals set state = 'lapsed' where state = 'open' and detected_at < ${now}`);
  });
}

const reopens = sql`(s.state = 'lapsed' or s.state <> 'open' and not excluded.players <@ s.players)`;

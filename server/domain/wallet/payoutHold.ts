import { sql, type SQL } from 'drizzle-orm';
import { rawQuery, type Queryable, type Tx } from '../../../db/client.ts';
import { idArray } from '../../../db/idArray.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { transactionChanged, type WalletTransaction } from './transaction.ts';

/** Why a withdrawal can't be approved: the payouts of its player are frozen, or its account is blocked. */
export type PayoutHold = 'frozen' | 'blocked';

/**
 * Refuses to approve a withdrawal whose player's payouts are frozen with PAYOUTS_FROZEN, one to a blocked account with
 * PAYOUT_ACCOUNT_BLOCKED. Neither begins until the transaction ends; the database refuses the approval as well.
 */
export async function refuseHeldPayout(tx: Tx, { id }: WalletTransaction): Promise<void> {
  const [answer] = await rawQuery<{ hold: PayoutHold | null }>(tx, sql`select payout_hold(${id}) as hold`);
  if (answer?.hold === 'frozen') {
    throw new DomainError(
      'PAYOUTS_FROZEN',
      'The payouts of this player are frozen: nothing is approved until that ends.',
    );
  }
  if (answer?.hold === 'blocked') {
    throw new DomainError(
      'PAYOUT_ACCOUNT_BLOCKED',
      'This payout account is blocked: nothing is approved until another admin lifts the block.',
    );
  }
}

/** What holds a withdrawal back: whether a freeze does, and which block, by its id. */
export interface HeldPayout {
  frozen: boolean;
  blockId: bigint | null;
}

/**
 * What holds these requests back at the present instant, in the order of the ids; null for those that nothing does, or that don't
 * wait. Whoever may read the request may know that it is checked; only admins may be told why.
 */
export async function holdsOf({ db, now }: Context, ids: readonly bigint[]): Promise<(HeldPayout | null)[]> {
  if (ids.length === 0) return [];
  const rows = await rawQuery<HeldPayout & { id: bigint }>(
    db,
    sql`
      select * from (
        select w.id,
               exists (select from payout_freezes l
                        where l.player_id = w.player_id and l.ended_at is null and l.ends_at > ${now.toISOString()}
                          and not exists (select from payout_freezes n where n.player_id = l.player_id and n.id > l.id)) as frozen,
               (select b.id from blocked_payout_accounts b
                 where b.account_key = payout_account_key(w.upi_id, w.account_number, w.ifsc_code) and b.lifted_at is null) as "blockId"
          from wallet_transactions w
         where w.id = any (${idArray(ids)}) and w.transaction_type = 'debit' and w.status = 'pending') held
       where frozen or "blockId" is not null`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** Bounds the events of one deed; a player has at most 10 withdrawals that wait, an account as many as players use it. */
const MAX_TOLD = 200;

/** The change of each waiting withdrawal that meets the condition, to be published. */
export async function waitingPayouts(db: Queryable, condition: SQL): Promise<DomainEvent[]> {
  const rows = await rawQuery<Pick<WalletTransaction, 'id' | 'playerId'>>(
    db,
    sql`select id, player_id as "playerId" from wallet_transactions
         where status = 'pending' and transaction_type = 'debit' and ${condition} order by id limit ${MAX_TOLD}`,
  );
  return rows.map(transactionChanged);
}

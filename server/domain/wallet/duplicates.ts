import { sql, type SQL } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import { idArray } from '../../../db/idArray.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { transactionsById } from './transactionList.ts';
import type { WalletTransaction } from './transaction.ts';

/** More than a player may have since there is a bound. */
const MOST_WAITING = 100;

/** Bounds the list for an account to which many players withdraw. */
const MAX_SHOWN = 10;

/**
 * For each of `ids`, other requests that make it suspicious: a deposit with the same reference (by its key), or a withdrawal of
 * another player to the same account. The newest 10 each, newest first. For admins.
 */
export function duplicatesOf(ctx: Context, ids: readonly bigint[]): Promise<WalletTransaction[][]> {
  return othersOf(
    ctx,
    ids,
    sql`
    select id from (
      select d.id from wallet_transactions d where d.reference_key = t.reference_key and d.id <> t.id
      union
      select d.id from wallet_transactions d where lower(d.upi_id) = lower(t.upi_id) and d.player_id <> t.player_id
      union
      select d.id from wallet_transactions d
       where d.account_number = t.account_number and d.ifsc_code = t.ifsc_code and d.player_id <> t.player_id
    ) alike order by id desc limit ${MAX_SHOWN}`,
  );
}

/**
 * For each of `ids`, the other requests of its player and kind that wait too, the oldest 100, oldest first. For admins.
 */
export function waitingBeside(ctx: Context, ids: readonly bigint[]): Promise<WalletTransaction[][]> {
  return othersOf(
    ctx,
    ids,
    sql`
    select w.id from wallet_transactions w
     where w.player_id = t.player_id and w.transaction_type = t.transaction_type and w.status = 'pending' and w.id <> t.id
     order by w.id limit ${MOST_WAITING}`,
  );
}

/** For each of `ids`, the transactions whose ids a query of the transaction `t` returns, in its order. For admins. */
async function othersOf(ctx: Context, ids: readonly bigint[], query: SQL): Promise<WalletTransaction[][]> {
  authorize(ctx, 'transaction:readAll');
  if (ids.length === 0) return [];
  const pairs = await rawQuery<{ id: bigint; other: bigint }>(
    ctx.db,
    sql`select t.id, o.id as other
          from unnest(${idArray(ids)}) asked (id)
          join wallet_transactions t on t.id = asked.id
         cross join lateral (${query}) o`,
  );
  const others = await transactionsById(
    ctx,
    pairs.map(({ other }) => other),
  );
  return ids.map((id) => pairs.flatMap((pair, index) => (pair.id === id ? (others[index] ?? []) : [])));
}

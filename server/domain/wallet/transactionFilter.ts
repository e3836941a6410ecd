import { and, eq, gte, inArray, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { users } from '../../../db/schema/accounts.ts';
import { walletTransactions } from '../../../db/schema/wallet.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import type { WalletTransaction } from './transaction.ts';
import { searchCondition } from './transactionSearch.ts';
import { readSearch } from '../ground/values/typedText.ts';

export interface TransactionFilter {
  /** Several: in any of them. */
  status?: WalletTransaction['status'] | readonly WalletTransaction['status'][] | undefined;
  transactionType?: WalletTransaction['transactionType'] | undefined;
}

/** What an admin's list shows: requests that fit everything given. */
export interface AdminTransactionFilter extends TransactionFilter {
  playerId?: bigint | undefined;
  /** Part of what names the request, its player or its payee, or an amount (transactionSearch.ts). */
  search?: string | undefined;
  /** Requested from this instant on. */
  from?: Date | undefined;
  /** Requested before this instant. */
  to?: Date | undefined;
  minAmount?: Paise | undefined;
  /** Inclusive. */
  maxAmount?: Paise | undefined;
  /** Deposits that name this payee. */
  payeeId?: bigint | undefined;
  channel?: WalletTransaction['channel'] | undefined;
  /** The UID of the admin who decided, approved or paid it. */
  decidedBy?: string | undefined;
  /** Those that a line of a bank statement is matched with or was credited to, or (false) the others. */
  inStatement?: boolean | undefined;
  /** Withdrawals that are in a batch of payouts, or (false) all others. */
  inBatch?: boolean | undefined;
  /** Deposits that wait or are approved, from before keys of references, whose key another one holds; false: all others. */
  keyClashes?: boolean | undefined;
}

/** What status and type match. */
export function matching({ status, transactionType }: TransactionFilter): SQL | undefined {
  return and(
    status && inArray(walletTransactions.status, typeof status === 'string' ? [status] : [...status]),
    transactionType && eq(walletTransactions.transactionType, transactionType),
  );
}

/** What an admin's filter matches; undefined for everything. Refuses ranges that end before they begin. */
export async function adminCondition(ctx: Context, filter: AdminTransactionFilter): Promise<SQL | undefined> {
  const {
    playerId,
    search,
    from,
    to,
    minAmount,
    maxAmount,
    payeeId,
    channel,
    decidedBy,
    inStatement,
    inBatch,
    keyClashes,
  } = filter;
  if (from && to && from >= to) throw invalidInput('to', 'to must be after from');
  if (minAmount !== undefined && maxAmount !== undefined && minAmount > maxAmount) {
    throw invalidInput('maxAmount', 'maxAmount must not be below minAmount');
  }
  return and(
    playerId === undefined ? undefined : eq(walletTransactions.playerId, playerId),
    matching(filter),
    from && gte(walletTransactions.createdAt, from),
    to && lt(walletTransactions.createdAt, to),
    minAmount === undefined ? undefined : gte(walletTransactions.amount, minAmount),
    maxAmount === undefined ? undefined : lte(walletTransactions.amount, maxAmount),
    payeeId === undefined ? undefined : eq(walletTransactions.payeeId, payeeId),
    channel && eq(walletTransactions.channel, channel),
    decidedBy === undefined ? undefined : decidedByUid(decidedBy),
    inStatement === undefined ? undefined : hasLine(inStatement),
    inBatch === undefined ? undefined : isBatched(inBatch),
    keyClashes === undefined ? undefined : clashes(keyClashes),
    await searchCondition(ctx, search),
  );
}

function hasLine(matched: boolean): SQL {
  const line = sql`(wallet_transactions.credited_line_id is not null or exists (
                     select from statement_lines l
                      where l.transaction_id = wallet_transactions.id and l.state = 'matched'))`;
  return matched ? line : sql`not ${line}`;
}

function isBatched(batched: boolean): SQL {
  const item = sql`exists (select from payout_batch_items i
                            where i.transaction_id = wallet_transactions.id and i.outcome is null)`;
  return batched ? item : sql`not ${item}`;
}

function clashes(clashing: boolean): SQL {
  const clash = sql`(wallet_transactions.key_clashes and wallet_transactions.status in ('pending', 'success'))`;
  return clashing ? clash : sql`not ${clash}`;
}

function decidedByUid(uid: string): SQL | undefined {
  const text = readSearch(uid);
  return sql`(select ${users.id} from ${users} where ${users.uid} = ${text}) in (${walletTransactions.decidedBy}, ${walletTransactions.approvedBy})`;
}

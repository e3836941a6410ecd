import { and, eq, inArray, sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import { idArray } from '../../../db/idArray.ts';
import { users } from '../../../db/schema/accounts.ts';
import { statementLines } from '../../../db/schema/statements.ts';
import { walletTransactions } from '../../../db/schema/wallet.ts';
import { allows, authorize } from '../ground/actors/permissions.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { WalletTransaction } from '../wallet/transaction.ts';
import { agreementOf, type LineAgreement } from './lineAgreement.ts';
import { fits, isOpen, mayReturn } from './lineFit.ts';
import { candidatesFor, returnsFor, statementLinesById, type StatementLine } from './statementLines.ts';

const MOST_ALIKE = 10;

/**
 * For each of these lines the ids of the requests that have a reference that stands in it, whatever their state and amount, the newest
 * 10, newest first: deposits by their reference, withdrawals by that of their payout.
 */
export async function requestsWithReference(ctx: Context, lineIds: readonly bigint[]): Promise<bigint[][]> {
  authorize(ctx, 'statement:read');
  if (lineIds.length === 0) return [];
  const pairs = await rawQuery<{ lineId: bigint; id: bigint }>(
    ctx.db,
    sql`select l.id as "lineId", w.id
          from unnest(${idArray(lineIds)}) asked (id)
          join statement_lines l on l.id = asked.id
         cross join lateral (
           select id from (
             select d.id from unnest(l.tokens) token join wallet_transactions d on d.reference_key = token
              where l.direction = 'credit'
             union
             -- Of a credit too: a payout that came back.
             select p.id from unnest(l.tokens) token join wallet_transactions p on p.payout_claim = token) alike
            order by id desc limit ${MOST_ALIKE}) w`,
  );
  return lineIds.map((lineId) => pairs.filter((pair) => pair.lineId === lineId).map(({ id }) => id));
}

/**
 * For each of these requests the ids of the lines in which its reference stands, whatever their account, state and amount, the newest
 * 10, newest first; empty for who may not read statements.
 */
export async function linesWithReference(ctx: Context, transactionIds: readonly bigint[]): Promise<bigint[][]> {
  if (!allows(ctx.actor, 'statement:read')) return transactionIds.map(() => []);
  const pairs = await rawQuery<{ transactionId: bigint; id: bigint }>(
    ctx.db,
    sql`select w.id as "transactionId", l.id
          from unnest(${idArray(transactionIds)}) asked (id)
          join wallet_transactions w on w.id = asked.id and coalesce(w.reference_key, w.payout_claim) is not null
         cross join lateral (
           select l.id from statement_lines l
            where l.tokens @> array[coalesce(w.reference_key, w.payout_claim)] and (l.direction = w.transaction_type or w.transaction_type = 'debit')
            order by l.id desc limit ${MOST_ALIKE}) l`,
  );
  return transactionIds.map((id) => pairs.filter((pair) => pair.transactionId === id).map((pair) => pair.id));
}

/** A request that a line may pay, or that has its reference. */
export interface LineRequest {
  transactionId: bigint;
  agreement: LineAgreement;
  /** Whether the line may be matched with it now. */
  mayMatch: boolean;
  /** Whether the line may be the credit by which this payout came back (returnPayout). */
  mayReturn: boolean;
}

/** The requests that have a reference of the line, in any state, then those that it could pay, or be the return of, by their amount. */
export async function requestsFor(ctx: Context, line: StatementLine): Promise<LineRequest[]> {
  const [alike = []] = await requestsWithReference(ctx, [line.id]);
  const ids = [...new Set([...alike, ...(await candidatesFor(ctx, line)), ...(await returnsFor(ctx, line))])];
  if (ids.length === 0) return [];
  const rows = await withNames(ctx, ids);
  const taken = await ctx.db
    .select({ id: statementLines.transactionId })
    .from(statementLines)
    .where(
      and(
        inArray(statementLines.transactionId, ids),
        eq(statementLines.state, 'matched'),
        eq(statementLines.direction, line.direction),
      ),
    );
  return ids.flatMap((id) => {
    const row = rows.find(({ request }) => request.id === id);
    if (row === undefined) return [];
    const isFree = taken.every((one) => one.id !== id);
    return [
      {
        transactionId: id,
        agreement: agreementOf(line, compared(row)),
        mayMatch: isOpen(line) && isFree && fits(line, row.request),
        mayReturn: mayReturn(line, row.request),
      },
    ];
  });
}

/** What each of these lines and the request that it pays or is proposed for have in common; null for other lines. */
export async function agreementsOf(ctx: Context, lineIds: readonly bigint[]): Promise<(LineAgreement | null)[]> {
  const lines = await statementLinesById(ctx, lineIds);
  const ids = lines.flatMap((line) => line?.transactionId ?? []);
  if (ids.length === 0) return lineIds.map(() => null);
  const rows = await withNames(ctx, ids);
  return lines.map((line) => {
    const row = rows.find(({ request }) => request.id === line?.transactionId);
    return line && row ? agreementOf(line, compared(row)) : null;
  });
}

/** A line that may be the payment of a request. */
export interface LineOfRequest {
  transactionId: bigint;
  line: StatementLine;
  agreement: LineAgreement;
}

/** Lines of a request's reference, and again of its amount. */
const MOST_FITTING = 5;
const MOST_DAYS_APART = 3;

/**
 * The lines that fit each of these requests, the newest first: those that it is matched with or proposed for, up to 5 with its reference, and,
 * of a deposit that isn't approved, up to 5 open ones of its amount and account from 3 days before it to 3 days after. The caller has
 * checked that the actor may read the requests.
 */
export async function linesFitting(ctx: Context, transactionIds: readonly bigint[]): Promise<LineOfRequest[]> {
  if (transactionIds.length === 0) return [];
  const pairs = await rawQuery<{ transactionId: bigint; id: bigint }>(
    ctx.db,
    sql`select w.id as "transactionId", l.id
          from unnest(${idArray(transactionIds)}) asked (id)
          join wallet_transactions w on w.id = asked.id
         cross join lateral (
           select id from statement_lines where transaction_id = w.id
            union
           (select id from statement_lines
             where tokens @> array[coalesce(w.reference_key, w.payout_claim)] and direction = w.transaction_type
             order by id desc limit ${MOST_FITTING})
            union
           (select id from statement_lines
             where w.transaction_type = 'credit' and w.status <> 'success' and amount = w.amount and direction = 'credit'
               and payee_id = w.payee_id and state in ('unmatched', 'proposed') and transaction_id is null
               and day between (w.created_at at time zone 'Asia/Kolkata')::date - ${MOST_DAYS_APART}::int
                           and (w.created_at at time zone 'Asia/Kolkata')::date + ${MOST_DAYS_APART}::int
             order by id desc limit ${MOST_FITTING})) l
         order by l.id desc`,
  );
  const lines = await ctx.db
    .select()
    .from(statementLines)
    .where(
      inArray(
        statementLines.id,
        pairs.map(({ id }) => id),
      ),
    );
  const rows = await withNames(ctx, [...transactionIds]);
  return pairs.flatMap(({ transactionId, id }) => {
    const line = lines.find((one) => one.id === id);
    const row = rows.find(({ request }) => request.id === transactionId);
    return line && row ? [{ transactionId, line, agreement: agreementOf(line, compared(row)) }] : [];
  });
}

interface NamedRequest {
  request: WalletTransaction;
  playerName: string;
}

function withNames(ctx: Context, ids: bigint[]): Promise<NamedRequest[]> {
  return ctx.db
    .select({ request: walletTransactions, playerName: users.name })
    .from(walletTransactions)
    .innerJoin(users, eq(users.id, walletTransactions.playerId))
    .where(inArray(walletTransactions.id, ids));
}

function compared({ request, playerName }: NamedRequest) {
  const { transactionType, referenceKey, payoutClaim, amount, createdAt, decidedAt } = request;
  return transactionType === 'credit'
    ? { key: referenceKey, amount, moment: createdAt, playerName }
    : { key: payoutClaim, amount, moment: decidedAt ?? createdAt, playerName };
}

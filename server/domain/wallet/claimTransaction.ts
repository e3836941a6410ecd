import { and, eq, inArray, sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import { transactionClaims, walletTransactions } from '../../../db/schema/wallet.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { authorize, requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { lookUp, noSuchTransaction, refuseDecided } from './transaction.ts';

/** A request that an admin has opened: one that waits for a decision, or is to be paid. */
export interface TransactionClaim {
  transactionId: bigint;
  adminId: bigint;
  /** When it lapses, unless it is renewed. */
  until: Date;
}

/** How long a claim lasts: long enough to look a payment up at the bank. */
const CLAIM_MS = 5 * 60_000;

export const claimTransactionVerb = verb({
  name: 'claimTransaction',
  may: 'transaction:decide',
  countsAs: 'other',
  idempotent: false,
  audit: [],
  refusals: ['NOT_FOUND', 'ALREADY_DECIDED'],
});

/**
 * Claims a request for the admin for 5 minutes, or renews the claim, so that others see who is at it. Somebody
 * else's claim stays unless it is taken over. Resolves to the claim that holds now. It reserves nothing: others may
 * decide all the same. Refuses with NOT_FOUND, and with ALREADY_DECIDED what neither waits nor is to be paid.
 */
export async function claimTransaction(
  ctx: Context,
  { transactionId, takeOver = false }: { transactionId: bigint; takeOver?: boolean | undefined },
): Promise<TransactionClaim> {
  const adminId = requireAdmin(ctx, claimTransactionVerb.may);
  const request = await lookUp(ctx, transactionId);
  if (request === undefined) throw noSuchTransaction();
  if (request.status !== 'approved') refuseDecided(request);
  const now = ctx.now.toISOString();
  const until = new Date(ctx.now.getTime() + CLAIM_MS);
  // The first statement changes nothing while another admin's claim is valid; the second then reads that claim.
  const [claimed] = await rawQuery<TransactionClaim>(
    ctx.db,
    sql`insert into transaction_claims (transaction_id, admin_id, until)
        values (${transactionId}, ${adminId}, ${until.toISOString()}::timestamptz)
        on conflict (transaction_id) do update set admin_id = excluded.admin_id, until = excluded.until
         where transaction_claims.admin_id = excluded.admin_id or transaction_claims.until <= ${now}::timestamptz
            or ${takeOver}
        returning transaction_id as "transactionId", admin_id as "adminId", until`,
  );
  if (claimed) {
    ctx.events.publish(transactionClaimed(transactionId));
    return claimed;
  }
  const [holding] = await claimsOf(ctx, [transactionId]);
  return holding ?? { transactionId, adminId, until };
}

export const releaseTransactionVerb = verb({
  name: 'releaseTransaction',
  may: 'transaction:decide',
  countsAs: 'other',
  idempotent: false,
  audit: [],
  refusals: ['NOT_FOUND'],
});

/** Ends the admin's own claim, if there is one. */
export async function releaseTransaction(ctx: Context, { transactionId }: { transactionId: bigint }): Promise<void> {
  const adminId = requireAdmin(ctx, releaseTransactionVerb.may);
  const { rowCount } = await ctx.db
    .delete(transactionClaims)
    .where(and(eq(transactionClaims.transactionId, transactionId), eq(transactionClaims.adminId, adminId)));
  if (rowCount) ctx.events.publish(transactionClaimed(transactionId));
}

/** The claims that have not expired, in the order of `ids`: null for requests without one, and for decided requests. */
export async function claimsOf(ctx: Context, ids: readonly bigint[]): Promise<(TransactionClaim | null)[]> {
  authorize(ctx, 'transaction:readAll');
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .select({
      transactionId: transactionClaims.transactionId,
      adminId: transactionClaims.adminId,
      until: transactionClaims.until,
    })
    .from(transactionClaims)
    .innerJoin(walletTransactions, eq(walletTransactions.id, transactionClaims.transactionId))
    .where(
      and(
        inArray(transactionClaims.transactionId, [...ids]),
        inArray(walletTransactions.status, ['pending', 'approved']),
      ),
    );
  const holding = new Map(rows.filter(({ until }) => until > ctx.now).map((row) => [row.transactionId, row]));
  return ids.map((id) => holding.get(id) ?? null);
}

function transactionClaimed(transactionId: bigint): DomainEvent {
  return { type: 'transactionClaimed', transactionId: String(transactionId) };
}

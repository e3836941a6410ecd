import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import { paymentSettings } from '../../../db/schema/settings.ts';
import { walletTransactions } from '../../../db/schema/wallet.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import { formatRupees, paise } from '../ground/values/money.ts';
import type { WalletTransaction } from './transaction.ts';

/** Of a player's requests of a kind that wait, but for reopened ones. The database has the same bound (guard_new_wallet_transaction). */
const MOST_PENDING = 10;

/**
 * Refuses with TOO_MANY_OPEN a player's 11th request of a kind that waits. The caller has locked the player's available account, so
 * that two requests come one after the other.
 */
export async function refuseManyPending(
  tx: Tx,
  { playerId, transactionType }: Pick<WalletTransaction, 'playerId' | 'transactionType'>,
): Promise<void> {
  const { playerId: of, transactionType: kind, status, reopenedAt } = walletTransactions;
  const waiting = and(eq(of, playerId), eq(kind, transactionType), eq(status, 'pending'), isNull(reopenedAt));
  if ((await tx.$count(walletTransactions, waiting)) < MOST_PENDING) return;
  const name = transactionType === 'credit' ? 'deposits' : 'withdrawals';
  throw new DomainError(
    'TOO_MANY_OPEN',
    `You have ${MOST_PENDING} ${name} that wait. Please wait until one is decided.`,
    {
      detail: `${MOST_PENDING} ${name} are pending, which is the most`,
    },
  );
}

/** The smallest withdrawal, in paise. */
export async function smallestWithdrawal(db: Queryable): Promise<Paise> {
  const [settings] = await db.select({ least: paymentSettings.minWithdrawal }).from(paymentSettings);
  return settings?.least ?? paise(100n);
}

/** Refuses with BELOW_MINIMUM a withdrawal below the smallest one, unless it is everything that is available. */
export async function refuseSmallWithdrawal(tx: Tx, amount: Paise, available: Paise): Promise<void> {
  const least = await smallestWithdrawal(tx);
  if (amount >= least || amount === available) return;
  const rupees = formatRupees(least);
  throw new DomainError('BELOW_MINIMUM', `The smallest withdrawal is ₹${rupees}, or everything that you have.`, {
    field: 'amount',
    detail: `amount must be at least ${rupees}, or everything that is available`,
  });
}

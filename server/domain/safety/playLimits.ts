import { and, eq, gte, inArray } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { playLimitKind, playLimitPeriod, playLimits } from '../../../db/schema/safety.ts';
import { walletTransactions } from '../../../db/schema/wallet.ts';
import { endOfPeriod, startOfPeriod } from '../ground/values/calendar.ts';
import type { Context } from '../ground/verbs/context.ts';
import { requirePlayer } from '../ground/actors/permissions.ts';
import { NO_PAISE, paise } from '../ground/values/money.ts';
import { playDaysSince } from './playDays.ts';

export type LimitKind = (typeof playLimitKind.enumValues)[number];
export type LimitPeriod = (typeof playLimitPeriod.enumValues)[number];

/** One of the nine limits, set or not. */
export interface PlayLimit {
  kind: LimitKind;
  period: LimitPeriod;
  /** In force now; null: none. */
  amount: Paise | null;
  /** What counts against it in the running period; losses below zero count as zero. */
  used: Paise;
  /** What it still allows; above `amount` where there were winnings. Null: no limit. */
  left: Paise | null;
  /** End of the running period. */
  endsAt: Date;
  /** What replaces it, and when; null: nothing. */
  next: { amount: Paise | null; at: Date } | null;
}

/** What a player staked and got back in the running day, week or month. */
export interface PlayPosition {
  period: LimitPeriod;
  staked: Paise;
  returned: Paise;
}

type Row = typeof playLimits.$inferSelect;

/** The limit of this row that is in force at `at`. */
export function amountAt(row: Row | undefined, at: Date): Paise | null {
  if (row === undefined) return null;
  return row.nextAt !== null && row.nextAt <= at ? row.nextAmount : row.amount;
}

/** The player's own limits, all nine, with what is used of them. */
export async function ownPlayLimits(ctx: Context): Promise<PlayLimit[]> {
  const playerId = requirePlayer(ctx, 'playSafety:readOwn');
  const rows = await ctx.db.select().from(playLimits).where(eq(playLimits.playerId, playerId));
  const positions = await ownPositions(ctx);
  const deposits = await depositsSince(ctx, playerId, earliestStart(ctx.now));
  return playLimitKind.enumValues.flatMap((kind) =>
    positions.map((position) => {
      const row = rows.find((one) => one.kind === kind && one.period === position.period);
      const pending = row?.nextAt != null && row.nextAt > ctx.now;
      const amount = amountAt(row, ctx.now);
      const counted = kind === 'deposit' ? depositedIn(deposits, position.period, ctx.now) : countedIn(kind, position);
      return {
        kind,
        period: position.period,
        amount,
        used: atLeastNothing(counted),
        left: amount === null ? null : atLeastNothing(amount - counted),
        endsAt: endOfPeriod(position.period, ctx.now),
        next: pending && row.nextAt !== null ? { amount: row.nextAmount, at: row.nextAt } : null,
      };
    }),
  );
}

function countedIn(kind: 'stake' | 'loss', { staked, returned }: PlayPosition): bigint {
  return kind === 'stake' ? staked : staked - returned;
}

function atLeastNothing(amount: bigint): Paise {
  return paise(amount > 0n ? amount : 0n);
}

/** What the player staked and got back in the running day, week and month, live stakes included. */
export async function ownPositions(ctx: Context): Promise<PlayPosition[]> {
  const days = await playDaysSince(ctx, earliestStart(ctx.now));
  return playLimitPeriod.enumValues.map((period) => {
    const counted = days.filter(({ startsAt }) => startsAt >= startOfPeriod(period, ctx.now));
    const sum = (of: 'staked' | 'returned') => paise(counted.reduce((total, day) => total + day[of], 0n));
    return { period, staked: sum('staked'), returned: sum('returned') };
  });
}

function earliestStart(at: Date): Date {
  return new Date(Math.min(startOfPeriod('week', at).getTime(), startOfPeriod('month', at).getTime()));
}

interface Deposit {
  amount: Paise;
  createdAt: Date;
}

function depositsSince({ db }: Context, playerId: bigint, since: Date): Promise<Deposit[]> {
  return db
    .select({ amount: walletTransactions.amount, createdAt: walletTransactions.createdAt })
    .from(walletTransactions)
    .where(
      and(
        eq(walletTransactions.playerId, playerId),
        eq(walletTransactions.transactionType, 'credit'),
        inArray(walletTransactions.status, ['pending', 'success']),
        gte(walletTransactions.createdAt, since),
      ),
    );
}

function depositedIn(deposits: readonly Deposit[], period: LimitPeriod, at: Date): Paise {
  const start = startOfPeriod(period, at);
  return deposits
    .filter(({ createdAt }) => createdAt >= start)
    .reduce((total, { amount }) => paise(total + amount), NO_PAISE);
}

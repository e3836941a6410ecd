import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { GameType } from '../contests/gameTypes.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { instant } from '../stats/activitySql.ts';
import { chiSquareOf } from '../stats/chance.ts';
import { roundsByDecider, type DrawStats } from '../stats/drawStats.ts';
import { readMonth } from './month.ts';

/** A game's rounds that ended in a month of Asia/Kolkata, by who decided them. */
export interface MonthFigures {
  gameType: GameType;
  month: string;
  /** Those that are settled. */
  rounds: DrawStats;
  /** Chi-square of the drawn numbers against ten equally likely ones; null for fewer than 50 draws. */
  chiSquare: number | null;
  /** Rounds that ended without a number. */
  voidRounds: number;
}

/** The figures of a month. Public. Refuses with INVALID_INPUT what is no month. */
export async function monthFigures(
  ctx: Context,
  { gameType, month }: { gameType: GameType; month: string },
): Promise<MonthFigures> {
  authorize(ctx, 'contest:read');
  const span = readMonth(month);
  const rounds = await roundsByDecider(ctx, gameType, span);
  // The first part of the condition is that of the index.
  const [row] = await rawQuery<{ voids: number }>(
    ctx.db,
    sql`select count(*)::int as voids from contests
         where game_type = ${gameType} and ends_at >= ${instant(span.from)} and ends_at < ${instant(span.to)}
           and (overridden_at is not null or voided_at is not null) and voided_at is not null and decided_at is not null`,
  );
  return { gameType, month, rounds, chiSquare: chiSquareOf(rounds.counts), voidRounds: row?.voids ?? 0 };
}

import { sql, type SQL } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import { gameTypes, type GameType } from '../contests/gameTypes.ts';
import { reportRead } from '../ground/database/reportReads.ts';
import { movements, type MovementKind } from '../ground/ledger/movements.ts';
import { NO_PAISE, paise } from '../ground/values/money.ts';
import type { Context } from '../ground/verbs/context.ts';
import { instant } from './activitySql.ts';
import type { Span } from './cover.ts';
import { type Liabilities, standing } from './liabilities.ts';
import { LATEST } from './range.ts';
import { totalsOf } from './totalsSql.ts';

/** A span, and which of its sums are read. */
export interface MoneySpan extends Span {
  /** `games`: stakes and payouts; `money`: movements too; `since`: also what is owed now. */
  readonly read: 'games' | 'money' | 'since';
}

/** What games took and paid: in their settled rounds that ended in the span. */
export interface GameTotals {
  stakes: Paise;
  payouts: Paise;
}

/** Movements of one kind. */
export interface MovementSum {
  count: number;
  /** What they add to what players are owed, in paise; below zero where they take. */
  amount: Paise;
}

/** What happened in a span. */
export interface SpanMoney {
  game(gameType: GameType): GameTotals;
  movement(kind: MovementKind): MovementSum;
  /** What all of it together adds to what players are owed, in paise. */
  change: Paise;
  /** What players are owed now, if it was asked for. Rounds that are paid in part count as not paid, as in the games' totals. */
  now: (Liabilities & { owed: Paise }) | null;
}

/** Reads what happened in spans, in their order: all of them in one statement. */
export type ReadSpans = <const Spans extends readonly MoneySpan[]>(...spans: Spans) => Promise<ReadOf<Spans>>;
type ReadOf<Spans extends readonly MoneySpan[]> = { [Index in keyof Spans]: SpanMoney };

/** From an instant on, up to whatever is written when it is read: with what is owed then, from one snapshot. */
export function sinceSpan(from: number): MoneySpan {
  return { from, to: LATEST.getTime(), read: 'since' };
}

interface Row {
  part: 'game' | 'movement' | 'now';
  span: number;
  name: string;
  count: number;
  amount: Paise;
  payouts: Paise;
}

/**
 * What happened in each of these spans, in their order, and what is owed now: one statement, hence one snapshot, in which these
 * figures add up. Callers check who may read them.
 */
export async function readSpans<const Spans extends readonly MoneySpan[]>(
  ctx: Context,
  spans: Spans,
): Promise<ReadOf<Spans>> {
  const parts = spans.flatMap((span, index) => [
    totalsPart(span, index),
    ...(span.read === 'games' ? [] : [movementsPart(span, index)]),
    ...(span.read === 'since' ? [nowPart(index)] : []),
  ]);
  const rows = await reportRead(ctx, ({ db }) => rawQuery<Row>(db, sql.join(parts, sql` union all `)));
  return spans.map((_, index) => moneyOf(rows.filter(({ span }) => span === index))) as ReadOf<Spans>;
}

/** The same, for a call of the domain that isn't part of a larger one. */
export function spansOf(ctx: Context): ReadSpans {
  return (...spans) => readSpans(ctx, spans);
}

function totalsPart(span: Span, index: number): SQL {
  return sql`
    select 'game' as part, ${index}::int as span, game_type::text as name, 0 as count, sum(stakes)::bigint as amount,
           sum(payouts)::bigint as payouts
      from (${totalsOf(gameTypes, span)}) totals group by game_type`;
}

function movementsPart({ from, to }: Span, index: number): SQL {
  return sql`
    select 'movement', ${index}::int, kind, count(*)::int, sum(change)::bigint, 0
      from (${movements({ from: instant(from), to: instant(to) })}) moved group by kind`;
}

function nowPart(index: number): SQL {
  return sql`
    select 'now', ${index}::int, figure.name, 0, figure.amount, 0
      from (${standing()}) s,
           lateral (values ('available', s.available), ('held', s.held), ('liveStakes', s."liveStakes"),
                           ('unclaimed', s.unclaimed), ('pendingDeposits', s."pendingDeposits"),
                           ('underway', s.underway)) figure (name, amount)`;
}

function moneyOf(rows: readonly Row[]): SpanMoney {
  const amounts = (part: Row['part']) => new Map(rows.filter((row) => row.part === part).map((row) => [row.name, row]));
  const [games, moved, now] = [amounts('game'), amounts('movement'), amounts('now')];
  const figure = (name: string) => now.get(name)?.amount ?? NO_PAISE;
  const change = rows.reduce((sum, row) => sum + changeOf(row), 0n);
  return {
    game(gameType) {
      const { amount = NO_PAISE, payouts = NO_PAISE } = games.get(gameType) ?? {};
      return { stakes: amount, payouts };
    },
    movement(kind) {
      const { count = 0, amount = NO_PAISE } = moved.get(kind) ?? {};
      return { count, amount };
    },
    change: paise(change),
    now:
      now.size === 0
        ? null
        : {
            available: figure('available'),
            held: figure('held'),
            liveStakes: figure('liveStakes'),
            unclaimed: figure('unclaimed'),
            pendingDeposits: figure('pendingDeposits'),
            owed: paise(figure('available') + figure('held') + figure('liveStakes') + figure('underway')),
          },
  };
}

function changeOf({ part, amount, payouts }: Row): bigint {
  if (part === 'now') return 0n;
  return part === 'game' ? payouts - amount : amount;
}

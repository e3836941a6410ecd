import { sql, type SQL } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import { latestAudit, type BookAudit } from '../audit/nightlyAudit.ts';
import { startOf } from '../ground/values/calendar.ts';
import type { Context } from '../ground/verbs/context.ts';
import { LIKELY } from '../signals/scoreFindings.ts';
import { activePlayerStats, type ActivePlayerStats } from '../stats/activePlayerStats.ts';
import { instant } from '../stats/activitySql.ts';
import { decisionTimes, type DecisionTimes } from '../stats/decisionTimes.ts';
import { moneyFigures, type MoneyFigures } from '../stats/moneyFigures.ts';
import { owedStatement, type OwedStatement } from '../stats/owedStatement.ts';
import { pendingByAge, type PendingSum } from '../stats/pendingByAge.ts';
import type { DateRange } from '../stats/range.ts';

const DAY_MS = 24 * 3_600_000;

/** A day of Asia/Kolkata in figures, and what is the case when it is reported. */
export interface DailyFigures {
  /** Its first instant. */
  from: Date;
  money: MoneyFigures;
  active: ActivePlayerStats;
  /** Players who registered in it. */
  registered: number;
  /** The same of the day before. */
  before: { money: MoneyFigures; active: ActivePlayerStats; registered: number };
  owed: OwedStatement;
  decisions: DecisionTimes;
  pendingDeposits: PendingSum;
  pendingWithdrawals: PendingSum;
  /** Withdrawals that are approved, and not paid. */
  beingPaid: PendingSum;
  /** Drifts of the days that were closed in it. */
  drifts: { payee: string; day: string; drift: Paise }[];
  openAlerts: number;
  likelySignals: number;
  audit: BookAudit | null;
}

/** Yesterday in figures, by the functions of the dashboard. */
export async function dailyFigures(ctx: Context): Promise<DailyFigures> {
  const to = new Date(startOf('day', ctx.now.getTime()));
  const from = new Date(to.getTime() - DAY_MS);
  const dayBefore = { from: new Date(from.getTime() - DAY_MS), to: from };
  const ages = await pendingByAge(ctx);
  const [counts] = await rawQuery<{ registered: number; registeredBefore: number; alerts: number; signals: number }>(
    ctx.db,
    sql`select ${registeredIn({ from, to })} as registered, ${registeredIn(dayBefore)} as "registeredBefore",
               (select count(*) from alerts where ended_at is null)::int as alerts,
               (select count(*) from signals where state = 'open' and score >= ${LIKELY})::int as signals`,
  );
  if (!counts) throw new Error('counts without a row');
  return {
    from,
    money: await moneyFigures(ctx, { from, to }),
    active: await activePlayerStats(ctx, { from, to }),
    registered: counts.registered,
    before: {
      money: await moneyFigures(ctx, dayBefore),
      active: await activePlayerStats(ctx, dayBefore),
      registered: counts.registeredBefore,
    },
    owed: await owedStatement(ctx, { from, to }),
    decisions: await decisionTimes(ctx, { from, to }),
    pendingDeposits: sumOf(ages.map(({ deposits }) => deposits)),
    pendingWithdrawals: sumOf(ages.map(({ withdrawals }) => withdrawals)),
    beingPaid: sumOf(ages.map(({ payouts }) => payouts)),
    drifts: await drifts(ctx, from, to),
    openAlerts: counts.alerts,
    likelySignals: counts.signals,
    audit: await latestAudit(ctx),
  };
}

function registeredIn({ from, to }: DateRange): SQL {
  return sql`(select count(*) from users where user_type = 'player' and created_at >= ${instant(from.getTime())}
                 and created_at < ${instant(to.getTime())})::int`;
}

function sumOf(sums: readonly PendingSum[]): PendingSum {
  return {
    count: sums.reduce((total, { count }) => total + count, 0),
    amount: sums.reduce((total, { amount }) => total + amount, 0n) as Paise,
  };
}

function drifts({ db }: Context, from: Date, to: Date): Promise<DailyFigures['drifts']> {
  return rawQuery(
    db,
    sql`select coalesce(p.upi_id, p.account_number) as payee, d.day::text as day, d.drift
          from statement_days d join payees p on p.id = d.payee_id
         where d.closed_at >= ${instant(from.getTime())} and d.closed_at < ${instant(to.getTime())} order by d.day, p.id`,
  );
}

import { type SQL, sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import { mailsOfServer, recentMails } from '../accounts/mails/mails.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';

export interface Waiting {
  count: number;
  /** Age of the oldest; 0 where none waits. */
  oldestSeconds: number;
}

/** The work of the installation that waits, and its last audit. All servers on the database read the same. */
export interface Backlog {
  deposits: Waiting;
  withdrawals: Waiting;
  /** `failing`: those among them that could not be delivered at least once. Null where mails are not sent. */
  mails: (Waiting & { failing: number }) | null;
  /** The latest audit of the books that has finished; null before the first. */
  books: { finishedAt: Date; faults: number } | null;
  /** Paise by which bank and ledger differ, over the last closed day of each account where players pay. */
  bankDrift: number;
  /** The public log: its entries, those that have no place yet (up to 10,000), and its newest checkpoint's age. */
  log: { size: number; pending: number; checkpointAt: Date | null };
  /** How many of the log's witnesses confirm nothing (wrong since their last attempt, or for ten minutes); null without any. */
  silentWitnesses: number | null;
  /** How many of the next three months have partitions for their bets. */
  monthsAhead: number;
}

const SILENT = sql`interval '10 minutes'`;
const MAX_PENDING_ENTRIES = 10_000;

/** Reads the backlog with one statement, from indexes of what is pending. */
export async function readBacklog(ctx: Context): Promise<Backlog> {
  authorize(ctx, 'stats:read');
  const now = sql`${ctx.now.toISOString()}::timestamptz`;
  const waiting = sql`count(*)::int as count, coalesce(greatest(0, extract(epoch from ${now} - min(created_at))), 0)::float8 as oldest`;
  const vkeys = ctx.witnesses.map(({ verifier }) => verifier.vkey);
  const [row] = await rawQuery<BacklogRow>(
    ctx.db,
    sql`select d.count as deposits, d.oldest as deposit_age, w.count as withdrawals, w.oldest as withdrawal_age,
               m.count as mails, m.oldest as mail_age, m.failing, a.finished_at, a.faults,
               drift.paise::float8 as drift, l.size::float8 as log_size, l.created_at as log_at, l.pending as log_pending,
               months.ahead as months_ahead, confirming.count as confirming
          from (select ${waiting} from wallet_transactions where status = 'pending' and transaction_type = 'credit') d,
               (select ${waiting} from wallet_transactions where status = 'pending' and transaction_type = 'debit') w,
               (select ${waiting}, (count(*) filter (where attempts > 0))::int as failing
                  from mails where sent_at is null and ${mailsOfServer(ctx)} and ${recentMails(ctx)}) m,
               (select coalesce(sum(abs(drift)), 0) as paise
                  from (select distinct on (payee_id) drift from statement_days order by payee_id, day desc) d) drift,
               (select (select max(size) from log_checkpoints) as size, (select max(created_at) from log_checkpoints) as created_at,
                       (select count(*)::int from (select from log_pending limit ${MAX_PENDING_ENTRIES}) p) as pending) l,
               (select count(to_regclass('bets_' || to_char(${thisMonth(now)} + make_interval(months => n), 'YYMM')))::int as ahead
                  from generate_series(1, 3) n) months,
               (select count(*)::int as count from log_witnesses where vkey = any (${sql.param(vkeys)}::text[])
                   and fault is null and confirmed_at > ${now} - ${SILENT}) confirming
          left join (select finished_at,
                            coalesce((select sum((c ->> 'faultCount')::int) from jsonb_array_elements(checks) c), 0)::int as faults
                       from book_audits where finished_at is not null order by due_at desc limit 1) a on true`,
  );
  if (row === undefined) throw new Error('the backlog has no row');
  const { finished_at: finishedAt, faults } = row;
  return {
    deposits: { count: row.deposits, oldestSeconds: row.deposit_age },
    withdrawals: { count: row.withdrawals, oldestSeconds: row.withdrawal_age },
    mails: ctx.mail ? { count: row.mails, oldestSeconds: row.mail_age, failing: row.failing } : null,
    bankDrift: row.drift,
    monthsAhead: row.months_ahead,
    log: { size: row.log_size ?? 0, pending: row.log_pending, checkpointAt: row.log_at && new Date(row.log_at) },
    silentWitnesses: vkeys.length > 0 ? vkeys.length - row.confirming : null,
    books: finishedAt === null ? null : { finishedAt: new Date(finishedAt), faults: faults ?? 0 },
  };
}

/** As the names of partitions have it (db/functions/make_months.sql). */
function thisMonth(now: SQL): SQL {
  return sql`date_trunc('month', ${now} at time zone 'Asia/Kolkata')`;
}

interface BacklogRow {
  months_ahead: number;
  deposits: number;
  deposit_age: number;
  withdrawals: number;
  withdrawal_age: number;
  mails: number;
  mail_age: number;
  failing: number;
  finished_at: Date | null;
  faults: number | null;
  drift: number;
  log_size: number | null;
  log_at: Date | null;
  log_pending: number;
  confirming: number;
}

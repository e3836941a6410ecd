import { sql } from 'drizzle-orm';
import { PAYOUT_HOURS } from '../wallet/promisedTime.ts';
import { rawQuery, type Queryable } from '../../../db/client.ts';
import { waiting } from '../contests/waiting.ts';
import type { Cause } from './cause.ts';
import { creditedPayouts } from './creditedPayouts.ts';
import { overriddenRounds } from './overriddenRounds.ts';
import { unusualWins } from './unusualWins.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** A round that isn't paid so long after its end; normally it takes about a second. */
const ROUND_OVERDUE_MS = MINUTE_MS;
/** A round's beacon normally comes within three seconds. */
const BEACON_LATE_MS = 2 * MINUTE_MS;
/** The audit of a night that has no result so long after 03:00. */
const BOOKS_OVERDUE_MS = 6 * HOUR_MS;
/** Attempts at one account until its owner is notified. */
const GUESSES_PER_REPORT = 10;
/** Accounts that an alert about failed sign-ins names. */
const NAMED_ACCOUNTS = 3;
/** Bounds what is read of an attack. */
const MAX_REFUSALS = 1_000;

export interface Thresholds {
  queueOverdue: bigint;
  unusualWin: bigint;
  failedSignIns: bigint;
}

/** Everything that is the case at `now` and that admins are alerted to. */
export async function findCauses(db: Queryable, now: Date, thresholds: Thresholds): Promise<Cause[]> {
  return [
    ...(await overdueRequests(db, now, thresholds.queueOverdue)),
    ...(await drifts(db)),
    ...(await unusualWins(db, now, thresholds.unusualWin)),
    ...(await failedSignIns(db, now, thresholds.failedSignIns)),
    ...(await overdueRounds(db, now)),
    ...(await waitingRounds(db, now)),
    ...(await failedBooks(db, now)),
    ...(await overriddenRounds(db, now)),
    ...(await creditedPayouts(db, now)),
  ];
}

/** Those that wait for a decision, and approved withdrawals that aren't paid within the time that was promised. */
async function overdueRequests(db: Queryable, now: Date, minutes: bigint): Promise<Cause[]> {
  const before = new Date(now.getTime() - Number(minutes) * MINUTE_MS);
  const unpaid = new Date(now.getTime() - PAYOUT_HOURS * 60 * MINUTE_MS);
  const [row] = await rawQuery<{ count: number; since: Date | null }>(
    db,
    sql`select count(*)::int as count, min(since) as since
          from (select created_at as since from wallet_transactions where status = 'pending' and created_at < ${before.toISOString()}
                union all
                select approved_at from wallet_transactions
                 where approved_at is not null and decided_at is null and approved_at < ${unpaid.toISOString()}) overdue`,
  );
  if (!row?.since) return [];
  return [{ kind: 'queueOverdue', subject: '', facts: { count: row.count, since: row.since.toISOString() } }];
}

/** Accounts whose day closed last has a drift: a later day without one ends it. */
async function drifts(db: Queryable): Promise<Cause[]> {
  const rows = await rawQuery<{ payee_id: bigint; payee: string; day: string; drift: bigint }>(
    db,
    sql`select d.payee_id, coalesce(p.upi_id, p.account_number) as payee, d.day::text as day, d.drift
          from (select distinct on (payee_id) payee_id, day, drift from statement_days
                 order by payee_id, statement_days.day desc) d
          join payees p on p.id = d.payee_id
         where d.drift <> 0 and p.removed_at is null`,
  );
  return rows.map(({ payee_id, payee, day, drift }) => ({
    kind: 'statementDrift',
    subject: String(payee_id),
    facts: { payee, day, amount: String(drift) },
  }));
}

/** Refused sign-ins of admins in the last hour, and for each account whose attempts were used up the attempts that took. */
async function failedSignIns(db: Queryable, now: Date, least: bigint): Promise<Cause[]> {
  const since = new Date(now.getTime() - HOUR_MS).toISOString();
  const [row] = await rawQuery<{ count: number; since: Date | null; accounts: string | null }>(
    db,
    sql`
      with refused as (
        select uid, at, 1 as times
          from (select subject as uid, at from audit_log where action = 'session:refuse' order by id desc
                 limit ${MAX_REFUSALS}) r where at > ${since}
        union all
        select u.uid, n.created_at, ${GUESSES_PER_REPORT}
          from notifications n join users u on u.id = n.user_id
         where n.kind = 'PASSWORD_GUESSED' and n.created_at > ${since})
      select coalesce(sum(times), 0)::int as count, min(at) as since,
             (select string_agg(uid, ', ' order by tried desc, uid)
                from (select uid, sum(times) as tried from refused group by uid order by 2 desc, 1
                       limit ${NAMED_ACCOUNTS}) most) as accounts
        from refused`,
  );
  if (!row?.since || BigInt(row.count) < least) return [];
  const { count, since: first, accounts } = row;
  return [
    {
      kind: 'failedSignIns',
      subject: '',
      facts: { count, since: first.toISOString(), ...(accounts !== null && { accounts }) },
    },
  ];
}

async function overdueRounds(db: Queryable, now: Date): Promise<Cause[]> {
  const before = new Date(now.getTime() - ROUND_OVERDUE_MS).toISOString();
  const rows = await rawQuery<{ game_type: string; count: number; since: Date; game_id: string }>(
    db,
    sql`select game_type::text as game_type, count(*)::int as count, min(ends_at) as since,
               (array_agg(game_id order by ends_at))[1] as game_id
          from contests
         where state <> 'SETTLED' and settled_at is null and ends_at < ${before} and not (${waiting})
         group by game_type`,
  );
  return rows.map(({ game_type, count, since, game_id }) => ({
    kind: 'overdueRound',
    subject: game_type,
    facts: { count, since: since.toISOString(), gameId: game_id },
  }));
}

/** Rounds that have waited for the beacon for so long that its relays have been asked often. */
async function waitingRounds(db: Queryable, now: Date): Promise<Cause[]> {
  const before = new Date(now.getTime() - BEACON_LATE_MS).toISOString();
  const [row] = await rawQuery<{ count: number; since: Date | null; game_id: string }>(
    db,
    sql`select count(*)::int as count, min(ends_at) as since, (array_agg(game_id order by ends_at))[1] as game_id
          from contests where ${waiting} and ends_at < ${before}`,
  );
  if (!row?.since) return [];
  const { count, since, game_id: gameId } = row;
  return [{ kind: 'waitingRound', subject: '', facts: { count, since: since.toISOString(), gameId } }];
}

/** The latest audit of the books has found faults, has failed, or has no result in the morning. */
async function failedBooks(db: Queryable, now: Date): Promise<Cause[]> {
  const late = new Date(now.getTime() - BOOKS_OVERDUE_MS).toISOString();
  const rows = await rawQuery<{ due_at: Date; failure: string | null; faults: number }>(
    db,
    sql`select a.due_at, a.failure, a.faults
          from (select due_at, finished_at, failure,
                       coalesce((select sum((c ->> 'faultCount')::int) from jsonb_array_elements(checks) c), 0)::int as faults
                  from book_audits order by due_at desc limit 1) a
         where a.faults > 0 or a.failure is not null or (a.finished_at is null and a.due_at < ${late})`,
  );
  return rows.map(({ due_at, failure, faults }) => ({
    kind: 'booksFailed',
    subject: '',
    facts: { count: faults, since: due_at.toISOString(), ...(failure !== null && { failure }) },
  }));
}

import { sql, type SQL } from 'drizzle-orm';
import { accountsOf } from '../ground/ledger/accountsOf.ts';

/** Whose data. */
export interface Owner {
  id: bigint;
  uid: string;
  email: string;
  createdAt: Date;
}

/** A row as it is exported. `key` and `keyAt` give its place and are left out. Every bigint but `key` is paise. */
export interface PersonalRow extends Record<string, unknown> {
  key?: bigint;
  keyAt?: Date;
}

export interface PersonalSection {
  name: string;
  /** Rows read at a time: few where rows are large. Unset: all at once, where there are few. */
  batchRows?: number;
  /** The rows after `last`, or the first ones. */
  read(owner: Owner, last: PersonalRow | undefined): SQL;
}

const ROWS = 2_000;

/** A selection by its colour's name or its number. */
export const selectionName = (selection: SQL) => sql`
  case ${selection} when 10 then 'green' when 11 then 'violet' when 12 then 'red' else ${selection}::text end`;

const after = (last: PersonalRow | undefined) => sql`${last?.key ?? 0n}::bigint`;

/** Everything that is kept about a player, in the order of the file. No secrets, no hashes, nothing of other people. */
export const personalSections: readonly PersonalSection[] = [
  {
    name: 'profile',
    read: ({ id }) => sql`
      select uid, email, name, avatar, language, status, created_at as "createdAt", deactivated_at as "deactivatedAt",
             deactivation_reason as "deactivationReason"
        from users where id = ${id}`,
  },
  {
    name: 'wallet',
    read: ({ id }) => sql`
      select case kind when 'player_held' then 'held' else 'available' end as account, balance
        from ledger_accounts
         where ${accountsOf(sql`= ${id}`)} order by kind`,
  },
  {
    name: 'sessions',
    batchRows: ROWS,
    read: ({ id }, last) => sql`
      select id as key, created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt",
             ended_at as "endedAt", end_reason as "endReason", user_agent as "userAgent", address
        from sessions where user_id = ${id} and id > ${after(last)} order by id`,
  },
  {
    name: 'knownDevices',
    read: ({ id }) => sql`
      select created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt"
        from known_devices where user_id = ${id} order by created_at`,
  },
  {
    // Without its secret and its codes.
    name: 'secondFactor',
    read: ({ id }) => sql`
      select f.confirmed_at as "confirmedAt",
             (select count(*)::int from recovery_codes c where c.factor_id = f.id and c.used_at is null) as "recoveryCodesLeft"
        from second_factors f where f.user_id = ${id} and f.confirmed_at is not null`,
  },
  {
    // The subject of actions on others, as when an admin reads the account, is left out with the admin; and so are internal
    // notes, flags and freezes of payouts: a player sees that a payment is being checked, without the reason.
    name: 'auditLog',
    batchRows: ROWS,
    read: ({ id, uid }, last) => sql`
      select id as key, at, action,
             case when actor_id = ${id} then 'you' when actor_id is null then 'system' else 'staff' end as by
        from audit_log
       where (actor_id = ${id} or subject_type = 'user' and subject = ${uid}
                                  and action not in ('member:note', 'member:flag', 'member:unflag',
                                                     'payouts:freeze', 'payouts:extendFreeze', 'payouts:endFreeze'))
         and id > ${after(last)} order by id`,
  },
  {
    name: 'transactions',
    batchRows: ROWS,
    read: ({ id }, last) => sql`
      select id as key, created_at as "createdAt", transaction_type as type, channel, status, amount,
             requested_amount as "requestedAmount", reference,
             upi_id as "upiId", account_number as "accountNumber", ifsc_code as "ifscCode",
             account_holder_name as "accountHolderName", message, payout_reference as "payoutReference",
             denial_reason as "denialReason",
             decided_at as "decidedAt"
        from wallet_transactions where player_id = ${id} and id > ${after(last)} order by id`,
  },
  {
    name: 'playCredits',
    batchRows: ROWS,
    read: ({ id }, last) => sql`
      select id as key, created_at as "createdAt", amount
        from play_credits where player_id = ${id} and id > ${after(last)} order by id`,
  },
  {
    name: 'playMoneyEnded',
    batchRows: ROWS,
    read: ({ id }) => sql`
      select player_id as key, created_at as "createdAt", amount from play_resets where player_id = ${id}`,
  },
  {
    // What shows that it is right, and who made it, are the operator's.
    name: 'corrections',
    batchRows: ROWS,
    read: ({ id }, last) => sql`
      select id as key, created_at as "createdAt", amount, message
        from balance_corrections where player_id = ${id} and id > ${after(last)} order by id`,
  },
  {
    name: 'rounds',
    batchRows: ROWS,
    read: ({ id }, last) => sql`
      select r.contest_id as key, r.settled_at as "keyAt", c.game_id as "gameId", c.ends_at as "endsAt",
             c.winning_number as "winningNumber", r.bet_count as bets, r.bet_amount as staked, r.win_amount as returned
        from contest_results r join contests c on c.id = r.contest_id
       where r.player_id = ${id}
         and (r.settled_at, r.contest_id) > (${(last?.keyAt ?? new Date(0)).toISOString()}::timestamptz, ${after(last)})
       order by r.settled_at, r.contest_id`,
  },
  {
    name: 'bets',
    batchRows: ROWS,
    read: ({ id }, last) => sql`
      select b.id as key, c.game_id as "gameId", b.placed_at as "placedAt",
             ${selectionName(sql`b.selection`)} as selection,
             b.amount, x.bet_id is not null as cancelled, p.amount as returned
        from (select * from bets where player_id = ${id} and id > ${after(last)} order by id limit ${ROWS}) b
        join contests c on c.id = b.contest_id
        left join bet_cancellations x on x.bet_id = b.id
        left join bet_payouts p on p.bet_id = b.id
       order by b.id`,
  },
  {
    // Their bets are in the operator's files, from which archivedBets.ts takes them.
    name: 'monthsWithArchivedBets',
    read: ({ createdAt }) => sql`
      select to_char(to_date(lpad(month::text, 4, '0'), 'YYMM'), 'YYYY-MM') as month from archived_months
       where month >= to_char(${createdAt.toISOString()}::timestamptz at time zone 'Asia/Kolkata', 'YYMM')::int
       order by archived_months.month`,
  },
  {
    name: 'limits',
    read: ({ id }) => sql`
      select kind, period, amount, next_amount as "nextAmount", next_at as "nextAt"
        from play_limits where player_id = ${id} order by kind, period`,
  },
  {
    name: 'pauses',
    read: ({ id }) => sql`
      select time_out_until as "timeOutUntil", excluded_at as "excludedAt", excluded_until as "excludedUntil",
             reality_minutes as "realityCheckMinutes", answered_at as "realityCheckAnsweredAt",
             played_since as "playedSince", played_at as "playedAt"
        from play_guards where player_id = ${id}`,
  },
  {
    name: 'limitChanges',
    batchRows: ROWS,
    read: ({ id }, last) => sql`
      select id as key, at, setting, kind, period, amount, effective_at as "effectiveAt", until, minutes
        from play_safety_changes where player_id = ${id} and id > ${after(last)} order by id`,
  },
  {
    name: 'tickets',
    batchRows: 200,
    read: ({ id }, last) => sql`
      select t.id as key, t.created_at as "createdAt", t.title, t.description, t.status, t.resolved_at as "resolvedAt",
             coalesce(m.messages, '[]') as messages
        from tickets t
        left join lateral (
          select json_agg(json_build_object('at', to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                                            'by', case m.author_id when ${id} then 'you' else 'support' end,
                                            'message', m.message) order by m.id) as messages
            from ticket_messages m where m.ticket_id = t.id) m on true
       where t.player_id = ${id} and t.id > ${after(last)} order by t.id`,
  },
  {
    name: 'documents',
    batchRows: 1,
    read: ({ id }, last) => sql`
      select id as key, created_at as "createdAt", case uploaded_by when ${id} then 'you' else 'support' end as by,
             media_type as "mediaType", name, encode(content, 'base64') as "contentInBase64"
        from documents where owner_id = ${id} and id > ${after(last)} order by id`,
  },
  {
    name: 'notifications',
    batchRows: ROWS,
    read: ({ id }, last) => sql`
      select id as key, created_at as "createdAt", read_at as "readAt", kind, data
        from notifications where user_id = ${id} and id > ${after(last)} order by id`,
  },
  {
    // Their words are erased once they are sent, and may hold a password before.
    name: 'mails',
    batchRows: ROWS,
    read: ({ email }, last) => sql`
      select id as key, created_at as "createdAt", sent_at as "sentAt", subject
        from mails where recipient = ${email} and id > ${after(last)} order by id`,
  },
  {
    name: 'feedback',
    batchRows: ROWS,
    read: ({ id }, last) => sql`
      select id as key, created_at as "createdAt", rating, text
        from feedback where player_id = ${id} and id > ${after(last)} order by id`,
  },
  {
    // By the table's key, half hour by half hour: it has no index by player.
    name: 'activeHalfHours',
    read: ({ id, createdAt }) => sql`
      select seen.first_seen_at as "firstSeenAt"
        from generate_series(date_bin('30 minutes', ${createdAt.toISOString()}::timestamptz, '2000-01-01Z'),
                             db_now(), interval '30 minutes') half_hour
        cross join lateral (
          select s.first_seen_at from player_sightings s
           where s.half_hour = half_hour and s.player_id = ${id} limit 1) seen`,
  },
];

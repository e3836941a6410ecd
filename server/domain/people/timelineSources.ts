import { sql, type SQL } from 'drizzle-orm';
import { aboutPerson } from '../../../db/schema/searchTexts.ts';

/** Place of an entry: by time, then by source, then by id. */
export interface TimelineKey {
  at: Date;
  rank: number;
  id: bigint;
}

export type TimelineKind = 'money' | 'bets' | 'tickets' | 'sessions' | 'safety' | 'notes' | 'decisions';

export type TimelineEvent =
  | 'transactionRequested'
  | 'transactionDecided'
  | 'playCreditGranted'
  | 'betsSettled'
  | 'ticketRaised'
  | 'ticketResolved'
  | 'sessionBegan'
  | 'sessionEnded'
  | 'safetyChanged'
  | 'noteWritten'
  | 'decided';

/** Whose timeline, and which part of it: the entries after a key, at most so many, or only the one with this id. */
export interface Part {
  playerId: bigint;
  uid: string;
  after: TimelineKey | undefined;
  only?: bigint | undefined;
  limit: number;
}

export interface TimelineSource {
  kind: TimelineKind;
  event: TimelineEvent;
  /** Its rank is its place in the list. Columns at and id, newest first, by an index of its own. */
  keys(part: Part, rank: number): SQL;
}

/** Rows of one table: `at` and `id` are the last columns of an index that begins with what `of` compares. */
function rowsOf(table: SQL, at: SQL, of: (part: Part) => SQL): TimelineSource['keys'] {
  return (part, rank) => sql`
    select ${at} as at, id from ${table}
     where ${of(part)} and ${part.only === undefined ? older(part.after, at, rank) : sql`id = ${part.only}::bigint`}
     order by ${at} desc, id desc limit ${part.limit}`;
}

/** Rows after the key. The rank of a source is constant, so that a comparison of its index's columns remains. */
function older(key: TimelineKey | undefined, at: SQL, rank: number): SQL {
  if (key === undefined) return sql`true`;
  const keyAt = sql`${key.at.toISOString()}::timestamptz`;
  if (rank === key.rank) return sql`(${at}, id) < (${keyAt}, ${key.id}::bigint)`;
  return rank < key.rank ? sql`${at} <= ${keyAt}` : sql`${at} < ${keyAt}`;
}

const byPlayer = ({ playerId }: Part) => sql`player_id = ${playerId}`;
const byUser = ({ playerId }: Part) => sql`user_id = ${playerId}`;

/** Beginning of the hour of Asia/Kolkata in which something was settled. */
export const hourOf = (at: SQL) => sql`date_bin('1 hour', ${at}, '2000-01-01 00:30+00'::timestamptz)`;

/**
 * One entry for each hour in which rounds of the player were settled, at the last of them; its id is the hour, counted
 * from 1970. Each hour is found from the one after it by the index, so that no hour's rounds are read here.
 */
function hoursOfBets({ playerId, after, only, limit }: Part, rank: number): SQL {
  if (only !== undefined) return oneHourOfBets(playerId, only);
  const newestBefore = (bound: SQL) => sql`(
    select r.settled_at from contest_results r
     where r.player_id = ${playerId} and r.settled_at < ${bound} order by r.settled_at desc limit 1)`;
  return sql`
    with recursive hours (at, number) as (
      select ${newestBefore(firstBound(playerId, after, rank))}, 1
      union all
      select ${newestBefore(hourOf(sql`hours.at`))}, number + 1 from hours where hours.at is not null and number < ${limit})
    select at, (extract(epoch from ${hourOf(sql`at`)})::bigint / 3600) as id from hours where at is not null`;
}

function oneHourOfBets(playerId: bigint, hour: bigint): SQL {
  const startsAt = hourOf(sql`to_timestamp(${hour}::bigint * 3600) + interval '30 minutes'`);
  return sql`
    select max(r.settled_at) as at, ${hour}::bigint as id from contest_results r
     where r.player_id = ${playerId} and r.settled_at >= ${startsAt} and r.settled_at < ${startsAt} + interval '1 hour'
    having count(*) > 0`;
}

/** The instant before which the next hour's last round was settled. The hour of the key is over if it was shown before. */
function firstBound(playerId: bigint, key: TimelineKey | undefined, rank: number): SQL {
  if (key === undefined) return sql`'infinity'::timestamptz`;
  const inclusive = rank < key.rank;
  const bound = sql`${new Date(key.at.getTime() + (inclusive ? 1 : 0)).toISOString()}::timestamptz`;
  return sql`(case when exists (
    select from contest_results r
     where r.player_id = ${playerId} and r.settled_at >= ${bound} and r.settled_at < ${hourOf(bound)} + interval '1 hour')
    then ${hourOf(bound)} else ${bound} end)`;
}

/** Where a player's timeline is read from. The place in the list is part of cursors: new ones are added at the end. */
export const timelineSources: readonly TimelineSource[] = [
  {
    kind: 'money',
    event: 'transactionRequested',
    keys: rowsOf(sql`wallet_transactions`, sql`created_at`, byPlayer),
  },
  {
    kind: 'money',
    event: 'transactionDecided',
    keys: rowsOf(
      sql`wallet_transactions`,
      sql`decided_at`,
      (part) => sql`${byPlayer(part)} and decided_at is not null`,
    ),
  },
  { kind: 'money', event: 'playCreditGranted', keys: rowsOf(sql`play_credits`, sql`created_at`, byPlayer) },
  { kind: 'bets', event: 'betsSettled', keys: hoursOfBets },
  { kind: 'tickets', event: 'ticketRaised', keys: rowsOf(sql`tickets`, sql`created_at`, byPlayer) },
  {
    kind: 'tickets',
    event: 'ticketResolved',
    keys: rowsOf(sql`tickets`, sql`resolved_at`, (part) => sql`${byPlayer(part)} and resolved_at is not null`),
  },
  { kind: 'sessions', event: 'sessionBegan', keys: rowsOf(sql`sessions`, sql`created_at`, byUser) },
  {
    kind: 'sessions',
    event: 'sessionEnded',
    keys: rowsOf(sql`sessions`, sql`ended_at`, (part) => sql`${byUser(part)} and ended_at is not null`),
  },
  { kind: 'safety', event: 'safetyChanged', keys: rowsOf(sql`play_safety_changes`, sql`at`, byPlayer) },
  { kind: 'notes', event: 'noteWritten', keys: rowsOf(sql`player_notes`, sql`created_at`, byPlayer) },
  {
    kind: 'decisions',
    event: 'decided',
    keys: rowsOf(sql`audit_log`, sql`at`, ({ uid }) => sql`subject = ${uid} and ${aboutPerson}`),
  },
];

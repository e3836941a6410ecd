import { inArray, sql } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { rawQuery } from '../../../db/client.ts';
import { sessions } from '../../../db/schema/accounts.ts';
import { playerNotes } from '../../../db/schema/people.ts';
import { playSafetyChanges } from '../../../db/schema/safety.ts';
import { auditLog } from '../../../db/schema/settings.ts';
import { playCredits } from '../../../db/schema/wallet.ts';
import { idArray } from '../../../db/idArray.ts';
import { membersById, type MemberSession } from '../accounts/users/members.ts';
import type { User } from '../accounts/users/user.ts';
import { recordReading, type PlayerData } from '../audit/recordReading.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { inOrderBy } from '../ground/database/inOrder.ts';
import { toPage, type Page, type PageRequest } from '../ground/database/keyset.ts';
import { allows, authorize } from '../ground/actors/permissions.ts';
import { reportRead } from '../ground/database/reportReads.ts';
import type { PlayerDecision } from './decision.ts';
import {
  hourOf,
  timelineSources,
  type TimelineEvent,
  type TimelineKey,
  type TimelineKind,
  type TimelineSource,
} from './timelineSources.ts';

/** A player's settled bets of one hour of Asia/Kolkata. */
export interface HourOfBets {
  startsAt: Date;
  roundCount: number;
  betCount: number;
  staked: Paise;
  returned: Paise;
}

export type PlayerNote = typeof playerNotes.$inferSelect;
export type PlaySafetyChange = typeof playSafetyChanges.$inferSelect;

/** What happened; of the rest, what the event has. */
export interface TimelineEntry extends TimelineKey {
  playerId: bigint;
  event: TimelineEvent;
  transactionId: bigint | null;
  playCredit: Paise | null;
  bets: HourOfBets | null;
  ticketId: bigint | null;
  session: MemberSession | null;
  safety: PlaySafetyChange | null;
  note: PlayerNote | null;
  decision: PlayerDecision | null;
}

/** What the audit log records as read with entries of a kind. */
const dataOf: Readonly<Record<TimelineKind, PlayerData>> = {
  money: 'money',
  bets: 'bets',
  tickets: 'tickets',
  sessions: 'sessions',
  safety: 'account',
  notes: 'account',
  decisions: 'account',
};

/**
 * What happened with a player, newest first, for admins; of all kinds, or of those given. Tickets only for those who may
 * read them. Each source gives its newest entries by an index of its own, which are merged: a page costs the same on every
 * account and wherever it is. Sessions are kept for 30 days after their end, limits and pauses since their changes are
 * kept. Refuses with INVALID_INPUT to page backwards.
 */
export async function playerTimeline(
  ctx: Context,
  player: Pick<User, 'id' | 'uid' | 'userType'>,
  kinds: readonly TimelineKind[] | undefined,
  page: PageRequest<TimelineKey>,
): Promise<Page<TimelineEntry>> {
  authorize(ctx, 'member:read');
  if (page.fromEnd || page.before) throw invalidInput('last', 'The timeline is paged by first and after.');
  if (player.userType !== 'player') return toPage<TimelineEntry>([], page);
  const isWanted = (kind: TimelineKind) => (kinds ?? [kind]).includes(kind) && isReadable(ctx, kind);
  const wanted = timelineSources.map((source, rank) => ({ ...source, rank })).filter(({ kind }) => isWanted(kind));
  if (wanted.length === 0) return toPage<TimelineEntry>([], page);
  for (const data of new Set(wanted.map(({ kind }) => dataOf[kind]))) await recordReading(ctx, player.id, data);
  const part = { playerId: player.id, uid: player.uid, after: page.after, limit: page.limit + 1 };
  const arms = wanted.map(
    ({ keys, rank }) => sql`(select at, ${rank}::int as rank, id from (${keys(part, rank)}) source)`,
  );
  const entries = sql`select at, rank, id from (${sql.join(arms, sql` union all `)}) entries
                       order by at desc, rank desc, id desc limit ${part.limit}`;
  const read = async (from: Context) => {
    const { rows: keys, ...ends } = toPage(await rawQuery<TimelineKey>(from.db, entries), page);
    return { rows: await entriesOf(from, player.id, keys), ...ends };
  };
  return reportRead(ctx, read, { after: ['memberChanged', 'transactionChanged', 'ticketChanged', 'ticketHandled'] });
}

function isReadable({ actor }: Context, kind: TimelineKind): boolean {
  return kind !== 'tickets' || allows(actor, 'ticket:readAll');
}

/** An entry by its player and its key without the instant. */
export interface TimelineId {
  playerId: bigint;
  rank: number;
  id: bigint;
}

/** Hours from 1970 on, in the year 2198: no larger number is one, and Postgres has no instant for the largest. */
const MOST_HOURS = 2_000_000n;

/** Entries in the order of `ids`, for those to whom `playerTimeline` shows them; null for the rest. */
export async function timelineEntriesById(ctx: Context, ids: readonly TimelineId[]): Promise<(TimelineEntry | null)[]> {
  authorize(ctx, 'member:read');
  const playerIds = [...new Set(ids.map(({ playerId }) => playerId))];
  const players = new Map((await membersById(ctx, playerIds)).map((player) => [player?.id, player]));
  const arms = ids.flatMap(({ playerId, rank, id }) => {
    const source = timelineSources[rank];
    const player = players.get(playerId);
    if (!source || player?.userType !== 'player' || !isReadable(ctx, source.kind)) return [];
    if (source.kind === 'bets' && id > MOST_HOURS) return [];
    const part = { playerId, uid: player.uid, after: undefined, only: id, limit: 1 };
    return [
      sql`(select at, ${rank}::int as rank, id, ${playerId}::bigint as "playerId" from (${source.keys(part, rank)}) source)`,
    ];
  });
  if (arms.length === 0) return ids.map(() => null);
  const found = await rawQuery<TimelineKey & { playerId: bigint }>(ctx.db, sql.join(arms, sql` union all `));
  const entries: TimelineEntry[] = [];
  for (const playerId of playerIds) {
    const keys = found.filter((key) => key.playerId === playerId).map(timelineKey);
    for (const data of new Set(keys.map(({ rank }) => dataOf[kindOf(rank)]))) await recordReading(ctx, playerId, data);
    entries.push(...(await entriesOf(ctx, playerId, keys)));
  }
  return inOrderBy(ids.map(textOf), entries, textOf);
}

function textOf({ playerId, rank, id }: TimelineId): string {
  return `${playerId} ${rank} ${id}`;
}

/** The key of an entry's place. */
export function timelineKey({ at, rank, id }: TimelineKey): TimelineKey {
  return { at, rank, id };
}

async function entriesOf(ctx: Context, playerId: bigint, keys: readonly TimelineKey[]): Promise<TimelineEntry[]> {
  const idsOf = (...events: TimelineEvent[]) =>
    keys.filter(({ rank }) => events.includes(eventOf(rank))).map(({ id }) => id);
  const [credits, hours, seen, changes, notes, decisions] = await Promise.all([
    byId(idsOf('playCreditGranted'), (ids) => ctx.db.select().from(playCredits).where(inArray(playCredits.id, ids))),
    byId(idsOf('betsSettled'), (ids) => hoursById(ctx, playerId, ids)),
    byId(idsOf('sessionBegan', 'sessionEnded'), (ids) =>
      ctx.db.select().from(sessions).where(inArray(sessions.id, ids)),
    ),
    byId(idsOf('safetyChanged'), (ids) =>
      ctx.db.select().from(playSafetyChanges).where(inArray(playSafetyChanges.id, ids)),
    ),
    byId(idsOf('noteWritten'), (ids) => ctx.db.select().from(playerNotes).where(inArray(playerNotes.id, ids))),
    byId(idsOf('decided'), (ids) => ctx.db.select().from(auditLog).where(inArray(auditLog.id, ids))),
  ]);
  return keys.map((key) => {
    const event = eventOf(key.rank);
    const session = event.startsWith('session') ? seen.get(key.id) : undefined;
    return {
      ...key,
      playerId,
      event,
      transactionId: event.startsWith('transaction') ? key.id : null,
      playCredit: event === 'playCreditGranted' ? (credits.get(key.id)?.amount ?? null) : null,
      bets: event === 'betsSettled' ? (hours.get(key.id) ?? null) : null,
      ticketId: event.startsWith('ticket') ? key.id : null,
      session: session ? withoutHash(session) : null,
      safety: event === 'safetyChanged' ? (changes.get(key.id) ?? null) : null,
      note: event === 'noteWritten' ? (notes.get(key.id) ?? null) : null,
      decision: event === 'decided' ? (decisions.get(key.id) ?? null) : null,
    };
  });
}

function eventOf(rank: number): TimelineEvent {
  return sourceOf(rank).event;
}

function kindOf(rank: number): TimelineKind {
  return sourceOf(rank).kind;
}

function sourceOf(rank: number): TimelineSource {
  const source = timelineSources[rank];
  if (source === undefined) throw new Error(`no source ${rank}`);
  return source;
}

async function byId<Row extends { id: bigint }>(
  ids: bigint[],
  read: (ids: bigint[]) => Promise<Row[]>,
): Promise<Map<bigint, Row>> {
  const rows = ids.length === 0 ? [] : await read(ids);
  return new Map(rows.map((row) => [row.id, row]));
}

function withoutHash({ refreshHash: _hash, ...session }: typeof sessions.$inferSelect): MemberSession {
  return session;
}

/** Sums of these hours, which are counted from 1970: at most some 180 rounds each. */
function hoursById(ctx: Context, playerId: bigint, hours: readonly bigint[]): Promise<(HourOfBets & { id: bigint })[]> {
  return rawQuery<HourOfBets & { id: bigint }>(
    ctx.db,
    sql`
    select hour.id, ${hourOf(sql`hour.at`)} as "startsAt", sums.*
      from (select id, to_timestamp(id * 3600) + interval '30 minutes' as at
              from unnest(${idArray(hours)}) as given (id)) hour
      cross join lateral (
        select count(*)::int as "roundCount", coalesce(sum(r.bet_count), 0)::int as "betCount",
               coalesce(sum(r.bet_amount), 0)::bigint as staked, coalesce(sum(r.win_amount), 0)::bigint as returned
          from contest_results r
         where r.player_id = ${playerId} and r.settled_at >= ${hourOf(sql`hour.at`)}
           and r.settled_at < ${hourOf(sql`hour.at`)} + interval '1 hour') sums`,
  );
}

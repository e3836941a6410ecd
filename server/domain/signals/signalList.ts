import { and, arrayContains, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import { users } from '../../../db/schema/accounts.ts';
import { signals } from '../../../db/schema/signals.ts';
import { idArray } from '../../../db/idArray.ts';
import type { Context } from '../ground/verbs/context.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { authorize } from '../ground/actors/permissions.ts';
import type { SignalKind } from './finding.ts';
import { LIKELY } from './scoreFindings.ts';
import { readSearch } from '../ground/values/typedText.ts';

export type Signal = typeof signals.$inferSelect;
export type SignalState = Signal['state'];

/** Most that one answer holds. */
const MAX_SHOWN = 100;

export interface SignalFilter {
  state?: SignalState | undefined;
  kind?: SignalKind | undefined;
  /** Only those that are likely fraud. */
  likely?: boolean | undefined;
  /** Only those about the player with this UID. */
  uid?: string | undefined;
}

/** Signals that fit the filter, the most likely first; at most 100. */
export async function listSignals(ctx: Context, filter: SignalFilter): Promise<Signal[]> {
  authorize(ctx, 'signal:read');
  const { state, kind, likely, uid } = filter;
  const player = uid === undefined ? undefined : await playerWith(ctx, uid);
  if (player === null) return [];
  return ctx.db
    .select()
    .from(signals)
    .where(
      and(
        state && eq(signals.state, state),
        kind && eq(signals.kind, kind),
        likely === true ? gte(signals.score, LIKELY) : undefined,
        player === undefined ? undefined : arrayContains(signals.players, [player]),
      ),
    )
    .orderBy(desc(signals.score), desc(signals.id))
    .limit(MAX_SHOWN);
}

async function playerWith(ctx: Context, uid: string): Promise<bigint | null> {
  const [row] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.uid, readSearch(uid)));
  return row?.id ?? null;
}

/** How many open signals are likely fraud. */
export function likelySignalCount(ctx: Context): Promise<number> {
  authorize(ctx, 'signal:read');
  return ctx.db.$count(signals, and(eq(signals.state, 'open'), gte(signals.score, LIKELY)));
}

/** Signals in the order of `ids`; null where there is none. */
export async function signalsById(ctx: Context, ids: readonly bigint[]): Promise<(Signal | null)[]> {
  authorize(ctx, 'signal:read');
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .select()
    .from(signals)
    .where(inArray(signals.id, [...ids]));
  return inOrderOf(ids, rows);
}

/** A player of a signal, to compare with the others. */
export interface SignalPlayer {
  id: bigint;
  registeredAt: Date;
  lastSignInAt: Date | null;
  deactivated: boolean;
  available: Paise;
  deposited: Paise;
  withdrawn: Paise;
}

/** What a player has staked since they registered, live stakes included, and what came back of it. */
export interface Play {
  staked: Paise;
  returned: Paise;
}

const MAX_PLAYERS = 20;

/** Of each signal, in the order of `ids`, its players side by side; the first 20. */
export async function playersOfSignals(ctx: Context, ids: readonly bigint[]): Promise<SignalPlayer[][]> {
  authorize(ctx, 'signal:read');
  const found = await signalsById(ctx, ids);
  const shown = found.map((signal) => signal?.players.slice(0, MAX_PLAYERS) ?? []);
  const rows = await rawQuery<SignalPlayer>(
    ctx.db,
    sql`
      select u.id, u.created_at as "registeredAt", u.status = 'deactivated' as deactivated,
             (select max(s.created_at) from sessions s where s.user_id = u.id) as "lastSignInAt",
             coalesce((select balance from ledger_accounts a
                        where a.player_id = u.id and a.kind = 'player_available'), 0)::bigint as available,
             moved.deposited, moved.withdrawn
        from users u
       cross join lateral (
         select coalesce(sum(amount) filter (where transaction_type = 'credit'), 0)::bigint as deposited,
                coalesce(sum(amount) filter (where transaction_type = 'debit'), 0)::bigint as withdrawn
           from wallet_transactions w where w.player_id = u.id and w.status = 'success') moved
       where u.id = any (${idArray(new Set(shown.flat()))})`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return shown.map((players) => players.flatMap((id) => byId.get(id) ?? []));
}

/** What these players have staked and got back, in the order of `ids`; by day, as `lifetimeTotals` sums it. */
export async function playOfPlayers(ctx: Context, ids: readonly bigint[]): Promise<Play[]> {
  authorize(ctx, 'signal:read');
  const rows = await rawQuery<Play & { id: bigint }>(
    ctx.db,
    sql`
      select u.id, play.staked, play.returned
        from users u
       cross join lateral (
         select coalesce(sum(staked), 0)::bigint as staked, coalesce(sum(returned), 0)::bigint as returned
           from play_by_day(u.id, (u.created_at at time zone 'Asia/Kolkata')::date,
                            ${ctx.now.toISOString()}::timestamptz)) play
       where u.id = any (${idArray(ids)})`,
  );
  return inOrderOf(ids, rows).map((row) => row ?? { staked: 0n as Paise, returned: 0n as Paise });
}

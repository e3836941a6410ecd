import { setTimeout as delay } from 'node:timers/promises';
import { desc, eq, sql } from 'drizzle-orm';
import { hash } from 'node:crypto';
import { rawQuery } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import { users } from '../../../db/schema/accounts.ts';
import { liabilityDays } from '../../../db/schema/liabilities.ts';
import { dayOf } from '../ground/values/calendar.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize, requirePlayer } from '../ground/actors/permissions.ts';
import { stakesSecret } from '../ground/rounds/secretStakes.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Transactions that may still make transfers are waited for this long; they are cut off much earlier. */
const MAX_POLLS = 300;
const POLL_MS = 100;

/**
 * Makes the sum tree of all players' balances for yesterday in India, unless a server has done so. It counts the transfers
 * up to one, whose transactions have all ended, so that the total can be computed again from the ledger at any time. Once
 * `isStopped`, it waits no longer for them; the next start makes the tree.
 */
export async function makeLiabilities(ctx: Context, isStopped = () => false): Promise<void> {
  authorize(ctx, 'ledger:audit');
  const day = dayOf(new Date(ctx.now.getTime() - DAY_MS));
  const [made] = await ctx.db.select({ day: liabilityDays.day }).from(liabilityDays).where(eq(liabilityDays.day, day));
  if (made) return;
  // A number above that of every transaction so far. The end of the snapshot is only above those that have ended.
  const [position] = await rawQuery<{ last: bigint; before: string }>(
    ctx.db,
    sql`select coalesce(max(id), 0)::bigint as last, pg_current_xact_id()::text as before from transfers`,
  );
  if (!position) throw new Error('the transfers could not be read');
  if (!(await allEnded(ctx, position.before, isStopped))) return;
  const last = await beforeSecretStakes(ctx, position.last);
  await ctx.db.execute(sql`select make_liabilities(${day}, ${last}, ${ctx.now.toISOString()})`);
}

/**
 * `last`, or the number before the first stake in a round whose stakes are secret now: the total would tell their sum. A stake
 * is received after its round has opened, and its transfer follows within a minute.
 */
async function beforeSecretStakes({ db }: Context, last: bigint): Promise<bigint> {
  const [row] = await rawQuery<{ last: bigint }>(
    db,
    sql`
      with secret as materialized (
        select account_id, starts_at - interval '1 minute' as since from contests where ${stakesSecret()})
      select least(${last}::bigint, min(t.id) - 1)::bigint as last
        from transfers t
       where t.kind = 'bet_stake' and t.credit_account_id in (select account_id from secret)
         and t.id > coalesce((select id from transfers where created_at < (select min(since) from secret)
                               order by id desc limit 1), 0)`,
  );
  return row?.last ?? last;
}

/** Waits until every transaction that was under way before `xid` has ended. False when it is stopped before. */
async function allEnded({ db }: Context, xid: string, isStopped: () => boolean): Promise<boolean> {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const [row] = await rawQuery<{ ended: boolean }>(
      db,
      sql`select pg_snapshot_xmin(pg_current_snapshot()) >= ${xid}::xid8 as ended`,
    );
    if (row?.ended) return true;
    if (isStopped()) return false;
    await delay(POLL_MS);
  }
  throw new Error('a transaction has been open for too long to add up the balances');
}

/** A day's total, public. */
export interface LiabilityDay {
  /** In India, YYYY-MM-DD. */
  day: string;
  players: number;
  total: Paise;
  /** Stakes of rounds that waited for the beacon, beside the tree; null of days from before they were counted. */
  waitingStakes: Paise | null;
  /** Sum of the unclaimed receipts, which is not in the tree; null for days before it was published. */
  unclaimed: Paise | null;
  root: Buffer;
  madeAt: Date;
}

const publicColumns = {
  day: liabilityDays.day,
  players: liabilityDays.players,
  total: liabilityDays.total,
  waitingStakes: liabilityDays.waitingStakes,
  unclaimed: liabilityDays.unclaimed,
  root: liabilityDays.root,
  madeAt: liabilityDays.madeAt,
};

/** The totals of the last `limit` days, newest first; of all days without one. */
export async function listLiabilities(ctx: Context, limit?: number): Promise<LiabilityDay[]> {
  authorize(ctx, 'liability:read');
  const days = ctx.db.select(publicColumns).from(liabilityDays).orderBy(desc(liabilityDays.day)).$dynamic();
  return limit === undefined ? days : days.limit(limit);
}

/** What shows a player that their balance is counted in a day's total. */
export interface LiabilityProof {
  day: LiabilityDay;
  uid: string;
  salt: Buffer;
  /** The player's balance that is counted, available and held. */
  amount: Paise;
  /** Of the player's leaf, from 0. */
  place: number;
  /** The siblings on the way from the leaf to the root, whose hashes and sums make the root. */
  path: { total: Paise; hash: Buffer }[];
}

/** The player's proof for the newest day; null where they joined later, or there is none. */
export async function ownLiability(ctx: Context): Promise<LiabilityProof | null> {
  const playerId = requirePlayer(ctx, 'wallet:readOwn');
  const [newest] = await ctx.db.select().from(liabilityDays).orderBy(desc(liabilityDays.day)).limit(1);
  if (!newest) return null;
  const { secret, lastTransferId: _last, ...day } = newest;
  const [leaf] = await rawQuery<{ place: number; total: Paise }>(
    ctx.db,
    sql`select place, total from liability_nodes where player_id = ${playerId} and day = ${day.day} and level = 0`,
  );
  const [user] = await ctx.db.select({ uid: users.uid }).from(users).where(eq(users.id, playerId));
  if (!leaf || !user) return null;
  const path = await rawQuery<{ total: Paise; hash: Buffer }>(
    ctx.db,
    sql`select n.total, n.hash from generate_series(0, 31) l
          join liability_nodes n on n.day = ${day.day} and n.level = l and n.place = ((${leaf.place}::int >> l) # 1)
         order by l`,
  );
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(playerId);
  const salt = hash('sha256', Buffer.concat([secret, number]), 'buffer').subarray(0, 16);
  return { day, uid: user.uid, salt, amount: leaf.total, place: leaf.place, path };
}

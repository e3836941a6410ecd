import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import { beaconRounds } from '../../../db/schema/contests.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Context } from '../ground/verbs/context.ts';

/** One server fetches a round for this long; should it end meanwhile, another one takes over then. */
const LEASE_MS = 3_000;
/** How often the others look whether it is there. */
const LOOK_MS = 200;

/**
 * Ensures that the database has the round of the beacon. Several servers share one fetch: the server that gets the lease fetches and
 * stores it, the others look for it. False when it has not come before `deadline` (milliseconds since 1970) or the signal.
 */
export function obtainRound(ctx: Context, round: number, until: Until): Promise<boolean> {
  const obtain = () => obtainShared(ctx, round, until);
  return ctx.beacon === null ? obtain() : ctx.beacon.share(round, obtain);
}

interface Until {
  /** Milliseconds since 1970. */
  deadline: number;
  signal: AbortSignal;
  /** Base addresses of relays to ask besides those that are set now: those with which a contest opened. */
  relays: readonly string[];
}

async function obtainShared(ctx: Context, round: number, { deadline, signal, relays }: Until): Promise<boolean> {
  const { beacon, clock, db } = ctx;
  while (!signal.aborted) {
    if ((await storedRound(db, round)) !== null) return true;
    if (clock.now() >= deadline) return false;
    if (beacon !== null && (await leaseRound(ctx, round))) {
      const found = await beacon.fetch(round, {
        deadline: Math.min(deadline, clock.now() + LEASE_MS),
        signal,
        alsoFrom: relays,
      });
      if (found) await db.execute(sql`select store_beacon_round(${round}, ${found.signature})`);
    } else {
      await passed(clock, Math.min(deadline, clock.now() + LOOK_MS), signal);
    }
  }
  return false;
}

/** A round that the database has. */
export async function storedRound(
  db: Pick<Context['db'], 'select'>,
  round: number,
): Promise<{ randomness: Buffer; receivedAt: Date } | null> {
  const { randomness, receivedAt } = beaconRounds;
  const [row] = await db
    .select({ randomness, receivedAt })
    .from(beaconRounds)
    .where(and(eq(beaconRounds.round, round), isNotNull(beaconRounds.randomness)));
  return row?.randomness && row.receivedAt ? { randomness: row.randomness, receivedAt: row.receivedAt } : null;
}

/** Whether this server is to fetch it. */
async function leaseRound(ctx: Context, round: number): Promise<boolean> {
  const [row] = await rawQuery<{ leased: boolean }>(
    ctx.db,
    sql`select lease_beacon_round(${round}, ${LEASE_MS} * interval '1 millisecond') as leased`,
  );
  return row?.leased === true;
}

/** Resolves at the instant, or with the signal. */
function passed(clock: Clock, instant: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.at(instant, end);
    signal.addEventListener('abort', end);
  });
}

import { desc, eq, sql } from 'drizzle-orm';
import { rawQuery, type Tx } from '../../../db/client.ts';
import { contests } from '../../../db/schema/contests.ts';
import { roundFrom } from '../../platform/beacon/chain.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { GameType, Slot } from './gameTypes.ts';
import { payoutTable } from './payouts.ts';

/**
 * Opens the contest of `slot`, with the current settings, and under version 2 of the draw where the beacon is reachable now. Returns its id, or null when there is nothing to open: the
 * slot already has its contest, its betting time is over, or the game's chain has no seed left. The caller has locked
 * the game and decided the previous contest.
 */
export async function openContest(tx: Tx, ctx: Context, slot: Slot): Promise<bigint | null> {
  const last = await lastContest(tx, slot.gameType);
  if ((last !== undefined && last.slot >= slot.slot) || ctx.now.getTime() >= slot.closesAt) return null;
  const [opened] = await rawQuery<{ id: bigint | null }>(
    tx,
    sql`select open_contest(${slot.gameType}::game_type, ${slot.gameId}, ${slot.slot}, ${instant(slot.startsAt)},
                            ${instant(slot.closesAt)}, ${instant(slot.endsAt)},
                            payout_table_id(${sql.param([...payoutTable])}::int[], ${ctx.now.toISOString()}),
                            ${beaconRoundOf(ctx, slot)}::bigint,
                            witness_set_id(${sql.param(vkeysOf(ctx))}::text[], ${ctx.now.toISOString()}),
                            ${sql.param(relaysOf(ctx))}::text[]) as id`,
  );
  return opened?.id ?? null;
}

/** The beacon's round whose time is the end of the slot. */
function beaconRoundOf({ beacon }: Context, { endsAt }: Slot): number | null {
  return beacon?.isReachable ? roundFrom(beacon.chain, endsAt) : null;
}

/** Kept with the contest: whatever is set later, these are asked for its round. */
function relaysOf({ beacon }: Context): string[] | null {
  return beacon?.isReachable ? [...beacon.relays] : null;
}

/** In one order, so that the same witnesses are the same set. */
function vkeysOf({ witnesses }: Context): string[] {
  return witnesses.map(({ verifier }) => verifier.vkey).toSorted();
}

const instant = (ms: number) => new Date(ms).toISOString();

async function lastContest(tx: Tx, gameType: GameType): Promise<{ slot: number } | undefined> {
  const [last] = await tx
    .select({ slot: contests.slot })
    .from(contests)
    .where(eq(contests.gameType, gameType))
    .orderBy(desc(contests.number))
    .limit(1);
  return last;
}

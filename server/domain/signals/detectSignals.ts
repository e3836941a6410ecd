import { sql } from 'drizzle-orm';
import { rawQuery, type Queryable } from '../../../db/client.ts';
import { idArray } from '../../../db/idArray.ts';
import { claimPeriod } from '../ground/database/claimPeriod.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { excludedPlayers } from './excludedPlayers.ts';
import type { Finding } from './finding.ts';
import { newDevices } from './newDevices.ts';
import { oppositeBets } from './oppositeBets.ts';
import { repeatedReferences } from './repeatedReferences.ts';
import { type Findings, scoreFindings } from './scoreFindings.ts';
import { sharedAccounts } from './sharedAccounts.ts';
import { sharedDevices } from './sharedDevices.ts';
import { storeSignals } from './storeSignals.ts';
import { unplayedMoney } from './unplayedMoney.ts';

const DAY_MS = 24 * 3_600_000;
/** How far back each part looks, so that a run is bounded. Sessions are kept about as long. */
const MONEY_DAYS = 90;
const SESSION_DAYS = 30;
const BET_DAYS = 7;
const PAYOUT_DAYS = 7;

/** How often all servers together run it. */
export const DETECT_EVERY_MS = 10 * 60_000;

/**
 * Looks for signs of fraud and stores what it found, once in ten minutes on one of all servers. Every statement is bounded
 * by a time frame and by its connection's deadline. Resolves to whether this call ran it.
 */
export async function detectSignals(ctx: Context): Promise<boolean> {
  authorize(ctx, 'signal:detect');
  if (!(await claimPeriod(ctx.db, 'signals', ctx.now, DETECT_EVERY_MS))) return false;
  const found = scoreFindings(await findAll(ctx));
  await storeSignals(ctx, found);
  ctx.events.publish({ type: 'signalsChanged' });
  return true;
}

async function findAll({ db, now }: Context): Promise<Findings> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const accounts = await sharedAccounts(db, daysAgo(MONEY_DAYS));
  const references = await repeatedReferences(db, daysAgo(MONEY_DAYS));
  const { devices, addresses } = await sharedDevices(db, daysAgo(SESSION_DAYS));
  const groups = [...accounts, ...references, ...devices, ...addresses];
  const linked = groups.map(({ players }) => players);
  return {
    accounts,
    references,
    devices,
    addresses,
    opposite: await oppositeBets(db, linked, daysAgo(BET_DAYS)),
    unplayed: await unplayedMoney(db, daysAgo(SESSION_DAYS)),
    newDevices: await newDevices(db, daysAgo(PAYOUT_DAYS)),
    excluded: await excludedPlayers(db, { now, since: daysAgo(MONEY_DAYS) }),
    registeredAt: await registrations(db, groups),
  };
}

async function registrations(db: Queryable, groups: readonly Finding[]): Promise<Map<bigint, number>> {
  const players = [...new Set(groups.flatMap((group) => group.players))];
  const rows = await rawQuery<{ id: bigint; created_at: Date }>(
    db,
    sql`select id, created_at from users where id = any (${idArray(players)})`,
  );
  return new Map(rows.map(({ id, created_at }) => [id, created_at.getTime()]));
}

import { and, eq, gt, inArray, notInArray, sql } from 'drizzle-orm';
import type { Tx } from '../../../../db/client.ts';
import { knownDevices } from '../../../../db/schema/accounts.ts';
import { hashSecret, randomSecret } from '../../../platform/tokens.ts';
import type { Context } from '../../ground/verbs/context.ts';

const KEPT_MS = 365 * 24 * 60 * 60 * 1000;
const MAX_PER_USER = 10;

/** The hash of the token by which the caller's device is known to this user; undefined when it is not. */
export async function knownDeviceHash(ctx: Context, userId: bigint): Promise<Buffer | undefined> {
  const hashes = presentedHashes(ctx);
  if (hashes.length === 0) return undefined;
  const [device] = await ctx.db
    .select({ tokenHash: knownDevices.tokenHash })
    .from(knownDevices)
    .where(
      and(
        inArray(knownDevices.tokenHash, hashes),
        eq(knownDevices.userId, userId),
        gt(knownDevices.expiresAt, ctx.now),
      ),
    );
  return device?.tokenHash;
}

/**
 * Marks the caller's device as known to a user who has just authenticated, for a year from its last use. The caller has
 * locked the user's row. A device that can't store a token (a socket, a job) stays unknown.
 */
export async function rememberDevice(tx: Tx, ctx: Context, userId: bigint): Promise<void> {
  const device = ctx.client?.device;
  if (device?.keep === undefined) return;
  const expiresAt = new Date(ctx.now.getTime() + KEPT_MS);
  const hashes = presentedHashes(ctx);
  const [known] =
    hashes.length === 0
      ? []
      : await tx
          .update(knownDevices)
          .set({ lastUsedAt: ctx.now, expiresAt })
          .where(and(inArray(knownDevices.tokenHash, hashes), eq(knownDevices.userId, userId)))
          .returning({ tokenHash: knownDevices.tokenHash });
  const token = known && device.tokens.find((presented) => hashSecret(presented).equals(known.tokenHash)); // the same for another year
  device.keep(token ?? (await newDevice(tx, ctx, userId, expiresAt)));
  if (hashes.length > 0) await noteExcluded(tx, ctx, { userId, hashes });
}

/** Records a sign-in on a known device of another player whose self-exclusion is in force, for the signal excludedDevice. */
async function noteExcluded(
  tx: Tx,
  { now }: Context,
  { userId, hashes }: { userId: bigint; hashes: readonly Buffer[] },
): Promise<void> {
  const at = now.toISOString();
  const presented = inArray(knownDevices.tokenHash, [...hashes]);
  await tx.execute(sql`
    insert into excluded_device_uses (player_id, excluded_id, first_at, last_at)
    select distinct u.id, g.player_id, ${at}::timestamptz, ${at}::timestamptz
      from known_devices join play_guards g on g.player_id = known_devices.user_id
      join users u on u.id = ${userId} and u.user_type = 'player' and u.id <> g.player_id
     where ${presented} and known_devices.expires_at > ${at}
       and g.excluded_at is not null and coalesce(g.excluded_until > ${at}, true)
    on conflict (player_id, excluded_id) do update set last_at = excluded.last_at`);
}

/** Forgets all devices of a user except the caller's: their users may know the old password. */
export async function forgetOtherDevices(tx: Tx, ctx: Context, userId: bigint): Promise<void> {
  await tx
    .delete(knownDevices)
    .where(and(eq(knownDevices.userId, userId), notInArray(knownDevices.tokenHash, presentedHashes(ctx))));
}

async function newDevice(tx: Tx, ctx: Context, userId: bigint, expiresAt: Date): Promise<string> {
  const token = randomSecret();
  const { now } = ctx;
  await tx
    .insert(knownDevices)
    .values({ tokenHash: hashSecret(token), userId, createdAt: now, lastUsedAt: now, expiresAt });
  // Programs without cookies create a new device at each log-in, so devices that were never used again are deleted
  // first.
  await tx.execute(sql`
    delete from known_devices where token_hash = any (array(
      select token_hash from known_devices where user_id = ${userId}
       order by token_hash = ${hashSecret(token)} desc, last_used_at > created_at desc, last_used_at desc
      offset ${MAX_PER_USER}))`);
  return token;
}

function presentedHashes({ client }: Context): Buffer[] {
  return client?.device?.tokens.map(hashSecret) ?? [];
}

import { network, site } from '../../../platform/network.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError } from '../../ground/refusals/errors.ts';
import { returnTokens, takeTokens, type Bucket } from './tokenBuckets.ts';

const HOUR_MS = 60 * 60_000;
/** Registrations from one address (IPv6 /64): mobile carriers put thousands of players behind one. */
const ADDRESS = { capacity: 100, refillMs: HOUR_MS / 100 };
/** Registrations from one IPv6 site (/48), of whose 65,536 networks one customer may use any. */
const SITE = { capacity: 1_000, refillMs: HOUR_MS / 1_000 };

/**
 * Runs a registration within the limits of its address, with and without a session, and none where the address is unknown.
 * Refuses with RATE_LIMITED above them. What the domain refuses counts too, since it tells which emails are taken; what fails
 * otherwise does not.
 */
export async function limitRegistrations<T>(ctx: Context, register: () => Promise<T>): Promise<T> {
  const buckets = ctx.config.rateLimited ? bucketsOf(ctx) : [];
  await takeTokens(ctx, buckets);
  try {
    return await register();
  } catch (error) {
    if (!(error instanceof DomainError)) await returnTokens(ctx, buckets);
    throw error;
  }
}

function bucketsOf({ client, tokens }: Context): Bucket[] {
  const address = client?.address ?? null;
  if (address === null) return [];
  const [own, wide] = [network(address), site(address)];
  const ofAddress = { key: tokens.limitKey('registrations', own), ...ADDRESS };
  // An IPv4 address is its own site.
  return own === wide ? [ofAddress] : [ofAddress, { key: tokens.limitKey('registrations of a site', wide), ...SITE }];
}

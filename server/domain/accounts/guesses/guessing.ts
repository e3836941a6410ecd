import type { Requester } from '../../../platform/fairQueue.ts';
import { network } from '../../../platform/network.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError, type DomainErrorCode } from '../../ground/refusals/errors.ts';
import { knownDeviceHash } from '../sessions/knownDevices.ts';
import { spelledOnce } from '../names/parseName.ts';
import { reportGuessing } from './reportGuessing.ts';
import { requesterOf } from './requester.ts';
import { returnTokens, takeTokens, type Bucket } from './tokenBuckets.ts';

const MINUTE_MS = 60_000;
/** Failed attempts against one account, from any caller and by any kind of sign-in. */
const ACCOUNT = { capacity: 10, refillMs: MINUTE_MS };
/** The same from one device on which its owner has signed in before: attempts from other devices don't use these up. */
const KNOWN_DEVICE = { capacity: 30, refillMs: MINUTE_MS };
/**
 * Failed attempts of callers without a session from one address. Mobile carriers put thousands of players behind one
 * address.
 */
const ADDRESS = { capacity: 300, refillMs: MINUTE_MS / 300 };
/** Failed attempts of one signed-in user, against any account. */
const CALLER = { capacity: 30, refillMs: MINUTE_MS / 10 };

/** Whose secret is checked: an account's, or that of an identifier (email, UID, name) that no account has. */
export type Target = { userId: bigint } | { identifier: string };

/** Refusals that count as a failed attempt. */
const failedAttempts: ReadonlySet<DomainErrorCode> = new Set([
  'BAD_CREDENTIALS',
  'USER_NOT_FOUND',
  'INCORRECT_OLD_PASSWORD',
  'OTP_WRONG',
  'LINK_INVALID',
  'LINK_HASH_INVALID',
  'RESET_TOKEN_INVALID',
]);

/**
 * Runs `check` of a secret that users choose, within the limits on failed attempts. Refuses with RATE_LIMITED, without
 * running it, above a limit: then the right secret is refused too, except on a known device. The token is taken first,
 * so that concurrent attempts can't exceed the limit, and returned unless the attempt failed. `check` gets the requester for
 * whose turn the check of a password waits.
 */
export async function limitGuesses<T>(
  ctx: Context,
  target: Target,
  check: (requester: Requester) => Promise<T>,
): Promise<T> {
  const device = 'userId' in target ? await knownDeviceHash(ctx, target.userId) : undefined;
  const requester = requesterOf(ctx, 'userId' in target && device !== undefined ? target.userId : undefined);
  if (!ctx.config.rateLimited) return check(requester);
  const buckets =
    device === undefined
      ? [...callerBuckets(ctx), accountBucket(ctx, target)]
      : [{ key: ctx.tokens.limitKey('device', device.toString('hex')), ...KNOWN_DEVICE }];
  const isLast = (await takeTokens(ctx, buckets)) === 0;
  try {
    const result = await check(requester);
    await returnTokens(ctx, buckets);
    return result;
  } catch (error) {
    if (!isFailedAttempt(error)) await returnTokens(ctx, buckets);
    else if (isLast && 'userId' in target) await reportGuessing(ctx, target.userId);
    throw error;
  }
}

/**
 * Runs `check` of a secret that is too long to be guessed (a mailed link's), and limits the number of wrong ones: above
 * the limit RATE_LIMITED replaces its own refusal. The right one is always accepted, because it is the way back into an
 * account under attack. Without a `target` only the caller's attempts are counted.
 */
export async function limitFailures<T>(ctx: Context, target: Target | null, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!ctx.config.rateLimited || !isFailedAttempt(error)) throw error;
    const buckets = target === null ? callerBuckets(ctx) : [...callerBuckets(ctx), accountBucket(ctx, target)];
    const isLast = (await takeTokens(ctx, buckets)) === 0;
    if (isLast && target !== null && 'userId' in target) await reportGuessing(ctx, target.userId);
    throw error;
  }
}

/** By address without a session, else by account; none where the address is unknown. */
function callerBuckets({ actor, client, tokens }: Context): Bucket[] {
  if ('userId' in actor) return [{ key: tokens.limitKey('caller', String(actor.userId)), ...CALLER }];
  return client?.address ? [{ key: tokens.limitKey('address', network(client.address)), ...ADDRESS }] : [];
}

function accountBucket({ tokens }: Context, target: Target): Bucket {
  const key =
    'userId' in target
      ? tokens.limitKey('account', String(target.userId))
      : tokens.limitKey('identifier', spelledOnce(target.identifier).toLowerCase());
  return { key, ...ACCOUNT };
}

function isFailedAttempt(error: unknown): boolean {
  return error instanceof DomainError && failedAttempts.has(error.code);
}

import type { Requester } from '../../../platform/fairQueue.ts';
import type { Context } from '../../ground/verbs/context.ts';

/**
 * Whose turn the check of a password waits for: the caller's address's. `knownUserId`: the user on whose known device the call
 * was made.
 */
export function requesterOf({ client }: Pick<Context, 'client'>, knownUserId?: bigint): Requester {
  return { address: client?.address ?? null, knownAccount: knownUserId?.toString() };
}

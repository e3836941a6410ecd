import type { Context } from '../../domain/ground/verbs/context.ts';
import type { GraphQLContext } from '../runtime/context.ts';

/** A hanging connection is detected within this time; events sent meanwhile were missed too. */
const DETECTION_MS = 10_000;

/**
 * For subscriptions whose events are changed objects: when this server may have missed other servers' events, adds what
 * `changedSince` finds changed in the gap, possibly twice. Returns the function that ends it.
 */
export function catchUp(
  ctx: GraphQLContext,
  changedSince: (now: Context, since: Date) => Promise<bigint[]>,
  add: (id: bigint) => void,
): () => void {
  return ctx.events.onReconnect((gapMs) => {
    const since = new Date(ctx.clock.now() - gapMs - DETECTION_MS);
    const resync = async () => {
      const now = await ctx.renew();
      if (now.tokenRefused) return;
      for (const id of await changedSince(now, since)) add(id);
    };
    resync().catch((error: unknown) => ctx.log.error({ err: error }, 'missed events could not be sent'));
  });
}

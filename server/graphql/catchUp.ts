import type { Context } from '../domain/context.ts';
import type { GraphQLContext } from './context.ts';

/** A connection that hangs is noticed within this; what others told meanwhile went unheard too. */
const NOTICED_MS = 10_000;

/**
 * For subscriptions whose events are things that have changed: when this server may have missed events of others, adds
 * whatever `changedSince` finds to have changed in the gap, some of it perhaps for the second time. Returns what ends it.
 */
export function catchUp(
  ctx: GraphQLContext,
  changedSince: (now: Context, since: Date) => Promise<bigint[]>,
  add: (id: bigint) => void,
): () => void {
  return ctx.events.onReconnect((gapMs) => {
    const since = new Date(ctx.clock.now() - gapMs - NOTICED_MS);
    const tell = async () => {
      const now = await ctx.renew();
      if (now.tokenRefused) return;
      for (const id of await changedSince(now, since)) add(id);
    };
    tell().catch((error: unknown) => ctx.log.error({ err: error }, 'missed events could not be told'));
  });
}

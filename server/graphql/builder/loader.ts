import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import type { GraphQLContext } from '../runtime/context.ts';

const loadersOf = createContextCache<Set<{ clearAll(): unknown }>, GraphQLContext>(() => new Set());

/**
 * Loads something that belongs to an object, in batches, once per request. `load` returns one value per id, in the same
 * order, limited to what the caller may see. A batch is what all objects of a list ask for, in however many turns of the event
 * loop they are executed.
 */
export function perRequest<Value, Key extends bigint | string = bigint>(
  load: (ctx: GraphQLContext, ids: readonly Key[]) => Promise<readonly Value[]>,
): (ctx: GraphQLContext, id: Key) => Promise<Value> {
  const loaderOf = createContextCache((ctx: GraphQLContext) => {
    const batchScheduleFn = ctx.steps.whenNoneWaits;
    const loader = new DataLoader<Key, Value>((ids) => load(ctx, ids), { batchScheduleFn });
    loadersOf(ctx).add(loader);
    return loader;
  });
  return (ctx, id) => loaderOf(ctx).load(id);
}

/** Clears everything loaded in this request, because something has changed. */
export function forgetLoaded(ctx: GraphQLContext): void {
  for (const loader of loadersOf(ctx)) loader.clearAll();
}

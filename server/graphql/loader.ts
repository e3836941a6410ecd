import { createContextCache } from '@pothos/core';
import { clearAllDataLoaders } from '@pothos/plugin-dataloader';
import DataLoader from 'dataloader';
import type { GraphQLContext } from './context.ts';

const loadersOf = createContextCache<Set<DataLoader<bigint, unknown>>, GraphQLContext>(() => new Set());

/**
 * Loads something that belongs to a thing, in batches, once per request. `load` gives one value for each id, in the
 * same order, as far as the caller may see it.
 */
export function perRequest<Value>(
  load: (ctx: GraphQLContext, ids: readonly bigint[]) => Promise<readonly Value[]>,
): (ctx: GraphQLContext, id: bigint) => Promise<Value> {
  const loaderOf = createContextCache((ctx: GraphQLContext) => {
    const loader = new DataLoader<bigint, Value>((ids) => load(ctx, ids));
    loadersOf(ctx).add(loader);
    return loader;
  });
  return (ctx, id) => loaderOf(ctx).load(id);
}

/** Forgets everything that has been loaded in this request, because something has changed. */
export function forgetLoaded(ctx: GraphQLContext): void {
  clearAllDataLoaders(ctx);
  for (const loader of loadersOf(ctx)) loader.clearAll();
}

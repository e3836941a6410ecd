import { brandWithType } from '@pothos/core';
import type { GraphQLSchema } from 'graphql';
import { invalidInput } from '../domain/errors.ts';
import type { SealedType } from '../domain/sealedTypes.ts';
import { builder } from './builder.ts';
import type { GraphQLContext } from './context.ts';
import { perRequest } from './loader.ts';

const MAX_NODES = 100;

/**
 * A type that `node(id:)` finds and that every reference loads in batches, once per request. `load` returns the rows
 * that the caller may see, in any order; a missing one becomes null. `loadById` of what is returned is that of resolvers.
 */
export function loadableNode<Row extends { id: bigint }>(
  name: SealedType,
  load: (ctx: GraphQLContext, ids: readonly bigint[]) => Promise<readonly (Row | null)[]>,
) {
  const loadInOrder = async (ctx: GraphQLContext, ids: readonly bigint[]): Promise<(Row | null)[]> => {
    const rows = new Map<bigint, Row>();
    for (const row of await load(ctx, ids)) if (row) rows.set(row.id, row);
    return ids.map((id) => rows.get(id) ?? null);
  };
  const ref = builder.loadableNodeRef<Row | null, bigint, bigint, bigint, Row>(name, {
    id: { resolve: (row) => String(row.id), parse: BigInt },
    load: (ids, ctx) => loadInOrder(ctx, ids),
  });
  // The plugin's loader would not wait for objects whose turn comes later.
  const loadById = perRequest(loadInOrder);
  // The plugin requests the loader at every field of this type, even when the row is available, so it is created only
  // on use.
  const getDataloader = (ctx: GraphQLContext) => ({ load: (id: bigint) => loadById(ctx, id) });
  ref.updateConfig((config) => ({ ...config, extensions: { ...config.extensions, getDataloader } }));
  return Object.assign(ref, { loadById });
}

/** What the types made above carry in the schema. */
type GetDataloader = (ctx: GraphQLContext) => { load(id: bigint): Promise<object | null> };

async function loadNode(ctx: GraphQLContext, schema: GraphQLSchema, globalId: string): Promise<object | null> {
  const opened = ctx.ids.open(globalId);
  if (!opened) return null;
  const getDataloader = schema.getType(opened.type)?.extensions['getDataloader'] as GetDataloader | undefined;
  const node = await getDataloader?.(ctx).load(opened.id);
  if (!node) return null;
  brandWithType(node, opened.type as never);
  return node;
}

builder.queryFields((t) => ({
  node: t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    description: 'The thing with this global id; null when there is none, or none that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'A global id.' }) },
    resolve: (_root, { id }, ctx, { schema }) => loadNode(ctx, schema, id),
  }),
  nodes: t.field({
    type: [builder.nodeInterfaceRef()],
    nullable: { list: false, items: true },
    description: 'The things with these global ids, in the same order; null where `node` would be.',
    args: { ids: t.arg.idList({ required: true, description: 'Up to 100 global ids.' }) },
    complexity: ({ ids }) => ({ field: 1, multiplier: ids.length }),
    resolve: (_root, { ids }, ctx, { schema }) => {
      if (ids.length > MAX_NODES) throw invalidInput('ids', `ids may hold up to ${MAX_NODES} ids.`);
      return Promise.all(ids.map((id) => loadNode(ctx, schema, id)));
    },
  }),
}));

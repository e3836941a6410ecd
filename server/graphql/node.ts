import { brandWithType } from '@pothos/core';
import { invalidInput } from '../domain/errors.ts';
import type { SealedType } from '../domain/sealedTypes.ts';
import { builder } from './builder.ts';
import type { GraphQLContext } from './context.ts';

type Load = (ctx: GraphQLContext, id: bigint) => Promise<object | null>;

const MAX_NODES = 100;

const loads = new Map<string, Load>();

/**
 * A type that `node(id:)` finds and that every reference loads in batches, once per request. `load` gives the rows that
 * the caller may see, in any order; a missing one is null.
 */
export function loadableNode<Row extends { id: bigint }>(
  name: SealedType,
  load: (ctx: GraphQLContext, ids: readonly bigint[]) => Promise<readonly (Row | null)[]>,
) {
  const ref = builder.loadableNodeRef<Row | null, bigint, bigint, bigint, Row>(name, {
    id: { resolve: (row) => String(row.id), parse: BigInt },
    load: (ids, ctx) => load(ctx, ids),
    sort: (row) => row.id,
  });
  const loadOne = (ctx: GraphQLContext, id: bigint) => ref.getDataloader(ctx).load(id);
  loads.set(name, loadOne);
  // The plugin asks for the loader at every field of this type, also where the row is at hand: only loading makes one.
  const getDataloader = (ctx: GraphQLContext) => ({ load: (id: bigint) => loadOne(ctx, id) });
  ref.updateConfig((config) => ({ ...config, extensions: { ...config.extensions, getDataloader } }));
  return ref;
}

async function loadNode(ctx: GraphQLContext, globalId: string): Promise<object | null> {
  const opened = ctx.ids.open(globalId);
  const node = opened && (await loads.get(opened.type)?.(ctx, opened.id));
  if (!opened || !node) return null;
  brandWithType(node, opened.type as never);
  return node;
}

builder.queryFields((t) => ({
  node: t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    description: 'The thing with this global id; null when there is none, or none that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'A global id.' }) },
    resolve: (_root, { id }, ctx) => loadNode(ctx, id),
  }),
  nodes: t.field({
    type: [builder.nodeInterfaceRef()],
    nullable: { list: false, items: true },
    description: 'The things with these global ids, in the same order; null where `node` would be.',
    args: { ids: t.arg.idList({ required: true, description: 'Up to 100 global ids.' }) },
    complexity: ({ ids }) => ({ field: 1, multiplier: ids.length }),
    resolve: (_root, { ids }, ctx) => {
      if (ids.length > MAX_NODES) throw invalidInput('ids', `ids may hold up to ${MAX_NODES} ids.`);
      return Promise.all(ids.map((id) => loadNode(ctx, id)));
    },
  }),
}));

import { brandWithType } from '@pothos/core';
import type { GraphQLSchema } from 'graphql';
import { invalidInput } from '../../domain/ground/refusals/errors.ts';
import { inOrderBy } from '../../domain/ground/database/inOrder.ts';
import type { SealedType } from '../../domain/ground/values/sealedTypes.ts';
import { builder } from './builder.ts';
import type { GraphQLContext } from '../runtime/context.ts';
import { joinParts, openParts, splitParts } from './ids.ts';
import { perRequest } from './loader.ts';

const MAX_NODES = 100;

/** Rows that the caller may see, in any order; a missing one becomes null. */
type Load<Key, Row> = (ctx: GraphQLContext, keys: readonly Key[]) => Promise<readonly (Row | null)[]>;

/**
 * A type that `node(id:)` finds and that every reference loads in batches, once per request. `loadByKey` of what is returned is
 * that of resolvers.
 */
export function loadableNode<Row extends { id: bigint }>(name: SealedType, load: Load<bigint, Row>) {
  const inOrder: LoadInOrder<bigint, Row> = async (ctx, ids) => inOrderBy(ids, await load(ctx, ids), ({ id }) => id);
  const ref = builder.loadableNodeRef<Row | null, bigint, bigint, bigint, Row>(name, {
    id: { resolve: (row) => String(row.id), parse: BigInt },
    load: (ids, ctx) => inOrder(ctx, ids),
  });
  return asNode(ref, inOrder, (parts) => (parts.length === 1 ? (parts[0] ?? null) : null));
}

/**
 * The same for rows that several numbers above zero identify, such as a round and a player. `key.of` returns them in an order
 * that never changes, and `load` gets them in that order: each is sealed into the global id. A row whose numbers weren't asked for
 * is left out.
 */
export function compositeNode<Row extends object>(
  name: SealedType,
  key: { parts: number; of: (row: Row) => readonly bigint[] },
  load: Load<readonly bigint[], Row>,
) {
  const textOf = (row: Row) => joinParts(key.of(row));
  const inOrder: LoadInOrder<string, Row> = async (ctx, texts) =>
    inOrderBy(texts, await load(ctx, texts.map(splitParts)), textOf);
  const ref = builder.loadableNodeRef<Row | null, string, string, string, Row>(name, {
    id: { resolve: textOf, parse: String },
    load: (texts, ctx) => inOrder(ctx, texts),
  });
  return asNode(ref, inOrder, (parts) => (parts.length === key.parts ? joinParts(parts) : null));
}

/** One row or null for each key. */
type LoadInOrder<Key, Row> = (ctx: GraphQLContext, keys: readonly Key[]) => Promise<(Row | null)[]>;

/** What the types made above carry in the schema. */
interface NodeExtensions {
  getDataloader(ctx: GraphQLContext): { load(key: unknown): Promise<object | null> };
  /** The loader's key; null where another number of parts identifies a row. */
  keyOfParts(parts: readonly bigint[]): unknown;
}

interface Extendable {
  updateConfig(change: (config: { extensions?: object | undefined }) => object): void;
}

function asNode<Key extends bigint | string, Row, Ref extends object>(
  ref: Ref,
  load: LoadInOrder<Key, Row>,
  keyOfParts: (parts: readonly bigint[]) => Key | null,
) {
  // The plugin's loader would not wait for objects whose turn comes later.
  const loadByKey = perRequest(load);
  // The plugin requests the loader at every field of this type, even when the row is available, so it is created only
  // on use.
  const getDataloader = (ctx: GraphQLContext) => ({ load: (key: Key) => loadByKey(ctx, key) });
  (ref as Ref & Extendable).updateConfig((config) => ({
    ...config,
    extensions: { ...config.extensions, getDataloader, keyOfParts },
  }));
  return Object.assign(ref, { loadByKey });
}

async function loadNode(ctx: GraphQLContext, schema: GraphQLSchema, globalId: string): Promise<object | null> {
  const opened = openParts(ctx, globalId);
  if (!opened) return null;
  const { getDataloader, keyOfParts } = (schema.getType(opened.type)?.extensions ?? {}) as Partial<NodeExtensions>;
  const key = keyOfParts?.(opened.parts) ?? null;
  const node = key === null ? null : await getDataloader?.(ctx).load(key);
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
    complexity: ({ ids }) => ({ field: 8 * ids.length, multiplier: ids.length }),
    resolve: (_root, { ids }, ctx, { schema }) => {
      if (ids.length > MAX_NODES) throw invalidInput('ids', `ids may hold up to ${MAX_NODES} ids.`);
      // Each by itself: one that the caller's role forbids is null with an error, beside the others.
      return ids.map((id) => loadNode(ctx, schema, id));
    },
  }),
}));

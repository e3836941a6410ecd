import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import DataloaderPlugin from '@pothos/plugin-dataloader';
import RelayPlugin from '@pothos/plugin-relay';
import type { Paise } from '../../../db/columns.ts';
import type { GraphQLContext } from '../runtime/context.ts';
import { sealParts } from './ids.ts';

/** The builder with which all types of the schema are registered. */
export const builder = new SchemaBuilder<{
  Context: GraphQLContext;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    Money: { Input: Paise; Output: bigint };
    DateTime: { Input: Date; Output: Date };
    Date: { Input: string; Output: string };
    YearMonth: { Input: string; Output: string };
  };
}>({
  plugins: [RelayPlugin, DataloaderPlugin, ComplexityPlugin],
  defaultFieldNullability: false,
  relay: {
    encodeGlobalID: (typename, id, ctx) => sealParts(ctx, typename, String(id)),
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    edgesFieldOptions: {
      nullable: false,
      complexity: { field: 0, multiplier: 1 },
      description: 'The rows of this page, in the order of the list.',
    },
    nodeFieldOptions: { nullable: false, description: 'The row itself.' },
    cursorFieldOptions: { description: 'Where this row stands in the list: opaque, for `after` and `before`.' },
    pageInfoFieldOptions: { description: 'Where this page stands in the list.' },
    pageInfoTypeOptions: { description: 'Where a page stands in its list.' },
    hasNextPageFieldOptions: { description: 'Whether more rows follow this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether rows come before this page.' },
    startCursorFieldOptions: { description: 'Cursor of the first row; null on an empty page.' },
    endCursorFieldOptions: { description: 'Cursor of the last row; null on an empty page.' },
    firstArgOptions: { description: 'How many rows from the start of the range: 1 to 100, 10 when neither is given.' },
    lastArgOptions: { description: 'How many rows from the end of the range: 1 to 100. Not together with `first`.' },
    afterArgOptions: { description: 'Only rows after this cursor.' },
    beforeArgOptions: { description: 'Only rows before this cursor.' },
    nodeTypeOptions: { description: 'Anything that has a global id and can be fetched again by it.' },
    idFieldOptions: { description: 'Global id: opaque, unguessable, and stable.' },
  },
  // The engine checks the limits before an operation begins, and takes its cost from the caller's bucket.
  // Of 100 values, some 1-2 ms of CPU, a field that only hands on what its row has is a quarter (`npm run bench -- points`).
  complexity: { defaultComplexity: 0.25, defaultListMultiplier: 10, disabled: true },
});

builder.queryType({ description: 'Everything that can be read.' });
builder.mutationType({
  description:
    'Everything that can be done. Refusals are part of each answer: a union of the payload and the refusals.',
});
builder.subscriptionType({ description: 'Everything that can be listened to, over graphql-ws or server-sent events.' });

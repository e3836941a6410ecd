import { builder } from './builder.ts';
import type { GraphQLContext } from '../runtime/context.ts';
import type { PayloadFields } from './mutation.ts';

/** Where a path of this server is found from outside (PUBLIC_URL). */
export function urlOf({ config }: GraphQLContext, path: string): string {
  return `${config.publicUrl}${path}`;
}

/** The fields of something that is downloaded. */
export function pathAndUrl<Row>(t: PayloadFields<Row>, pathOf: (row: Row, ctx: GraphQLContext) => string) {
  return {
    path: t.string({
      description: 'Its path on this server, as `createDownloadLink` takes it.',
      resolve: (row, _args, ctx) => pathOf(row, ctx),
    }),
    url: t.string({
      description: 'Where it is downloaded with a bearer token.',
      resolve: (row, _args, ctx) => urlOf(ctx, pathOf(row, ctx)),
    }),
  };
}

/** Something to download, by its path. */
export const Download = builder.objectRef<{ path: string }>('Download').implement({
  description: 'A file that is made when it is downloaded.',
  fields: (t) => pathAndUrl(t, ({ path }) => path),
});

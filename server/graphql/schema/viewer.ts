import { DomainError } from '../../domain/ground/refusals/errors.ts';
import { refuseUnenrolled } from '../../domain/ground/actors/permissions.ts';
import { builder } from '../builder/builder.ts';
import type { GraphQLContext } from '../runtime/context.ts';
import { loadableNode } from '../builder/node.ts';
import { User } from './user.ts';

/** The signed-in user, as the root of all personal data. */
export interface ViewerRow {
  kind: 'player' | 'admin';
  /** The user's. */
  id: bigint;
}

/** Its other fields are defined beside the types that they return. */
export const Viewer = loadableNode<ViewerRow>('Viewer', (ctx, ids) => {
  const viewer = viewerOf(ctx);
  return Promise.resolve(ids.map((id) => (viewer?.id === id ? viewer : null)));
});
Viewer.implement({
  description: 'The signed-in user and everything that is theirs. Fields about playing are for players only.',
  fields: (t) => ({
    user: t.field({
      type: User,
      description: 'The user themself.',
      resolve: ({ id }) => id,
    }),
  }),
});

/** The viewer, or null when nobody is signed in. */
export function viewerOf({ actor }: GraphQLContext): ViewerRow | null {
  return actor.kind === 'player' || actor.kind === 'admin' ? { kind: actor.kind, id: actor.userId } : null;
}

/**
 * The viewer; refuses with UNAUTHENTICATED when nobody is signed in, with OTP_ENROLMENT_REQUIRED somebody who has to set
 * up a second factor first.
 */
export function requireViewer(ctx: GraphQLContext): ViewerRow {
  refuseUnenrolled(ctx);
  const viewer = viewerOf(ctx);
  if (viewer === null) throw new DomainError('UNAUTHENTICATED', 'Please log in.');
  return viewer;
}

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    nullable: true,
    description:
      'The signed-in user; null when no token was sent. A token that is no longer good is an error (UNAUTHENTICATED), ' +
      'so that a client renews it instead of taking itself for signed out.',
    resolve: (_root, _args, ctx) => (ctx.tokenRefused ? requireViewer(ctx) : viewerOf(ctx)),
  }),
);

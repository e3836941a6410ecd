import { VALUES_A_STATEMENT } from '../../domain/ground/calls/callBudget.ts';
import { hasMailedPassword } from '../../domain/accounts/users/hasMailedPassword.ts';
import { allows, refuseUnenrolled } from '../../domain/ground/actors/permissions.ts';
import { AdminAction, adminActions, AdminRole } from './adminRole.ts';
import { builder } from '../builder/builder.ts';
import { Viewer } from './viewer.ts';

/** Its fields are defined beside the types that they return. */
export const Admin = builder.objectRef<object>('Admin').implement({
  description: 'What admins see: everything needed to run the platform, of which each sees what their roles allow.',
  fields: (t) => ({
    roles: t.field({
      type: [AdminRole],
      description: 'The viewer’s roles.',
      resolve: (_admin, _args, { actor }) => (actor.kind === 'admin' ? [...actor.roles] : []),
    }),
    may: t.field({
      type: [AdminAction],
      description: 'What the viewer may do, because of their roles or as every admin. Anything else is FORBIDDEN.',
      complexity: 1,
      resolve: (_admin, _args, { actor }) => adminActions.filter((action) => allows(actor, action)),
    }),
    passwordMailed: t.boolean({
      complexity: VALUES_A_STATEMENT,
      description: 'Whether the viewer’s password is still the one that was mailed; screens ask for a new one first.',
      resolve: (_admin, _args, ctx) => hasMailedPassword(ctx),
    }),
  }),
});

builder.objectField(Viewer, 'admin', (t) =>
  t.field({
    type: Admin,
    nullable: true,
    description: 'The back office; null for players.',
    resolve: (viewer, _args, ctx) => {
      refuseUnenrolled(ctx);
      return viewer.kind === 'admin' ? {} : null;
    },
  }),
);

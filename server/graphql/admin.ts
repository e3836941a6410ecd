import { refuseUnenrolled } from '../domain/permissions.ts';
import { builder } from './builder.ts';
import { Viewer } from './viewer.ts';

/** Its fields are defined beside the types that they return. */
export const Admin = builder.objectRef<object>('Admin').implement({
  description: 'What admins see: everything needed to run the platform.',
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

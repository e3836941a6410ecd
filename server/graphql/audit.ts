import { auditActions } from '../domain/auditActions.ts';
import { listAudit, type AuditEntry as Row } from '../domain/audit/auditList.ts';
import { Admin } from './admin.ts';
import { builder } from './builder.ts';
import { connection, connectionOf, idCursors, pageComplexity } from './connection.ts';
import { User } from './user.ts';

const AuditEntry = builder.objectRef<Row>('AuditEntry').implement({
  description:
    'One action of an admin or of the server itself, or a sign-in, as it was written; nothing in the log ever changes.',
  fields: (t) => ({
    id: t.id({ description: 'Its global id.', resolve: ({ id }, _args, ctx) => ctx.ids.seal('AuditEntry', id) }),
    actor: t.field({
      type: User,
      nullable: true,
      description: 'Who did it; null for the server itself, and where a sign-in was refused.',
      resolve: ({ actorId }) => actorId,
    }),
    action: t.exposeString('action', { description: 'What was done: one of `auditActions`.' }),
    subjectType: t.exposeString('subjectType', { description: 'What kind of thing it was done to.' }),
    subject: t.exposeString('subject', { description: 'Which one, by the name that admins know it by.' }),
    before: t.exposeString('before', { nullable: true, description: 'JSON of what was; null where nothing was.' }),
    after: t.exposeString('after', { nullable: true, description: 'JSON of what is since; null where nothing is.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why; null where none was given.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
  }),
});

const cursors = idCursors<Row>('AuditEntry', ({ id }) => id);

builder.objectFields(Admin, (t) => ({
  auditLog: t.connection(
    {
      type: AuditEntry,
      description:
        'What admins have done, newest first. Sign-ins of players only where an action or a subject is asked for.',
      args: {
        action: t.arg.string({ description: 'Only this action.' }),
        actor: t.arg.string({ description: 'Only by admins with this in their name or email, or with this UID.' }),
        subject: t.arg.string({ description: 'Only on the thing of this name.' }),
        from: t.arg({ type: 'DateTime', description: 'Only from this instant on.' }),
        to: t.arg({ type: 'DateTime', description: 'Only before this instant.' }),
      },
      complexity: pageComplexity,
      resolve: (_admin, args, ctx) => {
        const filter = {
          action: args.action ?? undefined,
          actor: args.actor ?? undefined,
          subject: args.subject ?? undefined,
          from: args.from ?? undefined,
          to: args.to ?? undefined,
        };
        return connection(ctx, args, cursors, (page) => listAudit(ctx, filter, page));
      },
    },
    connectionOf('AuditEntry', AuditEntry, 'actions of admins'),
  ),
  auditActions: t.stringList({
    description: 'Every action that the log can hold, to filter it by.',
    resolve: () => [...auditActions],
  }),
}));

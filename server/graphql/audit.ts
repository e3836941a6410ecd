import { auditActions } from '../domain/auditActions.ts';
import { type AuditFilter, countNewer, listAudit, type AuditEntry as Row } from '../domain/audit/auditList.ts';
import { authorize } from '../domain/permissions.ts';
import { Admin } from './admin.ts';
import { builder } from './builder.ts';
import { connection, connectionOf, idCursors, pageComplexity } from './connection.ts';
import { openId } from './ids.ts';
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

interface FilterArgs {
  action?: string | null | undefined;
  actor?: string | null | undefined;
  subject?: string | null | undefined;
  from?: Date | null | undefined;
  to?: Date | null | undefined;
}

function filterOf({ action, actor, subject, from, to }: FilterArgs): AuditFilter {
  return {
    action: action ?? undefined,
    actor: actor ?? undefined,
    subject: subject ?? undefined,
    from: from ?? undefined,
    to: to ?? undefined,
  };
}

builder.objectFields(Admin, (t) => {
  const filter = {
    action: t.arg.string({ description: 'Only this action.' }),
    actor: t.arg.string({ description: 'Only by admins with this in their name or email, or with this UID.' }),
    subject: t.arg.string({ description: 'Only on things with this in their name.' }),
    from: t.arg({ type: 'DateTime', description: 'Only from this instant on.' }),
    to: t.arg({ type: 'DateTime', description: 'Only before this instant.' }),
  };
  return {
    auditLog: t.connection(
      {
        type: AuditEntry,
        description:
          'What admins have done, newest first. Sign-ins of players only where an action or a subject is asked for.',
        args: filter,
        complexity: pageComplexity,
        resolve: (_admin, args, ctx) => connection(ctx, args, cursors, (page) => listAudit(ctx, filterOf(args), page)),
      },
      connectionOf('AuditEntry', AuditEntry, 'actions of admins'),
    ),
    auditNewer: t.int({
      description: 'How many entries of the log are newer than one and match a filter, up to 100.',
      args: { than: t.arg.id({ required: true, description: 'The entry.' }), ...filter },
      complexity: 20,
      resolve: (_admin, { than, ...args }, ctx) => {
        authorize(ctx, 'audit:read');
        return countNewer(ctx, filterOf(args), openId(ctx, 'AuditEntry', than, 'than'));
      },
    }),
    auditActions: t.stringList({
      description: 'Every action that the log can hold, to filter it by.',
      resolve: () => [...auditActions],
    }),
  };
});

import {
  auditActions,
  type AuditAction as Action,
  type AuditSubjectType as SubjectType,
} from '../../domain/ground/verbs/auditActions.ts';
import {
  auditChain,
  auditEntriesById,
  type AuditFilter,
  countNewer,
  latestActionsOf,
  listAudit,
  type AuditEntry as Row,
} from '../../domain/audit/auditList.ts';
import { invalidInput } from '../../domain/ground/refusals/errors.ts';
import { auditChanges, type AuditChange as Change } from '../../domain/audit/changes.ts';
import type { FactKind } from '../../domain/audit/facts.ts';
import { authorize } from '../../domain/ground/actors/permissions.ts';
import { ticketLabels } from '../../domain/tickets/ticketLabels.ts';
import { Admin } from './admin.ts';
import { AuditAction, AuditSubjectType } from './auditNames.ts';
import { builder } from '../builder/builder.ts';
import { connection, connectionOf, idCursors, pageComplexity } from '../builder/connection.ts';
import { enumOf } from '../builder/enumOf.ts';
import { openId } from '../builder/ids.ts';
import { perRequest } from '../builder/loader.ts';
import { Member } from './member.ts';
import { loadableNode } from '../builder/node.ts';
import { User } from './user.ts';

const AuditFactKind = enumOf<FactKind>('AuditFactKind', 'How a value in the audit log is to be read.', {
  money: 'Decimal rupees.',
  instant: 'An instant in ISO 8601.',
  boolean: '`true` or `false`.',
  number: 'A whole number.',
  text: 'Text.',
});

const AuditChange = builder.objectRef<Change>('AuditChange').implement({
  description: 'A fact that an action has set.',
  fields: (t) => ({
    fact: t.exposeString('fact', { description: 'Its name, such as `amount` or `status`.' }),
    kind: t.expose('kind', { type: AuditFactKind, description: 'How `before` and `after` are to be read.' }),
    before: t.exposeString('before', { nullable: true, description: 'What it was; null where there was none.' }),
    after: t.exposeString('after', { nullable: true, description: 'What it is since; null where there is none.' }),
  }),
});

const labelOfTicket = perRequest(ticketLabels);

const AuditEntry = loadableNode<Row>('AuditEntry', auditEntriesById);
AuditEntry.implement({
  description:
    'One action of an admin or of the server itself, or a sign-in, as it was written; nothing in the log ever changes.',
  fields: (t) => ({
    actor: t.field({
      type: User,
      nullable: true,
      description: 'Who did it; null for the server itself, and where a sign-in was refused.',
      resolve: ({ actorId }) => actorId,
    }),
    action: t.field({ type: AuditAction, description: 'What was done.', resolve: ({ action }) => action as Action }),
    actionText: t.exposeString('action', {
      description: '`action` as it was written and is hashed, such as `payoutAccount:block`.',
    }),
    subjectType: t.field({
      type: AuditSubjectType,
      description: 'What kind of thing it was done to.',
      resolve: ({ subjectType }) => subjectType as SubjectType,
    }),
    subjectTypeText: t.exposeString('subjectType', {
      description: '`subjectType` as it was written and is hashed, such as `payoutAccount`.',
    }),
    subject: t.exposeString('subject', { description: 'Which one, by the name that admins know it by.' }),
    subjectLabel: t.string({
      nullable: true,
      description:
        'What to show in place of `subject` where that is an id: a ticket’s title and its player’s UID. Not part of what ' +
        'is hashed. Null for other things, and for those who may not read tickets.',
      resolve: ({ subjectType, subject }, _args, ctx) => {
        const ticket = subjectType === 'ticket' ? ctx.ids.openAs('Ticket', subject) : null;
        return ticket === null ? null : labelOfTicket(ctx, ticket);
      },
    }),
    before: t.exposeString('before', { nullable: true, description: 'JSON of what was; null where nothing was.' }),
    after: t.exposeString('after', { nullable: true, description: 'JSON of what is since; null where nothing is.' }),
    changes: t.field({
      type: [AuditChange],
      description: '`before` and `after`, compared fact by fact: changed ones first, then those that stayed.',
      resolve: auditChanges,
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why; null where none was given.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
    number: t.string({ description: 'Its place in the log, from 1, without gaps.', resolve: ({ id }) => String(id) }),
    actorNumber: t.string({
      nullable: true,
      description: 'The number under which the ledger knows the actor; a part of what is hashed.',
      resolve: ({ actorId }) => (actorId === null ? null : String(actorId)),
    }),
    previousHash: t.string({
      description: 'Hash of the entry before, in hexadecimal; zeros for the first.',
      resolve: ({ previousHash }) => previousHash.toString('hex'),
    }),
    hash: t.string({
      description: `SHA-256, in hexadecimal, of the previous hash (32 bytes) and these texts in this order: number,
        actorNumber, actionText, subjectTypeText, subject, before, after, reason, milliseconds of \`at\` since 1970. Each is
        preceded by its length in bytes of UTF-8 and a colon; null is a dash.`.replaceAll(/\s+/g, ' '),
      resolve: ({ hash }) => hash.toString('hex'),
    }),
  }),
});

const cursors = idCursors<Row>('AuditEntry', ({ id }) => id);

interface FilterArgs {
  action?: Action | null | undefined;
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

/** Refuses INVALID_INPUT for what is not a whole number of up to 18 digits. */
function entryNumber(text: string): bigint {
  if (!/^\d{1,18}$/.test(text)) throw invalidInput('after', 'after must be the number of an entry');
  return BigInt(text);
}

builder.objectFields(Admin, (t) => {
  const filter = {
    action: t.arg({ type: AuditAction, description: 'Only this action.' }),
    actor: t.arg.string({ description: 'Only by admins with this in their name or email, or with this UID.' }),
    subject: t.arg.string({ description: 'Only on things with this in their name.' }),
    from: t.arg({ type: 'DateTime', description: 'Only from this instant on.' }),
    to: t.arg({ type: 'DateTime', description: 'Only before this instant.' }),
  };
  return {
    auditLog: t.connection(
      {
        nullable: true,
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
      nullable: true,
      description: 'How many entries of the log are newer than one and match a filter, up to 100.',
      args: { than: t.arg.id({ required: true, description: 'The entry.' }), ...filter },
      complexity: 40,
      resolve: (_admin, { than, ...args }, ctx) => {
        authorize(ctx, 'audit:read');
        return countNewer(ctx, filterOf(args), openId(ctx, 'AuditEntry', than, 'than'));
      },
    }),
    auditChain: t.field({
      nullable: true,
      type: [AuditEntry],
      description: 'The complete log, oldest first, up to 500 entries at a time, to recompute its hashes.',
      args: {
        after: t.arg.string({ defaultValue: '0', description: 'The number of the entry after which to begin.' }),
        first: t.arg.int({ defaultValue: 500, description: 'How many entries, from 1 to 500.' }),
      },
      complexity: ({ first }) => ({ field: 1, multiplier: Math.min(Math.max(first ?? 500, 1), 500) }),
      resolve: (_admin, { after, first }, ctx) =>
        auditChain(ctx, { after: entryNumber(after ?? '0'), limit: first ?? 500 }),
    }),
    auditActions: t.field({
      type: [AuditAction],
      description: 'Every action that the log can hold, to filter it by.',
      resolve: () => [...auditActions],
    }),
  };
});

/** How many of an admin's actions their page shows. */
const LATEST_ACTIONS = 20;

builder.objectField(Member, 'latestActions', (t) =>
  t.field({
    type: [AuditEntry],
    nullable: true,
    description:
      'What an admin did last, up to 20 entries of the audit log, newest first; none for a player. For those who may read the ' +
      'audit log.',
    complexity: { field: 1, multiplier: LATEST_ACTIONS },
    resolve: ({ id, userType }, _args, ctx) => {
      authorize(ctx, 'audit:read');
      return userType === 'admin' ? latestActionsOf(ctx, id, LATEST_ACTIONS) : [];
    },
  }),
);

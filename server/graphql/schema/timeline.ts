import type { AuditAction as Action } from '../../domain/ground/verbs/auditActions.ts';
import { amountOf, flagOf, type PlayerDecision as DecisionRow } from '../../domain/people/decision.ts';
import {
  playerTimeline,
  timelineEntriesById,
  timelineKey,
  type HourOfBets as HourRow,
  type PlayerNote as NoteRow,
  type PlaySafetyChange as ChangeRow,
  type TimelineEntry as EntryRow,
} from '../../domain/people/timeline.ts';
import {
  timelineSources,
  type TimelineEvent as EventName,
  type TimelineKey,
  type TimelineKind as KindName,
} from '../../domain/people/timelineSources.ts';
import { AuditAction } from './auditNames.ts';
import { builder } from '../builder/builder.ts';
import { VALUES_A_STATEMENT } from '../../domain/ground/calls/callBudget.ts';
import { connection, connectionOf, pageComplexityOf, VALUES_A_ROW, type Cursors } from '../builder/connection.ts';
import { enumOf } from '../builder/enumOf.ts';
import { Member, MemberSession, PlayerFlag } from './member.ts';
import { compositeNode } from '../builder/node.ts';
import { PlayLimitKind, PlayLimitPeriod } from './safety.ts';
import { Ticket } from './ticket.ts';
import { Transaction } from './transaction.ts';
import { User } from './user.ts';

const TimelineKind = enumOf<KindName>('TimelineKind', 'Kinds of entries of a timeline, to filter it by.', {
  money: 'Deposits, withdrawals, decisions about them, play credit.',
  bets: 'Settled bets, by the hour.',
  tickets: 'Tickets raised and resolved.',
  sessions: 'Sign-ins and their ends.',
  safety: 'Limits and pauses that the player set.',
  notes: 'Internal notes.',
  decisions: 'What admins decided about the player, and changes of how they sign in.',
});

const TimelineEvent = enumOf<EventName>('TimelineEvent', 'What happened.', {
  transactionRequested: 'A deposit or withdrawal was requested: `transaction`.',
  transactionDecided: 'It was decided, or cancelled: `transaction`.',
  playCreditGranted: 'Play credit was given: `playCredit`.',
  betsSettled: 'Bets were settled in this hour: `bets`.',
  ticketRaised: 'A ticket was raised: `ticket`.',
  ticketResolved: 'It was resolved: `ticket`.',
  sessionBegan: 'The player signed in: `session`.',
  sessionEnded: 'A session was ended: `session`.',
  safetyChanged: 'A limit or pause was set: `safety`.',
  noteWritten: 'An admin wrote a note: `note`.',
  decided: 'The audit log has this about the player: `decision`.',
});

const HourOfBets = builder.objectRef<HourRow>('HourOfBets').implement({
  description: 'A player’s settled bets of one hour in Asia/Kolkata.',
  fields: (t) => ({
    startsAt: t.expose('startsAt', { type: 'DateTime', description: 'When the hour begins.' }),
    roundCount: t.exposeInt('roundCount', { description: 'In how many rounds.' }),
    betCount: t.exposeInt('betCount', { description: 'How many bets; cancelled ones don’t count.' }),
    staked: t.expose('staked', { type: 'Money', description: 'Stakes, in rupees.' }),
    returned: t.expose('returned', { type: 'Money', description: 'What came back, stakes included, in rupees.' }),
  }),
});

const Setting = enumOf<ChangeRow['setting']>('PlaySafetySetting', 'What a player sets to play safely.', {
  LIMIT: 'A limit on deposits, stakes or losses.',
  TIME_OUT: 'A time-out.',
  EXCLUSION: 'A self-exclusion.',
  REALITY_CHECK: 'The reality check.',
});

const PlaySafetyChange = builder.objectRef<ChangeRow>('PlaySafetyChange').implement({
  description: 'A change of what a player has set to play safely.',
  fields: (t) => ({
    setting: t.expose('setting', { type: Setting, description: 'What was changed.' }),
    kind: t.expose('kind', {
      type: PlayLimitKind,
      nullable: true,
      description: 'Of a limit: what it is on; else null.',
    }),
    period: t.expose('period', {
      type: PlayLimitPeriod,
      nullable: true,
      description: 'Of a limit: how long it counts; else null.',
    }),
    amount: t.expose('amount', {
      type: 'Money',
      nullable: true,
      description: 'Of a limit: in rupees; null: none any more.',
    }),
    effectiveAt: t.expose('effectiveAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Of a limit: from when; null: at once.',
    }),
    until: t.expose('until', {
      type: 'DateTime',
      nullable: true,
      description: 'Of a time-out or self-exclusion: its end; null: none.',
    }),
    minutes: t.exposeInt('minutes', {
      nullable: true,
      description: 'Of the reality check: after how many minutes of play; null: never.',
    }),
  }),
});

const PlayerNote = builder.objectRef<NoteRow>('PlayerNote').implement({
  description: 'An internal note about a player.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'Its words.' }),
    author: t.field({ type: User, description: 'The admin who wrote it.', resolve: ({ authorId }) => authorId }),
  }),
});

const PlayerDecision = builder.objectRef<DecisionRow>('PlayerDecision').implement({
  description: 'What the audit log has about a player, other than sign-ins and readings.',
  fields: (t) => ({
    action: t.field({ type: AuditAction, description: 'What was done.', resolve: ({ action }) => action as Action }),
    actor: t.field({
      type: User,
      nullable: true,
      description: 'Who did it; null for the server itself.',
      resolve: ({ actorId }) => actorId,
    }),
    flag: t.field({
      type: PlayerFlag,
      nullable: true,
      description: 'The flag that was set or removed; null for other decisions.',
      resolve: flagOf,
    }),
    amount: t.field({
      type: 'Money',
      nullable: true,
      description: 'By how much the balance was corrected, in rupees; null for other decisions.',
      resolve: amountOf,
    }),
    before: t.exposeString('before', { nullable: true, description: 'JSON of what was; null where nothing was.' }),
    after: t.exposeString('after', { nullable: true, description: 'JSON of what is since; null where nothing is.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why; null where none was given.' }),
  }),
});

const TimelineEntry = compositeNode<EntryRow>(
  'TimelineEntry',
  { parts: 3, of: ({ playerId, rank, id }) => [id, playerId, BigInt(rank + 1)] },
  (ctx, keys) =>
    timelineEntriesById(
      ctx,
      keys.map(([id = 0n, playerId = 0n, place = 0n]) => ({ id, playerId, rank: Number(place) - 1 })),
    ),
);
TimelineEntry.implement({
  description: 'Something that happened with a player. The id of an hour of bets stays while rounds are added to it.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When; of bets, when the last of them were settled.' }),
    event: t.expose('event', { type: TimelineEvent, description: 'What happened.' }),
    transaction: t.field({
      type: Transaction,
      nullable: true,
      description: 'Which deposit or withdrawal; null for other events.',
      resolve: ({ transactionId }) => transactionId,
    }),
    playCredit: t.expose('playCredit', {
      type: 'Money',
      nullable: true,
      description: 'How much, in rupees; null for other events.',
    }),
    bets: t.expose('bets', { type: HourOfBets, nullable: true, description: 'Which bets; null for other events.' }),
    ticket: t.field({
      type: Ticket,
      nullable: true,
      description: 'Which ticket; null for other events.',
      resolve: ({ ticketId }) => ticketId,
    }),
    session: t.expose('session', {
      type: MemberSession,
      nullable: true,
      description: 'Which sign-in; null for other events.',
    }),
    safety: t.expose('safety', {
      type: PlaySafetyChange,
      nullable: true,
      description: 'Which change; null for other events.',
    }),
    note: t.expose('note', { type: PlayerNote, nullable: true, description: 'The note; null for other events.' }),
    decision: t.expose('decision', {
      type: PlayerDecision,
      nullable: true,
      description: 'The decision; null for other events.',
    }),
  }),
});

const cursorForm = /^([0-9a-z]{1,9})\.(\d{1,2})\.([\w-]+)$/;

const cursors: Cursors<TimelineKey, EntryRow> = {
  keyOf: timelineKey,
  write: (ctx, { at, rank, id }) => `${at.getTime().toString(36)}.${rank}.${ctx.ids.seal('TimelineEntry', id)}`,
  read(ctx, cursor) {
    const [, at = '', rank = '', sealed = ''] = cursorForm.exec(cursor) ?? [];
    const id = sealed === '' || Number(rank) >= timelineSources.length ? null : ctx.ids.openAs('TimelineEntry', sealed);
    const instant = new Date(Number.parseInt(at, 36));
    return id === null || Number.isNaN(instant.getTime()) ? null : { at: instant, rank: Number(rank), id };
  },
};

builder.objectField(Member, 'timeline', (t) =>
  t.connection(
    {
      type: TimelineEntry,
      description: 'What happened with the player, newest first, by `first` and `after`; empty for an admin.',
      args: { kinds: t.arg({ type: [TimelineKind], description: 'Only of these kinds; null or absent for all.' }) },
      // One statement over all of its sources.
      complexity: pageComplexityOf(VALUES_A_ROW, 9 * VALUES_A_STATEMENT),
      resolve: (member, { kinds, ...args }, ctx) =>
        connection(ctx, args, cursors, (page) => playerTimeline(ctx, member, kinds ?? undefined, page)),
    },
    connectionOf('TimelineEntry', TimelineEntry, 'entries of a timeline'),
  ),
);

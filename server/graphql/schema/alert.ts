import { VALUES_A_STATEMENT } from '../../domain/ground/calls/callBudget.ts';
import {
  acknowledgeAlert,
  acknowledgeAlertVerb,
  alertsById,
  listAlerts,
  newAlertCount,
  type Alert as Row,
} from '../../domain/alerts/alertList.ts';
import {
  listAlertThresholds,
  setAlertThreshold,
  setAlertThresholdVerb,
  type AlertThreshold as ThresholdRow,
} from '../../domain/alerts/alertThresholds.ts';
import { alertKinds, type AlertFacts, type AlertKind as Kind } from '../../domain/alerts/cause.ts';
import { invalidInput } from '../../domain/ground/refusals/errors.ts';
import { authorize } from '../../domain/ground/actors/permissions.ts';
import { paise } from '../../domain/ground/values/money.ts';
import { Admin } from './admin.ts';
import { builder } from '../builder/builder.ts';
import { enumOf } from '../builder/enumOf.ts';
import { eventStream } from '../builder/eventStream.ts';
import { openId } from '../builder/ids.ts';
import { auditReason, mutation } from '../builder/mutation.ts';
import { loadableNode } from '../builder/node.ts';
import { User } from './user.ts';

const AlertKind = enumOf<Kind>('AlertKind', 'What admins are alerted to.', {
  queueOverdue: 'Deposits or withdrawals wait longer than promised.',
  statementDrift: 'A day of a payment account was closed with a drift.',
  unusualWin: 'A player won a lot in 24 hours.',
  failedSignIns: 'Many sign-ins failed within an hour.',
  overdueRound: 'Rounds that have ended are not paid.',
  booksFailed: 'The audit of the books found faults, or failed.',
  knownHoles:
    'Real money is run on versions of Node.js or PostgreSQL with known holes, which the operator has accepted.',
  diskShort: 'The database’s disk is nearly full: bets, documents and bank statements are refused.',
  waitingRound: 'Rounds that have ended wait for the public beacon.',
  creditedPayout: 'A deposit was credited whose reference is that of a payout.',
  silentWitness: 'A witness has confirmed nothing of the public log for ten minutes.',
  silentBeacon: 'The public beacon has not answered for ten minutes: rounds open without it.',
  overriddenRound: 'An operator has set the result of a round, which is closed now; another admin has to look at it.',
});

const AlertWinner = builder.objectRef<NonNullable<AlertFacts['winners']>[number]>('AlertWinner').implement({
  description: 'A player whom a set result pays.',
  fields: (t) => ({
    uid: t.exposeString('uid', { description: 'The player’s UID.' }),
    name: t.exposeString('name', { description: 'The player’s name.' }),
    stake: t.field({
      type: 'Money',
      description: 'All stakes of the player in the round, in rupees.',
      resolve: ({ stake }) => paise(BigInt(stake)),
    }),
    payout: t.field({
      type: 'Money',
      description: 'What comes back, in rupees.',
      resolve: ({ payout }) => paise(BigInt(payout)),
    }),
  }),
});

const factsOf = ({ data }: Row): AlertFacts => data;

export const Alert = loadableNode<Row>('Alert', alertsById);
Alert.implement({
  description: 'Something that admins should know, open as long as it is so. What doesn’t apply to its kind is null.',
  fields: (t) => ({
    kind: t.expose('kind', { type: AlertKind, description: 'What it is.' }),
    mustKnow: t.boolean({
      description: 'Whether owners are mailed, and a sound is played where it is switched on.',
      resolve: ({ kind }) => alertKinds[kind].mustKnow,
    }),
    openedAt: t.expose('openedAt', { type: 'DateTime', description: 'When it was noticed.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was over; null while it is open.',
    }),
    acknowledgedBy: t.field({
      type: User,
      nullable: true,
      description: 'Who has it in hand; null when nobody has said so.',
      resolve: ({ acknowledgedBy }) => acknowledgedBy,
    }),
    acknowledgedAt: t.expose('acknowledgedAt', { type: 'DateTime', nullable: true, description: 'Since when.' }),
    count: t.int({
      nullable: true,
      description: 'Requests that wait, failed sign-ins, rounds, faults, players whom a set result pays.',
      resolve: (row) => factsOf(row).count ?? null,
    }),
    since: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The oldest request, the end of the oldest round, the night of the audit, or the last confirmation.',
      resolve: (row) => {
        const { since } = factsOf(row);
        return since === undefined ? null : new Date(since);
      },
    }),
    amount: t.field({
      type: 'Money',
      nullable: true,
      description:
        'What the player won beyond the stakes, the drift, what a set result pays in all, or the credited deposit, in rupees.',
      resolve: (row) => {
        const { amount } = factsOf(row);
        return amount === undefined ? null : paise(BigInt(amount));
      },
    }),
    uid: t.string({ nullable: true, description: 'The player’s UID.', resolve: (row) => factsOf(row).uid ?? null }),
    name: t.string({
      nullable: true,
      description: 'The name of the player, or of the witness.',
      resolve: (row) => factsOf(row).name ?? null,
    }),
    reference: t.string({
      nullable: true,
      description: 'Of the deposit, as typed.',
      resolve: (row) => factsOf(row).reference ?? null,
    }),
    payee: t.string({
      nullable: true,
      description: 'The payment account.',
      resolve: (row) => factsOf(row).payee ?? null,
    }),
    day: t.field({
      type: 'Date',
      nullable: true,
      description: 'Its day.',
      resolve: (row) => factsOf(row).day ?? null,
    }),
    gameId: t.string({
      nullable: true,
      description: 'The oldest of the rounds, or the one whose result was set.',
      resolve: (row) => factsOf(row).gameId ?? null,
    }),
    failure: t.string({
      nullable: true,
      description: 'Why the books could not be audited.',
      resolve: (row) => factsOf(row).failure ?? null,
    }),
    programs: t.string({
      nullable: true,
      description: 'Programs with known holes and their versions, with commas.',
      resolve: (row) => factsOf(row).programs ?? null,
    }),
    number: t.int({
      nullable: true,
      description: 'The number that an operator has set.',
      resolve: (row) => factsOf(row).number ?? null,
    }),
    winners: t.field({
      type: [AlertWinner],
      nullable: true,
      description: 'Whom that number pays most, at most five, the most first.',
      resolve: (row) => factsOf(row).winners ?? null,
    }),
    freeMegabytes: t.int({
      nullable: true,
      description: 'Megabytes left on the database’s disk.',
      resolve: (row) => factsOf(row).freeMegabytes ?? null,
    }),
  }),
});

const Threshold = builder.objectRef<ThresholdRow>('AlertThreshold').implement({
  description: 'From what value on a kind of alert opens.',
  fields: (t) => ({
    kind: t.expose('kind', { type: AlertKind, description: 'Which kind.' }),
    number: t.int({
      nullable: true,
      description: 'Minutes (QUEUE_OVERDUE) or failed sign-ins; null for a kind with an amount.',
      resolve: ({ kind, value }) => (kind === 'unusualWin' ? null : Number(value)),
    }),
    amount: t.field({
      type: 'Money',
      nullable: true,
      description: 'In rupees (UNUSUAL_WIN); null for other kinds.',
      resolve: ({ kind, value }) => (kind === 'unusualWin' ? paise(value) : null),
    }),
  }),
});

builder.objectFields(Admin, (t) => ({
  alerts: t.field({
    type: [Alert],
    description: 'Open alerts of the kinds that the admin may read, newest first; or the latest 50 that are over.',
    complexity: { field: 1, multiplier: 20 },
    args: { ended: t.arg.boolean({ defaultValue: false, description: 'Those that are over.' }) },
    resolve: (_admin, { ended }, ctx) => listAlerts(ctx, { ended: ended === true }),
  }),
  newAlertCount: t.int({
    complexity: VALUES_A_STATEMENT,
    description: 'How many open alerts of the kinds that the admin may read nobody has in hand.',
    resolve: (_admin, _args, ctx) => newAlertCount(ctx),
  }),
  alertThresholds: t.field({
    type: [Threshold],
    description: 'From what values on alerts open.',
    resolve: (_admin, _args, ctx) => listAlertThresholds(ctx),
  }),
}));

builder.subscriptionField('alertsChanged', (t) =>
  t.field({
    type: [Alert],
    description:
      'The open alerts of the kinds that the admin may read whenever one has opened, was acknowledged or has ended, ' +
      'also when changes may have been missed. For admins.',
    subscribe: (_root, _args, ctx) => {
      authorize(ctx, 'alert:read');
      return eventStream<object>((add) => {
        const changed = () => add({}, 'alerts');
        const stops = [ctx.events.on('alertsChanged', changed), ctx.events.onReconnect(changed)];
        return () => stops.forEach((stop) => stop());
      });
    },
    resolve: (_changed, _args, ctx) => listAlerts(ctx, { ended: false }),
  }),
);

mutation(acknowledgeAlertVerb, {
  description:
    'Shows others that the caller has an alert in hand. It ends when its cause does. For admins but auditors.',
  input: (t) => ({ alertId: t.id({ required: true, description: 'Which alert.' }) }),
  run: async (ctx, { alertId }) => ({
    alert: await acknowledgeAlert(ctx, { alertId: openId(ctx, 'Alert', alertId, 'alertId') }),
  }),
  payload: {
    description: 'Somebody has it in hand: the caller, or who said so before.',
    fields: (t) => ({ alert: t.expose('alert', { type: Alert, description: 'The alert, as it is now.' }) }),
  },
});

mutation(setAlertThresholdVerb, {
  description: 'Sets from what value on a kind of alert opens. For owners.',
  input: (t) => ({
    kind: t.field({ type: AlertKind, required: true, description: 'QUEUE_OVERDUE, UNUSUAL_WIN or FAILED_SIGN_INS.' }),
    number: t.int({ description: 'Minutes, or failed sign-ins; null or absent for a kind with an amount.' }),
    amount: t.field({ type: 'Money', description: 'In rupees, for UNUSUAL_WIN; null or absent for other kinds.' }),
    reason: auditReason(t),
  }),
  run: async (ctx, { kind, number, amount, reason }) => {
    const value = kind === 'unusualWin' ? amount : number;
    const field = kind === 'unusualWin' ? 'amount' : 'number';
    if (value == null) throw invalidInput(field, `${field} is missing`);
    return { threshold: await setAlertThreshold(ctx, { kind, value: BigInt(value), reason }) };
  },
  payload: {
    description: 'It applies from the next evaluation on, within a minute.',
    fields: (t) => ({
      threshold: t.expose('threshold', { type: Threshold, description: 'The threshold, as it is now.' }),
    }),
  },
});

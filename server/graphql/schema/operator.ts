import { VALUES_A_STATEMENT } from '../../domain/ground/calls/callBudget.ts';
import { auditLogHead, latestAudit, type BookAudit as AuditRow } from '../../domain/audit/nightlyAudit.ts';
import type { AuditHead as HeadRow } from '../../domain/audit/head.ts';
import type { Context } from '../../domain/ground/verbs/context.ts';
import { allows } from '../../domain/ground/actors/permissions.ts';
import { liabilities, type Liabilities as LiabilitiesRow } from '../../domain/stats/liabilities.ts';
import {
  decisionTimes,
  type DecisionTime as TimeRow,
  type DecisionTimes as TimesRow,
} from '../../domain/stats/decisionTimes.ts';
import { moneyFigures, type MoneyFigures as MoneyRow } from '../../domain/stats/moneyFigures.ts';
import { owedStatement, type OwedStatement as OwedRow } from '../../domain/stats/owedStatement.ts';
import type { MovementSum as SumRow } from '../../domain/stats/spanMoney.ts';
import { playerWeeks, type PlayerWeek as WeekRow } from '../../domain/stats/playerWeeks.ts';
import { Admin } from './admin.ts';
import { builder } from '../builder/builder.ts';
import { spansOfRequest } from '../builder/spans.ts';
import { User } from './user.ts';

const ApprovedSum = builder.objectRef<SumRow>('ApprovedSum').implement({
  description: 'Deposits or withdrawals that were approved, or what was otherwise moved, in a range.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'How many.' }),
    amount: t.expose('amount', { type: 'Money', description: 'Their amounts together, in rupees.' }),
  }),
});

const MoneyFigures = builder.objectRef<MoneyRow>('MoneyFigures').implement({
  description: 'What the house took and paid in a range.',
  fields: (t) => ({
    stakes: t.expose('stakes', { type: 'Money', description: 'Of settled contests that ended in it, in rupees.' }),
    returned: t.expose('returned', { type: 'Money', description: 'What they paid, stakes included, in rupees.' }),
    grossGamingRevenue: t.expose('grossGamingRevenue', {
      type: 'Money',
      description: 'Stakes less what was returned, in rupees; may be negative.',
    }),
    hold: t.exposeFloat('hold', {
      nullable: true,
      description: 'Gross gaming revenue / stakes; null without stakes.',
    }),
    deposits: t.expose('deposits', { type: ApprovedSum, description: 'Deposits that were approved in it.' }),
    withdrawals: t.expose('withdrawals', {
      type: ApprovedSum,
      description: 'Withdrawals that were paid in it, also those that came back since.',
    }),
    returnedPayouts: t.expose('returnedPayouts', {
      type: ApprovedSum,
      description: 'Payouts that the bank sent back in it.',
    }),
    corrections: t.expose('corrections', {
      type: ApprovedSum,
      description: 'Corrections of balances in it: what they added less what they took.',
    }),
    playCredit: t.expose('playCredit', { type: ApprovedSum, description: 'Play money that players were given in it.' }),
  }),
});

const Liabilities = builder.objectRef<LiabilitiesRow>('Liabilities').implement({
  description: 'What the house owes its players now, in rupees.',
  fields: (t) => ({
    available: t.expose('available', { type: 'Money', description: 'The available balances of all players.' }),
    held: t.expose('held', { type: 'Money', description: 'Held for withdrawals that are pending.' }),
    liveStakes: t.expose('liveStakes', {
      type: 'Money',
      description:
        'Staked in contests that are not settled. Stakes that are secret until betting closes are in `available`.',
    }),
    unclaimed: t.expose('unclaimed', {
      type: 'Money',
      description: 'Payments that came in and that nobody has claimed.',
    }),
    pendingDeposits: t.expose('pendingDeposits', {
      type: 'Money',
      description: 'Deposits that wait for a decision; not owed before they are approved.',
    }),
  }),
});

const OwedStatement = builder.objectRef<OwedRow>('OwedStatement').implement({
  description:
    'What leads from what players were owed at the start of a range to what they are owed at its end: owedAtStart + deposits ' +
    '- withdrawals + returnedPayouts + playCredit - playMoneyTaken + corrections + won - staked = owedAtEnd. In rupees, exact.',
  fields: (t) => ({
    owedAtStart: t.expose('owedAtStart', {
      type: 'Money',
      description: 'Balances, withdrawals on hold, and stakes of contests that were not paid.',
    }),
    deposits: t.expose('deposits', { type: 'Money', description: 'Deposits that were approved in it.' }),
    withdrawals: t.expose('withdrawals', {
      type: 'Money',
      description: 'Withdrawals that were paid in it, also those that came back since.',
    }),
    returnedPayouts: t.expose('returnedPayouts', {
      type: 'Money',
      description: 'Payouts that the bank sent back in it.',
    }),
    playCredit: t.expose('playCredit', { type: 'Money', description: 'Play money that was given in it.' }),
    playMoneyTaken: t.expose('playMoneyTaken', {
      type: 'Money',
      description: 'Play money of accounts that were closed in it, and of all where real money began.',
    }),
    corrections: t.expose('corrections', {
      type: 'Money',
      description: 'Corrections of balances: added less taken; may be negative.',
    }),
    won: t.expose('won', {
      type: 'Money',
      description: 'What settled contests that ended in it paid, stakes included.',
    }),
    staked: t.expose('staked', { type: 'Money', description: 'The stakes of those contests, without cancelled bets.' }),
    owedAtEnd: t.expose('owedAtEnd', {
      type: 'Money',
      description: 'As `owedAtStart`, at its end, at the latest now.',
    }),
    now: t.expose('now', { type: Liabilities, description: 'What is owed now, in parts.' }),
  }),
});

const decisionTimeFields = {
  count: 'How many were decided.',
  medianSeconds: 'Half of them had waited no longer, in seconds; null without decisions.',
  ninetiethSeconds: 'Nine of ten had waited no longer, in seconds; null without decisions.',
};

const DecisionTime = builder.objectRef<TimeRow>('DecisionTime').implement({
  description: 'How long requests had waited when they were decided.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: decisionTimeFields.count }),
    medianSeconds: t.exposeFloat('medianSeconds', { nullable: true, description: decisionTimeFields.medianSeconds }),
    ninetiethSeconds: t.exposeFloat('ninetiethSeconds', {
      nullable: true,
      description: decisionTimeFields.ninetiethSeconds,
    }),
  }),
});

const AdminDecisionTime = builder.objectRef<TimesRow['byAdmin'][number]>('AdminDecisionTime').implement({
  description: 'How long those requests had waited that one admin decided.',
  fields: (t) => ({
    admin: t.field({ type: User, description: 'Who decided.', resolve: ({ adminId }) => adminId }),
    count: t.exposeInt('count', { description: decisionTimeFields.count }),
    medianSeconds: t.exposeFloat('medianSeconds', { nullable: true, description: decisionTimeFields.medianSeconds }),
    ninetiethSeconds: t.exposeFloat('ninetiethSeconds', {
      nullable: true,
      description: decisionTimeFields.ninetiethSeconds,
    }),
  }),
});

const DecisionTimes = builder.objectRef<TimesRow>('DecisionTimes').implement({
  description: 'How long requests that admins decided in a range had waited.',
  fields: (t) => ({
    deposits: t.expose('deposits', { type: DecisionTime, description: 'Deposits.' }),
    withdrawals: t.expose('withdrawals', { type: DecisionTime, description: 'Withdrawals.' }),
    byAdmin: t.expose('byAdmin', { type: [AdminDecisionTime], description: 'Both, by admin, most decisions first.' }),
    capped: t.exposeBoolean('capped', {
      description: 'More were decided than are counted: these are the newest 5,000.',
    }),
  }),
});

const PlayerWeek = builder.objectRef<WeekRow>('PlayerWeek').implement({
  description: 'A week of India, from Monday.',
  fields: (t) => ({
    startsAt: t.expose('startsAt', { type: 'DateTime', description: 'When it begins.' }),
    registered: t.exposeInt('registered', { description: 'Players who registered in it.' }),
    active: t.exposeInt('active', { description: 'Players who made an authenticated call in it.' }),
    returning: t.exposeInt('returning', { description: 'Those of the active who had registered before it.' }),
    stayed: t.exposeIntList('stayed', {
      description: 'Of those who registered in it, how many were active in it, in the week after, and so on up to now.',
    }),
  }),
});

const BookCheck = builder.objectRef<NonNullable<AuditRow['checks']>[number]>('BookCheck').implement({
  description: 'A rule that the books were checked against.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The rule.' }),
    faultCount: t.exposeInt('faultCount', { description: 'How often it is broken; 0 in order.' }),
    faults: t.exposeStringList('faults', { description: 'The first faults, in words.' }),
  }),
});

const BookAudit = builder.objectRef<AuditRow>('BookAudit').implement({
  description: 'The audit of the books of one night.',
  fields: (t) => ({
    dueAt: t.expose('dueAt', { type: 'DateTime', description: 'The night: 03:00 in India.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it was begun.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ended; null while it runs, or when it could not be finished.',
    }),
    failure: t.exposeString('failure', {
      nullable: true,
      description: 'Why it could not be finished; null while it runs and once it has.',
    }),
    checks: t.expose('checks', {
      type: [BookCheck],
      nullable: true,
      description: 'Every rule with its result; null before it has ended.',
    }),
  }),
});

const AuditHead = builder.objectRef<HeadRow>('AuditHead').implement({
  description: 'The newest row of the audit log.',
  fields: (t) => ({
    row: t.string({ description: 'Its number, from 1; 0 when the log is empty.', resolve: ({ id }) => String(id) }),
    hash: t.string({ description: 'Its hash, in hexadecimal.', resolve: ({ hash }) => hash.toString('hex') }),
    count: t.string({ description: 'How many rows the log has.', resolve: ({ count }) => String(count) }),
  }),
});

/** Every admin reads the dashboard. Its money fields are null without the permission, so that the query still succeeds. */
function mayReadMoney({ actor }: Pick<Context, 'actor'>): boolean {
  return allows(actor, 'finance:read');
}

builder.objectFields(Admin, (t) => {
  const range = {
    from: t.arg({ type: 'DateTime', required: true, description: 'Where the range begins.' }),
    to: t.arg({ type: 'DateTime', required: true, description: 'Where it ends; not included.' }),
  };
  return {
    moneyFigures: t.field({
      complexity: 150,
      type: MoneyFigures,
      nullable: true,
      description: 'What the house took and paid in a range; null for admins who may not read the money.',
      args: range,
      resolve: (_admin, args, ctx) => (mayReadMoney(ctx) ? moneyFigures(ctx, args, spansOfRequest(ctx)) : null),
    }),
    owedStatement: t.field({
      complexity: 250,
      type: OwedStatement,
      nullable: true,
      description:
        'What leads from what players were owed at the start of a range to what they are owed at its end; null for admins who ' +
        'may not read the money.',
      args: range,
      resolve: (_admin, args, ctx) => (mayReadMoney(ctx) ? owedStatement(ctx, args, spansOfRequest(ctx)) : null),
    }),
    decisionTimes: t.field({
      complexity: 100,
      type: DecisionTimes,
      nullable: true,
      description:
        'How long requests that admins decided in a range had waited; null for admins who may not read the money.',
      args: range,
      resolve: (_admin, args, ctx) => (mayReadMoney(ctx) ? decisionTimes(ctx, args) : null),
    }),
  };
});

builder.objectFields(Admin, (t) => ({
  liabilities: t.field({
    complexity: 200,
    type: Liabilities,
    nullable: true,
    description: 'What the house owes its players now; null for admins who may not read the money.',
    resolve: (_admin, _args, ctx) => (mayReadMoney(ctx) ? liabilities(ctx) : null),
  }),
  playerWeeks: t.field({
    type: [PlayerWeek],
    description: 'New, active and returning players of the latest weeks, the running one last.',
    args: { weeks: t.arg.int({ required: true, description: 'How many, 1 to 26.' }) },
    complexity: { field: 50, multiplier: 26 },
    resolve: (_admin, { weeks }, ctx) => playerWeeks(ctx, weeks),
  }),
  latestAudit: t.field({
    type: BookAudit,
    nullable: true,
    complexity: VALUES_A_STATEMENT,
    description: 'The latest audit of the books, of a night or run by hand; null before the first.',
    resolve: (_admin, _args, ctx) => latestAudit(ctx),
  }),
  auditHead: t.field({
    complexity: 75,
    type: AuditHead,
    description: 'The newest row of the audit log.',
    resolve: (_admin, _args, ctx) => auditLogHead(ctx),
  }),
}));

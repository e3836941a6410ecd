import { VALUES_A_STATEMENT } from '../../domain/ground/calls/callBudget.ts';
import { confirmProposal, confirmProposalVerb } from '../../domain/confirmations/confirmProposal.ts';
import { declineProposal, declineProposalVerb } from '../../domain/proposals/declineProposal.ts';
import { hasExpired } from '../../domain/proposals/expiry.ts';
import { hasAmount, mayDecide, type ProposalKind } from '../../domain/proposals/kinds.ts';
import type { Proposal as Row } from '../../domain/proposals/proposal.ts';
import {
  endedProposals,
  openProposalCount,
  openProposals,
  openProposalsAbout,
  proposalsById,
} from '../../domain/proposals/proposalList.ts';
import { isSettledOwner, proposedThreshold } from '../../domain/proposals/policy.ts';
import { setSecondAdminThreshold, setSecondAdminThresholdVerb } from '../../domain/proposals/setThreshold.ts';
import { secondAdminThresholdsOf, type Threshold as ThresholdRow } from '../../domain/proposals/thresholds.ts';
import { parseRoles } from '../../domain/ground/actors/adminRoles.ts';
import { invalidInput } from '../../domain/ground/refusals/errors.ts';
import { proposedPayee } from '../../domain/settings/payeeProposals.ts';
import { allows } from '../../domain/ground/actors/permissions.ts';
import { proposedCorrection } from '../../domain/wallet/confirmCorrection.ts';
import { approvalKind } from '../../domain/wallet/decideTransaction.ts';
import { NO_PAISE } from '../../domain/ground/values/money.ts';
import { Admin } from './admin.ts';
import { AdminRole } from './adminRole.ts';
import { builder } from '../builder/builder.ts';
import { Contest } from './contest.ts';
import { ContestOperator } from './contestOperator.ts';
import { connection, connectionOf, idCursors, pageComplexity } from '../builder/connection.ts';
import { enumOf } from '../builder/enumOf.ts';
import { openId } from '../builder/ids.ts';
import { perRequest } from '../builder/loader.ts';
import { Member } from './member.ts';
import { auditReason, idempotencyKey, mutation } from '../builder/mutation.ts';
import { loadableNode } from '../builder/node.ts';
import { PaymentChannel } from './payee.ts';
import { Transaction } from './transaction.ts';
import { User } from './user.ts';

const Kind = enumOf<ProposalKind>('ProposalKind', 'What may need a second admin.', {
  payout: 'Approving a withdrawal, which is paid afterwards.',
  deposit: 'Crediting a deposit.',
  correction: 'Correcting a player’s balance.',
  payee: 'Adding, activating or showing an account for deposits.',
  roles: 'Giving an admin other roles.',
  override: 'Setting the number of a running contest.',
  void: 'Making a running contest void.',
  policy: 'Letting one of the others need a second admin less. That always needs another owner: it has no threshold.',
  line_credit:
    'Crediting a line of a statement to a player who has sent no request. That always needs two admins: it has no threshold.',
  payout_return:
    'That the bank sent a payout back, which no line of a statement shows. That always needs two admins: it has no threshold.',
});

/** Once a request, however many proposals it reads. */
const isSettled = perRequest<boolean>(({ db }, ids) => Promise.all(ids.map((id) => isSettledOwner(db, id))));

const Status = enumOf<Row['status']>('ProposalStatus', 'How far a proposal has come.', {
  open: 'Waits for another admin, unless it has expired.',
  confirmed: 'Another admin has confirmed it, and it is done.',
  declined: 'Another admin has declined it.',
  withdrawn: 'Its maker has withdrawn it.',
  lapsed: 'It expired, or what it was about ended otherwise.',
  unopposed: 'It is done: no owner answered a proposal of kind POLICY in seven days.',
});

const ProposedCorrection = builder.objectRef<Row>('ProposedCorrection').implement({
  description: 'What a proposal to correct a balance says, beside its message.',
  fields: (t) => ({
    player: t.field({ type: Member, description: 'Whose balance.', resolve: ({ subjectId }) => subjectId }),
    amount: t.field({
      type: 'Money',
      description: 'In rupees; below zero where it is to be taken.',
      resolve: (proposal) => proposedCorrection(proposal).amount,
    }),
    reason: t.string({ description: 'Why.', resolve: (proposal) => proposedCorrection(proposal).reason }),
    evidence: t.string({
      description: 'What shows that it is right.',
      resolve: (proposal) => proposedCorrection(proposal).evidence,
    }),
  }),
});

const PayeeChange = builder.enumType('ProposedPayeeChange', {
  description: 'What a proposal does to an account for deposits.',
  values: {
    ADDED: { description: 'Adds it, active and shown to players.' },
    ACTIVATED: { description: 'Activates it, and shows it to players.' },
    SHOWN: { description: 'Shows it to players.' },
  } as const,
});

const ProposedPayee = builder.objectRef<ReturnType<typeof proposedPayee>>('ProposedPayee').implement({
  description: 'The account for deposits that a proposal is about, in full.',
  fields: (t) => ({
    change: t.expose('change', { type: PayeeChange, description: 'What is to be done.' }),
    channel: t.expose('channel', { type: PaymentChannel, description: 'UPI id or bank account.' }),
    upiId: t.exposeString('upiId', { nullable: true, description: 'The UPI id; null for a bank account.' }),
    accountNumber: t.exposeString('accountNumber', { nullable: true, description: 'Its number; null for a UPI id.' }),
    ifscCode: t.exposeString('ifscCode', { nullable: true, description: 'Its IFSC code; null for a UPI id.' }),
    accountHolderName: t.exposeString('accountHolderName', {
      nullable: true,
      description: 'Whose account it is; null for a UPI id.',
    }),
    reason: t.exposeString('reason', { description: 'Why.' }),
  }),
});

function isOfRound(kind: ProposalKind): boolean {
  return kind === 'override' || kind === 'void';
}

export const Proposal = loadableNode<Row>('Proposal', proposalsById);
Proposal.implement({
  description: 'What one admin proposes and another has to confirm. For admins who may read its kind.',
  fields: (t) => ({
    kind: t.expose('kind', { type: Kind, description: 'What is proposed.' }),
    status: t.field({
      type: Status,
      description: 'How far it has come.',
      resolve: (row, _args, { now }) => (row.status === 'open' && hasExpired(row, now) ? 'lapsed' : row.status),
    }),
    subject: t.exposeString('subject', { description: 'What it is about, named as in the audit log.' }),
    amount: t.expose('amount', {
      type: 'Money',
      nullable: true,
      description: 'In rupees; null for kinds without an amount.',
    }),
    maker: t.field({ type: User, description: 'Who proposes it.', resolve: ({ makerId }) => makerId }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was proposed.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'From then on it can’t be confirmed; one of kind POLICY takes effect then.',
    }),
    decidedAt: t.expose('decidedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When it was confirmed, declined or withdrawn, lapsed or took effect; null before, and where it has just expired.',
    }),
    checker: t.field({
      type: User,
      nullable: true,
      description: 'Who confirmed or declined it; null before, and without one.',
      resolve: ({ checkerId }) => checkerId,
    }),
    mayConfirm: t.boolean({
      description:
        'Whether the caller may confirm it: not its maker, and allowed to do it alone; of kind POLICY, who has been an owner for ' +
        '72 hours.',
      resolve: ({ kind, makerId }, _args, ctx) =>
        ctx.actor.kind === 'admin' &&
        ctx.actor.userId !== makerId &&
        allows(ctx.actor, mayDecide(kind)) &&
        (kind !== 'policy' || isSettled(ctx, ctx.actor.userId)),
    }),
    payoutReference: t.string({
      nullable: true,
      description: 'Of proposals from before payouts were approved first: the bank’s own reference; else null.',
      resolve: ({ payload }) => (typeof payload['payoutReference'] === 'string' ? payload['payoutReference'] : null),
    }),
    message: t.string({
      nullable: true,
      description: 'Payout, deposit and correction: the words to the player; null for other kinds, and without any.',
      resolve: ({ payload }) => (typeof payload['message'] === 'string' ? payload['message'] : null),
    }),
    roles: t.field({
      type: [AdminRole],
      nullable: true,
      description: 'Roles: all that the admin is to have; null for other kinds.',
      resolve: ({ kind, payload }) => (kind === 'roles' ? parseRoles(payload['roles'] as string[]) : null),
    }),
    admin: t.field({
      type: User,
      nullable: true,
      description: 'Roles: whose they are; null for other kinds.',
      resolve: ({ kind, subjectId }) => (kind === 'roles' ? subjectId : null),
    }),
    correction: t.field({
      type: ProposedCorrection,
      nullable: true,
      description: 'Correction: what is to be corrected; null for other kinds.',
      resolve: (proposal) => (proposal.kind === 'correction' ? proposal : null),
    }),
    payee: t.field({
      type: ProposedPayee,
      nullable: true,
      description: 'Account for deposits: the account; null for other kinds.',
      resolve: (proposal) => (proposal.kind === 'payee' ? proposedPayee(proposal) : null),
    }),
    reason: t.string({
      nullable: true,
      description: 'Override, void, policy, return of a payout: why; null for other kinds.',
      resolve: ({ kind, payload }) =>
        isOfRound(kind) || kind === 'policy' || kind === 'payout_return' ? String(payload['reason']) : null,
    }),
    number: t.int({
      nullable: true,
      description: 'Override: the number that shall win, 0 to 9; null for other kinds.',
      resolve: ({ kind, payload }) => (kind === 'override' ? Number(payload['number']) : null),
    }),
    contest: t.field({
      type: Contest,
      nullable: true,
      description: 'Override, void: the contest; null for other kinds.',
      resolve: ({ kind, subjectId }) => (isOfRound(kind) ? subjectId : null),
    }),
    transaction: t.field({
      type: Transaction,
      nullable: true,
      description: 'Payout, its return, deposit: the transaction; null for other kinds.',
      resolve: ({ kind, subjectId }) =>
        kind === 'payout' || kind === 'payout_return' || kind === 'deposit' ? subjectId : null,
    }),
  }),
});

const approvalProposalOf = {
  payout: perRequest<Row | null>((ctx, ids) => openProposalsAbout(ctx, 'payout', ids)),
  deposit: perRequest<Row | null>((ctx, ids) => openProposalsAbout(ctx, 'deposit', ids)),
};
const returnProposalOf = perRequest<Row | null>((ctx, ids) => openProposalsAbout(ctx, 'payout_return', ids));

builder.objectField(Transaction, 'proposal', (t) =>
  t.field({
    type: Proposal,
    nullable: true,
    description:
      'For admins of payments: the open proposal to approve it, or that the payout came back, which another admin has to confirm; ' +
      'null without one, and for others.',
    resolve: ({ id, status, transactionType }, _args, ctx) => {
      if (!allows(ctx.actor, 'transaction:readAll')) return null;
      if (status === 'pending') return approvalProposalOf[approvalKind({ transactionType })](ctx, id);
      return status === 'success' && transactionType === 'debit' ? returnProposalOf(ctx, id) : null;
    },
  }),
);

const correctionProposalOf = perRequest<Row | null>((ctx, ids) => openProposalsAbout(ctx, 'correction', ids));

builder.objectField(Member, 'correctionProposal', (t) =>
  t.field({
    type: Proposal,
    nullable: true,
    description:
      'For admins of money: the open proposal to correct the player’s balance, which another admin has to confirm; null ' +
      'without one, and for others.',
    resolve: ({ id }, _args, ctx) => (allows(ctx.actor, 'correction:read') ? correctionProposalOf(ctx, id) : null),
  }),
);

const overrideProposalOf = perRequest<Row | null>((ctx, ids) => openProposalsAbout(ctx, 'override', ids));

builder.objectField(ContestOperator, 'overrideProposal', (t) =>
  t.field({
    type: Proposal,
    nullable: true,
    description:
      'For admins of games: the open proposal of its number, which another admin has to confirm; null without one, and ' +
      'for others.',
    resolve: ({ contest: { id, state } }, _args, ctx) =>
      allows(ctx.actor, 'contest:readProposals') && state === 'OPEN' ? overrideProposalOf(ctx, id) : null,
  }),
);

const voidProposalOf = perRequest<Row | null>((ctx, ids) => openProposalsAbout(ctx, 'void', ids));

builder.objectField(ContestOperator, 'voidProposal', (t) =>
  t.field({
    type: Proposal,
    nullable: true,
    description:
      'For admins of games: the open proposal to make it void, which another admin has to confirm; null without one, and ' +
      'for others.',
    resolve: ({ contest: { id, state } }, _args, ctx) =>
      allows(ctx.actor, 'contest:readProposals') && state === 'OPEN' ? voidProposalOf(ctx, id) : null,
  }),
);

const Need = builder.enumType('SecondAdminNeed', {
  description: 'When a second admin is needed.',
  values: {
    NEVER: { description: 'Never: one admin is enough.' },
    FROM_AMOUNT: { description: 'From an amount on.' },
    ALWAYS: { description: 'Always.' },
  } as const,
});

const Threshold = builder.objectRef<ThresholdRow>('SecondAdminThreshold').implement({
  description: 'When a kind of action needs a second admin.',
  fields: (t) => ({
    kind: t.expose('kind', { type: Kind, description: 'Which kind.' }),
    need: t.field({
      type: Need,
      description: 'When it needs one.',
      resolve: ({ fromAmount }) => (fromAmount === null ? 'NEVER' : fromAmount === 0n ? 'ALWAYS' : 'FROM_AMOUNT'),
    }),
    fromAmount: t.field({
      type: 'Money',
      nullable: true,
      description:
        'From which amount on, in rupees; null with another need. Compared with what single admins decided in 24 hours ' +
        'for the same player or payout account, what is at hand included.',
      resolve: ({ fromAmount }) => (fromAmount ? fromAmount : null),
    }),
    makerDayAmount: t.expose('makerDayAmount', {
      type: 'Money',
      nullable: true,
      description:
        'From which sum of 24 hours on each admin needs a second one, over all players, in rupees; null never. What two ' +
        'admins decided does not count.',
    }),
    fixed: t.exposeBoolean('fixed', {
      description: 'It is always so, and no setting: of OVERRIDE, with real money.',
    }),
    hasAmount: t.boolean({
      description: 'Whether this kind can have an amount.',
      resolve: ({ kind }) => hasAmount(kind),
    }),
  }),
});

builder.objectField(Proposal, 'threshold', (t) =>
  t.field({
    type: Threshold,
    nullable: true,
    description: 'Policy: when its kind is to need a second admin; null for other kinds.',
    resolve: (proposal) => (proposal.kind === 'policy' ? proposedThreshold(proposal) : null),
  }),
);

const proposalCursors = idCursors<Row>('Proposal', ({ id }) => id);
const ProposalConnection = connectionOf('Proposal', Proposal, 'proposals');

builder.objectField(Admin, 'endedProposals', (t) =>
  t.connection(
    {
      nullable: true,
      type: Proposal,
      description:
        'Proposals that were confirmed, declined or withdrawn, have lapsed or took effect unopposed, of the kinds that the admin may ' +
        'read: the one that was made last first.',
      complexity: pageComplexity,
      resolve: (_admin, args, ctx) => connection(ctx, args, proposalCursors, (page) => endedProposals(ctx, page)),
    },
    ProposalConnection,
  ),
);

builder.objectFields(Admin, (t) => ({
  openProposals: t.field({
    nullable: true,
    type: [Proposal],
    description: 'What waits for a second admin, of the kinds that the admin may read, oldest first; at most 200.',
    complexity: { field: 1, multiplier: 50 },
    resolve: (_admin, _args, ctx) => openProposals(ctx),
  }),
  openProposalCount: t.int({
    complexity: VALUES_A_STATEMENT,
    nullable: true,
    description: 'How many proposals wait for a second admin, of the kinds that the admin may read.',
    resolve: (_admin, _args, ctx) => openProposalCount(ctx),
  }),
  secondAdminThresholds: t.field({
    type: [Threshold],
    description: 'When each kind of action needs a second admin.',
    resolve: (_admin, _args, ctx) => secondAdminThresholdsOf(ctx),
  }),
}));

const ProposalPayload = builder.objectRef<{ proposal: Row }>('ProposalPayload').implement({
  description: 'The proposal is decided.',
  fields: (t) => ({
    proposal: t.expose('proposal', { type: Proposal, description: 'The proposal, as it is now.' }),
  }),
});

mutation(confirmProposalVerb, {
  description: 'Confirms what another admin has proposed, and does it, exactly once. For admins who may do it alone.',
  input: (t) => ({
    proposalId: t.id({ required: true, description: 'Which proposal.' }),
    idempotencyKey: idempotencyKey(t),
  }),
  run: async (ctx, { proposalId, idempotencyKey: key }) => ({
    proposal: await confirmProposal(ctx, {
      proposalId: openId(ctx, 'Proposal', proposalId, 'proposalId'),
      idempotencyKey: key ?? undefined,
    }),
  }),
  payload: ProposalPayload,
});

mutation(declineProposalVerb, {
  description:
    'Declines what another admin has proposed, or withdraws one’s own proposal. For admins who may do it alone.',
  input: (t) => ({
    proposalId: t.id({ required: true, description: 'Which proposal.' }),
    reason: t.string({ description: 'Why, for the audit log and the maker; null or absent without.' }),
  }),
  run: async (ctx, { proposalId, reason }) => ({
    proposal: await declineProposal(ctx, {
      proposalId: openId(ctx, 'Proposal', proposalId, 'proposalId'),
      reason: reason ?? undefined,
    }),
  }),
  payload: ProposalPayload,
});

mutation(setSecondAdminThresholdVerb, {
  description:
    'Sets when a kind of action needs a second admin. What lets more pass than before is proposed instead: another owner who has ' +
    'been one for 72 hours confirms it, or it takes effect after 7 days in which no owner has answered. For owners.',
  input: (t) => ({
    kind: t.field({ type: Kind, required: true, description: 'Which kind.' }),
    need: t.field({ type: Need, required: true, description: 'When it needs one.' }),
    fromAmount: t.field({
      type: 'Money',
      description: 'With FROM_AMOUNT: the amount, in rupees; else null or absent.',
    }),
    makerDayAmount: t.field({
      type: 'Money',
      description:
        'From which sum of 24 hours on each admin needs a second one, in rupees: null switches it off, absent leaves it.',
    }),
    reason: auditReason(t),
  }),
  run: async (ctx, { kind, need, fromAmount, makerDayAmount, reason }) => {
    if ((need === 'FROM_AMOUNT') !== (fromAmount != null)) {
      throw invalidInput('fromAmount', 'fromAmount belongs to FROM_AMOUNT');
    }
    const from = need === 'NEVER' ? null : (fromAmount ?? NO_PAISE);
    return setSecondAdminThreshold(ctx, { kind, fromAmount: from, makerDayAmount, reason });
  },
  payload: {
    description: 'It applies to what is submitted from now on, or is proposed.',
    fields: (t) => ({
      threshold: t.expose('threshold', { type: Threshold, description: 'The threshold, as it is now.' }),
      proposed: t.exposeBoolean('proposed', { description: 'It waits for another owner: nothing has changed.' }),
    }),
  },
});

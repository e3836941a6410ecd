import { VALUES_A_STATEMENT } from '../../domain/ground/calls/callBudget.ts';
import { approveDeposits, approveDepositsVerb } from '../../domain/wallet/approveDeposits.ts';
import { approveWithdrawals, approveWithdrawalsVerb } from '../../domain/wallet/approveWithdrawals.ts';
import {
  claimsOf,
  claimTransaction,
  claimTransactionVerb,
  releaseTransaction,
  releaseTransactionVerb,
  type TransactionClaim as ClaimRow,
} from '../../domain/wallet/claimTransaction.ts';
import type { EachDecision } from '../../domain/wallet/decideEach.ts';
import { denyTransactions, denyTransactionsVerb } from '../../domain/wallet/denyTransactions.ts';
import { promisedBy } from '../../domain/wallet/promisedTime.ts';
import type { AdminTransactionFilter } from '../../domain/wallet/transactionFilter.ts';
import {
  listTransactions,
  pendingTransactionCount,
  type TransactionOrder,
} from '../../domain/wallet/transactionList.ts';
import { transactionTotals, type TransactionTotals as TotalsRow } from '../../domain/wallet/transactionTotals.ts';
import { Acknowledged } from '../builder/acknowledged.ts';
import { Admin } from './admin.ts';
import { builder } from '../builder/builder.ts';
import { connection, pageComplexity } from '../builder/connection.ts';
import type { GraphQLContext } from '../runtime/context.ts';
import { enumOf } from '../builder/enumOf.ts';
import { openId } from '../builder/ids.ts';
import { perRequest } from '../builder/loader.ts';
import { idempotencyKey, mutation } from '../builder/mutation.ts';
import { PaymentChannel } from './payee.ts';
import { DomainErrorInterface, Refused } from '../builder/refusals.ts';
import {
  Denial,
  forAdmins,
  Transaction,
  TransactionConnection,
  transactionCursors,
  TransactionStatus,
  TransactionType,
} from './transaction.ts';
import { User } from './user.ts';

const Claim = builder.objectRef<ClaimRow>('TransactionClaim').implement({
  description: 'An admin has opened a request that waits, or is to be paid. Others may decide all the same.',
  fields: (t) => ({
    admin: t.field({ type: User, description: 'Who has opened it.', resolve: ({ adminId }) => adminId }),
    until: t.expose('until', { type: 'DateTime', description: 'When it lapses, unless it is renewed.' }),
  }),
});

const claimById = perRequest<ClaimRow | null>(claimsOf);

builder.objectFields(Transaction, (t) => ({
  promisedBy: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'For admins: from when on its decision, or its payment, is overdue; null once neither waits, and for players.',
    resolve: (row, _args, ctx) => forAdmins(ctx, () => promisedBy(row)),
  }),
  claim: t.field({
    type: Claim,
    nullable: true,
    description: 'For admins: who has opened it; null when nobody has, once it is decided, and for players.',
    resolve: ({ id, status }, _args, ctx) =>
      forAdmins(ctx, () => (status === 'pending' || status === 'approved' ? claimById(ctx, id) : null)),
  }),
}));

const Order = enumOf<TransactionOrder>('TransactionOrder', 'In what order requests are listed.', {
  newestFirst: 'By when they were requested, the newest first.',
  oldestFirst: 'By when they were requested, the oldest first.',
  largestFirst: 'By amount, the largest first.',
  smallestFirst: 'By amount, the smallest first.',
});

const FilterInput = builder.inputType('TransactionFilter', {
  description: 'What is listed: requests that fit everything given.',
  fields: (t) => ({
    status: t.field({ type: TransactionStatus, description: 'Only in this status.' }),
    transactionType: t.field({ type: TransactionType, description: 'Only deposits, or only withdrawals.' }),
    search: t.string({
      description:
        'Part, of at least 3 characters, of reference, payout reference, payout account, payee, or the player’s name, ' +
        'email or UID; or an amount in rupees, or a global id, as a whole.',
    }),
    from: t.field({ type: 'DateTime', description: 'Requested from this instant on.' }),
    to: t.field({ type: 'DateTime', description: 'Requested before this instant.' }),
    minAmount: t.field({ type: 'Money', description: 'At least this amount, in rupees.' }),
    maxAmount: t.field({ type: 'Money', description: 'At most this amount, in rupees.' }),
    payeeId: t.id({ description: 'Only deposits that name this payee.' }),
    channel: t.field({ type: PaymentChannel, description: 'Only through UPI, or only through banks.' }),
    decidedBy: t.string({ description: 'Only those that the admin with this UID decided, approved or paid.' }),
    inStatement: t.boolean({
      description: 'Only those that a line of a bank statement is matched with; false for the others.',
    }),
    inBatch: t.boolean({ description: 'Only withdrawals that wait in a batch of payouts; false for all others.' }),
    keyClashes: t.boolean({
      description:
        'Only deposits that wait or are approved, from before references were compared without regard to how they are typed, and ' +
        'whose reference another one holds; false for all others.',
    }),
  }),
});

function filterOf(ctx: GraphQLContext, filter: typeof FilterInput.$inferInput): AdminTransactionFilter {
  const { payeeId, ...rest } = filter;
  return {
    ...withoutNulls(rest),
    ...(payeeId != null && { payeeId: openId(ctx, 'Payee', payeeId, 'payeeId') }),
  };
}

type WithoutNulls<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], null> };

function withoutNulls<Fields extends object>(fields: Fields): WithoutNulls<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as WithoutNulls<Fields>;
}

const inFilter = 'Use `filter`. Removed after 1.x.';

const Sum = builder.objectRef<TotalsRow['deposits']>('TransactionSum').implement({
  description: 'How many requests, and their sum.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'How many.' }),
    amount: t.expose('amount', { type: 'Money', description: 'Their sum in rupees.' }),
  }),
});

const StatusTotals = builder.objectRef<TotalsRow['byStatus'][number]>('StatusTotals').implement({
  description: 'What a filter matches of one status.',
  fields: (t) => ({
    status: t.expose('status', { type: TransactionStatus, description: 'The status.' }),
    deposits: t.expose('deposits', { type: Sum, description: 'The deposits among it.' }),
    withdrawals: t.expose('withdrawals', { type: Sum, description: 'The withdrawals among it.' }),
  }),
});

const Totals = builder.objectRef<TotalsRow>('TransactionTotals').implement({
  description: 'What a filter matches, in figures.',
  fields: (t) => ({
    deposits: t.expose('deposits', { type: Sum, description: 'The deposits among it.' }),
    withdrawals: t.expose('withdrawals', { type: Sum, description: 'The withdrawals among it.' }),
    byStatus: t.expose('byStatus', {
      type: [StatusTotals],
      description: 'The same for each status that it matches: only what was approved has come in or gone out.',
    }),
    capped: t.exposeBoolean('capped', {
      description: 'More match than are counted: these are the figures of the newest 5,000.',
    }),
  }),
});

builder.objectFields(Admin, (t) => ({
  transactions: t.connection(
    {
      nullable: true,
      type: Transaction,
      description: 'Everybody’s deposits and withdrawals.',
      args: {
        filter: t.arg({ type: FilterInput, description: 'Which; all without.' }),
        order: t.arg({ type: Order, description: 'In what order; newest first without.' }),
        status: t.arg({ type: TransactionStatus, description: 'Only in this status.', deprecationReason: inFilter }),
        transactionType: t.arg({
          type: TransactionType,
          description: 'Only deposits, or only withdrawals.',
          deprecationReason: inFilter,
        }),
        search: t.arg.string({ description: 'As in `filter`.', deprecationReason: inFilter }),
        oldestFirst: t.arg.boolean({
          description: 'Oldest first.',
          deprecationReason: 'Use `order`. Removed after 1.x.',
        }),
      },
      complexity: pageComplexity,
      resolve: (_admin, args, ctx) => {
        const { status, transactionType, search, oldestFirst } = args;
        const filter = filterOf(ctx, { status, transactionType, search, ...args.filter });
        const order = args.order ?? (oldestFirst ? 'oldestFirst' : 'newestFirst');
        return connection(ctx, args, transactionCursors, (page) => listTransactions(ctx, filter, page, order));
      },
    },
    TransactionConnection,
  ),
  transactionTotals: t.field({
    complexity: 70,
    nullable: true,
    type: Totals,
    description: 'Counts and sums of what a filter matches.',
    args: { filter: t.arg({ type: FilterInput, description: 'Which; all without.' }) },
    resolve: (_admin, { filter }, ctx) => transactionTotals(ctx, filterOf(ctx, filter ?? {})),
  }),
  pendingCount: t.int({
    complexity: VALUES_A_STATEMENT,
    nullable: true,
    description: 'How many deposits and withdrawals wait for a decision.',
    resolve: (_admin, _args, ctx) => pendingTransactionCount(ctx),
  }),
}));

/** How it went for one of several requests that were approved; `what` is their kind in the descriptions. */
function approvalOf(name: 'DepositApproval' | 'WithdrawalApproval', what: 'deposit' | 'withdrawal') {
  return builder.objectRef<EachDecision>(name).implement({
    description: `How it went for one of several ${what}s.`,
    fields: (t) => ({
      transaction: t.field({
        type: Transaction,
        nullable: true,
        description: `The ${what}, as it is now; null when there is no such transaction.`,
        resolve: ({ transactionId }) => transactionId,
      }),
      approved: t.boolean({
        description: 'Whether this call approved it.',
        resolve: ({ refusal, proposed }) => refusal === null && !proposed,
      }),
      proposed: t.exposeBoolean('proposed', {
        description: 'It needs a second admin: it is proposed now, and still pending.',
      }),
      refusal: t.field({
        type: DomainErrorInterface,
        nullable: true,
        description: 'Why it was refused; null when it is approved or proposed.',
        resolve: ({ refusal }) => refusal && new Refused(refusal),
      }),
    }),
  });
}

const DepositApproval = approvalOf('DepositApproval', 'deposit');
const WithdrawalApproval = approvalOf('WithdrawalApproval', 'withdrawal');

mutation(approveDepositsVerb, {
  description:
    'Approves up to 100 pending deposits, each by itself, exactly once; one that needs a second admin is proposed. For admins.',
  input: (t) => ({
    transactionIds: t.idList({ required: true, description: 'Which deposits: 1 to 100.' }),
    idempotencyKey: idempotencyKey(t),
  }),
  run: async (ctx, { transactionIds, idempotencyKey: key }) => ({
    approvals: await approveDeposits(ctx, {
      transactionIds: transactionIds.map((id) => openId(ctx, 'Transaction', id, 'transactionIds')),
      idempotencyKey: key ?? undefined,
    }),
  }),
  payload: {
    description: 'Each deposit is approved or refused by itself.',
    fields: (t) => ({
      approvals: t.expose('approvals', { type: [DepositApproval], description: 'In the order of the input.' }),
    }),
  },
});

mutation(approveWithdrawalsVerb, {
  description:
    'Approves up to 100 pending withdrawals, each by itself, exactly once: they are being paid from then on. One that needs a second ' +
    'admin is proposed. For admins.',
  input: (t) => ({
    transactionIds: t.idList({ required: true, description: 'Which withdrawals: 1 to 100.' }),
    idempotencyKey: idempotencyKey(t),
  }),
  run: async (ctx, { transactionIds, idempotencyKey: key }) => ({
    approvals: await approveWithdrawals(ctx, {
      transactionIds: transactionIds.map((id) => openId(ctx, 'Transaction', id, 'transactionIds')),
      idempotencyKey: key ?? undefined,
    }),
  }),
  payload: {
    description: 'Each withdrawal is approved or refused by itself.',
    fields: (t) => ({
      approvals: t.expose('approvals', { type: [WithdrawalApproval], description: 'In the order of the input.' }),
    }),
  },
});

const RequestDenial = builder.objectRef<EachDecision>('RequestDenial').implement({
  description: 'How it went for one of several requests.',
  fields: (t) => ({
    transaction: t.field({
      type: Transaction,
      nullable: true,
      description: 'The request, as it is now; null when there is no such transaction.',
      resolve: ({ transactionId }) => transactionId,
    }),
    denied: t.boolean({
      description: 'Whether this call denied it.',
      resolve: ({ refusal }) => refusal === null,
    }),
    refusal: t.field({
      type: DomainErrorInterface,
      nullable: true,
      description: 'Why it was refused; null when it is denied.',
      resolve: ({ refusal }) => refusal && new Refused(refusal),
    }),
  }),
});

mutation(denyTransactionsVerb, {
  description:
    'Denies up to 100 pending deposits or withdrawals with one reason, each by itself, exactly once; such as all of a player. ' +
    'For admins.',
  input: (t) => ({
    transactionIds: t.idList({ required: true, description: 'Which requests: 1 to 100.' }),
    denialReason: t.field({ type: Denial, required: true, description: 'Why, for each.' }),
    message: t.string({ description: 'Message to each player, at most 150 characters; required for OTHER.' }),
    idempotencyKey: idempotencyKey(t),
  }),
  run: async (ctx, { transactionIds, denialReason, message, idempotencyKey: key }) => ({
    denials: await denyTransactions(ctx, {
      transactionIds: transactionIds.map((id) => openId(ctx, 'Transaction', id, 'transactionIds')),
      denialReason,
      message: message ?? undefined,
      idempotencyKey: key ?? undefined,
    }),
  }),
  payload: {
    description: 'Each request is denied or refused by itself.',
    fields: (t) => ({
      denials: t.expose('denials', { type: [RequestDenial], description: 'In the order of the input.' }),
    }),
  },
});

mutation(claimTransactionVerb, {
  description:
    'Shows others for 5 minutes that the caller is at a request that waits, or is to be paid. Decides nothing. For admins.',
  input: (t) => ({
    transactionId: t.id({ required: true, description: 'Which transaction.' }),
    takeOver: t.boolean({ description: 'Also when somebody else has claimed it; by default their claim stays.' }),
  }),
  run: async (ctx, { transactionId, takeOver }) => {
    const id = openId(ctx, 'Transaction', transactionId, 'transactionId');
    const claim = await claimTransaction(ctx, { transactionId: id, takeOver: takeOver ?? undefined });
    return { transactionId: id, claim };
  },
  payload: {
    description: 'Who holds the claim now: the caller, or somebody who had it before.',
    fields: (t) => ({
      transaction: t.field({
        type: Transaction,
        description: 'The transaction, with its claim.',
        resolve: ({ transactionId }) => transactionId,
      }),
      claim: t.expose('claim', { type: Claim, description: 'The claim that holds now.' }),
    }),
  },
});

mutation(releaseTransactionVerb, {
  description: 'Ends the caller’s claim on a request. For admins.',
  input: (t) => ({ transactionId: t.id({ required: true, description: 'Which transaction.' }) }),
  run: async (ctx, { transactionId }) => {
    await releaseTransaction(ctx, { transactionId: openId(ctx, 'Transaction', transactionId, 'transactionId') });
    return { ok: true };
  },
  payload: Acknowledged,
});

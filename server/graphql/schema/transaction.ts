import { allows } from '../../domain/ground/actors/permissions.ts';
import { cancelWithdrawal, cancelWithdrawalVerb } from '../../domain/wallet/cancelWithdrawal.ts';
import { referenceHolders } from '../../domain/wallet/creditedReference.ts';
import { decideTransaction, decideTransactionVerb } from '../../domain/wallet/decideTransaction.ts';
import type { DenialReason } from '../../domain/wallet/denialReasons.ts';
import { duplicatesOf, waitingBeside } from '../../domain/wallet/duplicates.ts';
import type { Balances } from '../../domain/wallet/ledger.ts';
import { moneySummaries, type PlayerMoneySummary as SummaryRow } from '../../domain/wallet/moneySummary.ts';
import { payoutPromisedBy } from '../../domain/wallet/promisedTime.ts';
import { requestDeposit, requestDepositVerb } from '../../domain/wallet/requestDeposit.ts';
import { requestWithdrawal, requestWithdrawalVerb } from '../../domain/wallet/requestWithdrawal.ts';
import type { WalletTransaction } from '../../domain/wallet/transaction.ts';
import {
  listOwnTransactions,
  listTransactions,
  pendingWithdrawals,
  transactionsById,
} from '../../domain/wallet/transactionList.ts';
import { builder } from '../builder/builder.ts';
import { connection, connectionOf, idCursors, pageComplexity } from '../builder/connection.ts';
import type { GraphQLContext } from '../runtime/context.ts';
import { enumOf } from '../builder/enumOf.ts';
import { openId } from '../builder/ids.ts';
import { perRequest } from '../builder/loader.ts';
import { idempotencyKey, mutation } from '../builder/mutation.ts';
import { loadableNode } from '../builder/node.ts';
import { Payee, PaymentChannel } from './payee.ts';
import { AlreadyDecided } from '../builder/refusals.ts';
import { User } from './user.ts';
import { requireViewer, Viewer } from './viewer.ts';
import { Wallet, type WalletRow } from './wallet.ts';

export const TransactionType = enumOf<WalletTransaction['transactionType']>(
  'TransactionType',
  'Which way money goes.',
  {
    credit: 'A deposit: into the wallet.',
    debit: 'A withdrawal: out of the wallet.',
  },
);

export const TransactionStatus = enumOf<WalletTransaction['status']>(
  'TransactionStatus',
  'How far a deposit or withdrawal has come.',
  {
    pending: 'Waits for an admin’s decision.',
    approved: 'A withdrawal that is being paid: still held, and not to be cancelled any more.',
    success: 'A deposit that is approved, or a withdrawal that is paid: the money has moved.',
    failed: 'Denied: a withdrawal’s held amount is back in the wallet.',
    cancelled: 'A withdrawal that its player called off while it was pending.',
    returned: 'A payout that the bank sent back: its amount is in the wallet again, for good.',
  },
);

export const Denial = enumOf<DenialReason>('DenialReason', 'Why a deposit or withdrawal was denied.', {
  NOT_RECEIVED: 'Deposit: no payment with this reference has arrived.',
  AMOUNT_DIFFERS: 'Deposit: the payment that arrived has another amount.',
  PAID_BY_OTHERS: 'Deposit: the payment came from somebody else’s account.',
  ALREADY_CREDITED: 'Deposit: this payment has been credited before.',
  ACCOUNT_INVALID: 'Withdrawal: the bank does not accept the account’s details.',
  ACCOUNT_NOT_OWN: 'Withdrawal: the account is not in the player’s name.',
  CHECK_NEEDED: 'The player’s account has to be checked first.',
  OTHER: 'The message gives the reason.',
});

const MoneySummary = builder.objectRef<SummaryRow>('PlayerMoneySummary').implement({
  description: 'What an admin wants to know of a player before deciding about their money.',
  fields: (t) => ({
    depositsApproved: t.exposeInt('depositsApproved', { description: 'How many deposits were approved.' }),
    depositsDenied: t.exposeInt('depositsDenied', { description: 'How many deposits were denied.' }),
    depositedTotal: t.expose('depositedTotal', { type: 'Money', description: 'All approved deposits, in rupees.' }),
    withdrawnTotal: t.expose('withdrawnTotal', {
      type: 'Money',
      description: 'All paid withdrawals, those that came back left out, in rupees.',
    }),
    available: t.expose('available', { type: 'Money', description: 'What can be bet or withdrawn, in rupees.' }),
    held: t.expose('held', {
      type: 'Money',
      description: 'What withdrawals hold that wait or are being paid, in rupees.',
    }),
    registeredAt: t.expose('registeredAt', { type: 'DateTime', description: 'When the player registered.' }),
  }),
});

const duplicatesById = perRequest<WalletTransaction[]>(duplicatesOf);
const waitingById = perRequest<WalletTransaction[]>(waitingBeside);
const holderOf = perRequest<bigint | null>(referenceHolders);
const summaryOf = perRequest<SummaryRow | null>(moneySummaries);

/** Value for admins only; null for players. */
export function forAdmins<Value>(ctx: GraphQLContext, read: () => Value): Value | null {
  return ctx.actor.kind === 'admin' ? read() : null;
}

/** Value for admins who may read all payments; null for others. */
function forPayments<Value>(ctx: GraphQLContext, read: () => Value): Value | null {
  return allows(ctx.actor, 'transaction:readAll') ? read() : null;
}

export const Transaction = loadableNode<WalletTransaction>('Transaction', transactionsById);
Transaction.implement({
  description: 'A player’s request to put money in or take it out. Seen by that player and by admins.',
  fields: (t) => ({
    transactionType: t.expose('transactionType', { type: TransactionType, description: 'Deposit or withdrawal.' }),
    status: t.expose('status', { type: TransactionStatus, description: 'How far it has come.' }),
    channel: t.expose('channel', { type: PaymentChannel, description: 'How the money is paid.' }),
    amount: t.expose('amount', {
      type: 'Money',
      description: 'In rupees, always positive; of an approved deposit what was credited.',
    }),
    requestedAmount: t.expose('requestedAmount', {
      type: 'Money',
      nullable: true,
      description: 'Deposit: what was asked for, in rupees, where another amount was credited; else null.',
    }),
    reference: t.exposeString('reference', {
      nullable: true,
      description:
        'Deposit: the payment’s reference number or transaction id, as the player typed it; null for a withdrawal.',
    }),
    payee: t.field({
      type: Payee,
      nullable: true,
      description: 'Deposit: the account that the player says to have paid; null for a withdrawal.',
      resolve: ({ payeeId }) => payeeId,
    }),
    upiId: t.exposeString('upiId', {
      nullable: true,
      description: 'Withdrawal by UPI: where the money is to go; else null.',
    }),
    accountNumber: t.exposeString('accountNumber', {
      nullable: true,
      description: 'Withdrawal by bank: the account’s number; else null.',
    }),
    ifscCode: t.exposeString('ifscCode', {
      nullable: true,
      description: 'Withdrawal by bank: the branch’s IFSC code; else null.',
    }),
    accountHolderName: t.exposeString('accountHolderName', {
      nullable: true,
      description: 'Withdrawal by bank: whose account it is; else null.',
    }),
    message: t.exposeString('message', { nullable: true, description: 'The admin’s words; null without any.' }),
    payoutReference: t.exposeString('payoutReference', {
      nullable: true,
      description: 'The bank’s own reference of a paid withdrawal; null without one.',
    }),
    denialReason: t.expose('denialReason', {
      type: Denial,
      nullable: true,
      description: 'Why it was denied; null while it is not, and where only words were given before reasons existed.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was asked for.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    decidedAt: t.expose('decidedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was decided, paid or cancelled; null while it is pending, or being paid.',
    }),
    approvedAt: t.expose('approvedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Withdrawal: when it was approved, from when on it is being paid; null before, and where it was paid before there were two steps.',
    }),
    payoutBy: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Withdrawal that is being paid: by when the money is promised to be there; else null, and with play money, of which nothing is ' +
        'paid out.',
      resolve: (row, _args, { config }) => (config.moneyMode === 'play' ? null : payoutPromisedBy(row)),
    }),
    returnedAt: t.expose('returnedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the bank’s return of this payout was recorded; null without one.',
    }),
    player: t.field({ type: User, description: 'Whose request it is.', resolve: ({ playerId }) => playerId }),
    decidedBy: t.field({
      type: User,
      nullable: true,
      description:
        'For admins: who decided, or recorded the payment; null while it is pending or being paid, when the player cancelled, and ' +
        'for players.',
      resolve: ({ decidedBy }, _args, ctx) => forAdmins(ctx, () => decidedBy),
    }),
    approvedBy: t.field({
      type: User,
      nullable: true,
      description: 'For admins: who approved the withdrawal; null before, for deposits, and for players.',
      resolve: ({ approvedBy }, _args, ctx) => forAdmins(ctx, () => approvedBy),
    }),
    returnedBy: t.field({
      type: User,
      nullable: true,
      description: 'For admins: who recorded that the payout came back; null without, and for players.',
      resolve: ({ returnedBy }, _args, ctx) => forAdmins(ctx, () => returnedBy),
    }),
    proposedBy: t.field({
      type: User,
      nullable: true,
      description:
        'For admins: who proposed the approval, where it took two admins; null for any other, and for players.',
      resolve: ({ proposedBy }, _args, ctx) => forAdmins(ctx, () => proposedBy),
    }),
    payeeActive: t.boolean({
      nullable: true,
      description: 'For admins: whether the named payee is still switched on; null for withdrawals, and for players.',
      resolve: ({ payeeId }, _args, ctx) =>
        forAdmins(ctx, async () => (payeeId === null ? null : ((await Payee.loadByKey(ctx, payeeId))?.active ?? null))),
    }),
    duplicates: t.field({
      type: [Transaction],
      nullable: true,
      description:
        'For admins of payments: up to 10 other requests with the same reference, however it is typed, or of other players to the same ' +
        'payout account, newest first; null for others.',
      resolve: ({ id }, _args, ctx) => forPayments(ctx, () => duplicatesById(ctx, id)),
    }),
    waitingBeside: t.field({
      type: [Transaction],
      nullable: true,
      complexity: { field: 1, multiplier: 20 },
      description:
        'For admins of payments: the other requests of this player and kind that wait too, at most 100, oldest first; null for ' +
        'others.',
      resolve: ({ id }, _args, ctx) => forPayments(ctx, () => waitingById(ctx, id)),
    }),
    referenceHolder: t.field({
      type: Transaction,
      nullable: true,
      description:
        'For admins of payments: the other request because of which this pending deposit can’t be approved. It was credited ' +
        'with the same reference, is paid by a bank’s line with it, or is a payout with it. Null without one, and for others.',
      resolve: ({ id, status, transactionType }, _args, ctx) =>
        status === 'pending' && transactionType === 'credit' ? forPayments(ctx, () => holderOf(ctx, id)) : null,
    }),
    playerHistory: t.field({
      type: MoneySummary,
      nullable: true,
      description: 'For admins of payments: what to know of the player before deciding; null for others.',
      resolve: ({ playerId }, _args, ctx) => forPayments(ctx, () => summaryOf(ctx, playerId)),
    }),
  }),
});

const LATEST_REQUESTS = 6;

builder.objectField(MoneySummary, 'latest', (t) =>
  t.field({
    type: [Transaction],
    description: `The player’s newest ${LATEST_REQUESTS} requests, newest first.`,
    complexity: { field: 1, multiplier: LATEST_REQUESTS },
    resolve: async ({ playerId }, _args, ctx) =>
      (await listTransactions(ctx, { playerId }, { limit: LATEST_REQUESTS })).rows,
  }),
);

export const transactionCursors = idCursors<WalletTransaction>('Transaction', ({ id }) => id);
export const TransactionConnection = connectionOf('Transaction', Transaction, 'transactions');

builder.objectField(AlreadyDecided, 'transaction', (t) =>
  t.field({
    type: Transaction,
    nullable: true,
    description: 'The transaction, as somebody else has left it.',
    resolve: (refusal) => refusal.extra.transactionId,
  }),
);

builder.objectFields(Viewer, (t) => ({
  transactions: t.connection(
    {
      nullable: true,
      type: Transaction,
      description: 'The player’s own deposits and withdrawals, newest first.',
      args: {
        status: t.arg({ type: TransactionStatus, description: 'Only in this status.' }),
        transactionType: t.arg({ type: TransactionType, description: 'Only deposits, or only withdrawals.' }),
      },
      complexity: pageComplexity,
      resolve: (_viewer, args, ctx) => {
        const filter = { status: args.status ?? undefined, transactionType: args.transactionType ?? undefined };
        return connection(ctx, args, transactionCursors, (page) => listOwnTransactions(ctx, filter, page));
      },
    },
    TransactionConnection,
  ),
  pendingWithdrawals: t.field({
    nullable: true,
    type: [Transaction],
    description: 'The player’s own withdrawals that wait for a decision, or are being paid, newest first.',
    resolve: (_viewer, _args, ctx) => pendingWithdrawals(ctx),
  }),
}));

/** The viewer's wallet with these balances. */
function walletOf(ctx: GraphQLContext, balances: Balances): WalletRow {
  return { id: requireViewer(ctx).id, ...balances };
}

mutation(requestDepositVerb, {
  description: 'Tells that the player has paid; an admin looks for the payment and decides. For players.',
  input: (t) => ({
    amount: t.field({ type: 'Money', required: true, description: 'What was paid, in rupees.' }),
    reference: t.string({
      required: true,
      description:
        'The payment’s reference number (UPI) or transaction id (bank), as typed: at most 60 characters, of which 4 to 35 letters ' +
        'or digits are left without spaces, `/`, `:`, `-` and words such as UTR. Compared without these.',
    }),
    payeeId: t.id({
      required: true,
      description: 'Which account was paid; it may have been switched off within the last 24 hours.',
    }),
    idempotencyKey: idempotencyKey(t),
  }),
  run: async (ctx, { amount, reference, payeeId, idempotencyKey: key }) =>
    requestDeposit(ctx, {
      amount,
      reference,
      payee: { payeeId: openId(ctx, 'Payee', payeeId, 'payeeId') },
      idempotencyKey: key ?? undefined,
    }),
  payload: {
    description: 'The deposit waits for an admin.',
    fields: (t) => ({
      transaction: t.expose('transaction', { type: Transaction, description: 'The deposit, pending.' }),
    }),
  },
});

export const BankAccountInput = builder.inputType('BankAccountInput', {
  description: 'A bank account.',
  fields: (t) => ({
    accountNumber: t.string({ required: true, description: 'Digits.' }),
    ifscCode: t.string({ required: true, description: 'The branch’s IFSC code.' }),
    accountHolderName: t.string({ required: true, description: 'Whose account it is.' }),
  }),
});

mutation(requestWithdrawalVerb, {
  description:
    'Asks for a payout; the amount is held at once, until an admin decides or the player cancels. For players.',
  input: (t) => ({
    amount: t.field({ type: 'Money', required: true, description: 'How much, in rupees; at most what is available.' }),
    upiId: t.string({ description: 'Where to; exactly one of `upiId` and `bankAccount`.' }),
    bankAccount: t.field({
      type: BankAccountInput,
      description: 'Where to; exactly one of `upiId` and `bankAccount`.',
    }),
    idempotencyKey: idempotencyKey(t),
  }),
  run: async (ctx, { amount, upiId, bankAccount, idempotencyKey: key }) => {
    const { transaction, balances } = await requestWithdrawal(ctx, {
      amount,
      upiId: upiId ?? undefined,
      bankAccount: bankAccount ?? undefined,
      idempotencyKey: key ?? undefined,
    });
    return { transaction, wallet: walletOf(ctx, balances) };
  },
  payload: {
    description: 'The withdrawal waits for an admin, and its amount is held.',
    fields: (t) => ({
      transaction: t.expose('transaction', { type: Transaction, description: 'The withdrawal, pending.' }),
      wallet: t.expose('wallet', { type: Wallet, description: 'The wallet right after the hold.' }),
    }),
  },
});

mutation(cancelWithdrawalVerb, {
  description: 'Calls off the player’s own withdrawal while it is pending. For players.',
  input: (t) => ({
    transactionId: t.id({ required: true, description: 'Which withdrawal.' }),
    idempotencyKey: idempotencyKey(t),
  }),
  run: async (ctx, { transactionId, idempotencyKey: key }) => {
    const { transaction, balances } = await cancelWithdrawal(ctx, {
      transactionId: openId(ctx, 'Transaction', transactionId, 'transactionId'),
      idempotencyKey: key ?? undefined,
    });
    return { transaction, wallet: walletOf(ctx, balances) };
  },
  payload: {
    description: 'The withdrawal is called off, and its amount available again.',
    fields: (t) => ({
      transaction: t.expose('transaction', { type: Transaction, description: 'The withdrawal, cancelled.' }),
      wallet: t.expose('wallet', { type: Wallet, description: 'The wallet right after the return.' }),
    }),
  },
});

const Decision = builder.enumType('TransactionDecision', {
  description: 'What an admin decides.',
  values: {
    APPROVE: { value: 'APPROVE', description: 'A deposit’s money moves; a withdrawal is being paid.' },
    DENY: { value: 'DENY', description: 'It does not; a withdrawal’s held amount returns.' },
  } as const,
});

mutation(decideTransactionVerb, {
  description:
    'Approves or denies a pending deposit or withdrawal, exactly once; an approval that needs a second admin is proposed. ' +
    'For admins.',
  input: (t) => ({
    transactionId: t.id({ required: true, description: 'Which transaction.' }),
    decision: t.field({ type: Decision, required: true, description: 'Approve or deny.' }),
    amount: t.field({
      type: 'Money',
      description:
        'Deposit, approved: what arrived, in rupees, where it isn’t what was asked for. With a line of a statement exactly the ' +
        'line’s amount; without one less than was asked for, and a message. Else null or absent.',
    }),
    message: t.string({ description: 'Words to the player, at most 150 characters; null or absent without.' }),
    payoutReference: t.string({
      description:
        'The bank’s own reference of a withdrawal that is paid already, 4 to 35 letters or digits, used once: approves and pays at ' +
        'once. Absent, an approved withdrawal is being paid until recordPayout. Else null or absent.',
    }),
    denialReason: t.field({
      type: Denial,
      description:
        'Why it is denied, which the player reads: required to deny, unless the message gives the reason; else null or ' +
        'absent.',
    }),
    idempotencyKey: idempotencyKey(t),
  }),
  run: async (ctx, { transactionId, decision, amount, message, payoutReference, denialReason, idempotencyKey: key }) =>
    decideTransaction(ctx, {
      transactionId: openId(ctx, 'Transaction', transactionId, 'transactionId'),
      decision,
      amount: amount ?? undefined,
      message: message ?? undefined,
      payoutReference: payoutReference ?? undefined,
      denialReason: denialReason ?? undefined,
      grounds: 'required',
      idempotencyKey: key ?? undefined,
    }),
  payload: {
    description: 'It is decided, or proposed to the other admins.',
    fields: (t) => ({
      proposed: t.exposeBoolean('proposed', {
        description: 'It needs a second admin: it is proposed now, and still pending.',
      }),
      transaction: t.expose('transaction', { type: Transaction, description: 'The transaction, as it is now.' }),
    }),
  },
});

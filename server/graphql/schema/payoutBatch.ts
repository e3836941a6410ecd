import { makePayoutBatch, makePayoutBatchVerb, type PayoutProblem } from '../../domain/payouts/makePayoutBatch.ts';
import type { AnswerProblem, AnswerRow } from '../../domain/payouts/payoutAnswer.ts';
import {
  batchesOfTransactions,
  listPayoutBatches,
  payoutBatchesById,
  payoutBatchSums,
  payoutCode,
  payoutItemsById,
  payoutItemsOf,
  type BatchSums,
  type PayoutBatch as BatchRow,
  type PayoutBatchItem as ItemRow,
} from '../../domain/payouts/payoutBatch.ts';
import type { PayoutLayout } from '../../domain/payouts/payoutLayout.ts';
import type { FittingLine } from '../../domain/payouts/payoutLines.ts';
import { payoutsInStatement } from '../../domain/payouts/payoutsInStatement.ts';
import type { PayoutField } from '../../domain/payouts/payoutRows.ts';
import { readPayoutAnswer, readPayoutAnswerVerb } from '../../domain/payouts/readPayoutAnswer.ts';
import {
  recordBatchPayouts,
  recordBatchPayoutsVerb,
  type RecordedPayout,
} from '../../domain/payouts/recordBatchPayouts.ts';
import {
  manages,
  mayRelease,
  releasePayoutBatch,
  releasePayoutBatchVerb,
} from '../../domain/payouts/releasePayoutBatch.ts';
import { setPayoutsNotSent, setPayoutsNotSentVerb } from '../../domain/payouts/setPayoutsNotSent.ts';
import { takePayoutBatch, takePayoutBatchVerb } from '../../domain/payouts/takePayoutBatch.ts';
import { Admin } from './admin.ts';
import { Line } from './bankStatement.ts';
import { builder } from '../builder/builder.ts';
import { connection, connectionOf, idCursors, pageComplexityOf } from '../builder/connection.ts';
import { Download } from '../builder/download.ts';
import { enumOf } from '../builder/enumOf.ts';
import { openId } from '../builder/ids.ts';
import { perRequest } from '../builder/loader.ts';
import { idempotencyKey, mutation } from '../builder/mutation.ts';
import { loadableNode } from '../builder/node.ts';
import type { GraphQLContext } from '../runtime/context.ts';
import { Payee } from './payee.ts';
import { Format } from './payoutBank.ts';
import { DomainErrorInterface, Refused } from '../builder/refusals.ts';
import { Transaction } from './transaction.ts';
import { User } from './user.ts';

type State = 'ready' | 'sent' | 'done' | 'given_up';

const StateType = enumOf<State>('PayoutBatchState', 'How far a batch of payouts has come.', {
  ready: 'Its file was not downloaded yet.',
  sent: 'Its file was downloaded: payouts of it have no outcome yet.',
  done: 'Each of its payouts has an outcome.',
  given_up: 'It was released before its file was downloaded: its payouts are to be paid anew.',
});

type Outcome = 'paid' | 'returned' | 'not_sent' | 'given_up';

const OutcomeType = enumOf<Outcome>('PayoutOutcome', 'What became of a payout in a batch.', {
  paid: 'It was paid.',
  returned: 'It was paid, and the money came back.',
  not_sent: 'The bank didn’t send it: it left the batch and is to be paid anew.',
  given_up: 'The batch was given up before its file was downloaded.',
});

export const PayoutBatchItem = loadableNode<ItemRow>('PayoutBatchItem', payoutItemsById);
export const PayoutBatch = loadableNode<BatchRow>('PayoutBatch', payoutBatchesById);

PayoutBatchItem.implement({
  description: 'A payout in a batch. For admins who may read payments.',
  fields: (t) => ({
    code: t.string({ description: 'Our id of it in the bank’s file.', resolve: payoutCode }),
    position: t.exposeInt('position', { description: 'Its row in the file, from 1.' }),
    batch: t.field({ type: PayoutBatch, description: 'The batch.', resolve: ({ batchId }) => batchId }),
    transaction: t.field({
      type: Transaction,
      description: 'The withdrawal.',
      resolve: ({ transactionId }) => transactionId,
    }),
    outcome: t.field({
      type: OutcomeType,
      nullable: true,
      description: 'What became of it; null while it waits.',
      resolve: async ({ outcome, transactionId }, _args, ctx): Promise<Outcome | null> => {
        if (outcome !== 'paid') return outcome;
        const transaction = await Transaction.loadByKey(ctx, transactionId);
        return transaction?.status === 'returned' ? 'returned' : 'paid';
      },
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it was not sent; null for others.' }),
    decidedBy: t.field({
      type: User,
      nullable: true,
      description: 'The admin who recorded the outcome; null while it waits.',
      resolve: ({ decidedBy }) => decidedBy,
    }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true, description: 'When; null likewise.' }),
  }),
});

const sumsOf = perRequest<BatchSums | null>(payoutBatchSums);
const itemsOf = perRequest<ItemRow[]>(payoutItemsOf);

const noSums: BatchSums = {
  count: 0,
  sum: 0n as BatchSums['sum'],
  open: 0,
  openSum: 0n as BatchSums['sum'],
  paid: 0,
  notSent: 0,
};

const Sums = builder.objectRef<BatchSums>('PayoutBatchSums').implement({
  description: 'What a batch has, in figures.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'How many payouts.' }),
    amount: t.expose('sum', { type: 'Money', description: 'Their sum in rupees.' }),
    openCount: t.exposeInt('open', { description: 'How many have no outcome yet.' }),
    openAmount: t.expose('openSum', { type: 'Money', description: 'Their sum in rupees.' }),
    paidCount: t.exposeInt('paid', { description: 'How many were paid.' }),
    notSentCount: t.exposeInt('notSent', { description: 'How many were not sent.' }),
  }),
});

const FitType = builder.objectRef<FittingLine>('PayoutLine').implement({
  description: 'A payout that exactly one line of the account’s statement fits.',
  fields: (t) => ({
    payout: t.field({ type: PayoutBatchItem, description: 'The payout.', resolve: ({ payoutId }) => payoutId }),
    line: t.field({ type: Line, description: 'The line, money out.', resolve: ({ line }) => line.id }),
    reference: t.string({ description: 'The bank’s reference in it.', resolve: ({ line }) => line.reference }),
  }),
});

async function stateOf(ctx: GraphQLContext, { id, heldBy, downloadedAt }: BatchRow): Promise<State> {
  if (downloadedAt === null) return heldBy === null ? 'given_up' : 'ready';
  return (await sumsOf(ctx, id))?.open === 0 ? 'done' : 'sent';
}

const holds = ({ actor }: GraphQLContext, { heldBy }: BatchRow) => manages(actor) && heldBy === actor.userId;

PayoutBatch.implement({
  description:
    'Payouts that one file for the bank pays, in the hands of one admin at a time. Once its file was downloaded, each stays until it ' +
    'has an outcome. For admins who may read payments.',
  fields: (t) => ({
    number: t.string({
      description: 'Its number, by which admins, the audit log and the file name it.',
      resolve: ({ id }) => String(id),
    }),
    state: t.field({
      type: StateType,
      description: 'How far it has come.',
      resolve: (row, _args, ctx) => stateOf(ctx, row),
    }),
    bank: t.exposeString('bank', { description: 'The bank whose layout its file has, in lower case.' }),
    format: t.field({
      type: Format,
      description: 'How its file is written.',
      resolve: ({ layout }) => (layout as PayoutLayout).format,
    }),
    payee: t.field({ type: Payee, description: 'Our account that pays.', resolve: ({ payeeId }) => payeeId }),
    day: t.expose('day', { type: 'Date', description: 'The day on which the bank is to pay.' }),
    madeBy: t.field({ type: User, description: 'The admin who made it.', resolve: ({ madeBy }) => madeBy }),
    madeAt: t.expose('madeAt', { type: 'DateTime', description: 'When it was made.' }),
    heldBy: t.field({
      type: User,
      nullable: true,
      description: 'The admin who has it in hand; null: nobody.',
      resolve: ({ heldBy }) => heldBy,
    }),
    heldSince: t.expose('heldSince', { type: 'DateTime', nullable: true, description: 'Since when; null likewise.' }),
    downloadedAt: t.expose('downloadedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its file was downloaded first; null before.',
    }),
    releasedBy: t.field({
      type: User,
      nullable: true,
      description: 'Who took it out of a holder’s hands last, the holder as well; null: nobody.',
      resolve: ({ releasedBy }) => releasedBy,
    }),
    releasedAt: t.expose('releasedAt', { type: 'DateTime', nullable: true, description: 'When; null likewise.' }),
    practice: t.boolean({
      description: 'Whether it is of play money: its file says so, and no bank takes it.',
      resolve: (_row, _args, { config }) => config.moneyMode === 'play',
    }),
    viewerHolds: t.boolean({
      description: 'Whether the viewer has it in hand: the file and the outcomes are theirs.',
      resolve: (row, _args, ctx) => holds(ctx, row),
    }),
    viewerMayRelease: t.boolean({
      description: 'Whether the viewer may take it out of its holder’s hands now.',
      resolve: (row, _args, ctx) => mayRelease(ctx, row),
    }),
    viewerMayTake: t.boolean({
      description: 'Whether nobody has it in hand, and the viewer may take it.',
      resolve: ({ heldBy, downloadedAt }, _args, { actor }) =>
        heldBy === null && downloadedAt !== null && manages(actor),
    }),
    file: t.field({
      type: Download,
      nullable: true,
      description: 'The bank’s file; null for everybody but the admin who has it in hand.',
      resolve: (row, _args, ctx) =>
        holds(ctx, row) ? { path: `/exports/payouts/${ctx.ids.seal('PayoutBatch', row.id)}` } : null,
    }),
    sums: t.field({
      type: Sums,
      complexity: 5,
      description: 'It in figures.',
      resolve: async ({ id }, _args, ctx) => (await sumsOf(ctx, id)) ?? noSums,
    }),
    payouts: t.field({
      type: [PayoutBatchItem],
      complexity: { field: 100, multiplier: 50 },
      description: 'Its payouts, in the order of the file: at most 200.',
      resolve: ({ id }, _args, ctx) => itemsOf(ctx, id),
    }),
    inStatement: t.field({
      type: [FitType],
      complexity: { field: 100, multiplier: 50 },
      description:
        'Its waiting payouts that exactly one line of our account’s statement fits: by amount, day, and where lines name it by our id ' +
        'or the account. None before the download.',
      resolve: (row, _args, ctx) => payoutsInStatement(ctx, row),
    }),
  }),
});

const batchOf = perRequest<bigint | null>(batchesOfTransactions);

builder.objectField(Transaction, 'payoutBatch', (t) =>
  t.field({
    type: PayoutBatch,
    nullable: true,
    description:
      'For admins who may read payments: the batch in which it waits for its outcome; null where it is in none.',
    resolve: ({ id, status }, _args, ctx) => (status === 'approved' ? batchOf(ctx, id) : null),
  }),
);

const cursors = idCursors<BatchRow>('PayoutBatch', ({ id }) => id);
const BatchConnection = connectionOf('PayoutBatch', PayoutBatch, 'payout batches');

builder.objectField(Admin, 'payoutBatches', (t) =>
  t.connection(
    {
      nullable: true,
      type: PayoutBatch,
      description: 'Batches of payouts, the newest first. For admins who may read payments.',
      args: { open: t.arg.boolean({ description: 'Only those with payouts that have no outcome yet.' }) },
      complexity: pageComplexityOf(10),
      resolve: (_admin, { open, ...args }, ctx) =>
        connection(ctx, args, cursors, (page) => listPayoutBatches(ctx, { open: open ?? false }, page)),
    },
    BatchConnection,
  ),
);

const Field = enumOf<PayoutField>('PayoutField', 'A text of a payout in the bank’s file.', {
  holderName: 'The name of the account’s holder.',
  accountNumber: 'The number of the bank account.',
  ifscCode: 'The IFSC code.',
  upiId: 'The UPI id.',
  amount: 'The amount.',
});

const Problem = builder.objectRef<PayoutProblem>('PayoutProblem').implement({
  description: 'Why a payout can’t be in the bank’s file.',
  fields: (t) => ({
    transaction: t.field({
      type: Transaction,
      nullable: true,
      description: 'The withdrawal; null where there is none.',
      resolve: ({ transactionId }) => transactionId,
    }),
    field: t.expose('field', {
      type: Field,
      nullable: true,
      description: 'Which of its texts; null where it is none of them.',
    }),
    letters: t.exposeStringList('letters', { description: 'What the bank doesn’t take, each once.' }),
    text: t.exposeString('text', { description: 'The reason, in English.' }),
  }),
});

const batchId = 'Which batch.';

mutation(makePayoutBatchVerb, {
  description:
    'Puts approved withdrawals into a batch in the caller’s hands: one file for the bank. Makes nothing while one of them can’t be in ' +
    'the file, and answers why. For admins of payments.',
  input: (t) => ({
    transactionIds: t.idList({ required: true, description: 'Which withdrawals, in the order of the file: 1 to 200.' }),
    payeeId: t.id({ required: true, description: 'Our account that pays.' }),
    bank: t.string({ required: true, description: 'The bank whose layout the file has.' }),
    idempotencyKey: idempotencyKey(t),
  }),
  run: (ctx, { transactionIds, payeeId, bank, idempotencyKey: key }) =>
    makePayoutBatch(ctx, {
      transactionIds: transactionIds.map((id) => openId(ctx, 'Transaction', id, 'transactionIds')),
      payeeId: openId(ctx, 'Payee', payeeId, 'payeeId'),
      bank,
      idempotencyKey: key ?? undefined,
    }),
  payload: {
    description: 'The batch, or what is in its way.',
    fields: (t) => ({
      batch: t.expose('batch', {
        type: PayoutBatch,
        nullable: true,
        description: 'The batch; null where nothing was made.',
      }),
      problems: t.expose('problems', {
        type: [Problem],
        description: 'Why nothing was made; empty where the batch was.',
      }),
    }),
  },
});

const BatchPayload = builder.objectRef<{ batch: BatchRow }>('PayoutBatchPayload').implement({
  description: 'The batch is in other hands.',
  fields: (t) => ({ batch: t.expose('batch', { type: PayoutBatch, description: 'The batch, as it is now.' }) }),
});

mutation(releasePayoutBatchVerb, {
  description:
    'Takes a batch out of its holder’s hands; before its file was downloaded it is given up. For its holder, owners, and 24 hours after ' +
    'it was taken every admin of payments.',
  input: (t) => ({ batchId: t.id({ required: true, description: batchId }) }),
  run: async (ctx, input) => ({
    batch: await releasePayoutBatch(ctx, { batchId: openId(ctx, 'PayoutBatch', input.batchId, 'batchId') }),
  }),
  payload: BatchPayload,
});

mutation(takePayoutBatchVerb, {
  description: 'Takes a batch that was released after its file was downloaded. For admins of payments.',
  input: (t) => ({ batchId: t.id({ required: true, description: batchId }) }),
  run: async (ctx, input) => ({
    batch: await takePayoutBatch(ctx, { batchId: openId(ctx, 'PayoutBatch', input.batchId, 'batchId') }),
  }),
  payload: BatchPayload,
});

mutation(setPayoutsNotSentVerb, {
  description:
    'Records that the bank didn’t send payouts of a batch, all or none: they leave it and are to be paid anew. Moves no money. For the ' +
    'admin who has the batch in hand.',
  input: (t) => ({
    batchId: t.id({ required: true, description: batchId }),
    payoutIds: t.idList({ required: true, description: 'Which of its payouts: 1 to 200.' }),
    reason: t.string({ required: true, description: 'Why: 3 to 500 characters.' }),
  }),
  run: async (ctx, input) => {
    const id = openId(ctx, 'PayoutBatch', input.batchId, 'batchId');
    await setPayoutsNotSent(ctx, {
      batchId: id,
      payoutIds: input.payoutIds.map((payoutId) => openId(ctx, 'PayoutBatchItem', payoutId, 'payoutIds')),
      reason: input.reason,
    });
    return { batchId: id };
  },
  payload: {
    description: 'The payouts are to be paid anew.',
    fields: (t) => ({
      batch: t.field({ type: PayoutBatch, description: 'The batch, as it is now.', resolve: (made) => made.batchId }),
    }),
  },
});

const AnswerProblemType = enumOf<AnswerProblem>('PayoutAnswerProblem', 'Why a row of a bank’s answer tells nothing.', {
  unknown: 'It names no payout of the batch that waits.',
  several: 'More than one payout fits.',
  failed: 'It says that the payment failed.',
  pending: 'It says that the payment isn’t done yet.',
  amountDiffers: 'It has another amount than the payout.',
  noReference: 'It has no reference.',
  twice: 'Another row names the same payout, or has the same reference.',
});

const AnswerRowType = builder.objectRef<AnswerRow>('PayoutAnswerRow').implement({
  description: 'A row of a bank’s answer.',
  fields: (t) => ({
    row: t.exposeInt('row', { description: 'Its line, from 1.' }),
    text: t.exposeString('text', { description: 'What it holds, shortened.' }),
    payout: t.field({
      type: PayoutBatchItem,
      nullable: true,
      description: 'The payout that it is of; null where none or several fit.',
      resolve: ({ payoutId }) => payoutId,
    }),
    reference: t.exposeString('reference', {
      nullable: true,
      description: 'The bank’s reference; null with a problem.',
    }),
    problem: t.expose('problem', {
      type: AnswerProblemType,
      nullable: true,
      description: 'Why no reference is taken from it; null where one is.',
    }),
  }),
});

mutation(readPayoutAnswerVerb, {
  description:
    'Reads a bank’s answer for a batch, pasted or as a file: which row is of which payout, and its reference. Stores nothing. For admins ' +
    'of payments.',
  input: (t) => ({
    batchId: t.id({ required: true, description: batchId }),
    text: t.string({
      description: 'Pasted rows with our id, account or amount, and the reference; null or absent with a file.',
    }),
    content: t.string({ description: 'A CSV or spreadsheet, as base64 or a data URL; null or absent with a text.' }),
    referenceColumn: t.int({
      description: 'The place of the column with the references, from 0; null or absent: as it shows.',
    }),
  }),
  run: (ctx, input) =>
    readPayoutAnswer(ctx, {
      batchId: openId(ctx, 'PayoutBatch', input.batchId, 'batchId'),
      text: input.text ?? undefined,
      content: input.content ?? undefined,
      referenceColumn: input.referenceColumn ?? undefined,
    }),
  payload: {
    description: 'A bank’s answer, as it was read.',
    fields: (t) => ({
      columns: t.exposeStringList('columns', { description: 'Its columns, by their headings or numbers.' }),
      referenceColumn: t.exposeInt('referenceColumn', {
        nullable: true,
        description: 'The place of the one taken for the references, from 0; null where none or several could be.',
      }),
      rows: t.expose('rows', { type: [AnswerRowType], description: 'Its rows.' }),
    }),
  },
});

const ReferenceInput = builder.inputType('PayoutReferenceInput', {
  description: 'A payout of a batch, and the bank’s reference of its payment.',
  fields: (t) => ({
    payoutId: t.id({ required: true, description: 'Which payout.' }),
    reference: t.string({ required: true, description: 'The bank’s reference: 4 to 35 letters or digits.' }),
  }),
});

const Recorded = builder.objectRef<RecordedPayout>('RecordedPayout').implement({
  description: 'How recording a payout of a batch went.',
  fields: (t) => ({
    payout: t.field({
      type: PayoutBatchItem,
      nullable: true,
      description: 'The payout, as it is now; null where there is none.',
      resolve: ({ payoutId }) => payoutId,
    }),
    refusal: t.field({
      type: DomainErrorInterface,
      nullable: true,
      description: 'Why it was not recorded; null where it was.',
      resolve: ({ refusal }) => refusal && new Refused(refusal),
    }),
  }),
});

mutation(recordBatchPayoutsVerb, {
  description:
    'Records payouts of a batch as paid, each with the bank’s reference and by itself: their money leaves, and their players are told. ' +
    'For the admin who has the batch in hand.',
  input: (t) => ({
    batchId: t.id({ required: true, description: batchId }),
    payouts: t.field({
      type: [ReferenceInput],
      required: true,
      description: 'Which, with their references: 1 to 200.',
    }),
    idempotencyKey: idempotencyKey(t),
  }),
  run: async (ctx, input) => {
    const id = openId(ctx, 'PayoutBatch', input.batchId, 'batchId');
    const recorded = await recordBatchPayouts(ctx, {
      batchId: id,
      payouts: input.payouts.map(({ payoutId, reference }) => ({
        payoutId: openId(ctx, 'PayoutBatchItem', payoutId, 'payouts'),
        reference,
      })),
      idempotencyKey: input.idempotencyKey ?? undefined,
    });
    return { recorded, batchId: id };
  },
  payload: {
    description: 'What was recorded.',
    fields: (t) => ({
      recorded: t.expose('recorded', { type: [Recorded], description: 'How it went for each, in the order given.' }),
      batch: t.field({ type: PayoutBatch, description: 'The batch, as it is now.', resolve: (made) => made.batchId }),
    }),
  },
});

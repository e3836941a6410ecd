import { z } from 'zod';
import { decideTransaction, decideTransactionVerb } from '../domain/wallet/decideTransaction.ts';
import { listTransactions } from '../domain/wallet/transactionList.ts';
import { openId, required, text } from './decode.ts';
import { encodeDecidables, encodeTransaction } from './encodePayments.ts';
import * as example from './examples.ts';
import { operation } from './operation.ts';
import { listQuery, readPart } from './paging.ts';
import { answerOf, shapes } from './shapes.ts';

const success = true as const;

const pending = { ...example.deposit, userId: example.user.userId, payeeActive: true };

export const supportOperations = [
  operation({
    operationId: 'getPendingTransactions',
    method: 'GET',
    path: '/support/getPendingTransactions',
    summary: 'The deposits and withdrawals that wait for a decision',
    description: 'Newest first.',
    access: 'transaction:readAll',
    values: { each: 8, rows: 100 },
    query: listQuery,
    answer: answerOf({ transactions: z.array(shapes.DecidableTransaction) }),
    example: { query: { limit: '10', offset: '0' }, answer: { success, transactions: [pending] } },
    async run(ctx, { query }) {
      const transactions = await readPart(query, (page) => listTransactions(ctx, { status: 'pending' }, page));
      return { success, transactions: await encodeDecidables(ctx, transactions) };
    },
  }),

  operation({
    operationId: 'updateTransaction',
    method: 'POST',
    path: '/support/updateTransaction',
    summary: 'Approve or deny a deposit or withdrawal',
    description:
      '`success` approves, `failed` denies; once. `message` has at most 150 characters, and is the reason of a denial. ' +
      'What needs a second admin stays `pending`, with `proposed`: that admin confirms it in the back office. ' +
      'A withdrawal whose player’s payouts are frozen, or to a blocked account, stays `pending` too: `success` is 409. ' +
      'So is every decision about one that is being paid in a batch with others (`PAYOUT_IN_BATCH`).',
    verb: decideTransactionVerb,
    body: z.object({
      _id: text,
      transactionStatus: z.enum(['success', 'failed'], { error: required('must be success or failed') }),
      message: z.string('must be a text').nullish(),
    }),
    answer: answerOf({
      transaction: shapes.Transaction,
      proposed: z.literal(true).optional().describe('It needs a second admin: it is proposed, and still `pending`.'),
    }),
    example: {
      body: { _id: pending._id, transactionStatus: 'success', message: 'Thank you.' },
      answer: { success, transaction: { ...example.deposit, transactionStatus: 'success', message: 'Thank you.' } },
    },
    async run(ctx, { body, idempotencyKey }) {
      const { transaction, proposed } = await decideTransaction(ctx, {
        transactionId: openId(ctx, 'Transaction', body._id),
        decision: body.transactionStatus === 'success' ? 'APPROVE' : 'DENY',
        message: body.message ?? undefined,
        grounds: 'optional',
        idempotencyKey,
      });
      return { success, transaction: await encodeTransaction(ctx, transaction), ...(proposed && { proposed }) };
    },
  }),
];

import { recordPayout, recordPayoutVerb } from '../../domain/wallet/recordPayout.ts';
import { withdrawApproval, withdrawApprovalVerb } from '../../domain/wallet/withdrawApproval.ts';
import { returnPayout, returnPayoutVerb } from '../../domain/statements/returnPayout.ts';
import { openId } from '../builder/ids.ts';
import { auditReason, idempotencyKey, mutation } from '../builder/mutation.ts';
import { Transaction } from './transaction.ts';

mutation(recordPayoutVerb, {
  description: 'Records that an approved withdrawal was paid: its held amount leaves the wallet. For admins.',
  input: (t) => ({
    transactionId: t.id({ required: true, description: 'Which withdrawal: one that is approved.' }),
    payoutReference: t.string({
      required: true,
      description: 'The bank’s own reference of the payment, 4 to 35 letters or digits, used once.',
    }),
    idempotencyKey: idempotencyKey(t),
  }),
  run: async (ctx, { transactionId, payoutReference, idempotencyKey: key }) => ({
    transaction: await recordPayout(ctx, {
      transactionId: openId(ctx, 'Transaction', transactionId, 'transactionId'),
      payoutReference,
      idempotencyKey: key ?? undefined,
    }),
  }),
  payload: {
    description: 'It is paid.',
    fields: (t) => ({
      transaction: t.expose('transaction', { type: Transaction, description: 'The withdrawal, paid.' }),
    }),
  },
});

mutation(withdrawApprovalVerb, {
  description:
    'Takes back the approval of a withdrawal that is not paid: it waits for a decision again. Moves no money; its player is told. ' +
    'For admins.',
  input: (t) => ({
    transactionId: t.id({ required: true, description: 'Which withdrawal: one that is approved.' }),
    reason: auditReason(t),
  }),
  run: async (ctx, { transactionId, reason }) => ({
    transaction: await withdrawApproval(ctx, {
      transactionId: openId(ctx, 'Transaction', transactionId, 'transactionId'),
      reason,
    }),
  }),
  payload: {
    description: 'It waits again.',
    fields: (t) => ({
      transaction: t.expose('transaction', { type: Transaction, description: 'The withdrawal, pending.' }),
    }),
  },
});

mutation(returnPayoutVerb, {
  description:
    'Records, for good, that the bank sent a payout back: its amount is in the wallet again, and its player is told. By the credit of ' +
    'a statement at once; without one another admin has to confirm it, whatever the amount. For admins.',
  input: (t) => ({
    transactionId: t.id({ required: true, description: 'Which payout.' }),
    lineId: t.id({
      description: 'The line of a statement that is its return: a credit of its amount. Null or absent without.',
    }),
    reason: t.string({
      description:
        'How it is known, for the audit log: 10 to 500 characters; required without a line, else null or absent where the line is all.',
    }),
  }),
  run: async (ctx, { transactionId, lineId, reason }) =>
    returnPayout(ctx, {
      transactionId: openId(ctx, 'Transaction', transactionId, 'transactionId'),
      lineId: lineId == null ? undefined : openId(ctx, 'StatementLine', lineId, 'lineId'),
      reason: reason ?? undefined,
    }),
  payload: {
    description: 'It came back, or that is proposed to the other admins.',
    fields: (t) => ({
      proposed: t.exposeBoolean('proposed', {
        description: 'No line shows it: it is proposed now, and the payout is still paid.',
      }),
      transaction: t.expose('transaction', { type: Transaction, description: 'The payout, as it is now.' }),
    }),
  },
});

import { allows } from '../../domain/ground/actors/permissions.ts';
import { reopenable, reopenDeposit, reopenDepositVerb } from '../../domain/statements/reopenDeposit.ts';
import { builder } from '../builder/builder.ts';
import { openId } from '../builder/ids.ts';
import { perRequest } from '../builder/loader.ts';
import { auditReason, mutation } from '../builder/mutation.ts';
import { Transaction } from './transaction.ts';

const isReopenable = perRequest<boolean>(reopenable);

builder.objectField(Transaction, 'reopenable', (t) =>
  t.boolean({
    nullable: true,
    description:
      'For admins of payments: whether its denial can be taken back: a denied deposit of an account that is open, and whose ' +
      'reference no other request holds; null for others.',
    resolve: ({ id, status, transactionType }, _args, ctx) => {
      if (!allows(ctx.actor, 'transaction:readAll')) return null;
      return status === 'failed' && transactionType === 'credit' && isReopenable(ctx, id);
    },
  }),
);

mutation(reopenDepositVerb, {
  description:
    'Takes back the denial of a deposit, which waits for a decision again and is matched with its line in a statement. Moves no ' +
    'money; its player is told. For admins.',
  input: (t) => ({
    transactionId: t.id({ required: true, description: 'Which denied deposit.' }),
    reason: auditReason(t),
  }),
  run: async (ctx, { transactionId, reason }) => ({
    transaction: await reopenDeposit(ctx, {
      transactionId: openId(ctx, 'Transaction', transactionId, 'transactionId'),
      reason,
    }),
  }),
  payload: {
    description: 'The deposit waits again.',
    fields: (t) => ({
      transaction: t.expose('transaction', { type: Transaction, description: 'The deposit, pending.' }),
    }),
  },
});

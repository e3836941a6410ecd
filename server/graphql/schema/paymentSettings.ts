import { VALUES_A_STATEMENT } from '../../domain/ground/calls/callBudget.ts';
import { setSmallestWithdrawal, setSmallestWithdrawalVerb } from '../../domain/settings/paymentSettings.ts';
import { smallestWithdrawal } from '../../domain/wallet/requestBounds.ts';
import { builder } from '../builder/builder.ts';
import { auditReason, mutation } from '../builder/mutation.ts';
import { Viewer } from './viewer.ts';

builder.objectField(Viewer, 'smallestWithdrawal', (t) =>
  t.field({
    complexity: VALUES_A_STATEMENT,
    type: 'Money',
    description: 'The smallest withdrawal, in rupees; everything that is available may always be withdrawn.',
    resolve: (_viewer, _args, ctx) => smallestWithdrawal(ctx.db),
  }),
);

mutation(setSmallestWithdrawalVerb, {
  description: 'Sets the smallest withdrawal, from the next request on. For owners.',
  input: (t) => ({
    amount: t.field({ type: 'Money', required: true, description: 'In rupees, at most 500.00.' }),
    reason: auditReason(t),
  }),
  run: async (ctx, input) => ({ amount: await setSmallestWithdrawal(ctx, input) }),
  payload: {
    description: 'It applies from the next request on.',
    fields: (t) => ({
      amount: t.expose('amount', { type: 'Money', description: 'The smallest withdrawal, as it is now.' }),
    }),
  },
});

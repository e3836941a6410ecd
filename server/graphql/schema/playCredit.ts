import {
  claimPlayCredit,
  claimPlayCreditVerb,
  ownPlayCredit,
  type PlayCredit as PlayCreditRow,
} from '../../domain/wallet/playCredit.ts';
import { builder } from '../builder/builder.ts';
import { idempotencyKey, mutation } from '../builder/mutation.ts';
import { requireViewer, Viewer } from './viewer.ts';
import { Wallet } from './wallet.ts';

const PlayCredit = builder.objectRef<PlayCreditRow>('PlayCredit').implement({
  description: 'Play money that a player may claim once a day, while less than ₹10 is left.',
  fields: (t) => ({
    amount: t.expose('amount', { type: 'Money', description: 'How much, in rupees.' }),
    nextClaimAt: t.expose('nextClaimAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it may be claimed again, if the money is gone by then; null: today’s was not claimed.',
    }),
  }),
});

builder.objectField(Viewer, 'playCredit', (t) =>
  t.field({
    type: PlayCredit,
    nullable: true,
    description: 'The play money that the player may claim; null where there is none, as with real money.',
    resolve: (_viewer, _args, ctx) => ownPlayCredit(ctx),
  }),
);

mutation(claimPlayCreditVerb, {
  description:
    'Gives the player play money again, once a day in Asia/Kolkata, while available, held and live stakes together ' +
    'are below ₹10. For players.',
  input: (t) => ({ idempotencyKey: idempotencyKey(t) }),
  run: async (ctx, { idempotencyKey: key }) => {
    const { balances } = await claimPlayCredit(ctx, { idempotencyKey: key ?? undefined });
    return { wallet: { id: requireViewer(ctx).id, ...balances } };
  },
  payload: {
    description: 'The play money is in the wallet.',
    fields: (t) => ({
      wallet: t.expose('wallet', { type: Wallet, description: 'The wallet right after it.' }),
    }),
  },
});

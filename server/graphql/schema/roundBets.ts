import { roundBets, showsBets, type RoundBet as BetRow } from '../../domain/bets/roundBets.ts';
import { builder } from '../builder/builder.ts';
import { connection, connectionOf, idCursors, pageComplexity } from '../builder/connection.ts';
import { Selection } from '../builder/selection.ts';
import { ContestOperator } from './contestOperator.ts';

const RoundBet = builder.objectRef<BetRow>('RoundBet').implement({
  description: 'A bet of a decided contest, for those who may export bets.',
  fields: (t) => ({
    uid: t.exposeString('uid', { description: 'Whose: the player’s UID.' }),
    selection: t.field({ type: Selection, description: 'What it is on.', resolve: ({ selection }) => ({ selection }) }),
    amount: t.expose('amount', { type: 'Money', description: 'The stake, in rupees.' }),
    placedAt: t.expose('placedAt', { type: 'DateTime', description: 'When the server received it.' }),
    cancelled: t.exposeBoolean('cancelled', { description: 'Whether its stake has been refunded.' }),
    payout: t.expose('payout', {
      type: 'Money',
      nullable: true,
      description: 'What came back, stake included, in rupees. Null until settled, and when cancelled.',
    }),
  }),
});

const cursors = idCursors<BetRow>('Bet', ({ id }) => id);

builder.objectField(ContestOperator, 'bets', (t) =>
  t.connection(
    {
      nullable: true,
      type: RoundBet,
      description:
        'Its bets by stake, largest first. Null before it is decided or void. For those who may export bets.',
      complexity: pageComplexity,
      resolve: ({ contest }, args, ctx) =>
        showsBets(contest.state) ? connection(ctx, args, cursors, (page) => roundBets(ctx, contest, page)) : null,
    },
    connectionOf('RoundBet', RoundBet, 'bets of a round'),
  ),
);

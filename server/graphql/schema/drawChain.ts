import { listChains, type PublishedChain } from '../../domain/contests/chains.ts';
import { builder } from '../builder/builder.ts';
import { GameType } from './contest.ts';

const DrawChain = builder.objectRef<PublishedChain>('DrawChain').implement({
  description:
    'A hash chain of the fair draw, published before its first contest: contest n of it has the seed s of n, whose ' +
    'SHA-256 is s of n-1.',
  fields: (t) => ({
    chainId: t.exposeString('chainId', { description: 'Its public name, as its contests have it.' }),
    gameType: t.expose('gameType', { type: GameType, description: 'Whose contests it decides.' }),
    length: t.exposeInt('length', { description: 'For how many contests it has seeds.' }),
    anchor: t.string({
      description: 's of 0, in hex: the end of the chain, from which every later seed is checked.',
      resolve: ({ anchor }) => anchor.toString('hex'),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made and published.' }),
    retiredAt: t.expose('retiredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a newer chain took over; null while it is in use.',
    }),
  }),
});

builder.queryField('drawChains', (t) =>
  t.field({
    type: [DrawChain],
    description: 'The hash chains of a game’s draws, newest first.',
    args: { gameType: t.arg({ type: GameType, required: true, description: 'Which game.' }) },
    resolve: async (_root, { gameType }, ctx) => (await listChains(ctx)).filter((chain) => chain.gameType === gameType),
  }),
);

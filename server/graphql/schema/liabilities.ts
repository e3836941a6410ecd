import {
  type LiabilityDay as DayRow,
  type LiabilityProof as ProofRow,
  listLiabilities,
  ownLiability,
} from '../../domain/wallet/liabilities.ts';
import { builder } from '../builder/builder.ts';
import { Viewer } from './viewer.ts';

/** As many days as a month may have. */
const DAYS = 31;

const LiabilityDay = builder.objectRef<DayRow>('LiabilityDay').implement({
  description: 'What all players held together at the end of a day in India: the root of a Merkle sum tree.',
  fields: (t) => ({
    day: t.expose('day', { type: 'Date', description: 'The day.' }),
    players: t.exposeInt('players', { description: 'How many players are counted.' }),
    total: t.expose('total', {
      type: 'Money',
      description: 'The sum of their balances, available and held, in rupees.',
    }),
    waitingStakes: t.expose('waitingStakes', {
      type: 'Money',
      nullable: true,
      description:
        'Owed beside the balances: stakes of rounds that had ended and waited for the public beacon, in rupees. Null of days from ' +
        'before they were counted.',
    }),
    unclaimed: t.expose('unclaimed', {
      type: 'Money',
      nullable: true,
      description:
        'Owed beside the balances: payments that came in and that nobody had claimed, in rupees. Null of days from before they were ' +
        'counted.',
    }),
    root: t.string({ description: 'The hash of the tree, in hex.', resolve: ({ root }) => root.toString('hex') }),
    madeAt: t.expose('madeAt', { type: 'DateTime', description: 'When it was added up.' }),
  }),
});

const LiabilityNode = builder.objectRef<ProofRow['path'][number]>('LiabilityNode').implement({
  description: 'A subtree beside the way from a leaf to the root.',
  fields: (t) => ({
    total: t.expose('total', { type: 'Money', description: 'The sum of its balances, in rupees.' }),
    hash: t.string({ description: 'Its hash, in hex.', resolve: ({ hash }) => hash.toString('hex') }),
  }),
});

const LiabilityProof = builder.objectRef<ProofRow>('LiabilityProof').implement({
  description: 'What shows a player that their balance is counted in a day’s total.',
  fields: (t) => ({
    day: t.expose('day', { type: LiabilityDay, description: 'The day with total and root.' }),
    uid: t.exposeString('uid', { description: 'The UID that the leaf hides in a hash.' }),
    salt: t.string({
      description: 'The 16 bytes that were hashed with the UID, in hex.',
      resolve: ({ salt }) => salt.toString('hex'),
    }),
    amount: t.expose('amount', {
      type: 'Money',
      description: 'The balance that is counted, available and held, in rupees.',
    }),
    place: t.exposeInt('place', { description: 'The leaf’s place, from 0.' }),
    path: t.expose('path', {
      type: [LiabilityNode],
      description: 'The subtrees beside the way to the root, lowest first.',
    }),
  }),
});

builder.queryField('liabilities', (t) =>
  t.field({
    complexity: 50,
    type: [LiabilityDay],
    description: 'The totals of all players’ balances of the last 31 days, newest first.',
    resolve: (_root, _args, ctx) => listLiabilities(ctx, DAYS),
  }),
);

builder.objectField(Viewer, 'liabilityProof', (t) =>
  t.field({
    complexity: 140,
    type: LiabilityProof,
    nullable: true,
    description: 'The player’s proof for the newest day; null where they joined later, or no day is published yet.',
    resolve: (_viewer, _args, ctx) => ownLiability(ctx),
  }),
);

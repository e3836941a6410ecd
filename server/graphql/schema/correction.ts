import { correctBalance, correctBalanceVerb } from '../../domain/wallet/correctBalance.ts';
import type { BalanceCorrection as Row } from '../../domain/wallet/correction.ts';
import { correctionsById, listCorrections } from '../../domain/wallet/correctionList.ts';
import { paise } from '../../domain/ground/values/money.ts';
import { allows } from '../../domain/ground/actors/permissions.ts';
import { builder } from '../builder/builder.ts';
import { connection, connectionOf, idCursors, pageComplexity } from '../builder/connection.ts';
import type { GraphQLContext } from '../runtime/context.ts';
import { Member, openUser, userId } from './member.ts';
import { auditReason, idempotencyKey, mutation } from '../builder/mutation.ts';
import { loadableNode } from '../builder/node.ts';
import { User } from './user.ts';
import { Wallet } from './wallet.ts';

const mayRead = ({ actor }: GraphQLContext) => allows(actor, 'correction:read');
const forAdmins = 'For admins; null for the player.';

export const BalanceCorrection = loadableNode<Row>('BalanceCorrection', correctionsById);
BalanceCorrection.implement({
  description: 'A correction of a player’s available balance by an admin. Seen by that player, and by admins of money.',
  fields: (t) => ({
    amount: t.expose('amount', { type: 'Money', description: 'In rupees; below zero where it was taken.' }),
    message: t.exposeString('message', { nullable: true, description: 'The note to the player; null without one.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    reason: t.string({
      nullable: true,
      description: `Why. ${forAdmins}`,
      resolve: ({ reason }, _args, ctx) => (mayRead(ctx) ? reason : null),
    }),
    evidence: t.string({
      nullable: true,
      description: `What shows that it is right. ${forAdmins}`,
      resolve: ({ evidence }, _args, ctx) => (mayRead(ctx) ? evidence : null),
    }),
    madeBy: t.field({
      type: User,
      nullable: true,
      description: `Who made it; of two admins, who proposed it. ${forAdmins}`,
      resolve: ({ madeBy }, _args, ctx) => (mayRead(ctx) ? madeBy : null),
    }),
    checkedBy: t.field({
      type: User,
      nullable: true,
      description: 'Who confirmed it; null where one admin was enough, and for the player.',
      resolve: ({ checkedBy }, _args, ctx) => (mayRead(ctx) ? checkedBy : null),
    }),
  }),
});

const cursors = idCursors<Row>('BalanceCorrection', ({ id }) => id);

builder.objectField(Member, 'corrections', (t) =>
  t.connection(
    {
      nullable: true,
      type: BalanceCorrection,
      description: 'Corrections of their balance, newest first. For admins of money.',
      complexity: pageComplexity,
      resolve: ({ id }, args, ctx) => connection(ctx, args, cursors, (page) => listCorrections(ctx, id, page)),
    },
    connectionOf('BalanceCorrection', BalanceCorrection, 'corrections'),
  ),
);

const Direction = builder.enumType('CorrectionDirection', {
  description: 'Which way a correction goes.',
  values: {
    ADD: { description: 'To the player, from the house.' },
    TAKE: { description: 'From the player, to the house.' },
  } as const,
});

mutation(correctBalanceVerb, {
  description:
    'Adds money to a player’s available balance, from the house, or takes it, exactly once; proposes it where that needs ' +
    'a second admin. The player is notified. For admins of money.',
  input: (t) => ({
    userId: t.id({ required: true, description: userId }),
    direction: t.field({ type: Direction, required: true, description: 'Whether it is added or taken.' }),
    amount: t.field({ type: 'Money', required: true, description: 'How much, in rupees.' }),
    reason: auditReason(t),
    evidence: t.string({
      required: true,
      description: 'What shows that it is right, such as a ticket or a bank’s reference: at most 200 characters.',
    }),
    message: t.string({ description: 'Note to the player, at most 150 characters; null or absent without.' }),
    idempotencyKey: idempotencyKey(t),
  }),
  run: async (ctx, { userId: id, direction, amount, reason, evidence, message, idempotencyKey: key }) => {
    const playerId = openUser(ctx, id);
    const { correctionId, balances } = await correctBalance(ctx, {
      playerId,
      amount: direction === 'TAKE' ? paise(0n - amount) : amount,
      reason,
      evidence,
      message: message ?? undefined,
      idempotencyKey: key ?? undefined,
    });
    return { correctionId, wallet: { id: playerId, ...balances } };
  },
  payload: {
    description: 'The balance is corrected, or the correction is proposed to the other admins.',
    fields: (t) => ({
      proposed: t.boolean({
        description: 'It needs a second admin: it is proposed now, and nothing has moved.',
        resolve: ({ correctionId }) => correctionId === null,
      }),
      correction: t.field({
        type: BalanceCorrection,
        nullable: true,
        description: 'The correction; null when it is proposed.',
        resolve: ({ correctionId }) => correctionId,
      }),
      wallet: t.expose('wallet', { type: Wallet, description: 'The player’s money after it.' }),
    }),
  },
});

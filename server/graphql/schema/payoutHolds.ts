import { allows } from '../../domain/ground/actors/permissions.ts';
import { blockPayoutAccount, blockPayoutAccountVerb } from '../../domain/wallet/blockPayoutAccount.ts';
import { endPayoutFreeze, endPayoutFreezeVerb } from '../../domain/wallet/endPayoutFreeze.ts';
import { extendPayoutFreeze, extendPayoutFreezeVerb } from '../../domain/wallet/extendPayoutFreeze.ts';
import { freezePayouts, freezePayoutsVerb } from '../../domain/wallet/freezePayouts.ts';
import { liftPayoutBlock, liftPayoutBlockVerb } from '../../domain/wallet/liftPayoutBlock.ts';
import { blockedAccounts, blocksById, type BlockedPayoutAccount as BlockRow } from '../../domain/wallet/payoutBlock.ts';
import { freezesOf, frozenPlayers, type PayoutFreeze as FreezeRow } from '../../domain/wallet/payoutFreeze.ts';
import { holdsOf, type HeldPayout, type PayoutHold as Reason } from '../../domain/wallet/payoutHold.ts';
import { Admin } from './admin.ts';
import { builder } from '../builder/builder.ts';
import { enumOf } from '../builder/enumOf.ts';
import { openId } from '../builder/ids.ts';
import { perRequest } from '../builder/loader.ts';
import { Member, openUser, userId } from './member.ts';
import { auditReason, mutation } from '../builder/mutation.ts';
import { loadableNode } from '../builder/node.ts';
import { memberOf, playerPayload } from './people.ts';
import { forAdmins, Transaction } from './transaction.ts';
import { User } from './user.ts';

const PayoutFreeze = builder.objectRef<FreezeRow>('PayoutFreeze').implement({
  description:
    'A freeze of a player’s payouts that is in force: none of their withdrawals is approved. Internal: for admins.',
  fields: (t) => ({
    player: t.field({ type: User, description: 'Whose payouts.', resolve: ({ playerId }) => playerId }),
    reason: t.exposeString('reason', { description: 'Why they were frozen.' }),
    madeBy: t.field({ type: User, description: 'The admin who froze them.', resolve: ({ madeBy }) => madeBy }),
    madeAt: t.expose('madeAt', { type: 'DateTime', description: 'When.' }),
    endsAt: t.expose('endsAt', { type: 'DateTime', description: 'When it ends by itself.' }),
    extendedBy: t.field({
      type: User,
      nullable: true,
      description: 'The admin who extended it last; null while nobody has.',
      resolve: ({ extendedBy }) => extendedBy,
    }),
    extendedAt: t.expose('extendedAt', { type: 'DateTime', nullable: true, description: 'When; null likewise.' }),
    extensionReason: t.exposeString('extensionReason', { nullable: true, description: 'Why; null likewise.' }),
  }),
});

export const BlockedPayoutAccount = loadableNode<BlockRow>('BlockedPayoutAccount', blocksById);
BlockedPayoutAccount.implement({
  description:
    'An account to which no withdrawal is approved until another admin lifts the block. Internal: for admins of payments.',
  fields: (t) => ({
    upiId: t.exposeString('upiId', { nullable: true, description: 'The UPI id; null for a bank account.' }),
    accountNumber: t.exposeString('accountNumber', {
      nullable: true,
      description: 'The bank account’s number; null for a UPI id.',
    }),
    ifscCode: t.exposeString('ifscCode', { nullable: true, description: 'The branch’s IFSC code; null likewise.' }),
    reason: t.exposeString('reason', { description: 'Why it was blocked.' }),
    blockedBy: t.field({ type: User, description: 'The admin who blocked it.', resolve: ({ blockedBy }) => blockedBy }),
    blockedAt: t.expose('blockedAt', { type: 'DateTime', description: 'When.' }),
    liftedBy: t.field({
      type: User,
      nullable: true,
      description: 'The admin who lifted the block; null while it holds.',
      resolve: ({ liftedBy }) => liftedBy,
    }),
    liftedAt: t.expose('liftedAt', { type: 'DateTime', nullable: true, description: 'When; null likewise.' }),
    liftReason: t.exposeString('liftReason', { nullable: true, description: 'Why; null likewise.' }),
  }),
});

const freezeOf = perRequest<FreezeRow | null>(freezesOf);
const holdOf = perRequest<HeldPayout | null>(holdsOf);

const HoldReason = enumOf<Reason>('PayoutHoldReason', 'Why a withdrawal can’t be approved.', {
  frozen: 'The payouts of its player are frozen.',
  blocked: 'Its account is blocked.',
});

const PayoutHold = builder.objectRef<HeldPayout & { playerId: bigint }>('PayoutHold').implement({
  description: 'What keeps a pending withdrawal from being approved. Internal: for admins.',
  fields: (t) => ({
    reason: t.field({
      type: HoldReason,
      description: 'Why; where both hold, the freeze.',
      resolve: ({ frozen }): Reason => (frozen ? 'frozen' : 'blocked'),
    }),
    freeze: t.field({
      type: PayoutFreeze,
      nullable: true,
      description: 'The freeze of its player’s payouts; null where there is none.',
      resolve: ({ frozen, playerId }, _args, ctx) => (frozen ? freezeOf(ctx, playerId) : null),
    }),
    block: t.field({
      type: BlockedPayoutAccount,
      nullable: true,
      description: 'For admins of payments: the block of its account; null where there is none, and for others.',
      resolve: ({ blockId }, _args, ctx) => (allows(ctx.actor, 'payoutHold:read') ? blockId : null),
    }),
  }),
});

builder.objectFields(Transaction, (t) => ({
  beingChecked: t.boolean({
    description:
      'Whether it is pending and being checked: until that is over it is not paid out. The player is told no more than that.',
    resolve: async ({ id }, _args, ctx) => (await holdOf(ctx, id)) !== null,
  }),
  heldBack: t.field({
    type: PayoutHold,
    nullable: true,
    description: 'For admins: why it can’t be approved; null where it can, once it is decided, and for players.',
    resolve: ({ id, playerId }, _args, ctx) =>
      forAdmins(ctx, async () => {
        const hold = await holdOf(ctx, id);
        return hold && { ...hold, playerId };
      }),
  }),
}));

builder.objectField(Member, 'payoutFreeze', (t) =>
  t.field({
    type: PayoutFreeze,
    nullable: true,
    description: 'The freeze of the player’s payouts that is in force; null where there is none, and for an admin.',
    resolve: ({ id }, _args, ctx) => freezeOf(ctx, id),
  }),
);

builder.objectFields(Admin, (t) => ({
  payoutFreezes: t.field({
    nullable: true,
    type: [PayoutFreeze],
    description: 'The freezes of payouts that are in force, those that end first first; at most 200.',
    complexity: { field: 1, multiplier: 20 },
    resolve: (_admin, _args, ctx) => frozenPlayers(ctx),
  }),
  blockedPayoutAccounts: t.field({
    nullable: true,
    type: [BlockedPayoutAccount],
    description: 'The payout accounts that are blocked, the latest first; at most 200.',
    complexity: { field: 1, multiplier: 20 },
    resolve: (_admin, _args, ctx) => blockedAccounts(ctx),
  }),
}));

/** A mutation of a player's freeze: the verb, what it does, and what has become of it. */
function freezeMutation(
  verb: typeof freezePayoutsVerb | typeof extendPayoutFreezeVerb | typeof endPayoutFreezeVerb,
  run: typeof freezePayouts,
  { description, done }: { description: string; done: string },
) {
  mutation(verb, {
    description,
    input: (t) => ({ userId: t.id({ required: true, description: userId }), reason: auditReason(t) }),
    run: async (ctx, { reason, ...input }) => {
      const id = openUser(ctx, input.userId);
      await run(ctx, { userId: id, reason });
      return memberOf(ctx, id);
    },
    payload: playerPayload(done),
  });
}

freezeMutation(freezePayoutsVerb, freezePayouts, {
  description:
    'Freezes a player’s payouts for 14 days: withdrawals can be requested, cancelled and denied, and none is approved. The player ' +
    'reads that a withdrawal is being checked. For admins of payments.',
  done: 'The payouts are frozen.',
});

freezeMutation(extendPayoutFreezeVerb, extendPayoutFreeze, {
  description:
    'Adds 14 days to the end of a freeze. For another admin of payments than who made it and who extended it last.',
  done: 'The freeze ends 14 days later.',
});

freezeMutation(endPayoutFreezeVerb, endPayoutFreeze, {
  description: 'Ends a freeze of a player’s payouts early. For admins of payments.',
  done: 'The payouts can be approved again.',
});

const BlockPayload = builder.objectRef<{ account: BlockRow }>('PayoutBlockPayload').implement({
  description: 'The account is blocked, or not any more.',
  fields: (t) => ({
    account: t.expose('account', { type: BlockedPayoutAccount, description: 'The account, as it is now.' }),
  }),
});

mutation(blockPayoutAccountVerb, {
  description:
    'Blocks the account of a withdrawal: no withdrawal to it is approved, whoever asks for it, until another admin lifts the ' +
    'block. For admins of payments.',
  input: (t) => ({
    transactionId: t.id({ required: true, description: 'The withdrawal.' }),
    reason: auditReason(t),
  }),
  run: async (ctx, { transactionId, reason }) => ({
    account: await blockPayoutAccount(ctx, {
      transactionId: openId(ctx, 'Transaction', transactionId, 'transactionId'),
      reason,
    }),
  }),
  payload: BlockPayload,
});

mutation(liftPayoutBlockVerb, {
  description: 'Lifts the block of a payout account. For another admin of payments than who set it.',
  input: (t) => ({
    blockId: t.id({ required: true, description: 'Which blocked account.' }),
    reason: auditReason(t),
  }),
  run: async (ctx, { blockId, reason }) => ({
    account: await liftPayoutBlock(ctx, { blockId: openId(ctx, 'BlockedPayoutAccount', blockId, 'blockId'), reason }),
  }),
  payload: BlockPayload,
});

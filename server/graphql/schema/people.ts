import type { PlayerFlag as FlagName } from '../../domain/accounts/users/members.ts';
import { membersById } from '../../domain/accounts/users/members.ts';
import type { User as MemberRow } from '../../domain/accounts/users/user.ts';
import { addPlayerNote, addPlayerNoteVerb } from '../../domain/people/addPlayerNote.ts';
import { lifetimeTotals, type LifetimeTotals as TotalsRow } from '../../domain/people/lifetimeTotals.ts';
import { flagsOf, type FlagOnPlayer } from '../../domain/people/playerFlags.ts';
import { setPlayerFlag, setPlayerFlagVerb } from '../../domain/people/setPlayerFlag.ts';
import { allows } from '../../domain/ground/actors/permissions.ts';
import { builder } from '../builder/builder.ts';
import { perRequest } from '../builder/loader.ts';
import { Member, openUser, PlayerFlag, userId } from './member.ts';
import { auditReason, mutation, type PayloadFields } from '../builder/mutation.ts';
import { Transaction } from './transaction.ts';
import { User } from './user.ts';

const FlagOnPlayerType = builder.objectRef<FlagOnPlayer>('PlayerFlagSet').implement({
  description: 'A flag that a player has. Internal: for admins.',
  fields: (t) => ({
    flag: t.expose('flag', { type: PlayerFlag, description: 'Which.' }),
    reason: t.exposeString('reason', { description: 'Why it was set.' }),
    setBy: t.field({ type: User, description: 'The admin who set it.', resolve: ({ setBy }) => setBy }),
    setAt: t.expose('setAt', { type: 'DateTime', description: 'When.' }),
  }),
});

const LifetimeTotals = builder.objectRef<TotalsRow>('LifetimeTotals').implement({
  description:
    'What has led to what a player is owed, since they registered, in rupees: deposited - withdrawn + returnedPayouts + playCredit - playMoneyTaken + ' +
    'corrections + returned - staked = owed.',
  fields: (t) => ({
    deposited: t.expose('deposits', { type: 'Money', description: 'Approved deposits.' }),
    withdrawn: t.expose('withdrawals', {
      type: 'Money',
      description: 'Paid withdrawals, also those that came back since.',
    }),
    returnedPayouts: t.expose('returnedPayouts', { type: 'Money', description: 'Payouts that the bank sent back.' }),
    playCredit: t.expose('playCredit', { type: 'Money', description: 'Play money that they were given.' }),
    playMoneyTaken: t.expose('playMoneyTaken', {
      type: 'Money',
      description: 'Play money that ended with the account, or where real money began.',
    }),
    corrections: t.expose('corrections', {
      type: 'Money',
      description: 'Corrections of the balance: added less taken; may be negative.',
    }),
    staked: t.expose('staked', {
      type: 'Money',
      description: 'Stakes, live ones included, cancelled ones and those that are secret not.',
    }),
    returned: t.expose('won', { type: 'Money', description: 'What came back of them, stakes included.' }),
    owed: t.expose('owed', {
      type: 'Money',
      description:
        'Available, on hold for withdrawals, and staked where that is secret: what the other figures add up to.',
    }),
    pendingDeposits: t.expose('pendingDeposits', { type: 'Money', description: 'Deposits that wait for a decision.' }),
    pendingWithdrawals: t.expose('pendingWithdrawals', { type: 'Money', description: 'Withdrawals that do.' }),
  }),
});

/** The flags of a player, loaded in batches. */
export const flagsById = perRequest<FlagOnPlayer[]>(flagsOf);

builder.objectFields(Member, (t) => ({
  flags: t.field({
    type: [FlagOnPlayerType],
    description: 'What admins have marked the player with; none for an admin.',
    resolve: ({ id }, _args, ctx) => flagsById(ctx, id),
  }),
  totals: t.field({
    type: LifetimeTotals,
    nullable: true,
    description: 'A player’s totals since they registered; null for an admin.',
    complexity: 250,
    resolve: (member, _args, ctx) => (member.userType === 'player' ? lifetimeTotals(ctx, member) : null),
  }),
}));

builder.objectField(Transaction, 'playerFlags', (t) =>
  t.field({
    type: [PlayerFlag],
    nullable: true,
    description: 'For admins who may read players’ data: what the player is marked with; null for all others.',
    resolve: async ({ playerId }, _args, ctx) =>
      allows(ctx.actor, 'member:read') ? (await flagsById(ctx, playerId)).map(({ flag }): FlagName => flag) : null,
  }),
);

export const memberOf = async (ctx: Parameters<typeof membersById>[0], id: bigint): Promise<{ member: MemberRow }> => {
  const [member] = await membersById(ctx, [id]);
  if (!member) throw new Error('the player vanished');
  return { member };
};

/** What is kept about a player has changed. */
export const playerPayload = (description: string) => ({
  description,
  fields: (t: PayloadFields<{ member: MemberRow }>) => ({
    member: t.expose('member', { type: Member, description: 'The player, as they are now.' }),
  }),
});

mutation(addPlayerNoteVerb, {
  description:
    'Adds an internal note about a player, which stays as it is: a correction is another note. For admins of payments ' +
    'and support.',
  input: (t) => ({
    userId: t.id({ required: true, description: userId }),
    text: t.string({ required: true, description: 'The words: 1 to 2,000 characters.' }),
  }),
  run: async (ctx, input) => {
    const id = openUser(ctx, input.userId);
    await addPlayerNote(ctx, { userId: id, text: input.text });
    return memberOf(ctx, id);
  },
  payload: playerPayload('The note is in the timeline.'),
});

mutation(setPlayerFlagVerb, {
  description: 'Marks a player with a flag, or removes it. Internal. For admins of payments and support.',
  input: (t) => ({
    userId: t.id({ required: true, description: userId }),
    flag: t.field({ type: PlayerFlag, required: true, description: 'Which.' }),
    on: t.boolean({ required: true, description: 'True sets it, false removes it.' }),
    reason: auditReason(t),
  }),
  run: async (ctx, { flag, on, reason, ...input }) => {
    const id = openUser(ctx, input.userId);
    await setPlayerFlag(ctx, { userId: id, flag, on, reason });
    return memberOf(ctx, id);
  },
  payload: playerPayload('The flag is set, or removed.'),
});

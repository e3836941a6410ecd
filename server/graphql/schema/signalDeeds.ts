import {
  flagSignalPlayers,
  flagSignalPlayersVerb,
  freezeSignalPlayers,
  freezeSignalPlayersVerb,
  type SignalDeed as DeedRow,
} from '../../domain/signals/signalDeeds.ts';
import { builder } from '../builder/builder.ts';
import { openId } from '../builder/ids.ts';
import { PlayerFlag } from './member.ts';
import { auditReason, type InputFields, mutation } from '../builder/mutation.ts';
import { User } from './user.ts';

const SignalDeed = builder.objectRef<DeedRow>('SignalDeed').implement({
  description: 'How it went for one player of a signal.',
  fields: (t) => ({
    player: t.field({ type: User, description: 'The player.', resolve: ({ playerId }) => playerId }),
    done: t.boolean({ description: 'Whether it is done.', resolve: ({ refusal }) => refusal === null }),
    refusal: t.string({
      nullable: true,
      description: 'Why it was refused, for people; null when it is done.',
      resolve: ({ refusal }) => refusal?.message ?? null,
    }),
  }),
});

const SignalDeedsPayload = builder.objectRef<{ deeds: DeedRow[] }>('SignalDeedsPayload').implement({
  description: 'It is done or refused for each player by itself.',
  fields: (t) => ({
    deeds: t.expose('deeds', { type: [SignalDeed], description: 'How it went for each player of the signal.' }),
  }),
});

const signalId = (t: InputFields) => t.id({ required: true, description: 'Which signal; of at most 100 players.' });

mutation(flagSignalPlayersVerb, {
  description: 'Marks every player of a signal with a flag, each by itself. For admins of payments.',
  input: (t) => ({
    signalId: signalId(t),
    flag: t.field({ type: PlayerFlag, required: true, description: 'Which flag.' }),
    reason: auditReason(t),
  }),
  run: async (ctx, { flag, reason, ...input }) => ({
    deeds: await flagSignalPlayers(ctx, {
      signalId: openId(ctx, 'Signal', input.signalId, 'signalId'),
      flag,
      reason,
    }),
  }),
  payload: SignalDeedsPayload,
});

mutation(freezeSignalPlayersVerb, {
  description:
    'Freezes the payouts of every player of a signal, each by itself, as `freezePayouts` does. For admins of payments.',
  input: (t) => ({ signalId: signalId(t), reason: auditReason(t) }),
  run: async (ctx, { reason, ...input }) => ({
    deeds: await freezeSignalPlayers(ctx, { signalId: openId(ctx, 'Signal', input.signalId, 'signalId'), reason }),
  }),
  payload: SignalDeedsPayload,
});

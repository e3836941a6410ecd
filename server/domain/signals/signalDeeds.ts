import type { PlayerFlag } from '../accounts/users/members.ts';
import { requireReason } from '../audit/parseReason.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { setPlayerFlag } from '../people/setPlayerFlag.ts';
import { verb } from '../ground/verbs/verb.ts';
import { freezePayouts } from '../wallet/freezePayouts.ts';
import { signalsById } from './signalList.ts';

/** Bounds the time of one call: each deed takes some milliseconds. */
const MOST_AT_ONCE = 100;

/** How it went for one of a signal's players: `refusal` is null where it is done. */
export interface SignalDeed {
  playerId: bigint;
  refusal: DomainError | null;
}

export const flagSignalPlayersVerb = verb({
  name: 'flagSignalPlayers',
  may: 'signal:decide',
  countsAs: 'other',
  idempotent: false,
  audit: ['member:flag'],
  refusals: ['NOT_FOUND'],
});

/**
 * Sets a flag on every player of a signal, each by `setPlayerFlag` in a transaction of its own, with one reason. Resolves to how it went
 * for each. Refuses with NOT_FOUND an unknown signal, with INVALID_INPUT one of more than 100 players, and a reason outside of 10 to 500
 * characters.
 */
export async function flagSignalPlayers(
  ctx: Context,
  { flag, ...input }: { signalId: bigint; flag: PlayerFlag; reason: string },
): Promise<SignalDeed[]> {
  requireAdmin(ctx, flagSignalPlayersVerb.may);
  return forEachPlayer(ctx, input, (userId, reason) => setPlayerFlag(ctx, { userId, flag, on: true, reason }));
}

export const freezeSignalPlayersVerb = verb({
  name: 'freezeSignalPlayers',
  may: 'payouts:freeze',
  countsAs: 'other',
  idempotent: false,
  audit: ['payouts:freeze'],
  refusals: ['NOT_FOUND'],
});

/**
 * Freezes the payouts of every player of a signal, each by `freezePayouts` in a transaction of its own, with one reason. Resolves and
 * refuses as `flagSignalPlayers` does.
 */
export async function freezeSignalPlayers(
  ctx: Context,
  input: { signalId: bigint; reason: string },
): Promise<SignalDeed[]> {
  requireAdmin(ctx, freezeSignalPlayersVerb.may);
  return forEachPlayer(ctx, input, (userId, reason) => freezePayouts(ctx, { userId, reason }));
}

async function forEachPlayer(
  ctx: Context,
  { signalId, ...input }: { signalId: bigint; reason: string },
  deed: (userId: bigint, reason: string) => Promise<void>,
): Promise<SignalDeed[]> {
  const reason = requireReason(input.reason);
  const [signal] = await signalsById(ctx, [signalId]);
  if (!signal) throw new DomainError('NOT_FOUND', 'There is no such signal.', { field: 'signalId' });
  if (signal.players.length > MOST_AT_ONCE) {
    throw invalidInput('signalId', `signalId must be of a signal of at most ${MOST_AT_ONCE} players`);
  }
  const deeds: SignalDeed[] = [];
  for (const playerId of signal.players) deeds.push({ playerId, refusal: await refusalOf(deed(playerId, reason)) });
  return deeds;
}

/** Null where it is done. */
async function refusalOf(done: Promise<void>): Promise<DomainError | null> {
  try {
    await done;
    return null;
  } catch (refusal) {
    if (refusal instanceof DomainError) return refusal;
    throw refusal;
  }
}

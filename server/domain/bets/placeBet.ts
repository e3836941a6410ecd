import { randomUUID } from 'node:crypto';
import type { Paise } from '../../../db/columns.ts';
import { betLimitRefusal } from '../ground/refusals/betLimitRefusal.ts';
import type { BetPlacement } from '../ground/rounds/betPlacer.ts';
import type { Context } from '../ground/verbs/context.ts';
import { isSelection } from '../contests/selections.ts';
import { requireDiskSpace } from '../ground/database/diskSpace.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import { requirePlayer } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { betRefusal } from '../safety/betRefusal.ts';
import { keyUuid } from '../wallet/idempotency.ts';
import { checkAmount } from '../ground/values/money.ts';
import type { Bet } from './bet.ts';
import { betsById } from './betQueries.ts';
import { contestNamed } from './contestNamed.ts';

export interface BetRequest {
  /** The contest's public name, e.g. `sapreOne-202611200742`. */
  gameId: string;
  /** 0-9 the number, 10 green, 11 violet, 12 red. */
  selection: number;
  amount: Paise;
  idempotencyKey?: string | undefined;
}

export interface PlacedBet {
  bet: Bet;
  /** The player's available balance right after this bet was placed, also when it is a repeated answer. */
  balanceAfter: Paise;
  /** The key had placed this bet before; this call changed nothing. */
  replayed: boolean;
}

export const placeBetVerb = verb({
  name: 'placeBet',
  may: 'bet:place',
  countsAs: 'bet',
  idempotent: true,
  audit: [],
  refusals: [
    'NOT_FOUND',
    'INSUFFICIENT_FUNDS',
    'BETTING_CLOSED',
    'STAKE_LIMIT',
    'LOSS_LIMIT',
    'TIME_OUT',
    'REALITY_CHECK',
    'LIMIT_EXCEEDED',
  ],
});

/**
 * Stakes the player's money on a selection of a running contest (server/domain/bets/README.md#bets). Refuses with
 * INVALID_INPUT a wrong selection, amount or key, with NOT_FOUND an unknown contest, with BETTING_CLOSED a bet received
 * at or after evaluationTime, or, with a detail, one that was received in time and whose turn did not come, with INSUFFICIENT_FUNDS more than is available, with IDEMPOTENCY_KEY_REUSED a key that
 * placed another bet; with STAKE_LIMIT, LOSS_LIMIT, TIME_OUT or REALITY_CHECK what the player has set
 * forbids; with LIMIT_EXCEEDED a bet beyond a limit of the round. Throws UnavailableError, or DiskFullError where space is short. A key that has placed its bet is answered before the round and the balance are looked at.
 */
export async function placeBet(ctx: Context, request: BetRequest): Promise<PlacedBet> {
  const playerId = requirePlayer(ctx, placeBetVerb.may);
  const { gameId, selection, amount, idempotencyKey } = request;
  const { now: receivedAt } = ctx;
  if (!isSelection(selection)) throw invalidInput('selection', 'selection must be a number 0-9 or a colour');
  checkAmount(amount);
  // As it is now: the getters of a class are not copied by a spread.
  const { isShort, freeBytes, minFreeBytes } = ctx.space;
  const space = { isShort, freeBytes, minFreeBytes };
  // Without a key there is no earlier answer to give.
  if (idempotencyKey === undefined) requireDiskSpace(space);
  const key = idempotencyKey === undefined ? randomUUID() : keyUuid(idempotencyKey);

  const contest = await contestNamed(ctx, gameId);
  const isLate = contest !== null && receivedAt >= contest.closesAt;
  if (isLate && idempotencyKey === undefined) throw bettingClosed(contest.id);
  const contestId = contest?.id ?? 0n;
  const gameType = contest?.gameType ?? null;
  const placement = await ctx.bets.place({
    playerId,
    contestId,
    gameType,
    selection,
    amount,
    key,
    // Where space is short, a key that is known has its answer and no other is placed, as after closing.
    receivedAt: space.isShort ? (contest?.closesAt ?? receivedAt) : receivedAt,
    closesAt: contest?.closesAt,
    span: ctx.span,
  });

  if (placement.outcome === 'placed') {
    const { betId: id, betNumber: number, balanceAfter } = placement;
    const placed = { id, contestId, playerId, selection, amount, placedAt: receivedAt };
    // In the tick in which all bets of its statement are: they share a signature. What is spread comes last (.github/decisions/019, until 2027-04-30).
    const gathered = number === null ? undefined : ctx.receipts.gather({ number, ...placed });
    await ctx.bets.turn();
    const bet = { number, cancelled: false, cancelledByPlayer: false, payout: null, gathered, ...placed };
    return { bet, balanceAfter, replayed: false };
  }
  await ctx.bets.turn();
  if (placement.outcome === 'replayed') {
    const [placed] = await betsById(ctx, [placement.betId]);
    if (!placed) throw new Error(`bet ${placement.betId} vanished`);
    ctx.noteReplay?.();
    // The first answer, whatever has happened to the bet since.
    const bet = { ...placed, cancelled: false, cancelledByPlayer: false, payout: null };
    return { bet, balanceAfter: placement.balanceAfter, replayed: true };
  }
  if (placement.outcome === 'closed') requireDiskSpace(space);
  if (placement.outcome === 'stopped') throw await betRefusal(ctx, placement.code, amount);
  throw refusalOf(placement, contestId);
}

function refusalOf(
  placement: Exclude<BetPlacement, { betId: bigint } | { outcome: 'stopped' }>,
  contestId: bigint,
): Error {
  switch (placement.outcome) {
    case 'insufficient':
      return new DomainError('INSUFFICIENT_FUNDS', 'Insufficient Balance. Can-not place bet', {
        field: 'amount',
        availablePaise: placement.available,
      });
    case 'overLimit':
      return betLimitRefusal(placement.limit, placement.possible);
    case 'closed':
      return bettingClosed(contestId);
    case 'crowdedOut':
      return bettingClosed(contestId, 'received in time, too many at once');
    case 'unknownContest':
      return new DomainError('NOT_FOUND', 'There is no such round.', { field: 'gameId' });
    case 'keyReused':
      return new DomainError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used for another request.', {
        field: 'idempotencyKey',
        detail: 'the key belongs to an earlier bet with other contents',
      });
    case 'unknownPlayer':
      return new Error('the player has no wallet');
  }
}

function bettingClosed(contestId: bigint, detail?: string): DomainError {
  return new DomainError('BETTING_CLOSED', 'Betting is closed for this round', {
    field: 'gameId',
    contestId,
    ...(detail !== undefined && { detail }),
  });
}

import { useSyncExternalStore } from 'react';
import { holdReload } from '../../apollo/quietMoment.ts';
import { onUserChange } from '../../apollo/sessionStore.ts';
import type { Choice } from './selections.ts';

export interface BetRequest {
  readonly contest: { readonly id: string; readonly gameId: string };
  readonly choice: Choice;
  readonly stakePaise: bigint;
}

/** A bet that this browser sent and that the server is not known to have taken. */
export interface OpenBet extends BetRequest {
  /** unanswered: sent again it is placed once. refused: nothing was taken. */
  readonly state: 'unanswered' | 'refused';
  readonly text: string;
}

let bets: readonly OpenBet[] = [];
const listeners = new Set<() => void>();
onUserChange(() => change([]));

/** Keeps a bet until it is sent again or dismissed, also when its screen is left meanwhile. */
export function keepOpenBet(bet: OpenBet): void {
  change([...bets.filter((other) => !isSame(other, bet)), bet]);
}

export function forgetOpenBet(bet: BetRequest): void {
  change(bets.filter((other) => !isSame(other, bet)));
}

/** The open bets of a game: those of its earlier rounds are still to be looked into. */
export function useOpenBets(gameId: string): readonly OpenBet[] {
  const game = gameOf(gameId);
  return useSyncExternalStore(listen, () => bets).filter(({ contest }) => gameOf(contest.gameId) === game);
}

function gameOf(gameId: string): string {
  return gameId.replace(/-.*/, '');
}

function isSame(one: BetRequest, other: BetRequest): boolean {
  const [first, second] = [one, other].map(({ contest, choice, stakePaise }) =>
    JSON.stringify([contest.gameId, choice, String(stakePaise)]),
  );
  return first === second;
}

let releaseHold: (() => void) | undefined;

/** The retry of an unanswered bet would be lost by a reload. */
function change(next: readonly OpenBet[]): void {
  bets = next;
  releaseHold?.();
  releaseHold = next.some(({ state }) => state === 'unanswered') ? holdReload() : undefined;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

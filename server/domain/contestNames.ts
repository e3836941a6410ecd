import { BoundedMap } from '../platform/boundedMap.ts';
import type { GameType } from './events.ts';

export interface NamedContest {
  id: bigint;
  gameType: GameType;
}

const MOST_NAMES = 64;

/** Which contest bears a name never changes, and bets name the same three over and over: no look-up for each of them. */
export class ContestNames extends BoundedMap<string, NamedContest> {
  constructor() {
    super(MOST_NAMES);
  }
}

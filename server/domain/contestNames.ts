import { BoundedMap } from '../platform/boundedMap.ts';
import type { GameType } from './events.ts';

export interface NamedContest {
  id: bigint;
  gameType: GameType;
}

const MAX_NAMES = 64;

/** A name's contest never changes, and bets name the same three contests again and again, so look-ups are cached. */
export class ContestNames extends BoundedMap<string, NamedContest> {
  constructor() {
    super(MAX_NAMES);
  }
}

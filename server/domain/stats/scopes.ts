import { gameTypes, type GameType } from '../contests/gameTypes.ts';

/** Scopes of activity: the platform as a whole, and bets in settled rounds of each game. */
export const activityScopes = ['platform', ...gameTypes] as const;
export type ActivityScope = 'platform' | GameType;

import { gameTypes, type GameType } from '../contests/gameTypes.ts';

/** Where players can be active: on the platform as a whole, and with bets in settled rounds of each game. */
export const activityScopes = ['platform', ...gameTypes] as const;
export type ActivityScope = 'platform' | GameType;

/** What an operator can pause: a game's further rounds, new requests of a rail, or all of it (maintenance). */
export const pauseScopes = ['sapreHalf', 'sapreOne', 'sapreThree', 'deposits', 'withdrawals', 'everything'] as const;
export type PauseScope = (typeof pauseScopes)[number];

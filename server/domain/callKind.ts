/**
 * How a call counts in the rate limits. Each kind has a limit of its own, so that other calls can't use up a player's
 * bets. An attempt checks a secret or sends a mail.
 */
export type CallKind = 'bet' | 'attempt' | 'other';

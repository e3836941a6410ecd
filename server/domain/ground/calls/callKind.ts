/**
 * How a call counts in the rate limits. Each kind but `free` has a bucket of its own, so that other calls can't use up a
 * player's bets. An attempt checks a secret or sends a mail. Free calls only keep or end a session.
 */
export type CallKind = 'bet' | 'attempt' | 'free' | 'other';

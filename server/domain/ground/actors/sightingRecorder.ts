/** The port through which calls record that a player was active. */
export interface SightingRecorder {
  /** Records that a player made an authenticated call at this instant. Never waits for the database. */
  record(playerId: bigint, seenAt: Date): void;
  /** Resolves once everything recorded so far is written. */
  written(): Promise<void>;
}

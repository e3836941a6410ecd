import type { SignedInActor } from './liveTokens.ts';
import type { AdminRole } from './adminRoles.ts';

/** An active session of an active user, as of the moment it was read. */
export interface ActiveSession {
  id: bigint;
  userId: bigint;
  kind: SignedInActor['kind'];
  roles: AdminRole[];
  expiresAt: Date;
  /** Whether the user has a confirmed second factor. */
  hasSecondFactor: boolean;
}

/** The port through which calls read their session. */
export interface SessionReader {
  /**
   * The session as it is after this call; undefined when it has ended, or its user isn't active. Its use is recorded soon after.
   * Rejects when the database gives no answer.
   */
  find(sessionId: bigint): Promise<ActiveSession | undefined>;
  /**
   * Reads the session again in the background, and records its use. Calls `onEnded` when it has ended, or its user isn't
   * active. May do nothing where too many wait.
   */
  recheck(sessionId: bigint, onEnded: () => void): void;
}

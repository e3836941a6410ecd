import { useSyncExternalStore } from 'react';
import { onSessionChange, readSession, type Session } from '../../apollo/sessionStore.ts';

/** Who is signed in at this browser, or null. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, readSession);
}

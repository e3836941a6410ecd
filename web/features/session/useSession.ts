import { useSyncExternalStore } from 'react';
import { onSessionChange, readSession, type Session } from '../../apollo/sessionStore.ts';

/** The signed-in user of this browser, or null. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, readSession);
}

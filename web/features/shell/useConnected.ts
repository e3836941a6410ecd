import { useSyncExternalStore } from 'react';
import { isConnected, onConnectionChange } from '../../apollo/connection.ts';

/** Whether the server can be reached. */
export function useConnected(): boolean {
  return useSyncExternalStore(onConnectionChange, isConnected);
}

import type { ApolloClient } from '@apollo/client';
import { createContext } from 'react';

/**
 * Resolves to the app's Apollo client; rejects when its script can't be loaded. Pages before sign-in ask for nothing until
 * a form is sent, so they are shown without it.
 */
export async function loadClient(): Promise<ApolloClient> {
  const { appClient } = await import('./client.ts');
  return appClient();
}

/** The client that actions are sent with; another one in tests. */
export const ClientLoaderContext = createContext(loadClient);

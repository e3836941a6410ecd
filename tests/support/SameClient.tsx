import { useApolloClient } from '@apollo/client/react';
import { useCallback, type ReactNode } from 'react';
import { ClientLoaderContext } from '../../web/apollo/clientLoader.ts';

/** Actions are sent with the client of the queries. */
export function SameClient({ children }: { children: ReactNode }) {
  const client = useApolloClient();
  const load = useCallback(() => Promise.resolve(client), [client]);
  return <ClientLoaderContext value={load}>{children}</ClientLoaderContext>;
}

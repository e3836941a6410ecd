import { ApolloProvider } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { appClient } from './client.ts';

/** The Apollo client, for the queries and subscriptions of the pages within. */
export function WithClient({ children }: { children: ReactNode }) {
  return <ApolloProvider client={appClient()}>{children}</ApolloProvider>;
}

import type { ApolloCache } from '@apollo/client';
import { MockedProvider } from '@apollo/client/testing/react';
import { renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { makeCache } from '../../web/apollo/cache.ts';
import { SameClient } from './SameClient.tsx';
import type { ScriptedServer } from './scriptedServer.ts';

/** Runs a hook of the web app against a scripted server, with the app's cache. */
export function renderHookApp<T>(useIt: () => T, server: ScriptedServer, cache: ApolloCache = makeCache()) {
  return renderHook(useIt, {
    wrapper: ({ children }) => (
      <MockedProvider link={server.link} cache={cache}>
        <SameClient>
          <MemoryRouter>{children}</MemoryRouter>
        </SameClient>
      </MockedProvider>
    ),
  });
}

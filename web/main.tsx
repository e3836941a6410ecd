import { ApolloProvider } from '@apollo/client/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { makeClient } from './apollo/client.ts';
import { followReleases } from './apollo/release.ts';
import { NewRelease } from './features/shell/NewRelease.tsx';
import { prefetchLinkedPages } from './prefetch.ts';
import { makeRouter, routes } from './routes.tsx';
import { followColorScheme } from './ui/colorScheme.ts';
import './ui/styles.ts';
import { Toasts } from './ui/Toasts.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

prefetchLinkedPages(routes);
followColorScheme();

const router = makeRouter();
const client = makeClient();
// Until the page's scripts have arrived, the document's shell stays.
void initialized(router).then(() =>
  createRoot(root).render(
    <StrictMode>
      <ApolloProvider client={client}>
        <RouterProvider router={router} />
        <NewRelease />
        <Toasts />
      </ApolloProvider>
    </StrictMode>,
  ),
);

// After the page's own requests.
addEventListener('load', () => void followReleases());

/** Resolves when the first page, or the error of loading it, can be shown. */
function initialized({ state, subscribe }: ReturnType<typeof makeRouter>): Promise<void> {
  if (state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = subscribe((next) => {
      if (!next.initialized) return;
      stop();
      resolve();
    });
  });
}

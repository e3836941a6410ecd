import { ApolloProvider } from '@apollo/client/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { makeClient } from './apollo/client.ts';
import { prefetchLinkedPages } from './prefetch.ts';
import { makeRouter, routes } from './routes.tsx';
import { followColorScheme } from './ui/colorScheme.ts';
import './ui/styles.ts';
import { Toasts } from './ui/Toasts.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

prefetchLinkedPages(routes);
followColorScheme();

createRoot(root).render(
  <StrictMode>
    <ApolloProvider client={makeClient()}>
      <RouterProvider router={makeRouter()} />
      <Toasts />
    </ApolloProvider>
  </StrictMode>,
);

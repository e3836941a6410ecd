import { ApolloProvider } from '@apollo/client/react';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { makeClient } from './apollo/client.ts';
import { prefetchLinkedPages } from './prefetch.ts';
import { makeRouter, routes } from './routes.tsx';
import './ui/styles.ts';
import { cssVariablesResolver, theme } from './ui/theme.ts';
import { Toasts } from './ui/Toasts.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

prefetchLinkedPages(routes);

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <ApolloProvider client={makeClient()}>
        <RouterProvider router={makeRouter()} />
        <Toasts />
      </ApolloProvider>
    </MantineProvider>
  </StrictMode>,
);

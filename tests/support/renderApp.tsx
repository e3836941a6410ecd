import { InMemoryCache, type ApolloLink } from '@apollo/client';
import type { MockLink } from '@apollo/client/testing';
import { MockedProvider } from '@apollo/client/testing/react';
import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useRoutes, type RouteObject } from 'react-router-dom';
import { theme } from '../../web/features/admin/mantineTheme.ts';
import { ProductContext, type Product } from '../../web/features/product/useProduct.ts';
import { possibleTypes } from '../../web/gql/possibleTypes.ts';
import { SameClient } from './SameClient.tsx';

const product: Product = {
  name: 'Rangoli',
  slug: 'rangoli',
  playMoney: true,
  notice: 'Play money: no cash value',
  noticeInHindi: 'खेल के पैसे: कोई नकद मूल्य नहीं',
  sendsMail: true,
  release: '1.0.0',
};

interface RenderOptions {
  mocks?: readonly MockLink.MockedResponse[];
  /** Instead of `mocks`. */
  link?: ApolloLink;
  /** Additional routes, to observe redirects. */
  routes?: readonly RouteObject[];
  at?: string;
  /** Default: one without the app's policies. */
  cache?: InMemoryCache;
}

/** Renders a part of the web app at a URL, with mocked responses of the server. */
export function renderApp(element: ReactNode, { mocks = [], link, routes = [], at = '/', cache }: RenderOptions = {}) {
  return render(
    <MantineProvider theme={theme} env="test">
      <MockedProvider mocks={mocks} {...(link && { link })} cache={cache ?? new InMemoryCache({ possibleTypes })}>
        <SameClient>
          <ProductContext value={product}>
            <MemoryRouter initialEntries={[at]}>
              <Routed routes={[{ path: at.replace(/\?.*/, ''), element }, ...routes]} />
            </MemoryRouter>
          </ProductContext>
        </SameClient>
      </MockedProvider>
    </MantineProvider>,
  );
}

function Routed({ routes }: { routes: RouteObject[] }) {
  return useRoutes(routes);
}

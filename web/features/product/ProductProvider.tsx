import { useQuery } from '@apollo/client/react';
import { useMemo, type ReactNode } from 'react';
import { graphql } from '../../gql/gql.ts';
import { errorText } from '../../apollo/errors.ts';
import { LoadingScreen } from '../../ui/Loading.tsx';
import { ErrorScreen } from '../shell/ErrorScreen.tsx';
import { ProductContext } from './useProduct.ts';

const ProductProvider_Query = graphql(`
  query ProductProvider_Query {
    serverTime
    product {
      name
      slug
      moneyMode
      notice
      sendsMail
    }
  }
`);

/**
 * Fetches the product's configuration once. Everything waits for it, because guards need its URL and every page shows
 * its notice.
 */
export function ProductProvider({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(ProductProvider_Query);
  const product = useMemo(() => data && { ...data.product, playMoney: data.product.moneyMode === 'PLAY' }, [data]);
  if (product) return <ProductContext value={product}>{children}</ProductContext>;
  if (error) return <ErrorScreen text={errorText(error)} onRetry={() => void refetch()} />;
  return <LoadingScreen />;
}

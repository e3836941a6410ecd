import { useQuery } from '@apollo/client/react';
import { useMemo, type ReactNode } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { graphql } from '../../gql/gql.ts';
import type { ProductProvider_QueryQuery } from '../../gql/graphql.ts';
import { LoadingScreen } from '../../ui/Loading.tsx';
import { ProductContext, type Product } from '../product/useProduct.ts';
import { ErrorScreen } from './ErrorScreen.tsx';

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

type ProductFields = Omit<ProductProvider_QueryQuery['product'], '__typename'>;

/** What the server has written into the document; null in development, where Vite serves it. */
const fieldsInDocument = JSON.parse(document.getElementById('product')?.textContent || 'null') as ProductFields | null;

/**
 * The product's configuration, for everything below: guards need its URL and every page shows its notice. It is in the
 * document, else it is fetched first.
 */
export function ProductProvider({ children }: { children: ReactNode }) {
  if (!fieldsInDocument) return <FetchedProduct>{children}</FetchedProduct>;
  return <WithProduct fields={fieldsInDocument}>{children}</WithProduct>;
}

function FetchedProduct({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(ProductProvider_Query);
  if (data) return <WithProduct fields={data.product}>{children}</WithProduct>;
  if (error) return <ErrorScreen text={errorText(error)} onRetry={() => void refetch()} />;
  return <LoadingScreen />;
}

function WithProduct({ fields, children }: { fields: ProductFields; children: ReactNode }) {
  const product = useMemo((): Product => ({ ...fields, playMoney: fields.moneyMode === 'PLAY' }), [fields]);
  return <ProductContext value={product}>{children}</ProductContext>;
}

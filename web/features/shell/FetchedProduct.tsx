import { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { WithClient } from '../../apollo/WithClient.tsx';
import { graphql } from '../../gql/gql.ts';
import { LoadingScreen } from '../../ui/Loading.tsx';
import type { ProductFields } from '../product/useProduct.ts';
import { ErrorScreen } from './ErrorScreen.tsx';

const FetchedProduct_Query = graphql(`
  query FetchedProduct_Query {
    serverTime
    product {
      name
      slug
      moneyMode
      notice
      noticeInHindi
      sendsMail
      release
    }
  }
`);

interface FetchedProductProps {
  children: (fields: ProductFields) => ReactNode;
}

/** Asks the server for the product's configuration. */
export default function FetchedProduct(props: FetchedProductProps) {
  return (
    <WithClient>
      <Fetched {...props} />
    </WithClient>
  );
}

function Fetched({ children }: FetchedProductProps) {
  const { data, error, refetch } = useQuery(FetchedProduct_Query);
  if (data) return children(data.product);
  if (error) return <ErrorScreen text={errorText(error)} onRetry={() => void refetch()} />;
  return <LoadingScreen />;
}

import { createContext, useContext } from 'react';
import type { FetchedProduct_QueryQuery } from '../../gql/graphql.ts';

/** The product's configuration as the server writes it. */
export type ProductFields = Omit<FetchedProduct_QueryQuery['product'], '__typename'>;

export interface Product {
  readonly name: string;
  readonly slug: string;
  readonly playMoney: boolean;
  /** "Play money: no cash value", or who runs it under which licence, several lines; shown on every page. */
  readonly notice: string;
  readonly noticeInHindi: string;
  /** Whether this installation sends mails. */
  readonly sendsMail: boolean;
  /** The release of the server that wrote the document. */
  readonly release: string;
}

export const ProductContext = createContext<Product | null>(null);

/** The product's name and money mode. */
export function useProduct(): Product {
  const product = useContext(ProductContext);
  if (!product) throw new Error('useProduct needs a ProductProvider above it');
  return product;
}

import { createContext, useContext } from 'react';

export interface Product {
  readonly name: string;
  readonly slug: string;
  readonly playMoney: boolean;
  /** "Play money: no cash value", or the operator's licence: it stands on every page. */
  readonly notice: string;
  /** Whether mails leave this installation. */
  readonly sendsMail: boolean;
}

export const ProductContext = createContext<Product | null>(null);

/** What this house is called and what it plays for. */
export function useProduct(): Product {
  const product = useContext(ProductContext);
  if (!product) throw new Error('useProduct needs a ProductProvider above it');
  return product;
}

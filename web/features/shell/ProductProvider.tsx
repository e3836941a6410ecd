import { lazy, useMemo, type ReactNode } from 'react';
import { ProductContext, type Product, type ProductFields } from '../product/useProduct.ts';

/** What the server has written into the document; null in development, where Vite serves it. */
const fieldsInDocument = JSON.parse(document.getElementById('product')?.textContent || 'null') as ProductFields | null;

const FetchedProduct = lazy(() => import('./FetchedProduct.tsx'));

/**
 * The product's configuration, for everything below: guards need its URL and every page shows its notice. It is in the
 * document, else it is fetched first.
 */
export function ProductProvider({ children }: { children: ReactNode }) {
  if (fieldsInDocument) return <WithProduct fields={fieldsInDocument}>{children}</WithProduct>;
  return <FetchedProduct>{(fields) => <WithProduct fields={fields}>{children}</WithProduct>}</FetchedProduct>;
}

function WithProduct({ fields, children }: { fields: ProductFields; children: ReactNode }) {
  const product = useMemo((): Product => ({ ...fields, playMoney: fields.moneyMode === 'PLAY' }), [fields]);
  return <ProductContext value={product}>{children}</ProductContext>;
}

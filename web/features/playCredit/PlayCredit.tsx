import { Suspense } from 'react';
import { paiseOf } from '../../lib/money.ts';
import { useProduct } from '../product/useProduct.ts';
import { lazyPart } from '../../ui/lazyPart.ts';

const PlayCreditOffer = lazyPart(async () => (await import('./PlayCreditOffer.tsx')).PlayCreditOffer);

/** ₹10: with that much or more there is nothing to claim (server/domain/wallet/ledger.md#play-credit). */
const ENOUGH_PAISE = 1_000n;

/** Offers play money to a player who has next to none left. Most pages never load what it needs. */
export function PlayCredit({ available }: { available: string }) {
  const { playMoney } = useProduct();
  if (!playMoney || paiseOf(available) >= ENOUGH_PAISE) return null;
  return (
    <Suspense fallback={null}>
      <PlayCreditOffer />
    </Suspense>
  );
}

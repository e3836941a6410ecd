import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazyPart.ts';

const Mark = lazyPart(async () => (await import('./CheckedMark.tsx')).CheckedMark);

/** The mark of a round's checked bets, which pages don't wait for. */
export function Checked(round: { gameId: string; bets: number }) {
  return (
    <Suspense fallback={null}>
      <Mark {...round} />
    </Suspense>
  );
}

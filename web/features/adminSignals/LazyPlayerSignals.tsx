import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazyPart.ts';
import { useMay } from '../admin/useMay.ts';

const PlayerSignals = lazyPart(async () => (await import('./PlayerSignals.tsx')).PlayerSignals);

/** The open signals about a player, for admins who may read them, loaded after what they stand beside. */
export function LazyPlayerSignals({ uid }: { uid: string }) {
  if (!useMay()('SIGNAL_READ')) return null;
  return (
    <Suspense fallback={null}>
      <PlayerSignals uid={uid} />
    </Suspense>
  );
}

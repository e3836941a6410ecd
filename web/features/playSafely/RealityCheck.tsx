import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazyPart.ts';

const Dialog = lazyPart(async () => (await import('./RealityCheckDialog.tsx')).RealityCheckDialog);

/** Asks a player who has chosen that, once it is due. Others load nothing of it. */
export function RealityCheck({ check }: { check: { readonly due: boolean } | null | undefined }) {
  if (!check?.due) return null;
  return (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  );
}

import { lazy, Suspense } from 'react';

const Dialog = lazy(async () => ({ default: (await import('./RealityCheckDialog.tsx')).RealityCheckDialog }));

/** Asks a player who has chosen that, once it is due. Others load nothing of it. */
export function RealityCheck({ check }: { check: { readonly due: boolean } | null | undefined }) {
  if (!check?.due) return null;
  return (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  );
}

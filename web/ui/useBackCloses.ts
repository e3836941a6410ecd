import { useEffect, useEffectEvent } from 'react';
import { pushDialog } from './dialogHistory.ts';

/** While `opened`, Back calls `onClose` instead of leaving the page: for everything that lies over the page. */
export function useBackCloses(opened: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => (opened ? pushDialog(() => close()) : undefined), [opened]);
}

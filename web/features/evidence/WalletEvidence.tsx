import { useSyncExternalStore } from 'react';
import { evidence } from '#messages/evidence.ts';
import { Notice } from '../../ui/Notice.tsx';
import { CountedBalance } from './CountedBalance.tsx';
import { onReceipts, readReceipts } from './keptReceipts.ts';
import { ReceiptsFile } from './ReceiptsFile.tsx';

/** What this browser has checked for the player: their balance, and the receipts of their bets. */
export function WalletEvidence() {
  const kept = useSyncExternalStore(onReceipts, () => readReceipts().length);
  const right = useSyncExternalStore(onReceipts, () => readReceipts().filter(({ state }) => state === 'right').length);
  return (
    <>
      <CountedBalance />
      {right > 0 && <Notice tone="calm">{evidence.receipts.right(right)}</Notice>}
      {kept > 0 && <ReceiptsFile />}
    </>
  );
}

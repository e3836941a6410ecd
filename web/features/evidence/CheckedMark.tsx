import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs';
import { useSyncExternalStore } from 'react';
import { evidence } from '#messages/evidence.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { onReceipts, readReceipts } from './keptReceipts.ts';

interface CheckedMarkProps {
  gameId: string;
  /** How many bets, not cancelled, the player has in the round. */
  bets: number;
}

/** A mark once this browser has checked that all bets of the player in a round are under its root; else nothing. */
export function CheckedMark({ gameId, bets }: CheckedMarkProps) {
  const isChecked = useSyncExternalStore(onReceipts, () => {
    const own = readReceipts().filter((receipt) => receipt.gameId === gameId && receipt.state === 'right');
    return bets > 0 && own.length >= bets;
  });
  if (!isChecked) return null;
  return (
    <span title={evidence.receipts.checked}>
      <IconShieldCheck size={16} aria-hidden />
      <VisuallyHidden>{evidence.receipts.checked}</VisuallyHidden>
    </span>
  );
}

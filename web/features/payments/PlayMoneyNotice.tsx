import { deposit } from '#messages/deposit.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useProduct } from '../product/useProduct.ts';

/** Notice on every payment screen in play-money mode. */
export function PlayMoneyNotice() {
  return useProduct().playMoney ? <Notice tone="attention">{deposit.playHint}</Notice> : null;
}

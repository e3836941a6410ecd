import { words } from '../../messages/words.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useProduct } from '../product/useProduct.ts';

/** On every payment screen while nothing real is at stake. */
export function PlayMoneyNotice() {
  return useProduct().playMoney ? <Notice tone="attention">{words.deposit.playHint}</Notice> : null;
}

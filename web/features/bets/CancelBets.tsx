import { formatMoneyShort } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { AskedButton } from '../../ui/AskedButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useCancelBets } from './useCancelBets.ts';
import classes from './YourBets.module.css';

/** In a round whose result the operator has set: take all bets back, while bets are open. */
export function CancelBets({ gameId, livePaise }: { gameId: string; livePaise: bigint }) {
  const { cancelBets, cancelling } = useCancelBets();
  return (
    <div className={classes.cancel}>
      <Notice tone="attention">{words.game.operatorNotice}</Notice>
      <AskedButton
        label={words.game.cancelBets}
        title={words.game.cancelTitle}
        question={words.game.cancelQuestion}
        confirmLabel={words.game.cancelBetsOf(formatMoneyShort(livePaise))}
        cancelLabel={words.game.keepBets}
        busy={cancelling}
        onConfirm={() => cancelBets(gameId)}
      />
    </div>
  );
}

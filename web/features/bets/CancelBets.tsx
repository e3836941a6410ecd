import { formatMoneyShort } from '../../lib/money.ts';
import { formatCountdown } from '../../lib/time.ts';
import { game } from '#messages/game.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useCancelBets } from './useCancelBets.ts';
import classes from './YourBets.module.css';

interface CancelBetsProps {
  gameId: string;
  livePaise: bigint;
  /** In which it is possible. */
  secondsLeft: number;
}

/** Button to cancel all own bets in a round whose result the operator has set, with the time left to do so. */
export function CancelBets({ gameId, livePaise, secondsLeft }: CancelBetsProps) {
  const { cancelBets, cancelling } = useCancelBets();
  return (
    <div className={classes.cancel}>
      <Notice tone="attention">{game.operatorNotice}</Notice>
      <ConfirmButton
        label={`${game.cancelBets} · ${formatCountdown(secondsLeft)}`}
        title={game.cancelTitle}
        question={game.cancelQuestion}
        confirmLabel={game.cancelBetsOf(formatMoneyShort(livePaise))}
        cancelLabel={game.keepBets}
        busy={cancelling}
        onConfirm={() => cancelBets(gameId)}
      />
    </div>
  );
}

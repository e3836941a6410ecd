import { formatMoneyShort } from '../../lib/money.ts';
import { bet as betWords } from '#messages/bet.ts';
import { game } from '#messages/game.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useConnected } from '../shell/useConnected.ts';
import { forgetOpenBet, type OpenBet } from './openBets.ts';
import { choiceName } from './selections.ts';
import { usePlaceBet } from './usePlaceBet.ts';
import classes from './YourBets.module.css';

/** Bets without an answer, each with a retry, and refused ones with the reason. */
export function OpenBets({ bets }: { bets: readonly OpenBet[] }) {
  const { placeBet } = usePlaceBet();
  const connected = useConnected();
  return (
    <ul className={classes.open}>
      {bets.map((bet) => {
        const name = game.betOn(choiceName(bet.choice), formatMoneyShort(bet.stakePaise));
        return (
          <li key={`${bet.contest.gameId} ${name}`}>
            {bet.state === 'refused' ? (
              <Notice tone="bad" onDismiss={() => forgetOpenBet(bet)}>
                {betWords.notPlaced(name, bet.text)}
              </Notice>
            ) : (
              <Notice tone="attention">
                {betWords.noAnswer(name)}{' '}
                <button
                  type="button"
                  className={classes.retry}
                  disabled={!connected}
                  onClick={() => void placeBet(bet)}
                >
                  {betWords.retry(name)}
                </button>
              </Notice>
            )}
          </li>
        );
      })}
    </ul>
  );
}

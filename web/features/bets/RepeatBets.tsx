import { formatMoneyShort } from '../../lib/money.ts';
import { bet } from '#messages/bet.ts';
import { game } from '#messages/game.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { showToast } from '../../ui/toasts.ts';
import { addUp, type OwnBet } from './addUp.ts';
import classes from './YourBets.module.css';
import type { Choice, SelectionFields } from './selections.ts';
import type { BetRequest } from './openBets.ts';
import { usePlaceBet } from './usePlaceBet.ts';

interface RepeatBetsProps {
  contest: BetRequest['contest'];
  /** The bets of the last round; cancelled ones are not repeated. */
  bets: readonly OwnBet[];
  availablePaise: bigint;
}

/** Button that places the bets of the last round again; nothing where there are none or the balance is too small. */
export function RepeatBets({ contest, bets, availablePaise }: RepeatBetsProps) {
  const { placeBet, placing } = usePlaceBet();
  const sums = addUp(bets).filter(({ cancelled }) => !cancelled);
  const totalPaise = sums.reduce((sum, { paise }) => sum + paise, 0n);
  if (totalPaise === 0n || totalPaise > availablePaise) return null;
  const total = formatMoneyShort(totalPaise);

  const repeat = async () => {
    for (const { selection, paise } of sums) {
      const { problem } = await placeBet({ contest, choice: choiceOf(selection), stakePaise: paise });
      if (!problem) continue;
      showToast({ text: problem.text, tone: 'bad' });
      return;
    }
  };

  return (
    <div className={classes.repeat}>
      <ConfirmButton
        label={bet.repeat(total)}
        title={bet.repeatTitle}
        question={bet.repeatQuestion(
          sums.map(({ mark, paise }) => game.betOn(mark, formatMoneyShort(paise))).join(', '),
        )}
        confirmLabel={bet.repeatConfirm(total)}
        cancelLabel={bet.repeatCancel}
        busy={placing}
        onConfirm={repeat}
      />
    </div>
  );
}

function choiceOf({ color, number }: SelectionFields): Choice {
  return color ? { color } : { number: number ?? 0 };
}

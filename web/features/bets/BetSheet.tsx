import { useState } from 'react';
import { formatMoneyShort, moneyOf } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import colors from '../../ui/gameColors.module.css';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { shapes } from '../../ui/shapes.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useLastDefined } from '../../ui/useLastDefined.ts';
import { LinkButton } from '../shell/LinkButton.tsx';
import classes from './BetSheet.module.css';
import { formatMultiplier, ratesOf, type PayoutRow, type Rates } from './payouts.ts';
import { choiceName, type Choice } from './selections.ts';
import { StakePicker } from './StakePicker.tsx';
import { StakeSummary } from './StakeSummary.tsx';
import { usePlaceBet } from './usePlaceBet.ts';
import { useStake } from './useStake.ts';

interface BetSheetProps {
  gameId: string;
  /** The selection to bet on; null while the sheet is closed. */
  choice: Choice | null;
  open: boolean;
  availablePaise: bigint;
  payoutTable: readonly PayoutRow[];
  onClose: () => void;
}

/** The sheet to choose and place a bet. `open` is whether the round still takes bets. */
export function BetSheet({ choice, onClose, ...rest }: BetSheetProps) {
  const shown = useLastDefined(choice);
  const title = shown && <BetTitle choice={shown} rates={ratesOf(rest.payoutTable, shown)} />;
  return (
    <Sheet title={title} opened={choice !== null} onClose={onClose}>
      {shown && (
        // While the sheet closes it no longer belongs to a round.
        <div inert={choice === null}>
          <BetForm choice={shown} onClose={onClose} {...rest} />
        </div>
      )}
    </Sheet>
  );
}

function BetTitle({ choice, rates }: { choice: Choice; rates: Rates }) {
  const color = 'color' in choice ? choice.color : null;
  return (
    <span className={classes.head}>
      {words.bet.title(choiceName(choice))}
      <span className={`${classes.returns} ${color ? colors[color] : ''}`}>
        {color && <span aria-hidden>{shapes[color]} </span>}
        {words.bet.returns(formatMultiplier(rates.usual))}
      </span>
    </span>
  );
}

function BetForm({ gameId, choice, open, availablePaise, payoutTable, onClose }: BetSheetProps & { choice: Choice }) {
  const stake = useStake();
  const { placeBet, placing } = usePlaceBet();
  const [problem, setProblem] = useState<string | null>(null);
  const { totalPaise } = stake;
  const color = 'color' in choice ? choice.color : undefined;
  const name = choiceName(choice);
  const insufficient = totalPaise > availablePaise;

  const submit = async () => {
    if (insufficient || totalPaise === 0n || !open || placing) return;
    setProblem(null);
    const placed = await placeBet({ gameId, choice, stakePaise: totalPaise });
    setProblem(placed.problem?.text ?? null);
    if (placed.problem) return;
    showToast({ text: words.bet.placed(formatMoneyShort(totalPaise), name), tone: 'good' });
    onClose();
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack>
        <StakePicker stake={stake} availablePaise={availablePaise} />
        <StakeSummary choice={choice} stakePaise={totalPaise} rates={ratesOf(payoutTable, choice)} />
        {insufficient && <Notice tone="attention">{words.bet.insufficient}</Notice>}
        {problem && !insufficient && <Notice tone="bad">{problem}</Notice>}
        <div className={classes.foot}>
          {insufficient && open ? (
            <TopUp missingPaise={totalPaise - availablePaise} />
          ) : (
            <PrimaryButton
              type="submit"
              color={color}
              loading={placing}
              disabled={!open || totalPaise === 0n}
              reason={open ? words.bet.chooseAmount : words.bet.closed}
              startsFocused
            >
              {totalPaise === 0n ? words.bet.submitEmpty(name) : words.bet.submit(formatMoneyShort(totalPaise), name)}
            </PrimaryButton>
          )}
        </div>
      </Stack>
    </form>
  );
}

/** In place of the bet that the balance is too small for: the way to the amount that is missing. */
function TopUp({ missingPaise }: { missingPaise: bigint }) {
  return (
    <LinkButton to={paths.deposit} state={{ rechargeAmount: moneyOf(missingPaise) }}>
      {words.bet.topUpToBet(formatMoneyShort(missingPaise))}
    </LinkButton>
  );
}

import { formatMoneyShort, moneyOf } from '../../lib/money.ts';
import { bet } from '#messages/bet.ts';
import { paths } from '../../paths.ts';
import colors from '../../ui/gameColors.module.css';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { shapes } from '../../ui/shapes.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useLastDefined } from '../../ui/useLastDefined.ts';
import { LinkButton } from '../shell/LinkButton.tsx';
import { BetLimits, type RoundLimits } from './BetLimits.tsx';
import classes from './BetSheet.module.css';
import { formatMultiplier, ratesOf, type PayoutRow, type Rates } from './payouts.ts';
import type { BetRequest } from './openBets.ts';
import { choiceName, type Choice } from './selections.ts';
import { StakePicker } from './StakePicker.tsx';
import { StakeSummary } from './StakeSummary.tsx';
import { usePlaceBet } from './usePlaceBet.ts';
import { useStake } from './useStake.ts';

interface BetSheetProps {
  contest: BetRequest['contest'];
  /** The selection to bet on; null while the sheet is closed. */
  choice: Choice | null;
  /** Why no bet can be placed; null while bets are taken. */
  closedReason: string | null;
  availablePaise: bigint;
  payoutTable: readonly PayoutRow[];
  limits: RoundLimits | null;
  onClose: () => void;
  /** Called as a bet is sent, and with "Bet Placed: …" once it is placed. */
  onSend: () => void;
  onPlaced: (text: string) => void;
}

/** The sheet to choose a bet; it closes as the bet is sent. */
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
      {bet.title(choiceName(choice))}
      <span className={`${classes.returns} ${color ? colors[color] : ''}`}>
        {color && <span aria-hidden>{shapes[color]} </span>}
        {bet.returns(formatMultiplier(rates.usual))}
      </span>
    </span>
  );
}

function BetForm({
  contest,
  choice,
  closedReason,
  availablePaise,
  payoutTable,
  limits,
  onClose,
  onSend,
  onPlaced,
}: BetSheetProps & { choice: Choice }) {
  const stake = useStake();
  const { placeBet, placing } = usePlaceBet();
  const { totalPaise } = stake;
  const color = 'color' in choice ? choice.color : undefined;
  const name = choiceName(choice);
  const insufficient = totalPaise > availablePaise && !placing;
  const open = closedReason === null;

  const submit = async () => {
    if (insufficient || totalPaise === 0n || !open || placing) return;
    onClose();
    onSend();
    const { problem } = await placeBet({ contest, choice, stakePaise: totalPaise });
    if (problem) showToast({ text: problem.text, tone: 'bad' });
    else onPlaced(bet.placed(formatMoneyShort(totalPaise), name));
  };

  return (
    <SubmitForm onSubmit={() => void submit()}>
      <Stack>
        <StakePicker stake={stake} availablePaise={availablePaise} />
        <BetLimits limits={limits} />
        <StakeSummary choice={choice} stakePaise={totalPaise} rates={ratesOf(payoutTable, choice)} />
        {insufficient && <Notice tone="attention">{bet.insufficient}</Notice>}
        <div className={classes.foot}>
          {insufficient && open ? (
            <TopUp missingPaise={totalPaise - availablePaise} />
          ) : (
            <PrimaryButton
              type="submit"
              color={color}
              loading={placing}
              disabled={!open || totalPaise === 0n}
              reason={closedReason ?? bet.chooseAmount}
              startsFocused
            >
              {totalPaise === 0n ? bet.submitEmpty(name) : bet.submit(formatMoneyShort(totalPaise), name)}
            </PrimaryButton>
          )}
        </div>
      </Stack>
    </SubmitForm>
  );
}

/** In place of the bet that the balance is too small for: the way to the amount that is missing. */
function TopUp({ missingPaise }: { missingPaise: bigint }) {
  return (
    <LinkButton to={paths.deposit} state={{ rechargeAmount: moneyOf(missingPaise) }}>
      {bet.topUpToBet(formatMoneyShort(missingPaise))}
    </LinkButton>
  );
}

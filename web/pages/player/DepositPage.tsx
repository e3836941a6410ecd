import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PlayMoneyNotice } from '../../features/payments/PlayMoneyNotice.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { formatMoneyShort, moneyOf, readAmount } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { useRouteState } from '../../routeState.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Card } from '../../ui/Card.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import classes from './DepositPage.module.css';

/** Rupees (server/domain/README.md#inputs-of-screens). */
const quickAmounts = [500, 1000, 2000, 5000, 10_000, 49_999];

export function DepositPage() {
  const { rechargeAmount = '' } = useRouteState();
  const [typed, setTyped] = useState(rechargeAmount.replace(/\.00$/, ''));
  const navigate = useNavigate();
  const paise = readAmount(typed);
  const ready = paise !== null && paise > 0n;

  const recharge = () => {
    if (ready) void navigate(paths.depositMethod, { state: { rechargeAmount: moneyOf(paise) } });
  };

  return (
    <Screen title={words.titles.deposit} backTo={paths.wallet}>
      <Stack>
        <PlayMoneyNotice />
        <Card>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              recharge();
            }}
          >
            <Stack>
              <AmountInput label={words.deposit.amount} value={typed} onChange={setTyped} error={amountError(typed)} />
              <div className={classes.quick} role="group" aria-label={words.deposit.quick}>
                {quickAmounts.map((rupees) => (
                  <button
                    type="button"
                    key={rupees}
                    className={classes.amount}
                    aria-pressed={paise === BigInt(rupees) * 100n}
                    onClick={() => setTyped(String(rupees))}
                  >
                    {formatMoneyShort(BigInt(rupees) * 100n)}
                  </button>
                ))}
              </div>
              <PrimaryButton
                type="submit"
                disabled={!ready}
                reason={amountError(typed) === null ? words.deposit.amountMissing : undefined}
              >
                {ready ? words.deposit.submitAmount(formatMoneyShort(paise)) : words.deposit.submit}
              </PrimaryButton>
            </Stack>
          </form>
        </Card>
      </Stack>
    </Screen>
  );
}

function amountError(typed: string): string | null {
  if (typed === '' || readAmount(typed) !== null) return null;
  return /\.\d{3}/.test(typed) ? words.deposit.decimals : words.deposit.tooMuch;
}

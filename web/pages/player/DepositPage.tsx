import { useNavigate } from 'react-router-dom';
import { PlayMoneyNotice } from '../../features/payments/PlayMoneyNotice.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { formatMoneyShort, moneyOf, readAmount } from '../../lib/money.ts';
import { deposit } from '#messages/deposit.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { useRouteState } from '../../routeState.ts';
import { amountError } from '../../ui/amountError.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Card } from '../../ui/Card.tsx';
import { Form } from '../../ui/Form.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useForm } from '../../ui/useForm.ts';
import classes from './DepositPage.module.css';

/** Rupees (web/pages/README.md#inputs-of-screens). */
const quickAmounts = [500, 1000, 2000, 5000, 10_000, 49_999];

export default function DepositPage() {
  const { rechargeAmount = '' } = useRouteState();
  const navigate = useNavigate();
  const form = useForm({
    initial: { amount: rechargeAmount.replace(/\.00$/, '') },
    send: ({ amount }) =>
      void navigate(paths.depositMethod, { state: { rechargeAmount: moneyOf(readAmount(amount) ?? 0n) } }),
  });
  const { amount } = form.typed;
  const paise = readAmount(amount);
  const ready = paise !== null && paise > 0n;
  const error = amountError(amount);

  return (
    <Screen title={titles.deposit} backTo={paths.wallet}>
      <Stack>
        <PlayMoneyNotice />
        <Card>
          <Form
            form={form}
            submit={ready ? deposit.submitAmount(formatMoneyShort(paise)) : deposit.submit}
            disabled={!ready}
            reason={error === null ? deposit.amountMissing : undefined}
          >
            <AmountInput label={deposit.amount} {...form.field('amount')} error={error} />
            <div className={classes.quick} role="group" aria-label={deposit.quick}>
              {quickAmounts.map((rupees) => (
                <button
                  type="button"
                  key={rupees}
                  className={classes.amount}
                  aria-pressed={paise === BigInt(rupees) * 100n}
                  onClick={() => form.set({ amount: String(rupees) })}
                >
                  {formatMoneyShort(BigInt(rupees) * 100n)}
                </button>
              ))}
            </div>
          </Form>
        </Card>
      </Stack>
    </Screen>
  );
}

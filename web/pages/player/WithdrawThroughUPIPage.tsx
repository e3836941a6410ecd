import { useRequestWithdrawal } from '../../features/payments/useRequestWithdrawal.ts';
import { checkUpiWithdrawal } from '../../features/payments/withdrawalChecks.ts';
import { useWithdrawalForm, WithdrawalForm } from '../../features/payments/WithdrawalForm.tsx';
import { WithdrawalScreen } from '../../features/payments/WithdrawalScreen.tsx';
import { formatMoneyShort, moneyOf, readAmount } from '../../lib/money.ts';
import { titles } from '#messages/titles.ts';
import { withdraw } from '#messages/withdraw.ts';
import { paths } from '../../paths.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { TextField } from '../../ui/TextField.tsx';

/** Withdraw Funds: reading A of the withdrawal screen. */
export default function WithdrawThroughUPIPage() {
  return (
    <WithdrawalScreen title={titles.withdrawThroughUPI} backTo={paths.withdrawMethod}>
      {(availablePaise) => <UpiWithdrawal availablePaise={availablePaise} />}
    </WithdrawalScreen>
  );
}

function UpiWithdrawal({ availablePaise }: { availablePaise: bigint }) {
  const requestWithdrawal = useRequestWithdrawal();
  const form = useWithdrawalForm({
    initial: { upiId: '', amount: '' },
    check: (typed) => checkUpiWithdrawal({ ...typed, availablePaise }),
    send: (typed) => requestWithdrawal({ amount: moneyOf(readAmount(typed.amount) ?? 0n), upiId: typed.upiId.trim() }),
  });
  const paise = readAmount(form.typed.amount) ?? 0n;
  const upiId = form.typed.upiId.trim();
  return (
    <WithdrawalForm
      form={form}
      submit={paise > 0n ? withdraw.submitAmount(formatMoneyShort(paise)) : withdraw.submit}
      amountPaise={paise}
      destination={upiId}
      details={[[withdraw.upiId, upiId]]}
    >
      <TextField
        label={withdraw.upiId}
        autoComplete="off"
        autoCapitalize="none"
        inputMode="email"
        {...form.field('upiId')}
      />
      <AmountInput label={withdraw.amount} {...form.field('amount')} />
    </WithdrawalForm>
  );
}

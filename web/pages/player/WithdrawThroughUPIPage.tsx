import { useState } from 'react';
import { useRequestWithdrawal } from '../../features/payments/useRequestWithdrawal.ts';
import { checkUpiWithdrawal } from '../../features/payments/withdrawalChecks.ts';
import { WithdrawalForm } from '../../features/payments/WithdrawalForm.tsx';
import { WithdrawalScreen } from '../../features/payments/WithdrawalScreen.tsx';
import { formatMoneyShort, moneyOf, readAmount } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { TextField } from '../../ui/TextField.tsx';

/** Withdraw Funds: reading A of the withdrawal screen. */
export function WithdrawThroughUPIPage() {
  return (
    <WithdrawalScreen title={words.titles.withdrawThroughUPI} backTo={paths.withdrawMethod}>
      {(availablePaise) => <UpiWithdrawal availablePaise={availablePaise} />}
    </WithdrawalScreen>
  );
}

function UpiWithdrawal({ availablePaise }: { availablePaise: bigint }) {
  const [upiId, setUpiId] = useState('');
  const [amount, setAmount] = useState('');
  const { requestWithdrawal, requesting, problem, setProblem } = useRequestWithdrawal();
  const paise = readAmount(amount) ?? 0n;
  return (
    <WithdrawalForm
      submit={paise > 0n ? words.withdraw.submitAmount(formatMoneyShort(paise)) : words.withdraw.submit}
      busy={requesting}
      refused={problem}
      onForget={() => setProblem(null)}
      amountPaise={paise}
      destination={upiId.trim()}
      details={[[words.withdraw.upiId, upiId.trim()]]}
      check={() => checkUpiWithdrawal({ amount, upiId, availablePaise })}
      send={() => requestWithdrawal({ amount: moneyOf(paise), upiId: upiId.trim() })}
    >
      {(problems, onEdit) => (
        <>
          <TextField
            label={words.withdraw.upiId}
            autoComplete="off"
            autoCapitalize="none"
            inputMode="email"
            value={upiId}
            error={problems.upiId}
            onChange={(event) => {
              setUpiId(event.currentTarget.value);
              onEdit();
            }}
          />
          <AmountInput
            label={words.withdraw.amount}
            value={amount}
            error={problems.amount}
            onChange={(value) => {
              setAmount(value);
              onEdit();
            }}
          />
        </>
      )}
    </WithdrawalForm>
  );
}

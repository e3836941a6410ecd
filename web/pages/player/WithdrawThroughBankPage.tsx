import { useState } from 'react';
import { useRequestWithdrawal } from '../../features/payments/useRequestWithdrawal.ts';
import { checkBankWithdrawal } from '../../features/payments/withdrawalChecks.ts';
import { WithdrawalForm } from '../../features/payments/WithdrawalForm.tsx';
import { WithdrawalScreen } from '../../features/payments/WithdrawalScreen.tsx';
import { moneyOf, readAmount } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { TextField } from '../../ui/TextField.tsx';

export function WithdrawThroughBankPage() {
  return (
    <WithdrawalScreen title={words.titles.withdrawThroughBank} backTo={paths.withdrawMethod}>
      {() => <BankWithdrawal />}
    </WithdrawalScreen>
  );
}

const empty = { amount: '', accountNumber: '', confirmation: '', ifscCode: '', accountHolderName: '' };

const textFields = [
  { name: 'accountNumber', label: words.withdraw.accountNumber, inputMode: 'numeric' },
  { name: 'confirmation', label: words.withdraw.confirmAccountNumber, inputMode: 'numeric' },
  { name: 'ifscCode', label: words.withdraw.ifsc, inputMode: 'text' },
  { name: 'accountHolderName', label: words.withdraw.holder, inputMode: 'text' },
] as const;

function BankWithdrawal() {
  const [typed, setTyped] = useState(empty);
  const { requestWithdrawal, requesting, problem, setProblem } = useRequestWithdrawal();
  const change = (name: keyof typeof empty, value: string) => setTyped((now) => ({ ...now, [name]: value }));

  const send = () =>
    requestWithdrawal({
      amount: moneyOf(readAmount(typed.amount) ?? 0n),
      bankAccount: {
        accountNumber: typed.accountNumber.trim(),
        ifscCode: typed.ifscCode.trim().toUpperCase(),
        accountHolderName: typed.accountHolderName.trim(),
      },
    });

  return (
    <WithdrawalForm
      submit={words.common.confirm}
      busy={requesting}
      refused={problem}
      onForget={() => setProblem(null)}
      amountPaise={readAmount(typed.amount) ?? 0n}
      destination={typed.accountNumber.trim()}
      details={[
        [words.withdraw.accountNumber, typed.accountNumber.trim()],
        [words.withdraw.ifsc, typed.ifscCode.trim().toUpperCase()],
        [words.withdraw.holder, typed.accountHolderName.trim()],
      ]}
      check={() => checkBankWithdrawal(typed)}
      send={send}
    >
      {(problems, onEdit) => {
        const edit = (name: keyof typeof empty, value: string) => {
          change(name, value);
          onEdit();
        };
        return (
          <>
            <AmountInput
              label={words.withdraw.amount}
              value={typed.amount}
              error={problems.amount}
              onChange={(value) => edit('amount', value)}
            />
            {textFields.map(({ name, label, inputMode }) => (
              <TextField
                key={name}
                label={label}
                inputMode={inputMode}
                autoComplete="off"
                value={typed[name]}
                error={problems[name]}
                onChange={(event) => edit(name, event.currentTarget.value)}
              />
            ))}
          </>
        );
      }}
    </WithdrawalForm>
  );
}

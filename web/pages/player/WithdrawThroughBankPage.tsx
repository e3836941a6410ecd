import { useRequestWithdrawal } from '../../features/payments/useRequestWithdrawal.ts';
import { checkBankWithdrawal, type TypedBankWithdrawal } from '../../features/payments/withdrawalChecks.ts';
import { useWithdrawalForm, WithdrawalForm } from '../../features/payments/WithdrawalForm.tsx';
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

const empty: TypedBankWithdrawal = {
  amount: '',
  accountNumber: '',
  confirmation: '',
  ifscCode: '',
  accountHolderName: '',
};

const textFields = [
  { name: 'accountNumber', label: words.withdraw.accountNumber, inputMode: 'numeric' },
  { name: 'confirmation', label: words.withdraw.confirmAccountNumber, inputMode: 'numeric' },
  { name: 'ifscCode', label: words.withdraw.ifsc, inputMode: 'text' },
  { name: 'accountHolderName', label: words.withdraw.holder, inputMode: 'text' },
] as const;

function BankWithdrawal() {
  const requestWithdrawal = useRequestWithdrawal();
  const form = useWithdrawalForm({
    initial: empty,
    check: checkBankWithdrawal,
    send: (typed) =>
      requestWithdrawal({ amount: moneyOf(readAmount(typed.amount) ?? 0n), bankAccount: accountOf(typed) }),
  });
  const account = accountOf(form.typed);
  return (
    <WithdrawalForm
      form={form}
      submit={words.common.confirm}
      amountPaise={readAmount(form.typed.amount) ?? 0n}
      destination={account.accountNumber}
      details={[
        [words.withdraw.accountNumber, account.accountNumber],
        [words.withdraw.ifsc, account.ifscCode],
        [words.withdraw.holder, account.accountHolderName],
      ]}
    >
      <AmountInput label={words.withdraw.amount} {...form.field('amount')} />
      {textFields.map(({ name, label, inputMode }) => (
        <TextField key={name} label={label} inputMode={inputMode} autoComplete="off" {...form.field(name)} />
      ))}
    </WithdrawalForm>
  );
}

function accountOf({ accountNumber, ifscCode, accountHolderName }: TypedBankWithdrawal) {
  return {
    accountNumber: accountNumber.trim(),
    ifscCode: ifscCode.trim().toUpperCase(),
    accountHolderName: accountHolderName.trim(),
  };
}

import { useRequestWithdrawal } from '../../features/payments/useRequestWithdrawal.ts';
import { checkBankWithdrawal, type TypedBankWithdrawal } from '../../features/payments/withdrawalChecks.ts';
import { useWithdrawalForm, WithdrawalForm } from '../../features/payments/WithdrawalForm.tsx';
import { WithdrawalScreen } from '../../features/payments/WithdrawalScreen.tsx';
import { moneyOf, readAmount } from '../../lib/money.ts';
import { common } from '#messages/common.ts';
import { titles } from '#messages/titles.ts';
import { withdraw } from '#messages/withdraw.ts';
import { paths } from '../../paths.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { TextField } from '../../ui/TextField.tsx';

export default function WithdrawThroughBankPage() {
  return (
    <WithdrawalScreen title={titles.withdrawThroughBank} backTo={paths.withdrawMethod}>
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
  { name: 'accountNumber', label: withdraw.accountNumber, inputMode: 'numeric' },
  { name: 'confirmation', label: withdraw.confirmAccountNumber, inputMode: 'numeric' },
  { name: 'ifscCode', label: withdraw.ifsc, inputMode: 'text' },
  { name: 'accountHolderName', label: withdraw.holder, inputMode: 'text' },
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
      submit={common.confirm}
      amountPaise={readAmount(form.typed.amount) ?? 0n}
      destination={account.accountNumber}
      details={[
        [withdraw.accountNumber, account.accountNumber],
        [withdraw.ifsc, account.ifscCode],
        [withdraw.holder, account.accountHolderName],
      ]}
    >
      <AmountInput label={withdraw.amount} {...form.field('amount')} />
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

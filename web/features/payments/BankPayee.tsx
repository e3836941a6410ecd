import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { BankPayee_payeeFragment } from '../../gql/graphql.ts';
import { deposit } from '#messages/deposit.ts';
import { Stack } from '../../ui/Stack.tsx';
import { CopyFact } from './CopyFact.tsx';

export const BankPayee_payee = graphql(`
  fragment BankPayee_payee on Payee {
    accountNumber
    ifscCode
    accountHolderName
  }
`);

/** The bank account to pay to, each field with a copy button. */
export function BankPayee({ payee }: { payee: FragmentType<BankPayee_payeeFragment> }) {
  const { data } = useFragmentData({ fragment: BankPayee_payee, from: payee });
  const facts = [
    [deposit.accountNumber, data.accountNumber],
    [deposit.ifsc, data.ifscCode],
    [deposit.holder, data.accountHolderName],
  ] as const;
  return (
    <Stack gap={8}>
      {facts.map(([label, value]) => (
        <CopyFact
          key={label}
          label={label}
          value={value ?? ''}
          copy={deposit.copy(label)}
          copied={deposit.copied(label)}
        />
      ))}
    </Stack>
  );
}

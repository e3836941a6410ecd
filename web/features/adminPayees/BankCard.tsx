import type { FragmentType } from '@apollo/client/masking';
import { useSuspenseFragment } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { BankCard_payeeFragment } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { ActivePill } from '../../ui/ActivePill.tsx';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import type { Message } from '../../ui/MessagePopup.tsx';
import { PayeeActions } from './PayeeActions.tsx';
import classes from './PayeeCard.module.css';

export const BankCard_payee = graphql(`
  fragment BankCard_payee on Payee {
    id
    accountNumber
    ifscCode
    accountHolderName
    active
  }
`);

/** A bank account that players pay to. */
export function BankCard({
  payee,
  onDone,
}: {
  payee: FragmentType<BankCard_payeeFragment>;
  onDone: (message: Message) => void;
}) {
  const { data } = useSuspenseFragment({ fragment: BankCard_payee, from: payee });
  const { payees } = words.admin;
  const name = data.accountNumber ?? '';
  return (
    <Card className={classes.card}>
      <div className={classes.head}>
        <h3 className={`${classes.name} ${data.active ? classes.active : ''}`}>{name}</h3>
        <ActivePill active={data.active}>{data.active ? payees.active : payees.inactive}</ActivePill>
      </div>
      <Facts
        facts={[
          [payees.bank.ifsc, data.ifscCode],
          [payees.bank.holder, data.accountHolderName],
        ]}
      />
      <PayeeActions payee={data} name={name} labels={payees.bank} onDone={onDone} />
    </Card>
  );
}

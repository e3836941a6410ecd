import type { FragmentType } from '@apollo/client/masking';
import { useSuspenseFragment } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { PayeeCard_payeeFragment } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { ActivePill } from '../../ui/ActivePill.tsx';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import type { Message } from '../../ui/MessagePopup.tsx';
import { PayeeActions } from './PayeeActions.tsx';
import { useMay } from '../admin/useMay.ts';
import classes from './PayeeCard.module.css';

export const PayeeCard_payee = graphql(`
  fragment PayeeCard_payee on Payee {
    id
    channel
    upiId
    accountNumber
    ifscCode
    accountHolderName
    active
  }
`);

interface PayeeCardProps {
  payee: FragmentType<PayeeCard_payeeFragment>;
  onDone: (message: Message) => void;
}

/** A UPI id or bank account that players pay to: green while it is active. */
export function PayeeCard({ payee, onDone }: PayeeCardProps) {
  const { data } = useSuspenseFragment({ fragment: PayeeCard_payee, from: payee });
  const { active, inactive, BANK, [data.channel]: labels } = words.admin.payees;
  const may = useMay();
  const name = data.upiId ?? data.accountNumber ?? '';
  return (
    <Card className={classes.card}>
      <div className={classes.head}>
        <h3 className={`${classes.name} ${data.active ? classes.active : ''}`}>{name}</h3>
        <ActivePill active={data.active}>{data.active ? active : inactive}</ActivePill>
      </div>
      {data.channel === 'BANK' && (
        <Facts
          facts={[
            [BANK.ifsc, data.ifscCode],
            [BANK.holder, data.accountHolderName],
          ]}
        />
      )}
      {may('PAYEE_MANAGE') && <PayeeActions payee={data} name={name} labels={labels} onDone={onDone} />}
    </Card>
  );
}

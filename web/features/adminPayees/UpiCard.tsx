import type { FragmentType } from '@apollo/client/masking';
import { useSuspenseFragment } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { UpiCard_payeeFragment } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { ActivePill } from '../../ui/ActivePill.tsx';
import { Card } from '../../ui/Card.tsx';
import type { Message } from '../../ui/MessagePopup.tsx';
import { PayeeActions } from './PayeeActions.tsx';
import classes from './PayeeCard.module.css';

export const UpiCard_payee = graphql(`
  fragment UpiCard_payee on Payee {
    id
    upiId
    active
  }
`);

/** A UPI id that players pay to: green while it is active. */
export function UpiCard({
  payee,
  onDone,
}: {
  payee: FragmentType<UpiCard_payeeFragment>;
  onDone: (message: Message) => void;
}) {
  const { data } = useSuspenseFragment({ fragment: UpiCard_payee, from: payee });
  const { payees } = words.admin;
  const name = data.upiId ?? '';
  return (
    <Card className={classes.card}>
      <div className={classes.head}>
        <h3 className={`${classes.name} ${data.active ? classes.active : ''}`}>{name}</h3>
        <ActivePill active={data.active}>{data.active ? payees.active : payees.inactive}</ActivePill>
      </div>
      <PayeeActions payee={data} name={name} labels={payees.upi} onDone={onDone} />
    </Card>
  );
}

import type { FragmentType } from '@apollo/client/masking';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { PayeeCard_payeeFragment } from '../../gql/graphql.ts';
import { payees } from '#messages/admin/payees.ts';
import { ActivePill } from '../../ui/ActivePill.tsx';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import type { Message } from '../../ui/MessagePopup.tsx';
import type { ListedPayee } from './consequence.ts';
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
  /** The active accounts, the one that players are shown first. */
  shownFirst: readonly ListedPayee[];
  onDone: (message: Message) => void;
}

/** A UPI id or bank account that players pay to: green while it is active, marked while players are shown it. */
export function PayeeCard({ payee, shownFirst, onDone }: PayeeCardProps) {
  const { data } = useFragmentData({ fragment: PayeeCard_payee, from: payee });
  const { active, inactive, shownNow, BANK, [data.channel]: labels } = payees;
  const may = useMay();
  const name = data.upiId ?? data.accountNumber ?? '';
  return (
    <Card className={classes.card}>
      <div className={classes.head}>
        <h3 className={`${classes.name} ${data.active ? classes.active : ''}`}>{name}</h3>
        <ActivePill active={data.active}>{data.active ? active : inactive}</ActivePill>
      </div>
      {shownFirst[0]?.id === data.id && (
        <p className={classes.shown}>
          <IconEye size={18} aria-hidden />
          {shownNow}
        </p>
      )}
      {data.channel === 'BANK' && (
        <Facts
          facts={[
            [BANK.ifsc, data.ifscCode],
            [BANK.holder, data.accountHolderName],
          ]}
        />
      )}
      {may('PAYEE_MANAGE') && (
        <PayeeActions payee={data} name={name} active={shownFirst} labels={labels} onDone={onDone} />
      )}
    </Card>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { ToPay_payoutFragment } from '../../gql/graphql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';
import { payoutBatches } from '#messages/admin/payouts.ts';
import { Card } from '../../ui/Card.tsx';
import { CardGrid } from '../../ui/CardGrid.tsx';
import { DataTable, NumericCell, type Column } from '../../ui/DataTable.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { PlayerLink } from '../admin/PlayerLink.tsx';
import { SelectionBar } from '../admin/SelectionBar.tsx';
import { useMay } from '../admin/useMay.ts';
import { useRoomForTable } from '../admin/useRoomForTable.ts';
import { MakeBatchDialog } from './MakeBatchDialog.tsx';
import { PayoutAccount } from './PayoutAccount.tsx';
import classes from './Payouts.module.css';
import { SelectBox } from './SelectBox.tsx';
import { mostPayouts, usePayoutSelection, type PayoutSelection } from './usePayoutSelection.ts';

graphql(`
  fragment ToPay_payout on Transaction {
    id
    amount
    createdAt
    upiId
    accountNumber
    ifscCode
    accountHolderName
    player {
      id
      uid
      name
    }
  }
`);

const texts = payoutBatches.toPay;
type Payout = ToPay_payoutFragment;

/** Approved payouts that are in no batch, of which those that are selected become one. */
export function ToPay({ payouts }: { payouts: readonly Payout[] }) {
  const selection = usePayoutSelection(payouts);
  const [making, setMaking] = useState(false);
  const mayMake = useMay()('PAYOUT_BATCH_MANAGE');
  const count = selection.ids.length;
  return (
    <>
      {mayMake && (
        <SelectionBar selected={texts.selected(count, formatMoneyShort(selection.sum))}>
          <Button disabled={count === 0} onClick={() => setMaking(true)}>
            {texts.make}
          </Button>
          <Button variant="light" onClick={() => selection.selectAll(!selection.all)}>
            {selection.all ? texts.clear : texts.selectAll(Math.min(payouts.length, mostPayouts))}
          </Button>
          {payouts.length > mostPayouts && <span>{texts.most(mostPayouts)}</span>}
        </SelectionBar>
      )}
      <PayoutList payouts={payouts} selection={mayMake ? selection : null} />
      {making && (
        <MakeBatchDialog
          payouts={payouts.filter(({ id }) => selection.ids.includes(id))}
          onClose={() => setMaking(false)}
        />
      )}
    </>
  );
}

interface PayoutListProps {
  payouts: readonly Payout[];
  /** Null for admins who make no batches. */
  selection: PayoutSelection | null;
}

function PayoutList({ payouts, selection }: PayoutListProps) {
  const roomForTable = useRoomForTable();
  const { columns } = texts;
  const check = ({ id, amount, player }: Payout) =>
    selection && (
      <SelectBox
        label={texts.one(formatMoneyShort(amount), player.name)}
        checked={selection.has(id)}
        onChange={(isSelected) => selection.select(id, isSelected)}
      />
    );
  if (!roomForTable) {
    return (
      <CardGrid title={texts.title} titleHidden>
        {payouts.map((payout) => (
          <li key={payout.id}>
            <Card className={classes.card}>
              <p className={classes.head}>
                {check(payout)}
                <PlayerLink uid={payout.player.uid} name={payout.player.name} />
                <MoneyText amount={payout.amount} />
              </p>
              <PayoutAccount payout={payout} />
              <span className={classes.under}>{formatInstant(payout.createdAt)}</span>
            </Card>
          </li>
        ))}
      </CardGrid>
    );
  }
  const all = selection && (
    <SelectBox label={texts.all} checked={selection.all} onChange={(isSelected) => selection.selectAll(isSelected)} />
  );
  const shownColumns: readonly Column[] = [
    ...(all ? [{ key: 'select', title: columns.select, head: all }] : []),
    { key: 'player', title: columns.player },
    { key: 'account', title: columns.account },
    { key: 'requested', title: columns.approved },
    { key: 'amount', title: columns.amount, numeric: true },
  ];
  return (
    <DataTable label={texts.title} columns={shownColumns} className={classes.table}>
      {payouts.map((payout) => (
        <tr key={payout.id}>
          {selection && <td>{check(payout)}</td>}
          <td>
            <PlayerLink uid={payout.player.uid} name={payout.player.name} />
          </td>
          <td>
            <PayoutAccount payout={payout} />
          </td>
          <td>{formatInstant(payout.createdAt)}</td>
          <NumericCell>
            <MoneyText amount={payout.amount} />
          </NumericCell>
        </tr>
      ))}
    </DataTable>
  );
}

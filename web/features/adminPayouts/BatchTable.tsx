import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { payoutBatches } from '#messages/admin/payouts.ts';
import { Card } from '../../ui/Card.tsx';
import { CardGrid } from '../../ui/CardGrid.tsx';
import { DataTable, NumericCell, type Column } from '../../ui/DataTable.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { PlayerLink } from '../admin/PlayerLink.tsx';
import { useRoomForTable } from '../admin/useRoomForTable.ts';
import { isPayoutReference } from '../adminPayments/decisionChecks.ts';
import type { References } from './AnswerCard.tsx';
import { isAwaited, type Batch, type BatchPayout } from './batch.ts';
import { PayoutAccount } from './PayoutAccount.tsx';
import classes from './Payouts.module.css';
import { SelectBox } from './SelectBox.tsx';

const texts = payoutBatches.payouts;
const { columns } = texts;

interface BatchTableProps {
  batch: Batch;
  references: References;
  onReference: (payoutId: string, reference: string) => void;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** The payouts of a batch as a table where it fits, else as cards: each with its reference, or what became of it. */
export function BatchTable({ batch, references, onReference, chosen, onChoose }: BatchTableProps) {
  const roomForTable = useRoomForTable();
  const awaited = batch.payouts.filter((payout) => isAwaited(batch, payout));
  const select = (id: string, isSelected: boolean) => {
    const next = new Set(chosen);
    if (isSelected) next.add(id);
    else next.delete(id);
    onChoose(next);
  };
  const check = (payout: BatchPayout) =>
    isAwaited(batch, payout) && (
      <SelectBox
        label={texts.one(payout.code, payout.transaction.player.name)}
        checked={chosen.has(payout.id)}
        onChange={(isSelected) => select(payout.id, isSelected)}
      />
    );
  const outcome = (payout: BatchPayout) =>
    isAwaited(batch, payout) ? (
      <Reference
        payout={payout}
        value={references[payout.id] ?? ''}
        onChange={(reference) => onReference(payout.id, reference)}
      />
    ) : (
      <Outcome payout={payout} />
    );
  if (!roomForTable) return <PayoutCards payouts={batch.payouts} check={check} outcome={outcome} />;
  const all = awaited.length > 0 && (
    <SelectBox
      label={texts.all}
      checked={awaited.every(({ id }) => chosen.has(id))}
      onChange={(isSelected) => onChoose(new Set(isSelected ? awaited.map(({ id }) => id) : []))}
    />
  );
  const shown: readonly Column[] = [
    ...(all ? [{ key: 'select', title: columns.select, head: all }] : []),
    { key: 'row', title: columns.row, numeric: true },
    { key: 'code', title: columns.code },
    { key: 'player', title: columns.player },
    { key: 'account', title: columns.account },
    { key: 'amount', title: columns.amount, numeric: true },
    { key: 'outcome', title: columns.outcome },
  ];
  return (
    <DataTable label={texts.title} columns={shown} className={classes.table}>
      {batch.payouts.map((payout) => (
        <tr key={payout.id}>
          {all && <td>{check(payout)}</td>}
          <NumericCell>{payout.position}</NumericCell>
          <td>{payout.code}</td>
          <td>
            <Player payout={payout} />
          </td>
          <td>
            <PayoutAccount payout={payout.transaction} />
          </td>
          <NumericCell>
            <MoneyText amount={payout.transaction.amount} />
          </NumericCell>
          <td>{outcome(payout)}</td>
        </tr>
      ))}
    </DataTable>
  );
}

interface PayoutCardsProps {
  payouts: readonly BatchPayout[];
  check: (payout: BatchPayout) => ReactNode;
  outcome: (payout: BatchPayout) => ReactNode;
}

function PayoutCards({ payouts, check, outcome }: PayoutCardsProps) {
  return (
    <CardGrid title={texts.title} titleHidden>
      {payouts.map((payout) => (
        <li key={payout.id}>
          <Card className={classes.card}>
            <p className={classes.head}>
              {check(payout)}
              <Player payout={payout} />
              <MoneyText amount={payout.transaction.amount} />
            </p>
            <PayoutAccount payout={payout.transaction} />
            <span className={classes.under}>{payout.code}</span>
            {outcome(payout)}
          </Card>
        </li>
      ))}
    </CardGrid>
  );
}

function Player({ payout }: { payout: BatchPayout }) {
  const { uid, name } = payout.transaction.player;
  return <PlayerLink uid={uid} name={name} />;
}

interface ReferenceProps {
  payout: BatchPayout;
  value: string;
  onChange: (reference: string) => void;
}

function Reference({ payout, value, onChange }: ReferenceProps) {
  const wrong = value.trim() !== '' && !isPayoutReference(value);
  return (
    <TextInput
      aria-label={texts.reference(payout.code)}
      placeholder={texts.referencePlaceholder}
      className={classes.reference ?? ''}
      maxLength={40}
      autoComplete="off"
      value={value}
      error={wrong ? texts.referenceWrong : null}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function Outcome({ payout: { outcome, reason, decidedBy, transaction } }: { payout: BatchPayout }) {
  if (outcome === null) return <span className={classes.under}>{texts.waits}</span>;
  return (
    <span className={classes.two}>
      <strong>{payoutBatches.outcomes[outcome]}</strong>
      {outcome !== 'NOT_SENT' && transaction.payoutReference !== null && (
        <span className={classes.mark}>{transaction.payoutReference}</span>
      )}
      {reason !== null && <span className={classes.under}>{reason}</span>}
      {decidedBy && <span className={classes.under}>{texts.by(decidedBy.name)}</span>}
    </span>
  );
}

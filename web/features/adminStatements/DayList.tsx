import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatMoney, paiseOf } from '../../lib/money.ts';
import { formatDay, formatInstant } from '../../lib/time.ts';
import { statements } from '#messages/admin/statements.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { CardGrid } from '../../ui/CardGrid.tsx';
import { DataTable, NumericCell, type Column } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { useMay } from '../admin/useMay.ts';
import { useRoomForTable } from '../admin/useRoomForTable.ts';
import { Link } from '../navigation/Link.tsx';
import { CloseDayDialog } from './CloseDayDialog.tsx';
import type { Day } from './day.ts';
import classes from './Statements.module.css';

const texts = statements.days;
const { columns } = texts;

const dayColumns: readonly Column[] = [
  { key: 'day', title: columns.day },
  { key: 'side', title: columns.side },
  { key: 'opening', title: columns.opening, numeric: true },
  { key: 'in', title: columns.moneyIn, numeric: true },
  { key: 'out', title: columns.moneyOut, numeric: true },
  { key: 'setAside', title: columns.setAside, numeric: true },
  { key: 'closing', title: columns.closing, numeric: true },
  { key: 'drift', title: columns.drift, numeric: true },
  { key: 'state', title: columns.state },
];

interface DayListProps {
  payeeId: string;
  days: readonly Day[];
  onDone: () => void;
}

/** Days by statement and by ledger: those that are open, then those that are closed. */
export function DayList({ payeeId, days, onDone }: DayListProps) {
  const roomForTable = useRoomForTable();
  const [closing, setClosing] = useState<Day | null>(null);
  if (days.length === 0) {
    return (
      <Card>
        <EmptyState title={texts.none} hint={texts.noneHint} />
      </Card>
    );
  }
  return (
    <>
      {roomForTable ? (
        <DataTable label={texts.title} columns={dayColumns} className={classes.days}>
          {days.map((day) => (
            <DayRow key={day.day} payeeId={payeeId} day={day} onClose={() => setClosing(day)} />
          ))}
        </DataTable>
      ) : (
        <CardGrid title={texts.title}>
          {days.map((day) => (
            <li key={day.day}>
              <DayCard payeeId={payeeId} day={day} onClose={() => setClosing(day)} />
            </li>
          ))}
        </CardGrid>
      )}
      {closing && (
        <CloseDayDialog
          payeeId={payeeId}
          day={closing}
          onClose={() => setClosing(null)}
          onDone={() => {
            setClosing(null);
            onDone();
          }}
        />
      )}
    </>
  );
}

interface DayProps {
  payeeId: string;
  day: Day;
  onClose: () => void;
}

/** Two lines: by the statement, and below it by the ledger. */
function DayRow({ day, ...props }: DayProps) {
  return (
    <tr>
      <td className={classes.day}>{formatDay(day.day)}</td>
      <td>
        <Two bank={texts.bank} ledger={texts.ledger} />
      </td>
      <NumericCell>
        <Two bank={formatMoney(day.opening)} ledger={formatMoney(day.ledgerOpening)} />
      </NumericCell>
      <NumericCell>
        <Two bank={formatMoney(day.moneyIn)} ledger={formatMoney(day.ledgerIn)} />
      </NumericCell>
      <NumericCell>
        <Two bank={formatMoney(day.moneyOut)} ledger={formatMoney(day.ledgerOut)} />
      </NumericCell>
      <NumericCell>
        <Aside day={day} />
      </NumericCell>
      <NumericCell>
        <Two bank={formatMoney(day.closing)} ledger={formatMoney(day.ledgerClosing)} />
      </NumericCell>
      <NumericCell>
        <Drift drift={day.drift} />
      </NumericCell>
      <td>
        <DayState day={day} {...props} />
      </td>
    </tr>
  );
}

function DayCard({ day, ...props }: DayProps) {
  const pair = (bank: string, ledger: string) => <Two bank={formatMoney(bank)} ledger={formatMoney(ledger)} />;
  return (
    <Card title={formatDay(day.day)}>
      <Facts
        facts={[
          [columns.side, <Two key="side" bank={texts.bank} ledger={texts.ledger} />],
          [columns.opening, pair(day.opening, day.ledgerOpening)],
          [columns.moneyIn, pair(day.moneyIn, day.ledgerIn)],
          [columns.moneyOut, pair(day.moneyOut, day.ledgerOut)],
          [columns.setAside, <Aside key="aside" day={day} />],
          [columns.closing, pair(day.closing, day.ledgerClosing)],
          [columns.drift, <Drift key="drift" drift={day.drift} />],
        ]}
      />
      <DayState day={day} {...props} />
    </Card>
  );
}

function Two({ bank, ledger }: { bank: string; ledger: string }) {
  return (
    <span className={classes.two}>
      <span>{bank}</span>
      <span className={classes.ledger}>{ledger}</span>
    </span>
  );
}

/** What lines set aside make on the whole, and of each kind what came in and went out. */
function Aside({ day: { setAside, asideSums } }: { day: Day }) {
  return (
    <span className={classes.two}>
      <span className={classes.ledger}>{formatMoney(setAside)}</span>
      {asideSums.map(({ kind, moneyIn, moneyOut }) => (
        <span key={kind ?? ''} className={classes.ledger}>
          {asideText({ kind, moneyIn, moneyOut })}
        </span>
      ))}
    </span>
  );
}

function asideText({
  kind,
  moneyIn,
  moneyOut,
}: Pick<Day['asideSums'][number], 'kind' | 'moneyIn' | 'moneyOut'>): string {
  const name = kind === null ? statements.lines.noKind : statements.lines.kinds[kind];
  const sums = [
    ...(isSome(moneyIn) ? [texts.asideIn(formatMoney(moneyIn))] : []),
    ...(isSome(moneyOut) ? [texts.asideOut(formatMoney(moneyOut))] : []),
  ];
  return `${name}: ${sums.join(', ')}`;
}

function isSome(amount: string): boolean {
  return paiseOf(amount) > 0n;
}

function Drift({ drift }: { drift: string }) {
  return <MoneyText amount={drift} as="net" />;
}

function DayState({ payeeId, day, onClose }: DayProps) {
  const mayManage = useMay()('STATEMENT_MANAGE');
  const { openLines, waitingLines, closedBy, closedAt, reason } = day;
  if (closedBy && closedAt) {
    return (
      <span className={classes.state}>
        {texts.closed(closedBy.name, formatInstant(closedAt))}
        {reason && <span className={classes.ledger}>{reason}</span>}
      </span>
    );
  }
  return (
    <span className={classes.state}>
      {openLines > 0 && texts.open(openLines)}
      {waitingLines > 0 && <Link to={paths.admin.matchedTransactions(payeeId)}>{texts.waiting(waitingLines)}</Link>}
      {mayManage && openLines === 0 && waitingLines === 0 && (
        <Button variant="light" aria-label={texts.closeDay(formatDay(day.day))} onClick={onClose}>
          {texts.close}
        </Button>
      )}
    </span>
  );
}

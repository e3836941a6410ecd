import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { LineRow_lineFragment } from '../../gql/graphql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { formatDay, formatInstant } from '../../lib/time.ts';
import { statements } from '#messages/admin/statements.ts';
import { transactions } from '#messages/transactions.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { CardGrid } from '../../ui/CardGrid.tsx';
import { DataTable, NumericCell, type Column } from '../../ui/DataTable.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { PlayerLink } from '../admin/PlayerLink.tsx';
import { useMay } from '../admin/useMay.ts';
import { useRoomForTable } from '../admin/useRoomForTable.ts';
import { Link } from '../navigation/Link.tsx';
import { Agreement } from './Agreement.tsx';
import classes from './Statements.module.css';

graphql(`
  fragment LineRow_line on StatementLine {
    id
    payee {
      id
      upiId
      accountNumber
    }
    day
    at
    direction
    amount
    description
    reference
    state
    asideKind
    unclaimedDays
    credit {
      id
      reference
      player {
        id
        name
        uid
      }
    }
    reason
    changeable
    decidedBy {
      id
      name
    }
    agreement {
      ...Agreement_agreement @unmask
    }
    requestsWithReference {
      id
      amount
      status
      player {
        id
        name
      }
    }
    creditProposal {
      id
      maker {
        id
        name
      }
    }
    transaction {
      id
      reference
      payoutReference
      createdAt
      player {
        id
        name
        uid
      }
    }
  }
`);

type Line = LineRow_lineFragment;

interface Actions {
  onConfirm: (line: Line) => void;
  onFind: (line: Line) => void;
  onCredit: (line: Line) => void;
  onSetAside: (line: Line) => void;
  onReopen: (line: Line) => void;
}

interface LineListProps extends Actions {
  /** Lines of every account: each with its account and state. */
  found?: boolean;
  /** What the list is called where the page has another one. */
  label?: string;
  lines: readonly Line[];
  /** Missing where lines are not selected together. */
  chosen?: ReadonlySet<string>;
  onChoose?: (chosen: ReadonlySet<string>) => void;
}

const none: ReadonlySet<string> = new Set();

const texts = statements.lines;
const { columns } = texts;

/** Lines of statements as a table where it fits, else as cards. */
export function LineList({
  found = false,
  label = texts.title,
  lines,
  chosen = none,
  onChoose,
  ...actions
}: LineListProps) {
  const roomForTable = useRoomForTable();
  const mayManage = useMay()('STATEMENT_MANAGE');
  const open = lines.filter(isSelectable);
  const selectable = mayManage && onChoose !== undefined && open.length > 0;
  const select = (id: string, selected: boolean) => {
    const next = new Set(chosen);
    if (selected) next.add(id);
    else next.delete(id);
    onChoose?.(next);
  };
  const check = (line: Line) =>
    selectable &&
    isSelectable(line) && (
      <Check
        label={texts.select(nameOf(line))}
        checked={chosen.has(line.id)}
        onChange={(selected) => select(line.id, selected)}
      />
    );
  const buttons = (line: Line) => mayManage && <LineActions line={line} {...actions} />;
  if (!roomForTable) {
    return (
      <CardGrid title={label}>
        {lines.map((line) => (
          <li key={line.id}>
            <LineCard line={line} found={found} check={check(line)} buttons={buttons(line)} />
          </li>
        ))}
      </CardGrid>
    );
  }
  const all = (
    <Check
      label={texts.all}
      checked={open.length > 0 && open.every(({ id }) => chosen.has(id))}
      onChange={(selected) => onChoose?.(new Set(selected ? open.map(({ id }) => id) : []))}
    />
  );
  const lineColumns: readonly Column[] = [
    { key: 'select', title: columns.select, hidden: true, ...(selectable && { head: all }) },
    { key: 'day', title: columns.day },
    { key: 'text', title: columns.text },
    { key: 'amount', title: columns.amount, numeric: true },
    { key: 'request', title: columns.request },
    { key: 'actions', title: columns.actions, hidden: true },
  ];
  return (
    <DataTable label={label} columns={lineColumns} className={classes.lines}>
      {lines.map((line) => (
        <tr key={line.id}>
          <td>{check(line)}</td>
          <td className={classes.day}>
            <LinePlace line={line} found={found} />
          </td>
          <td>
            <LineText line={line} />
          </td>
          <NumericCell>
            <MoneyText amount={line.amount} as={line.direction === 'CREDIT' ? 'credit' : 'debit'} />
          </NumericCell>
          <td>
            <Request line={line} />
          </td>
          <td>{buttons(line)}</td>
        </tr>
      ))}
    </DataTable>
  );
}

function isOpen({ state }: Line): boolean {
  return state === 'PROPOSED' || state === 'UNMATCHED';
}

/** Whether it can be set aside, or get another kind. */
function isSelectable(line: Line): boolean {
  return isOpen(line) || (line.state === 'SET_ASIDE' && line.changeable && line.creditProposal === null);
}

function when({ day, at }: Line): string {
  return at === null ? formatDay(day) : formatInstant(at);
}

/** When the bank booked it; of a search also in which account, and what became of it. */
function LinePlace({ line, found }: { line: Line; found: boolean }) {
  if (!found) return <span>{when(line)}</span>;
  const { upiId, accountNumber } = line.payee;
  return (
    <span className={classes.two}>
      <span>{when(line)}</span>
      <span className={classes.ledger}>{upiId ?? accountNumber}</span>
      <span className={classes.ledger}>{texts.states[line.state]}</span>
    </span>
  );
}

interface CheckProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}

interface LineCardProps {
  line: Line;
  found: boolean;
  check: ReactNode;
  buttons: ReactNode;
}

function LineCard({ line, found, check, buttons }: LineCardProps) {
  return (
    <Card className={classes.card}>
      <p className={classes.head}>
        {check}
        <LinePlace line={line} found={found} />
        <MoneyText amount={line.amount} as={line.direction === 'CREDIT' ? 'credit' : 'debit'} />
      </p>
      <LineText line={line} />
      <Request line={line} />
      {buttons}
    </Card>
  );
}

function LineText({ line: { reference, description } }: { line: Line }) {
  return (
    <span className={classes.two}>
      {reference !== null && <strong>{reference}</strong>}
      <span className={classes.text}>{description}</span>
    </span>
  );
}

/** What it pays, or why it pays nothing, and by whom that was decided. */
function Request({ line }: { line: Line }) {
  const { state, transaction, agreement, reason, decidedBy } = line;
  const by = decidedBy ? texts.by(decidedBy.name) : state === 'MATCHED' ? texts.byItself : null;
  return (
    <span className={classes.two}>
      {transaction && (
        <>
          <strong>{transaction.reference ?? transaction.payoutReference}</strong>
          <PlayerLink uid={transaction.player.uid} name={transaction.player.name} />
          <span className={classes.ledger}>{texts.requested(formatInstant(transaction.createdAt))}</span>
        </>
      )}
      {agreement && state === 'PROPOSED' && <Agreement agreement={agreement} />}
      <Alike line={line} />
      {line.asideKind !== null && <strong>{texts.kinds[line.asideKind]}</strong>}
      {reason}
      <Claim line={line} />
      {by !== null && <span className={classes.ledger}>{by}</span>}
    </span>
  );
}

/** For how long it has been unclaimed, or to whom it was credited as unclaimed receipt. */
function Claim({ line: { state, unclaimedDays, credit } }: { line: Line }) {
  if (unclaimedDays !== null) return <span className={classes.ledger}>{texts.unclaimedFor(unclaimedDays)}</span>;
  if (state !== 'SET_ASIDE' || credit === null) return null;
  return (
    <>
      <PlayerLink uid={credit.player.uid} name={credit.player.name} />
      <Link to={paths.admin.transactionsFor(credit.id)}>{texts.credited}</Link>
    </>
  );
}

/** The other requests that have its reference, each leading to its payment. */
function Alike({ line: { transaction, credit, requestsWithReference } }: { line: Line }) {
  const others = requestsWithReference.filter(({ id }) => id !== transaction?.id && id !== credit?.id);
  if (others.length === 0) return null;
  const { known } = statements.candidates;
  return (
    <>
      <span className={classes.ledger}>{texts.alike}</span>
      {others.map(({ id, amount, status, player }) => (
        <Link key={id} to={paths.admin.transactionsFor(id)}>
          {known(player.name, formatMoneyShort(amount), transactions.status[status])}
        </Link>
      ))}
    </>
  );
}

/** What tells a line from others of its amount and day. */
function nameOf({ amount, day, reference, description }: Line): string {
  return texts.one(formatMoneyShort(amount), formatDay(day), reference ?? description);
}

function LineActions({ line, ...actions }: { line: Line } & Actions) {
  if (line.creditProposal) {
    return <p className={classes.ledger}>{texts.creditProposed(line.creditProposal.maker.name)}</p>;
  }
  if (!isOpen(line)) return <DecidedActions line={line} {...actions} />;
  return line.changeable ? <OpenActions line={line} {...actions} /> : null;
}

/** What can still be done with a line that is decided: an unclaimed receipt is credited whatever its day. */
function DecidedActions({ line, onCredit, onSetAside, onReopen }: { line: Line } & Actions) {
  const which = nameOf(line);
  const reopens = line.changeable && line.decidedBy !== null;
  if (!reopens && line.unclaimedDays === null) return null;
  return (
    <div className={classes.actions}>
      {line.unclaimedDays !== null && (
        <Button variant="light" aria-label={texts.creditOne(which)} onClick={() => onCredit(line)}>
          {texts.credit}
        </Button>
      )}
      {reopens && line.state === 'SET_ASIDE' && (
        <Button variant="subtle" aria-label={texts.changeKindOne(which)} onClick={() => onSetAside(line)}>
          {texts.changeKind}
        </Button>
      )}
      {reopens && (
        <Button variant="subtle" aria-label={texts.reopenOne(which)} onClick={() => onReopen(line)}>
          {texts.reopen}
        </Button>
      )}
    </div>
  );
}

function OpenActions({ line, onConfirm, onFind, onCredit, onSetAside }: { line: Line } & Actions) {
  const which = nameOf(line);
  return (
    <div className={classes.actions}>
      {line.state === 'PROPOSED' && (
        <Button aria-label={texts.confirmOne(which)} onClick={() => onConfirm(line)}>
          {texts.confirm}
        </Button>
      )}
      <Button variant="light" aria-label={texts.findOne(which)} onClick={() => onFind(line)}>
        {texts.find}
      </Button>
      {line.direction === 'CREDIT' && (
        <Button variant="light" aria-label={texts.creditOne(which)} onClick={() => onCredit(line)}>
          {texts.credit}
        </Button>
      )}
      <Button variant="light" aria-label={texts.setAsideOne(which)} onClick={() => onSetAside(line)}>
        {texts.setAside}
      </Button>
    </div>
  );
}

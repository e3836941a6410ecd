import type { Readable } from 'node:stream';
import { tablePdf } from '../../platform/tablePdf.ts';
import { formatRupees } from '../wallet/money.ts';
import { shortDay, shortInIndia } from './indianTime.ts';
import type { EntryKind, Statement, StatementEntry } from './statement.ts';

export interface StatementOwner {
  name: string;
  uid: string;
  email: string;
}

const entryNames: Record<EntryKind, string> = {
  round: 'Round',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  playCredit: 'Play money',
};

/** Points, of the 515 that A4 leaves between its margins. */
const columns = [
  { title: 'Time (India)', width: 88 },
  { title: 'Entry', width: 167 },
  { title: 'Staked', width: 60, right: true },
  { title: 'Returned', width: 60, right: true },
  { title: 'Change', width: 64, right: true },
  { title: 'Balance', width: 76, right: true },
];

/** A statement as PDF, for printing. */
export function statementPdf(
  statement: Statement,
  owner: StatementOwner,
  { product, madeAt, playMoney }: { product: string; madeAt: Date; playMoney: boolean },
): Promise<Readable> {
  const { period, opening, closing, entries } = statement;
  const note = playMoney ? ['Play money: no cash value.'] : [];
  return tablePdf({
    title: `${product} · Account statement`,
    facts: [
      ['Account', `${owner.name}, UID ${owner.uid}, ${owner.email}`],
      ['Period', `${shortDay(period.days.from)} to ${shortDay(period.days.to)}, made ${shortInIndia(madeAt)}`],
      ['Opening balance', `₹${rupees(opening)}`],
      ['Closing balance', `₹${rupees(closing)}`],
    ],
    notes: [
      'Balances include what withdrawals hold and stakes of running rounds. A round counts when it is paid, a withdrawal when it is approved. All amounts in rupees.',
      ...note,
    ],
    columns,
    rows: [
      [shortInIndia(period.from), 'Opening balance', '', '', '', rupees(opening)],
      ...entries.map(cells),
      ['', 'Closing balance', '', '', '', rupees(closing)],
    ],
    footer: (page) => `UID ${owner.uid} · page ${page}`,
    madeAt,
  });
}

function cells({ at, kind, reference, staked, returned, change, balance }: StatementEntry): string[] {
  return [
    shortInIndia(at),
    reference === null ? entryNames[kind] : `${entryNames[kind]} ${reference}`,
    staked === null ? '' : rupees(staked),
    returned === null ? '' : rupees(returned),
    change > 0n ? `+${rupees(change)}` : rupees(change),
    rupees(balance),
  ];
}

/** `-12,34,567.50`: Indian grouping. */
function rupees(value: bigint): string {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)(\.\d\d)$/.exec(formatRupees(value)) ?? [];
  const grouped = whole.replace(/(\d)(?=(\d\d)+\d$)/g, '$1,');
  return `${sign === '' ? '' : '−'}${grouped}${decimals}`;
}

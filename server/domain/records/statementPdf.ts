import { type Operator, operatorNotice } from '../../platform/operator.ts';
import type { Readable } from 'node:stream';
import type { Language } from '../../platform/languages.ts';
import { tablePdf } from '../../platform/tablePdf.ts';
import { formatRupees } from '../ground/values/money.ts';
import { shortDay, shortInIndia } from './indianTime.ts';
import type { Statement, StatementEntry } from './statement.ts';
import { type StatementWords, statementWords } from './statementWords.ts';

export interface StatementOwner {
  name: string;
  uid: string;
  email: string;
  language: Language;
}

/** Points, of the 515 that A4 leaves between its margins. */
const columns = [
  { name: 'at', width: 88 },
  { name: 'entry', width: 167 },
  { name: 'staked', width: 60, right: true },
  { name: 'returned', width: 60, right: true },
  { name: 'change', width: 64, right: true },
  { name: 'balance', width: 76, right: true },
] as const;

/** A statement as PDF in its owner's language, for printing. */
export function statementPdf(
  statement: Statement,
  owner: StatementOwner,
  { product, madeAt, operator }: { product: string; madeAt: Date; operator: Operator | null },
): Promise<Readable> {
  const { period, opening, closing, entries } = statement;
  const words = statementWords[owner.language];
  return tablePdf({
    language: owner.language,
    title: `${product} · ${words.title}`,
    facts: [
      [words.account, words.owner(owner.name, owner.uid, owner.email)],
      [words.period, words.days(shortDay(period.days.from), shortDay(period.days.to), shortInIndia(madeAt))],
      [words.opening, `₹${rupees(opening)}`],
      [words.closing, `₹${rupees(closing)}`],
    ],
    notes: [
      words.notes.balances,
      ...(operator ? [...operatorNotice(operator, owner.language).split('\n'), '18+'] : [words.notes.playMoney]),
    ],
    columns: columns.map(({ name, ...column }) => ({ title: words.columns[name], ...column })),
    rows: [
      [shortInIndia(period.from), words.opening, '', '', '', rupees(opening)],
      ...entries.map((entry) => cells(entry, words)),
      ['', words.closing, '', '', '', rupees(closing)],
    ],
    footer: (page) => words.page(owner.uid, page),
    madeAt,
  });
}

function cells(
  { at, kind, reference, staked, returned, change, balance }: StatementEntry,
  { kinds }: StatementWords,
): string[] {
  return [
    shortInIndia(at),
    reference === null ? kinds[kind] : `${kinds[kind]} ${reference}`,
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

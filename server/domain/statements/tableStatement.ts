import { invalidInput } from '../ground/refusals/errors.ts';
import { formatRupees, paise } from '../ground/values/money.ts';
import { followBalances, type Chain, type ChainReading } from './balanceChain.ts';
import { checkMapping, tableOf, type CsvMapping } from './csvMapping.ts';
import { ordersOf, readDate, type DateOrders } from './statementDates.ts';
import {
  asReference,
  balanceAfter,
  byDay,
  oneLine,
  rowText,
  signed,
  type DayBalance,
  type ReadLine,
  type ReadStatement,
} from './statementLine.ts';
import type { StatementAnswers, StatementQuestion } from './statementQuestions.ts';
import { TableCells, type RowMoney } from './tableCells.ts';
import { sortRows, type PaymentRow, type SortedRows } from './tablePayments.ts';
import { namedRow, type TableRow } from './tableRows.ts';

interface BalancedLine {
  line: ReadLine;
  row: TableRow;
  /** What the row states as the balance behind it. */
  balance: bigint | null;
}

/**
 * Reads the rows of a table by the bank's mapping. Refuses with INVALID_INPUT a file without these columns, a row with an
 * amount whose date or amount can't be read, and a row with more cells than the heading unless the balances prove how it is
 * to be read, naming it. What the file leaves open, and `answers` doesn't answer, is a question of the result.
 */
export function readTable(rows: readonly TableRow[], mapping: CsvMapping, answers: StatementAnswers): ReadStatement {
  checkMapping(mapping);
  const table = tableOf(rows, mapping);
  if (table === null) throw invalidInput('mapping', 'The file lacks columns of this mapping: choose them again.');
  const cells = new TableCells(table, mapping, rows, answers.threeDecimals);
  const sorted = sortRows(rows, cells);
  const chain = followBalances(sorted.payments.map(readingsOf), sorted.opening);
  const orders = ordersOf(
    sorted.payments.map(({ dateText }) => dateText),
    mapping.dateOrder ?? answers.dateOrder ?? null,
  );
  const sides = openSides(sorted.payments, chain, answers);
  const lines = sorted.payments.flatMap((payment, at) =>
    payment.isBalanceOnly ? [] : [lineOf(payment, chain, at, { cells, orders, change: sides.changes[at] ?? 0 })],
  );
  const off = new Set(chain.breaks.map(({ at }) => sorted.payments[at]?.row));
  const kept = answers.balance === 'withoutRows' ? lines.filter(({ row }) => !off.has(row)) : lines;
  const chosen = answers.balance === 'withoutRows' ? lines.filter(({ row }) => off.has(row)) : [];
  return {
    format: 'csv',
    account: null,
    otherAccounts: [],
    lines: kept.map(({ line }) => line),
    balances: balancesOf(kept),
    leftOut: [
      ...sorted.leftOut,
      ...chosen.map(({ row }) => ({ ...namedRow(row), reason: 'offBalance' as const })),
    ].toSorted((a, b) => a.row - b.row),
    questions: [
      ...dateQuestion(orders),
      ...decimalsQuestion(sorted.payments, cells),
      ...sides.questions,
      ...balanceQuestion(sorted.payments, chain, answers),
      ...totalQuestion(lines, sorted, answers, chain),
    ],
  };
}

function readingsOf({ readings }: PaymentRow): ChainReading[] {
  return readings.map(({ money }) => money);
}

/** The place of the change of each payment, and questions on those that neither text nor balance decides. */
function openSides(payments: readonly PaymentRow[], chain: Chain, answers: StatementAnswers) {
  const changes = chain.rows.map(({ change }) => change);
  const questions: StatementQuestion[] = [];
  const chosen = payments.map(
    ({ readings }, at): RowMoney | undefined => readings[chain.rows[at]?.reading ?? 0]?.money,
  );
  for (const open of ['minus', 'unsigned'] as const) {
    const places = chosen.flatMap((money, at) => (money?.open === open ? [at] : []));
    const shown = new Set(places.filter((at) => chain.rows[at]?.proven).map((at) => changes[at] ?? 0));
    const unproven = places.filter((at) => !chain.rows[at]?.proven);
    if (unproven.length === 0) continue;
    const answered = open === 'minus' ? answers.minus : answers.side;
    const known =
      answered === undefined
        ? byOthers(open, shown, places.length < payments.length)
        : Number(answered === 'otherSide' || answered === 'debit');
    for (const at of unproven) changes[at] = known ?? 0;
    if (known === null)
      questions.push(
        sideQuestion(
          open,
          unproven.flatMap((at) => payments[at]?.row ?? []),
        ),
      );
  }
  return { changes, questions };
}

/** What the proven rows show for those that aren't; null where it has to be asked. */
function byOthers(open: 'minus' | 'unsigned', shown: ReadonlySet<number>, othersAreSigned: boolean): number | null {
  const [only] = shown;
  if (shown.size === 1 && only !== undefined && (open === 'minus' || only === 0)) return only;
  // Where other amounts have a sign, or there is no balance, an amount without one is money in.
  if (open === 'unsigned' && (othersAreSigned || shown.size === 0)) return 0;
  return null;
}

function sideQuestion(open: 'minus' | 'unsigned', rows: readonly TableRow[]): StatementQuestion {
  const example = rows[0] === undefined ? '' : rowText(rows[0].cells);
  return open === 'minus'
    ? {
        kind: 'minus',
        text: `Row ${rows[0]?.number} has a minus in a column of one side (${example}): is it a correction, or does the bank write this column with a minus?`,
        rows: rows.map(namedRow),
      }
    : {
        kind: 'side',
        text: `Row ${rows[0]?.number} shows neither money in nor out: ${example}`,
        rows: rows.map(namedRow),
      };
}

interface LineParts {
  cells: TableCells;
  orders: DateOrders;
  change: number;
}

function lineOf(payment: PaymentRow, chain: Chain, at: number, { cells, orders, change }: LineParts): BalancedLine {
  const reading = payment.readings[chain.rows[at]?.reading ?? 0] ?? payment.readings[0];
  const { row, dateText } = payment;
  if (payment.surplus > 0 && !isProven(chain, at)) {
    const [width, given] = [cells.width, payment.row.cells.length];
    throw invalidInput('file', `Row ${row.number} has ${given} cells, the heading ${width}.`);
  }
  const shown = reading?.cells ?? row.cells;
  const date = readDate(dateText, orders.of(dateText), shown[cells.time] ?? '');
  if (date === null) throw invalidInput('file', `Row ${row.number}: "${dateText.slice(0, 40)}" is no date.`);
  const size = reading?.money.changes[change] ?? 0n;
  const referenceText = [shown[cells.reference] ?? '', ...payment.moreReference].join(' ').trim();
  const reference = asReference(referenceText);
  const narration = [shown[cells.description] ?? '', ...payment.moreText].join(' ');
  const line: ReadLine = {
    ...date,
    direction: size < 0n ? 'debit' : 'credit',
    amount: paise(size < 0n ? -size : size),
    description: oneLine(
      reference === null && cells.reference !== cells.description ? `${narration} ${referenceText}` : narration,
    ),
    reference,
    words: oneLine(
      cells
        .texts(shown)
        .map((place) => shown[place])
        .join(' '),
    ),
  };
  return { line, row, balance: reading?.money.balance ?? null };
}

/** Whether the balance before or behind a row proves how it is read. */
function isProven({ rows, newestFirst }: Chain, at: number): boolean {
  return rows[at]?.proven === true || rows[newestFirst ? at - 1 : at + 1]?.proven === true;
}

function dateQuestion({ ambiguous }: DateOrders): StatementQuestion[] {
  if (ambiguous === null) return [];
  return [{ kind: 'dateOrder', text: `Is the day or the month first in "${ambiguous.slice(0, 40)}"?`, rows: [] }];
}

function decimalsQuestion(payments: readonly PaymentRow[], cells: TableCells): StatementQuestion[] {
  if (cells.threeDecimals !== undefined) return [];
  const found = payments.filter(({ row }) => cells.ambiguous(row).length > 0);
  const [first] = found;
  if (first === undefined) return [];
  const example = cells.ambiguous(first.row)[0] ?? '';
  const rows = found.map(({ row }) => namedRow(row));
  return [
    { kind: 'threeDecimals', text: `Row ${first.row.number}: "${example}" is thousands, or has three decimals.`, rows },
  ];
}

function balanceQuestion(
  payments: readonly PaymentRow[],
  { breaks }: Chain,
  answers: StatementAnswers,
): StatementQuestion[] {
  const [first] = breaks;
  const row = first && payments[first.at]?.row;
  if (first === undefined || row === undefined || answers.balance !== undefined) return [];
  const due = formatRupees(first.before + first.change);
  const text = `Row ${row.number}: the balance is ${formatRupees(first.stated)}, but ${formatRupees(first.before)} and ${formatRupees(first.change)} make ${due}.`;
  return [{ kind: 'balance', text, rows: breaks.flatMap(({ at }) => payments[at]?.row ?? []).map(namedRow) }];
}

/** Whether the payments lead from the opening to the closing balance that stand above or below the table. */
function totalQuestion(
  lines: readonly BalancedLine[],
  { opening, closing }: SortedRows,
  answers: StatementAnswers,
  chain: Chain,
): StatementQuestion[] {
  if (closing === null || lines.length === 0 || answers.total !== undefined || chain.breaks.length > 0) return [];
  const last = lines[chain.newestFirst ? 0 : lines.length - 1];
  const due =
    last?.balance ??
    (opening === null
      ? null
      : balanceAfter(
          opening,
          lines.map(({ line }) => line),
        ));
  if (due === null || due === closing) return [];
  return [
    {
      kind: 'total',
      text: `The closing balance is ${formatRupees(closing)}, but the payments lead to ${formatRupees(due)}.`,
      rows: [],
    },
  ];
}

/**
 * The balances of each day from the column of balances, where those of the day's lines follow from each other in one of the
 * two directions in which banks list them.
 */
function balancesOf(lines: readonly BalancedLine[]): DayBalance[] {
  const stated = new Map(lines.map(({ line, balance }) => [line, balance]));
  return [...byDay(lines.map(({ line }) => line))].flatMap(([day, listed]) => {
    const chain = followBalances(
      listed.map((line) => [{ balance: stated.get(line) ?? null, changes: [signed(line)] }]),
      null,
    );
    const [first, last] = chain.newestFirst ? [listed.at(-1), listed[0]] : [listed[0], listed.at(-1)];
    const [opening, closing] = [first, last].map((line) => line && stated.get(line));
    const isWhole = chain.breaks.length === 0 && listed.every((line) => stated.get(line) !== null);
    if (!isWhole || !first || typeof opening !== 'bigint' || typeof closing !== 'bigint') return [];
    return [{ day, opening: paise(opening - signed(first)), closing: paise(closing) }];
  });
}

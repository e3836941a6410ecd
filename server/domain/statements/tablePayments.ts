import { invalidInput } from '../ground/refusals/errors.ts';
import { readBalance } from './statementAmounts.ts';
import { looksLikeDate } from './statementDates.ts';
import type { LeftOutReason, LeftOutRow } from './statementQuestions.ts';
import type { RowMoney, TableCells } from './tableCells.ts';
import { namedRow, type TableRow } from './tableRows.ts';

/** A way to read a row: as it stands, or with a narration joined that a delimiter within it has cut. */
export interface RowReading {
  cells: readonly string[];
  money: RowMoney;
}

/** A row with a payment, or with a balance that is carried on. */
export interface PaymentRow {
  row: TableRow;
  /** Its own date, or the one above it. */
  dateText: string;
  readings: RowReading[];
  /** By how many cells it is longer than the heading. */
  surplus: number;
  /** It moves nothing: a balance brought or carried forward. */
  isBalanceOnly: boolean;
  /** Narration and reference that go on in the rows below. */
  moreText: string[];
  moreReference: string[];
}

export interface SortedRows {
  payments: PaymentRow[];
  leftOut: LeftOutRow[];
  /** The balances before and after the payments, where they stand around the table. */
  opening: bigint | null;
  closing: bigint | null;
}

/** What a row of totals or of a balance carried on begins with. */
const TOTAL =
  /^\W*(?:(?:grand|sub|page|daily|transaction)[ -]?)?totals?\b|^\W*(?:opening|closing|ledger|available)\s*bal|^\W*(?:brought|carried) (?:forward|down)|^\W*balance (?:brought|carried|[bc]\/?f)|^\W*[bc]\/f\b|\bsummary\b|^\W*end of statement|^[^\p{L}]*(?:कुल|योग|आरंभिक|प्रारंभिक|अंतिम)/iu;
/** The whole narration of a row that only carries a balance on. */
const CARRIED =
  /^\W*(?:(?:opening|closing) balance|balance (?:brought|carried) forward|(?:brought|carried) forward|balance [bc]\/?f|[bc]\/?f)\W*$/i;

/**
 * Tells payments from what else stands in a table. A blank date is the one above it, narration without date and amount
 * belongs to the payment above. Every other row is in `leftOut`. Refuses with INVALID_INPUT a row that has an amount and
 * neither a date nor the words of a total, naming it.
 */
export function sortRows(rows: readonly TableRow[], cells: TableCells): SortedRows {
  const sorter = new RowSorter(cells);
  for (const [at, row] of rows.entries()) {
    if (at <= cells.table.heading) {
      if (at < cells.table.heading) sorter.leaveOut(row, 'outsideTable');
    } else sorter.add(row);
  }
  return {
    payments: sorter.payments,
    leftOut: sorter.leftOut,
    opening: statedBalance(rows, sorter.others, /^\W*opening\s*(?:bal(?:ance)?)?\W*$/i),
    closing: statedBalance(rows, sorter.others, /^\W*closing\s*(?:bal(?:ance)?)?\W*$/i),
  };
}

class RowSorter {
  readonly payments: PaymentRow[] = [];
  readonly leftOut: LeftOutRow[] = [];
  /** Rows outside the table. */
  readonly others = new Set<TableRow>();
  readonly #cells: TableCells;
  /** Below the table's totals no row without a date is a payment. */
  #isBelow = false;

  constructor(cells: TableCells) {
    this.#cells = cells;
  }

  leaveOut(row: TableRow, reason: LeftOutReason): void {
    this.leftOut.push({ ...namedRow(row), reason });
    if (reason === 'outsideTable' || reason === 'total') this.others.add(row);
  }

  add(row: TableRow): void {
    const { cells } = row;
    const dateText = cells[this.#cells.date] ?? '';
    if (looksLikeDate(dateText)) {
      this.#isBelow = false;
      this.#addDated(row, dateText);
      return;
    }
    const readings = this.#readings(row, false);
    const hasAmount = readings.some(({ money }) => money.changes.length > 0);
    const isTotal = cells.some((cell) => TOTAL.test(cell));
    if (isTotal) this.#isBelow = true;
    const above = this.payments.at(-1);
    if (!hasAmount) {
      if (!isTotal && !this.#isBelow && dateText === '' && above && this.#continues(row, above)) return;
      this.leaveOut(row, isTotal ? 'total' : 'outsideTable');
    } else if (isTotal || this.#isBelow) this.leaveOut(row, 'total');
    else if (dateText === '' && above && this.#cells.texts(cells).length > 0) this.#push(row, above.dateText, readings);
    else if (dateText === '') throw invalidInput('file', `Row ${row.number} has an amount, but no date.`);
    else throw invalidInput('file', `Row ${row.number}: "${dateText.slice(0, 40)}" is no date.`);
  }

  #addDated(row: TableRow, dateText: string): void {
    const readings = this.#readings(row, true);
    const narration = row.cells[this.#cells.description] ?? '';
    const isCarried = CARRIED.test(narration);
    if (!isCarried && readings.some(({ money }) => money.changes.length > 0)) {
      this.#push(row, dateText, readings);
      return;
    }
    const balance = readings[0]?.money.balance ?? null;
    if (isCarried && balance !== null) {
      const still = [{ cells: row.cells, money: { changes: [0n], open: null, balance } }];
      this.payments.push({ ...payment(row, dateText, still, 0), isBalanceOnly: true });
    }
    this.leaveOut(row, isCarried ? 'total' : 'noAmount');
  }

  #push(row: TableRow, dateText: string, readings: RowReading[]): void {
    const surplus = Math.max(0, row.cells.length - this.#cells.width);
    this.payments.push(
      payment(
        row,
        dateText,
        readings.filter(({ money }) => money.changes.length > 0),
        surplus,
      ),
    );
  }

  /** The row as it stands, and, where it is longer than the heading, with its narration joined. */
  #readings(row: TableRow, hasDate: boolean): RowReading[] {
    const { width, description } = this.#cells;
    const surplus = row.cells.length - width;
    if (surplus <= 0) return [{ cells: row.cells, money: this.#cells.money(row, hasDate) }];
    const joined = [
      ...row.cells.slice(0, description),
      row.cells.slice(description, description + surplus + 1).join(', '),
      ...row.cells.slice(description + surplus + 1),
    ];
    const readings = [joined, row.cells].flatMap((cells) => {
      try {
        return [{ cells, money: this.#cells.money({ number: row.number, cells }, hasDate) }];
      } catch {
        // Cells that can't be read this way are those of another column.
        return [];
      }
    });
    if (readings.length > 0) return readings;
    throw invalidInput('file', `Row ${row.number} has ${row.cells.length} cells, the heading ${width}.`);
  }

  /** Adds a row of text alone to the payment above it. */
  #continues({ cells }: TableRow, above: PaymentRow): boolean {
    const { description, reference } = this.#cells;
    const places = cells.flatMap((cell, at) => (cell === '' ? [] : [at]));
    if (above.isBalanceOnly || places.length === 0 || !places.every((at) => at === description || at === reference))
      return false;
    if (cells[description]) above.moreText.push(cells[description]);
    if (cells[reference] && reference !== description) above.moreReference.push(cells[reference]);
    return true;
  }
}

function payment(row: TableRow, dateText: string, readings: RowReading[], surplus: number): PaymentRow {
  return { row, dateText, readings, surplus, isBalanceOnly: false, moreText: [], moreReference: [] };
}

/**
 * The balance beside or below a cell with this name, outside the table. Null where there is none, or where several differ,
 * as in a file of several pages.
 */
function statedBalance(rows: readonly TableRow[], outside: ReadonlySet<TableRow>, name: RegExp): bigint | null {
  const found = new Set<bigint>();
  for (const [at, row] of rows.entries()) {
    if (!outside.has(row)) continue;
    for (const [place, cell] of row.cells.entries()) {
      if (!name.test(cell)) continue;
      const beside = row.cells.slice(place + 1).find((text) => text !== '');
      const below = rows[at + 1]?.cells[place];
      const balance = [beside, below]
        .map((text) => (text ? readBalance(text) : undefined))
        .find((read) => read !== undefined);
      if (balance !== undefined) found.add(balance);
    }
  }
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : null;
}

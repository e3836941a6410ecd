import { invalidInput } from '../ground/refusals/errors.ts';
import { columnFields, plain, type CsvMapping, type Table } from './csvMapping.ts';
import { isAmbiguous, readAmount, readBalance, type ReadAmount } from './statementAmounts.ts';
import type { ThreeDecimals } from './statementAmounts.ts';
import { readSide } from './statementSides.ts';
import type { TableRow } from './tableRows.ts';

/** The money of a row, as far as its own cells show. */
export interface RowMoney {
  /** What the payment may do to the balance, the likeliest first; none where the row has no amount. */
  changes: bigint[];
  /** What leaves the side open: a minus in a column of one side, or neither sign nor side. */
  open: 'minus' | 'unsigned' | null;
  /** The balance behind it. */
  balance: bigint | null;
}

/** Places of the mapping's columns; -1 where there is none. */
export class TableCells {
  readonly date: number;
  readonly time: number;
  readonly description: number;
  readonly reference: number;
  /** Number of columns that have a name. */
  readonly width: number;
  readonly #at: (name: string | null) => number;
  readonly #balanceSide: number;

  constructor(
    readonly table: Table,
    readonly mapping: CsvMapping,
    rows: readonly TableRow[],
    readonly threeDecimals: ThreeDecimals | undefined,
  ) {
    const known = table.headings.map(plain);
    // Looked up once a file, because each cell of each row needs it.
    const places = new Map(columnFields.map((field) => [mapping[field], known.indexOf(plain(mapping[field] ?? ''))]));
    this.#at = (name) => (name === null || name === '' ? -1 : (places.get(name) ?? -1));
    this.date = this.#at(mapping.date);
    this.time = this.#at(mapping.time);
    this.description = this.#at(mapping.description);
    this.reference = this.#at(mapping.reference);
    this.width = table.headings.findLastIndex((name) => name !== '') + 1;
    this.#balanceSide = this.#sideOfBalance(rows);
  }

  /** A column of Dr and Cr alone behind the one of balances belongs to it, unless it is mapped otherwise. */
  #sideOfBalance(rows: readonly TableRow[]): number {
    const balance = this.#at(this.mapping.balance);
    const next = balance + 1;
    if (balance === -1 || next === this.#at(this.mapping.side)) return -1;
    const values = rows.slice(this.table.heading + 1).flatMap(({ cells }) => cells[next] || []);
    return values.length > 0 && values.every((value) => readSide(value) !== null) ? next : -1;
  }

  /**
   * The amounts of a row. Refuses with INVALID_INPUT, naming the row, what can't be read, and money in and out in one. A row
   * without a date has none where one of them can't be read: it is a total or the like.
   */
  money({ number, cells }: TableRow, hasDate: boolean): RowMoney {
    const cell = (name: string | null) => cells[this.#at(name)] ?? '';
    const { mapping } = this;
    const balance = readBalance(cell(mapping.balance), readSide(cells[this.#balanceSide] ?? '')) ?? null;
    const texts = mapping.amount === null ? [cell(mapping.credit), cell(mapping.debit)] : [cell(mapping.amount)];
    const amounts = texts.map((text) => readAmount(text, this.threeDecimals ?? 'decimals'));
    const unread = amounts.indexOf(undefined);
    if (unread !== -1) {
      if (!hasDate) return { changes: [], open: null, balance };
      throw invalidInput('file', `Row ${number}: "${texts[unread]?.slice(0, 40)}" is no amount.`);
    }
    const [first = null, second = null] = amounts as (ReadAmount | null)[];
    if (mapping.amount !== null) {
      if (first === null) return { changes: [], open: null, balance };
      return { ...this.#signed(first, number, cell(mapping.side), cell(mapping.amount)), balance };
    }
    if (first && second) {
      if (!hasDate) return { changes: [], open: null, balance };
      throw invalidInput('file', `Row ${number} has money in and money out.`);
    }
    if (first) return { ...onSide(first, 'credit'), balance };
    if (second) return { ...onSide(second, 'debit'), balance };
    return { changes: [], open: null, balance };
  }

  #signed(amount: ReadAmount, number: number, sideText: string, text: string): Omit<RowMoney, 'balance'> {
    const named = readSide(sideText);
    if (
      this.mapping.side !== null &&
      named === null &&
      (sideText !== '' || (amount.side === null && !amount.negative))
    ) {
      throw invalidInput('file', `Row ${number}: "${sideText.slice(0, 40)}" is neither credit nor debit.`);
    }
    const side = named ?? amount.side;
    if (side !== null) return onSide({ ...amount, side: null }, side);
    if (amount.negative) return { changes: [-BigInt(amount.size)], open: null };
    if (text.trim().startsWith('+')) return { changes: [amount.size], open: null };
    return { changes: [amount.size, -BigInt(amount.size)], open: 'unsigned' };
  }

  /** Texts of the row's amounts that may be thousands or have three decimals. */
  ambiguous({ cells }: TableRow): string[] {
    const { amount, credit, debit } = this.mapping;
    return [amount, credit, debit].map((name) => cells[this.#at(name)] ?? '').filter(isAmbiguous);
  }

  /** Places of cells with text: neither date nor money. */
  texts(cells: readonly string[]): number[] {
    const { amount, side, credit, debit, balance } = this.mapping;
    const others = new Set([
      this.date,
      this.time,
      this.#balanceSide,
      ...[amount, side, credit, debit, balance].map(this.#at),
    ]);
    return cells.flatMap((cell, at) => (cell === '' || others.has(at) ? [] : [at]));
  }
}

/** An amount in a column of one side. A minus there, or the other side's word, leaves open what it does. */
function onSide({ size, side, negative }: ReadAmount, column: 'credit' | 'debit'): Omit<RowMoney, 'balance'> {
  const change = column === 'credit' ? BigInt(size) : -BigInt(size);
  const isOpen = negative || (side !== null && side !== column);
  return isOpen ? { changes: [change, -change], open: 'minus' } : { changes: [change], open: null };
}

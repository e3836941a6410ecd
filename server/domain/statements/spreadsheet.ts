import { read, SSF, utils, type CellObject, type WorkSheet } from '@e965/xlsx';
import { unzipSync, zipSync } from 'fflate';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import { boundedRows, MAX_COLUMNS, tableRow, type TableRow } from './tableRows.ts';
import { MAX_STATEMENT_LINES } from './statementText.ts';

/** What the parts of an archive may have together, unpacked: the largest statements have some 20 MiB. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

/** Whether bytes are an XLSX (a ZIP archive) or an XLS (a compound file). */
export function isSpreadsheet(bytes: Buffer): boolean {
  return isArchive(bytes) || bytes.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1';
}

/**
 * The rows of the sheet with most rows, of an XLSX, an XLS or a table in HTML. Numbers are as they are stored, dates and
 * times as `2026-11-21 09:30:00`. Refuses with INVALID_INPUT what isn't one, what is encrypted, and too much.
 */
export function spreadsheetRows(bytes: Buffer): TableRow[] {
  const sheets = workbookOf(bytes);
  const rows = sheets.map(rowsOf).reduce<TableRow[]>((most, next) => (next.length > most.length ? next : most), []);
  return boundedRows(rows);
}

function isArchive(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04';
}

/**
 * An archive whose parts are stored as they are: the reader of spreadsheets unpacks without a bound. Refuses with
 * INVALID_INPUT what states more than 64 MiB; a part that has more than it states is cut there.
 */
function stored(archive: Buffer): Buffer {
  let size = 0;
  const parts = unzipSync(archive, {
    filter: ({ originalSize }) => {
      size += originalSize;
      if (size > MAX_UNPACKED_BYTES) throw invalidInput('file', 'The spreadsheet is larger than 64 MiB when unpacked.');
      return true;
    },
  });
  return Buffer.from(zipSync(parts, { level: 0 }));
}

function workbookOf(bytes: Buffer): WorkSheet[] {
  try {
    const { SheetNames, Sheets } = read(isArchive(bytes) ? stored(bytes) : bytes, {
      type: 'buffer',
      raw: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      cellNF: true,
      sheetRows: MAX_STATEMENT_LINES + 1_000,
    });
    return SheetNames.flatMap((name) => Sheets[name] ?? []);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw invalidInput('file', 'The spreadsheet can’t be read: it is damaged, or has a password.');
  }
}

function rowsOf(sheet: WorkSheet): TableRow[] {
  if (sheet['!ref'] === undefined) return [];
  const { s: start, e: end } = utils.decode_range(sheet['!ref']);
  const rows: TableRow[] = [];
  const lastColumn = Math.min(end.c, start.c + 2 * MAX_COLUMNS);
  for (let r = start.r; r <= end.r; r += 1) {
    const cells: string[] = [];
    for (let c = start.c; c <= lastColumn; c += 1) {
      cells.push(cellText(sheet[utils.encode_cell({ r, c })] as CellObject | undefined));
    }
    const row = tableRow(r + 1, cells);
    if (row) rows.push(row);
  }
  return rows;
}

function cellText(cell: CellObject | undefined): string {
  if (cell?.v === undefined || cell.t === 'e' || cell.t === 'z') return '';
  if (typeof cell.v !== 'number') return String(cell.v);
  if (typeof cell.z === 'string' && SSF.is_date(cell.z)) return dateText(cell.v);
  // Spreadsheets keep 15 digits; the rest is noise of binary fractions.
  return String(Number(cell.v.toPrecision(15)));
}

function dateText(value: number): string {
  const { y, m, d, H, M, S } = SSF.parse_date_code(value) as {
    y: number;
    m: number;
    d: number;
    H: number;
    M: number;
    S: number;
  };
  const two = (part: number) => String(part).padStart(2, '0');
  const time = `${two(H)}:${two(M)}:${two(S)}`;
  if (value < 1) return time;
  const day = `${y}-${two(m)}-${two(d)}`;
  return value % 1 === 0 ? day : `${day} ${time}`;
}

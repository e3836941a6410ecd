import { setImmediate as nextTurn } from 'node:timers/promises';
import { Zip, ZipDeflate } from 'fflate';

/** A number as its decimal digits, with a sign and a point where it has them. */
export interface DecimalCell {
  readonly decimal: string;
}
/** What a date and a time show in every time zone: only the UTC fields count. */
export interface WallTimeCell {
  readonly wallTime: Date;
}
/** Texts stay texts, whatever they look like. */
export type XlsxCell = string | DecimalCell | WallTimeCell | null;

export interface TableXlsx {
  readonly header: readonly string[];
  readonly batches: AsyncIterable<readonly (readonly XlsxCell[])[]>;
}

/** Of a sheet, its header included; what is more goes on in a further one. */
const SHEET_ROWS = 1_048_576;
/** Characters of a cell; longer texts end with "…". */
const CELL_CHARACTERS = 32_767;
/** Digits that spreadsheets keep of a number: longer ones are texts. */
const EXACT_DIGITS = 15;
/** Between two turns of the event loop: some milliseconds of building and compressing. */
const ROWS_PER_TURN = 100;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Indexes into `cellXfs` of {@link STYLES}. */
const STYLE = { text: 1, wallTime: 2, decimal: 3, header: 4 };
const STYLES = `${DECLARATION}<styleSheet xmlns="${SHEETS}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy\\ hh:mm:ss"/></numFmts>\
<fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>\
<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="49" applyNumberFormat="1"/>\
<xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="0"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;

/**
 * A workbook (ECMA-376, Office Open XML) of one table, as bytes that are made while they are read, a few rows per turn of the
 * event loop: memory is that of one batch, however long the table is. (Libraries hold whole workbooks.)
 */
export async function* tableXlsx({ header, batches }: TableXlsx, sheetRows = SHEET_ROWS): AsyncGenerator<Uint8Array> {
  const archive = new Archive();
  const start = SHEET_START + rowXml(header.map((title) => textXml(title, STYLE.header)));
  let sheets = 0;
  let rowsLeft = 0;
  for await (const rows of inTurns(batches)) {
    if (sheets === 0 || rows.length > rowsLeft) {
      if (sheets > 0) archive.endFile(SHEET_END);
      sheets += 1;
      archive.beginFile(`xl/worksheets/sheet${sheets}.xml`, start);
      rowsLeft = sheetRows - 1;
    }
    archive.add(rows.map((row) => rowXml(row.map(cellXml))).join(''));
    rowsLeft -= rows.length;
    yield* archive.take();
    await nextTurn();
  }
  archive.endFile(SHEET_END);
  for (const [name, text] of partsOf(sheets)) archive.addFile(name, text);
  archive.end();
  yield* archive.take();
}

/** The rows in small batches; an empty one where there is no row, so that each workbook has a sheet. */
async function* inTurns(batches: TableXlsx['batches']): AsyncGenerator<readonly (readonly XlsxCell[])[]> {
  let hasRows = false;
  for await (const batch of batches) {
    for (let at = 0; at < batch.length; at += ROWS_PER_TURN) yield batch.slice(at, at + ROWS_PER_TURN);
    hasRows ||= batch.length > 0;
  }
  if (!hasRows) yield [];
}

/** A ZIP file whose bytes are taken while it is made. */
class Archive {
  readonly #made: Uint8Array[] = [];
  readonly #zip = new Zip((error, bytes) => {
    if (error) throw error;
    this.#made.push(bytes);
  });
  #file: ZipDeflate | undefined;

  beginFile(name: string, text: string): void {
    this.#file = new ZipDeflate(name, { level: 1 });
    this.#zip.add(this.#file);
    this.add(text);
  }

  add(text: string): void {
    this.#file?.push(Buffer.from(text));
  }

  endFile(text: string): void {
    this.#file?.push(Buffer.from(text), true);
  }

  addFile(name: string, text: string): void {
    this.beginFile(name, '');
    this.endFile(text);
  }

  end(): void {
    this.#zip.end();
  }

  take(): Uint8Array[] {
    return this.#made.splice(0);
  }
}

// The titles stay in sight.
const SHEET_START = `${DECLARATION}<worksheet xmlns="${SHEETS}"><sheetViews><sheetView workbookViewId="0">\
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>\
<sheetFormatPr defaultColWidth="18"/><sheetData>`;
const SHEET_END = '</sheetData></worksheet>';

function rowXml(cells: readonly string[]): string {
  return `<row>${cells.join('')}</row>`;
}

function cellXml(cell: XlsxCell): string {
  if (cell === null) return '<c/>';
  if (typeof cell === 'string') return textXml(cell, STYLE.text);
  if ('wallTime' in cell) return `<c s="${STYLE.wallTime}"><v>${serialOf(cell.wallTime)}</v></c>`;
  const { decimal } = cell;
  if (decimal.replace(/\D/g, '').length > EXACT_DIGITS) return textXml(decimal, STYLE.text);
  return `<c s="${decimal.includes('.') ? STYLE.decimal : 0}"><v>${decimal}</v></c>`;
}

function textXml(text: string, style: number): string {
  const fitting = text.length > CELL_CHARACTERS ? `${text.slice(0, CELL_CHARACTERS - 1)}…` : text;
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(fitting)}</t></is></c>`;
}

/**
 * A text for XML 1.0: line ends are LF, as in cells, what has no place in it (control characters, halves of pairs) is replaced by
 * U+FFFD, and `_x0041_`, which spreadsheets would take for an escape, is escaped.
 */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\t\n])\p{Cc}|[\ufffe\uffff]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
}

/** Days since 1899-12-30, in whose calendar spreadsheets count. */
function serialOf(wallTime: Date): number {
  return (wallTime.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000;
}

function partsOf(sheets: number): [name: string, text: string][] {
  const all = Array.from({ length: sheets }, (_, at) => at + 1);
  const sheetTypes = all.map(
    (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
  );
  const sheetList = all.map((n) => `<sheet name="${n === 1 ? 'Table' : `Table ${n}`}" sheetId="${n}" r:id="rId${n}"/>`);
  const sheetRelations = all.map((n) => relation(`rId${n}`, 'worksheet', `worksheets/sheet${n}.xml`));
  return [
    [
      '[Content_Types].xml',
      `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${sheetTypes.join('')}</Types>`,
    ],
    ['_rels/.rels', relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')])],
    [
      'xl/workbook.xml',
      `${DECLARATION}<workbook xmlns="${SHEETS}" xmlns:r="${RELATIONS}"><sheets>${sheetList.join('')}</sheets></workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', relations([...sheetRelations, relation('styles', 'styles', 'styles.xml')])],
    ['xl/styles.xml', STYLES],
  ];
}

function relations(all: readonly string[]): string {
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
}

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
}

import { read, utils, type WorkBook } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { tableXlsx, type XlsxCell } from './tableXlsx.ts';

async function* inBatchesOf(size: number, rows: readonly (readonly XlsxCell[])[]) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

async function bookOf(rows: readonly (readonly XlsxCell[])[], sheetRows?: number): Promise<WorkBook> {
  const pieces: Uint8Array[] = [];
  const table = { header: ['one', 'two'], batches: inBatchesOf(250, rows) };
  for await (const piece of tableXlsx(table, sheetRows)) pieces.push(piece);
  return read(Buffer.concat(pieces));
}

const textsOf = ({ Sheets }: WorkBook) =>
  Object.values(Sheets).map((sheet) => utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false }));

it('an empty table is a sheet with its titles', async () => {
  expect(textsOf(await bookOf([]))).toEqual([[['one', 'two']]]);
});

it('a table longer than a sheet goes on in a further one, each with the titles', async () => {
  const rows = Array.from({ length: 450 }, (_, at) => [{ decimal: String(at) }, 'x']);
  const book = await bookOf(rows, 201);
  expect(book.SheetNames).toEqual(['Table', 'Table 2', 'Table 3']);
  const sheets = textsOf(book);
  for (const sheet of sheets) {
    expect(sheet[0]).toEqual(['one', 'two']);
    expect(sheet.length).toBeLessThanOrEqual(201);
  }
  expect(sheets.flatMap((sheet) => sheet.slice(1)).map(([n]) => Number(n))).toEqual(rows.map((_, at) => at));
});

it.each([
  ['letters of every script, and signs of XML', 'आशा తెలుగు 😀 <b> & "quotes" \'s'],
  ['line ends and spaces at the ends', '  two\nlines and a tab\t '],
  ['what looks like an escape', '_x0041_'],
  ['digits', '0012345678901234567'],
  ['a formula', '=HYPERLINK("http://x","y")'],
])('a text is kept as it is: %s', async (_name, text) => {
  const sheet = Object.values((await bookOf([[text, null]])).Sheets)[0];
  expect(sheet?.['A2']).toMatchObject({ t: 's', v: text });
  expect(sheet?.['A2'].f).toBeUndefined();
  expect(sheet?.['B2']).toBeUndefined();
});

it('a line end is the one of cells', async () => {
  const sheet = Object.values((await bookOf([['a\r\nb\rc', null]])).Sheets)[0];
  expect(sheet?.['A2'].v).toBe('a\nb\nc');
});

it('what XML has no place for is replaced, and a text too long for a cell is cut', async () => {
  const sheet = Object.values((await bookOf([['a\u0000b\u001f\ud800c\uffff', 'x'.repeat(40_000)]])).Sheets)[0];
  expect(sheet?.['A2'].v).toBe('a\ufffdb\ufffd\ufffdc\ufffd');
  expect(sheet?.['B2'].v).toBe(`${'x'.repeat(32_766)}…`);
});

it('a number keeps all its digits: as a text where spreadsheets would round it', async () => {
  const exact = await bookOf([[{ decimal: '-9999999999999.99' }, { decimal: '99999999999999.99' }]]);
  const sheet = Object.values(exact.Sheets)[0];
  expect(sheet?.['A2']).toMatchObject({ t: 'n', v: -9_999_999_999_999.99 });
  expect(sheet?.['B2']).toMatchObject({ t: 's', v: '99999999999999.99' });
});

import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Language } from './languages.ts';

export interface TablePdf {
  /** Of the texts, for reading them aloud. */
  language: Language;
  title: string;
  facts: readonly (readonly [name: string, value: string])[];
  notes: readonly string[];
  /** Widths in points; together at most 515. */
  columns: readonly { title: string; width: number; right?: boolean }[];
  /** Cells that are too long end with "…". */
  rows: readonly (readonly string[])[];
  footer: (page: number) => string;
  madeAt: Date;
}

const MARGIN = 40;
const ROW_HEIGHT = 15;
const GAP = 6;
const LAST_LINE = 780;
const INK = '#1c1523';
const QUIET = '#5d5566';
const LINE = '#d9d3e0';
/** Rows between two turns of the event loop: some milliseconds of layout. */
const ROWS_PER_TURN = 4;

type Document = PDFKit.PDFDocument;

/**
 * A table on pages of A4, with a title, facts and notes above it. The bytes are made while they are read, a few rows per
 * turn of the event loop. Texts in other scripts than Latin and Devanagari show "?".
 */
export async function tablePdf(table: TablePdf): Promise<Readable> {
  // 350 ms to load, and used by few calls.
  const { default: PDFDocument } = await import('pdfkit');
  const [latin, devanagari] = await Promise.all([fontFile('latin'), fontFile('devanagari')]);
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: table.title, CreationDate: table.madeAt },
    lang: `${table.language}-IN`,
  });
  document.registerFont('latin', latin);
  document.registerFont('devanagari', devanagari);
  const drawing = draw(document, table);
  drawing.then(
    () => document.end(),
    (error: unknown) => document.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return document;
}

function fontFile(name: string): Promise<Buffer> {
  return readFile(new URL(`./fonts/noto-${name}.ttf`, import.meta.url));
}

async function draw(document: Document, table: TablePdf): Promise<void> {
  let page = 1;
  let y = drawHead(document, table);
  y = drawTitles(document, table, y);
  for (const [index, row] of table.rows.entries()) {
    if (index % ROWS_PER_TURN === 0) await setImmediate();
    // The reader is gone.
    if (document.destroyed) return;
    if (y > LAST_LINE) {
      drawFooter(document, table.footer(page));
      document.addPage();
      page += 1;
      y = drawTitles(document, table, MARGIN);
    }
    drawRow(document, table, row, y);
    y += ROW_HEIGHT;
  }
  drawFooter(document, table.footer(page));
}

function drawHead(document: Document, { title, facts, notes }: TablePdf): number {
  document.fillColor(INK).fontSize(16);
  drawText(document, title, MARGIN, MARGIN);
  let y = MARGIN + 32;
  document.fontSize(9);
  for (const [name, value] of facts) {
    document.fillColor(QUIET);
    drawText(document, name, MARGIN, y);
    document.fillColor(INK);
    drawText(document, fitted(document, value, 415), MARGIN + 100, y);
    y += 16;
  }
  document.fillColor(QUIET).fontSize(8);
  for (const line of notes.flatMap((note) => wrapped(document, note, 515))) {
    drawText(document, line, MARGIN, y + 4);
    y += 11;
  }
  return y + 14;
}

function drawTitles(document: Document, table: TablePdf, y: number): number {
  document.fillColor(QUIET).fontSize(8);
  drawCells(
    document,
    table,
    table.columns.map(({ title }) => title),
    y,
  );
  document.fillColor(INK);
  drawLine(document, y + ROW_HEIGHT - 2);
  return y + ROW_HEIGHT + 2;
}

function drawRow(document: Document, table: TablePdf, row: readonly string[], y: number): void {
  drawCells(document, table, row, y);
  drawLine(document, y + ROW_HEIGHT - 2);
}

function drawLine(document: Document, y: number): void {
  document
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + 515, y)
    .lineWidth(0.5)
    .stroke(LINE);
}

function drawCells(document: Document, { columns }: TablePdf, row: readonly string[], y: number): void {
  let x = MARGIN;
  for (const [index, { width, right = false }] of columns.entries()) {
    const text = fitted(document, row[index] ?? '', width - GAP);
    if (text !== '') drawText(document, text, right ? x + width - widthOf(document, text) : x, y);
    x += width;
  }
}

function drawFooter(document: Document, text: string): void {
  document.fillColor(QUIET).fontSize(8);
  drawText(document, text, MARGIN + 515 - widthOf(document, text), LAST_LINE + 20);
  document.fillColor(INK);
}

/** What only the font of Devanagari has: its letters, its full stops, the rupee sign, and what joins letters. */
const DEVANAGARI = /(?:\p{Script=Devanagari}|[₹।॥]|\u200c|\u200d)+/u;
const IN_NEITHER = /(?!\p{Script=Devanagari}|[₹।॥]|\u200c|\u200d)[^\u0020-\u007e\u00a0-\u00ff–—‘’“”…•→−]/gu;

/** A text in parts of one script each, since no font file has both. */
function runsOf(text: string): { font: string; text: string }[] {
  return text
    .replace(IN_NEITHER, '?')
    .split(new RegExp(`(${DEVANAGARI.source})`, 'u'))
    .filter((run) => run !== '')
    .map((run) => ({ font: DEVANAGARI.test(run) ? 'devanagari' : 'latin', text: run }));
}

function drawText(document: Document, text: string, x: number, y: number): void {
  let at = x;
  for (const run of runsOf(text)) {
    document.font(run.font).text(run.text, at, y, { lineBreak: false });
    at += document.widthOfString(run.text);
  }
}

function widthOf(document: Document, text: string): number {
  return runsOf(text).reduce((width, run) => width + document.font(run.font).widthOfString(run.text), 0);
}

/** A text in lines of at most this width; a longer word has a line of its own. */
function wrapped(document: Document, text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(document, longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function fitted(document: Document, text: string, width: number): string {
  if (widthOf(document, text) <= width) return text;
  let kept = text;
  while (kept !== '' && widthOf(document, `${kept}…`) > width) kept = [...kept].slice(0, -1).join('');
  return `${kept}…`;
}

import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { faceOf, readFace, type FontFace } from './fontFaces.ts';
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
 * turn of the event loop. Fonts are loaded for the scripts that its texts have; a character of none of them shows "?".
 */
export async function tablePdf(table: TablePdf): Promise<Readable> {
  // 350 ms to load, and used by few calls.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: table.title, CreationDate: table.madeAt },
    lang: `${table.language}-IN`,
  });
  await registerFonts(document, table);
  const drawing = draw(document, table);
  drawing.then(
    () => document.end(),
    (error: unknown) => document.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return document;
}

/** Registers the fonts of all characters of a table, by the names of their faces. */
async function registerFonts(
  document: Document,
  { title, facts, notes, columns, rows, footer }: TablePdf,
): Promise<void> {
  const texts = [title, ...facts.flat(), ...notes, ...columns.map((column) => column.title), footer(1), ...rows.flat()];
  const faces = new Map<string, FontFace>();
  for (const character of new Set(texts.join('') + ALWAYS)) {
    const face = faceOf(character);
    if (face) faces.set(face.name, face);
  }
  for (const face of faces.values()) document.registerFont(face.name, await readFace(face));
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

/** Of a line of Noto Sans: what is above the baseline. */
const ASCENT = 1_069 / 1_362;
/** What is drawn besides the texts of a table. */
const ALWAYS = '?… 0123456789';
/** The font of most texts, and what it has: to look at each of their letters would cost more than to draw them. */
const LATIN_FONT = 'noto-sans latin';
const LATIN = /^[ -~\u00a0-\u00ff–—‘’“”…•−]*$/;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

interface Run {
  readonly font: string;
  readonly text: string;
}

/**
 * A text in parts of one font each. Of scripts that are written from right to left the words are in the order in which they are drawn,
 * from left to right; their letters are the font's work.
 */
export function runsOf(text: string): Run[] {
  if (LATIN.test(text)) return [{ font: LATIN_FONT, text }];
  const runs: { font: string; text: string }[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const face = faceOf(segment);
    const font = face?.name ?? LATIN_FONT;
    const last = runs.at(-1);
    if (last?.font === font) last.text += face ? segment : '?';
    else runs.push({ font, text: face ? segment : '?' });
  }
  return inDrawnOrder(runs);
}

const RIGHT_TO_LEFT = /^\p{Script=Arabic}/u;

/** Words of Arabic that follow each other, with what is between them, are drawn last to first. */
function inDrawnOrder(runs: readonly Run[]): Run[] {
  const drawn: Run[] = [];
  let from = 0;
  while (from < runs.length) {
    let to = from + 1;
    if (isRightToLeft(runs[from])) {
      while (runs[to]?.text === ' ' && isRightToLeft(runs[to + 1])) to += 2;
    }
    drawn.push(...runs.slice(from, to).toReversed());
    from = to;
  }
  return drawn;
}

function isRightToLeft(run: Run | undefined): boolean {
  return run !== undefined && RIGHT_TO_LEFT.test(run.text);
}

/** Where marks go, which fontkit can't read in every font: there they stay at their letters' ends. */
const withoutMarks = () => ({ mark: false, mkmk: false, abvm: false, blwm: false });

/** Selects a run's font. Returns its width, and the options to draw it with. */
function prepared(document: Document, { font, text }: Run): { width: number; options: PDFKit.Mixins.TextOptions } {
  document.font(font);
  try {
    return { width: document.widthOfString(text), options: {} };
  } catch {
    // The types know features that are switched on only.
    const optionsOf = () => ({ features: withoutMarks() as never });
    return { width: document.widthOfString(text, optionsOf()), options: optionsOf() };
  }
}

/** All runs stand on the baseline of Latin letters, whose top is at `y`. */
function drawText(document: Document, text: string, x: number, y: number): void {
  let at = x;
  const baseline = y + document.font(LATIN_FONT).currentLineHeight() * ASCENT;
  for (const run of runsOf(text)) {
    const { width, options } = prepared(document, run);
    document.text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic', ...options });
    at += width;
  }
}

function widthOf(document: Document, text: string): number {
  return runsOf(text).reduce((width, run) => width + prepared(document, run).width, 0);
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

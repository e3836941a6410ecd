import { isMt940 } from './mt940Fields.ts';
import { isSpreadsheet, spreadsheetRows } from './spreadsheet.ts';
import type { StatementFormat } from './statementLine.ts';
import { statementText } from './statementText.ts';
import { csvRows, type TableRow } from './tableRows.ts';

/** What a file holds: the rows of a table, or the text of a message. */
export type StatementContent =
  | { readonly format: 'csv'; readonly rows: TableRow[] }
  | { readonly format: Exclude<StatementFormat, 'csv'>; readonly text: string };

/** The content of a file, whose format it shows itself. Refuses with INVALID_INPUT what is neither text nor a spreadsheet. */
export function statementContent(bytes: Buffer): StatementContent {
  if (isSpreadsheet(bytes)) return { format: 'csv', rows: spreadsheetRows(bytes) };
  const text = statementText(bytes);
  if (isMt940(text)) return { format: 'mt940', text };
  if (!text.trimStart().startsWith('<')) return { format: 'csv', rows: csvRows(text) };
  if (isHtml(text)) return { format: 'csv', rows: spreadsheetRows(bytes) };
  return { format: 'camt053', text };
}

/** Some banks name a page of HTML with a table `.xls`. */
function isHtml(text: string): boolean {
  return /^\s*(?:<!doctype html|<html|<table|<head|<body|<meta|<style)/i.test(text);
}

import type { Context } from '../../ground/verbs/context.ts';
import type { Span } from '../cover.ts';

/** Money in a table: whole paise, written as rupees with two decimals. */
export interface MoneyCell {
  paise: bigint;
}
export type Cell = string | number | bigint | boolean | Date | MoneyCell | null;

/** The title of a column of instants, which are in Indian time. */
export function inIndia(title: string): string {
  return `${title} (IST)`;
}

/** The filter of the table's screen, as in its address. */
export type ExportFilter = Readonly<Record<string, string | undefined>>;

/** One of the tables that can be exported. */
export interface ExportTable {
  header: readonly string[];
  /**
   * The rows of the span, oldest first, some thousands at a time; those that the filter matches, where there is one.
   * Refuses a wrong filter at once, before anything is sent.
   */
  batches(ctx: Context, span: Span, filter: ExportFilter): AsyncIterable<Cell[][]>;
}

/** Rows read at a time: few enough for memory, enough to amortize the round trip. */
export const BATCH_ROWS = 2_000;

/** Continues after the last row each time, until a batch is shorter than requested. */
export async function* inBatches<Row>(read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH_ROWS) return;
    last = rows.at(-1);
  }
}

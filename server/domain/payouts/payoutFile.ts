import { tableXlsx } from '../../platform/tableXlsx.ts';
import { pain001, type Message } from './pain001.ts';
import { cellsOf } from './payoutRows.ts';
import { delimiterOf, isMessage, type PayoutFormat } from './payoutLayout.ts';

const types: Record<PayoutFormat, { ending: string; mediaType: string }> = {
  csv: { ending: 'csv', mediaType: 'text/csv; charset=utf-8' },
  xlsx: { ending: 'xlsx', mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  pain_001_001_03: { ending: 'xml', mediaType: 'application/xml' },
  pain_001_001_09: { ending: 'xml', mediaType: 'application/xml' },
};

/** With play money: what the file says of itself, in letters that every bank's set has. */
export const PRACTICE = 'PRACTICE play money pays nobody';

/** The bank's file of a batch. The same batch always makes the same bytes. */
export function payoutFile(message: Message): { name: string; mediaType: string; content: AsyncIterable<Buffer> } {
  const { format } = message.layout;
  const { ending, mediaType } = types[format];
  const name = `${message.practice === null ? '' : 'practice-'}payouts-${message.day}-${message.id}.${ending}`;
  return { name, mediaType, content: contentOf(message) };
}

async function* contentOf(message: Message): AsyncGenerator<Buffer> {
  const { format } = message.layout;
  if (isMessage(format)) {
    yield Buffer.from(pain001(message));
  } else if (format === 'csv') {
    const lines = rowsOf(message).map((cells) => `${cells.join(delimiterOf(message.layout))}\r\n`);
    yield Buffer.from(lines.join(''));
  } else {
    const [header = [], ...rows] = rowsOf(message);
    for await (const bytes of tableXlsx({ header, batches: once(rows) })) yield Buffer.from(bytes);
  }
}

/** The lines of the table as cells. No cell needs quotes: what would need them isn't taken into a batch (payoutRows.ts). */
function rowsOf({ layout, day, own, payouts, practice }: Message): string[][] {
  return [
    ...(practice === null ? [] : [[practice]]),
    ...(layout.firstLine === null ? [] : [[layout.firstLine]]),
    ...(layout.headings ? [layout.columns.map(({ heading }) => heading)] : []),
    ...payouts.map((payout, at) => cellsOf(payout, { row: at + 1, day, own, layout })),
  ];
}

async function* once<Batch>(batch: Batch): AsyncGenerator<Batch> {
  yield batch;
}

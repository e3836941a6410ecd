import { csvLine } from '../stats/exports/csv.ts';
import { isoInIndia } from './indianTime.ts';
import type { Statement } from './statement.ts';

const LINES_PER_PIECE = 500;
const header = ['at', 'entry', 'reference', 'staked', 'returned', 'change', 'balance'];

/** A statement as CSV, in pieces: a line for the opening balance, one for each entry, one for the closing balance. */
export function* statementCsv({ period, opening, closing, entries }: Statement): Generator<string> {
  yield (
    csvLine(header) + csvLine([isoInIndia(period.from), 'openingBalance', null, null, null, null, { paise: opening }])
  );
  for (let start = 0; start < entries.length; start += LINES_PER_PIECE) {
    yield entries
      .slice(start, start + LINES_PER_PIECE)
      .map(({ at, kind, reference, staked, returned, change, balance }) =>
        csvLine([
          isoInIndia(at),
          kind,
          reference,
          money(staked),
          money(returned),
          { paise: change },
          { paise: balance },
        ]),
      )
      .join('');
  }
  yield csvLine([isoInIndia(period.to), 'closingBalance', null, null, null, null, { paise: closing }]);
}

function money(paise: bigint | null) {
  return paise === null ? null : { paise };
}

import type { Language } from '../../platform/languages.ts';
import { type Operator, operatorNotice } from '../../platform/operator.ts';
import { BOM, csvLine } from '../stats/exports/csv.ts';
import { isoInIndia } from './indianTime.ts';
import type { Statement } from './statement.ts';
import { statementWords } from './statementWords.ts';

const LINES_PER_PIECE = 500;

/**
 * A statement as CSV, in pieces: a line for the opening balance, one for each entry, one for the closing balance. In
 * English it is ASCII but for references; other languages begin with a byte order mark. With real money (`operator`) the last line has who
 * runs the games under which licence, as its entry.
 */
export function* statementCsv(
  { period, opening, closing, entries }: Statement,
  language: Language,
  operator: Operator | null,
): Generator<string> {
  const words = statementWords[language].csv;
  if (language !== 'en') yield BOM;
  yield (
    csvLine(words.header) +
    csvLine([isoInIndia(period.from), words.opening, null, null, null, null, { paise: opening }])
  );
  for (let start = 0; start < entries.length; start += LINES_PER_PIECE) {
    yield entries
      .slice(start, start + LINES_PER_PIECE)
      .map(({ at, kind, reference, staked, returned, change, balance }) =>
        csvLine([
          isoInIndia(at),
          words.kinds[kind],
          reference,
          money(staked),
          money(returned),
          { paise: change },
          { paise: balance },
        ]),
      )
      .join('');
  }
  yield csvLine([isoInIndia(period.to), words.closing, null, null, null, null, { paise: closing }]);
  if (operator !== null) {
    const notice = [...operatorNotice(operator, language).split('\n'), '18+'].join(', ');
    yield csvLine([null, notice, null, null, null, null, null]);
  }
}

function money(paise: bigint | null) {
  return paise === null ? null : { paise };
}

import { utils, write } from '@e965/xlsx';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { DomainError } from '../ground/refusals/errors.ts';
import { formatRupees } from '../ground/values/money.ts';
import type { CsvMapping } from './csvMapping.ts';
import { previewFile, readFile, type StatementPreview } from './statementFile.ts';
import type { StatementAnswers } from './statementQuestions.ts';

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');

function preview(
  text: string | Buffer,
  answers: StatementAnswers = {},
  mapping: CsvMapping | null = null,
): StatementPreview {
  return previewFile({ content: base64(text), mapping, remembered: null, headingRow: null, account: null, answers });
}

/** `20-11 +500.00` for each payment. */
function shortly({ sample }: StatementPreview): string[] {
  return sample.map(
    ({ day, direction, amount }) =>
      `${day.slice(8)}-${day.slice(5, 7)} ${direction === 'credit' ? '+' : '-'}${formatRupees(amount)}`,
  );
}

function refused(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error.extra.detail ?? error.message;
    throw error;
  }
  return 'accepted';
}

describe('a row that contradicts the balances', () => {
  const csv =
    'Date,Narration,Debit,Credit,Balance\n20/11/2026,A,,500.00,1500.00\n20/11/2026,B,,300.00,1700.00\n21/11/2026,C,50.00,,1650.00\n';

  test('is named with both figures, and left out once that is answered', () => {
    const shown = preview(csv);
    expect(shown.questions).toEqual([
      expect.objectContaining({ kind: 'balance', rows: [{ row: 3, text: '20/11/2026 · B · 300.00 · 1700.00' }] }),
    ]);
    expect(shown.questions[0]?.text).toBe('Row 3: the balance is 1700.00, but 1500.00 and 300.00 make 1800.00.');
    const without = preview(csv, { balance: 'withoutRows' });
    expect(without.questions).toEqual([]);
    expect(shortly(without)).toEqual(['20-11 +500.00', '21-11 -50.00']);
    expect(without.leftOutRows).toEqual([expect.objectContaining({ row: 3, reason: 'offBalance' })]);
  });

  test('is none where the newest payment comes first', () => {
    const [heading = '', ...rows] = csv.replace('1700.00', '1800.00').replace('1650.00', '1750.00').trim().split('\n');
    const shown = preview([heading, ...rows.toReversed()].join('\n'));
    expect(shown.questions).toEqual([]);
    expect(shortly(shown)).toEqual(['21-11 -50.00', '20-11 +300.00', '20-11 +500.00']);
  });

  test('is found from the opening balance above the table, and by the closing balance below it', () => {
    const whole = (opening: string, closing: string) =>
      preview(
        `Opening Balance,${opening},,\nDate,Narration,Debit,Credit,Balance\n20/11/2026,A,,500.00,1500.00\n,Closing Balance,,,${closing}\n`,
      );
    expect(whole('1000.00', '1500.00').questions).toEqual([]);
    expect(whole('900.00', '1500.00').questions).toEqual([expect.objectContaining({ kind: 'balance' })]);
    expect(whole('1000.00', '1600.00').questions).toEqual([expect.objectContaining({ kind: 'total' })]);
  });
});

describe('a row that is longer than the heading', () => {
  test('is repaired only where the balances prove how', () => {
    const rows = '20/11/2026,UPI, ASHA,7401,,500.00,1500.00\n20/11/2026,CHARGES,,5.00,,1495.00\n';
    const shown = preview(`Date,Narration,Ref,Debit,Credit,Balance\n${rows}`);
    expect(shortly(shown)).toEqual(['20-11 +500.00', '20-11 -5.00']);
    expect(shown.sample[0]).toMatchObject({ description: 'UPI, ASHA', reference: '7401' });
    const hidden = preview(`Date,Narration,Ref,Debit,Credit,Balance,\n${rows}`);
    expect(shortly(hidden)).toEqual(shortly(shown));
    expect(preview('Date,Narration,Debit,Credit\n20/11/2026,UPI, ASHA,,500.00\n').problem).toBe(
      'Row 2 has 5 cells, the heading 4.',
    );
  });
});

describe('a row with an amount', () => {
  test('has the date above it where its own is blank', () => {
    expect(shortly(preview('Date,Narration,Debit,Credit\n20/11/2026,A,,1.00\n,B,,2.00\n'))).toEqual([
      '20-11 +1.00',
      '20-11 +2.00',
    ]);
  });

  test('is refused without a date, and is a total only by its words', () => {
    expect(preview('Date,Narration,Debit,Credit\n,A,,1.00\n').problem).toBe('Row 2 has an amount, but no date.');
    expect(preview('Date,Narration,Debit,Credit\n20.13.26x,A,,1.00\n').problem).toBe('Row 2: "20.13.26x" is no date.');
    const shown = preview(
      'Date,Narration,Debit,Credit\n20/11/2026,TOTAL GAS,5.00,\nTotal,,5.00,\n,Grand total,5.00,\n',
    );
    expect(shortly(shown)).toEqual(['20-11 -5.00']);
    expect(shown.leftOutRows.map(({ row, reason }) => [row, reason])).toEqual([
      [3, 'total'],
      [4, 'total'],
    ]);
  });

  test('goes on in the rows below it', () => {
    const { sample } = preview(
      'Date,Narration,Debit,Credit\n20/11/2026,UPI/,,1.00\n,740187320101/ASHA,,\nThis is computer generated,,,\n',
    );
    expect(sample).toEqual([expect.objectContaining({ description: 'UPI/ 740187320101/ASHA' })]);
  });
});

describe('the side of a payment', () => {
  test('is an exact word, or a sign', () => {
    const typed = (rows: string) => shortly(preview(`Date,Narration,Amount,Type\n${rows}`));
    expect(typed('20/11/2026,A,1.00,Deposit\n20/11/2026,B,2.00,WITHDRAWAL\n20/11/2026,C,3.00,जमा\n')).toEqual([
      '20-11 +1.00',
      '20-11 -2.00',
      '20-11 +3.00',
    ]);
    expect(typed('20/11/2026,A,-1.00,Cheque\n20/11/2026,B,2.00,Card\n')).toEqual(['20-11 -1.00', '20-11 +2.00']);
  });

  test('with a minus in its column is judged by the balance, or asked', () => {
    const bare = 'Date,Narration,Credit,Debit\n20/11/2026,RENT,,-250.00\n';
    expect(preview(bare).questions).toEqual([
      expect.objectContaining({ kind: 'minus', rows: [expect.objectContaining({ row: 2 })] }),
    ]);
    expect(shortly(preview(bare, { minus: 'sameSide' }))).toEqual(['20-11 -250.00']);
    expect(shortly(preview(bare, { minus: 'otherSide' }))).toEqual(['20-11 +250.00']);
    const balanced = (debit: string, after: string) =>
      shortly(
        preview(`Date,Narration,Credit,Debit,Balance\n20/11/2026,A,10.00,,1000.00\n20/11/2026,B,,${debit},${after}\n`),
      );
    expect(balanced('-250.00', '750.00')).toEqual(['20-11 +10.00', '20-11 -250.00']);
    expect(balanced('-250.00', '1250.00')).toEqual(['20-11 +10.00', '20-11 +250.00']);
  });

  test('of an amount without sign and side follows from the balance', () => {
    const csv =
      'Date,Narration,Amount,Balance\n20/11/2026,A,10.00,1000.00\n20/11/2026,B,250.00,750.00\n20/11/2026,C,50.00,800.00\n';
    expect(preview(csv).questions).toEqual([expect.objectContaining({ kind: 'side' })]);
    expect(shortly(preview(csv, { side: 'credit' }))).toEqual(['20-11 +10.00', '20-11 -250.00', '20-11 +50.00']);
  });
});

describe('dates', () => {
  const dated = (...dates: string[]) =>
    `Date,Narration,Debit,Credit\n${dates.map((date) => `"${date}",A,,1.00\n`).join('')}`;

  test('are asked about where day and month may be either, and remembered in the mapping', () => {
    const shown = preview(dated('05/06/2026', '06/06/2026'));
    expect(shown.questions).toEqual([
      expect.objectContaining({ kind: 'dateOrder', text: expect.stringContaining('05/06/2026') as string }),
    ]);
    expect(shown.mapping?.dateOrder).toBeNull();
    expect(shortly(preview(dated('05/06/2026'), { dateOrder: 'MDY' }))).toEqual(['06-05 +1.00']);
    expect(shortly(preview(dated('05/06/2026'), {}, { ...shown.mapping!, dateOrder: 'DMY' }))).toEqual(['05-06 +1.00']);
    expect(preview(dated('06/06/2026')).questions).toEqual([]);
  });

  test('with the year first settle nothing for other styles, which the bank may use in its next file', () => {
    const { mapping } = preview(dated('2026-11-20'));
    expect(mapping?.dateOrder).toBeNull();
    expect(shortly(preview(dated('13-11-26'), {}, mapping))).toEqual(['13-11 +1.00']);
    expect(preview(dated('20/11/2026')).mapping?.dateOrder).toBe('DMY');
  });

  test('are read by the order of their own style', () => {
    expect(shortly(preview(dated('13-11-26', '2026-11-12', '05-11-26')))).toEqual([
      '13-11 +1.00',
      '12-11 +1.00',
      '05-11 +1.00',
    ]);
  });

  test.each(['20Nov2026', 'Nov 20, 2026', '20-NOV-26', '20 November 2026', '२०/११/२०२६', '46346', '20260001'])(
    '%s',
    (text) => {
      const shown = preview(dated(text));
      if (text === '20260001') expect(shown.problem).toContain('is no date');
      else expect(shortly(shown)).toEqual(['20-11 +1.00']);
    },
  );
});

describe('amounts', () => {
  test('with three decimals may be thousands: that is asked', () => {
    const csv = 'Date;Text;Amount\n20/11/2026;A;3.000\n';
    expect(preview(csv).questions).toEqual([expect.objectContaining({ kind: 'threeDecimals' })]);
    expect(shortly(preview(csv, { threeDecimals: 'thousands' }))).toEqual(['20-11 +3000.00']);
    expect(shortly(preview(csv, { threeDecimals: 'decimals' }))).toEqual(['20-11 +3.00']);
  });

  test.each([
    ['5,000/-', '+5000.00'],
    ['Rs. 1,25,000.5', '+125000.50'],
    ['−250.00', '-250.00'],
    ['(99.00)', '-99.00'],
    ['1.234,56', '+1234.56'],
    ['१,२३४.५०', '+1234.50'],
    ['500.00 Cr', '+500.00'],
    ['Dr. 500.00', '-500.00'],
    ['12 345,00', '+12345.00'],
  ])('%s is %s', (text, amount) => {
    expect(shortly(preview(`Date;Narration;Amount\n20/11/2026;A;${text}\n`))).toEqual([`20-11 ${amount}`]);
  });
});

describe('a table', () => {
  test('may have any delimiter, cells as spreadsheets force them, and quotes within a text', () => {
    for (const delimiter of [',', ';', '\t', '|']) {
      const csv = `Bank\nDate,Narration,Debit,Credit\n20/11/2026,"ASHA" STORES,,="500.00"\n`.replaceAll(',', delimiter);
      expect(preview(csv).sample, delimiter).toEqual([
        expect.objectContaining({ amount: 50_000n, description: '"ASHA" STORES' }),
      ]);
    }
  });

  test('may have headings in Hindi, none at all, or one that the admin chooses', () => {
    expect(shortly(preview('दिनांक,विवरण,निकासी,जमा,शेष\n20/11/2026,क,,5.00,15.00\n21/11/2026,ख,2.00,,13.00\n'))).toEqual(
      ['20-11 +5.00', '21-11 -2.00'],
    );
    const bare = preview('20/11/2026,UPI ASHA,,5.00,15.00\n21/11/2026,CHARGES,2.00,,13.00\n');
    expect(shortly(bare)).toEqual(['20-11 +5.00', '21-11 -2.00']);
    expect(bare.mapping).toMatchObject({
      date: 'Column 1',
      debit: 'Column 3',
      credit: 'Column 4',
      balance: 'Column 5',
    });
    const odd = 'Bank,,,\nWhen,What,Gone,Come\n(day),(text),(rupees),(rupees)\n20/11/2026,A,,5.00\n';
    const options = { content: base64(odd), mapping: null, remembered: null, account: null, answers: {} };
    expect(previewFile({ ...options, headingRow: null }).headings).toEqual([
      '(day)',
      '(text)',
      '(rupees)',
      '(rupees) (2)',
    ]);
    const shown = previewFile({ ...options, headingRow: 2 });
    expect(shown.headings).toEqual(['When', 'What', 'Gone', 'Come']);
    expect(shown.rows.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  });

  test('names equal headings apart, and takes Dr and Cr behind the balance for its sign', () => {
    const shown = preview(
      'Date,Narration,Amount,Dr / Cr,Balance,Dr / Cr\n20/11/2026,A,500.00,DR,400.00,DR\n20/11/2026,B,300.00,CR,100.00,DR\n',
    );
    expect(shown.headings).toEqual(['Date', 'Narration', 'Amount', 'Dr / Cr', 'Balance', 'Dr / Cr (2)']);
    expect(shown.questions).toEqual([]);
    expect(shortly(shown)).toEqual(['20-11 -500.00', '20-11 +300.00']);
  });
});

describe('a spreadsheet', () => {
  const rows = [
    ['Bank of Test', null, null, null],
    ['Date', 'Narration', 'Debit', 'Credit', 'Balance'],
    [new Date(Date.UTC(2026, 10, 20)), 'UPI 740187320141', null, 1234.1, 2234.1],
    [new Date(Date.UTC(2026, 10, 21)), 'CHARGES', 0.2, null, 2233.9],
  ];
  const book = () => {
    const sheet = utils.aoa_to_sheet(rows, { UTC: true, dateNF: 'dd/mm/yyyy' });
    return { SheetNames: ['Empty', 'Statement'], Sheets: { Empty: utils.aoa_to_sheet([]), Statement: sheet } };
  };

  test.each(['xlsx', 'biff8', 'html'] as const)('is read as %s', (bookType) => {
    const bytes = Buffer.from(
      write(
        { ...book(), ...(bookType === 'html' && { SheetNames: ['Statement'] }) },
        { type: 'buffer', bookType },
      ) as Uint8Array,
    );
    const shown = preview(bytes);
    expect(shown).toMatchObject({ problem: null, questions: [] });
    expect(shortly(shown)).toEqual(['20-11 +1234.10', '21-11 -0.20']);
  });

  test('is refused where it is much larger than it seems', () => {
    const bomb = Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(65 * 1024 * 1024) }));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(refused(() => preview(bomb))).toBe('The spreadsheet is larger than 64 MiB when unpacked.');
  });

  test('is refused where it is damaged', () => {
    expect(refused(() => preview(Buffer.from('PK\u0003\u0004 nothing', 'latin1')))).toContain('damaged');
  });
});

test('the same payment in two files is one line by its reference, two in one file are two', () => {
  const hashes = (text: string) => {
    const { mapping } = preview(text);
    const { linesJson } = readFile({ content: base64(text), mapping, account: null, answers: {} });
    return (JSON.parse(linesJson) as { hash: string; ordinal: number }[]).map(
      ({ hash, ordinal }) => `${hash} ${ordinal}`,
    );
  };
  const noon = hashes(
    'Date,Narration,Ref,Debit,Credit\n20/11/2026,UPI ASHA,0000740187320001,,5.00\n20/11/2026,INTEREST,,,1.00\n',
  );
  const night = hashes(
    'Date,Narration,Debit,Credit\n20/11/2026,BY TRANSFER 740187320001,,5.00\n20/11/2026,Interest.,,1.00\n20/11/2026,INTEREST,,1.00\n',
  );
  expect(night.slice(0, 2)).toEqual(noon);
  expect(night[2]).toBe(`${noon[1]?.split(' ')[0]} 2`);
});

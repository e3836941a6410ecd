import { describe, expect, it } from 'vitest';
import { paise } from '../ground/values/money.ts';
import { csvRows } from '../statements/tableRows.ts';
import { readAnswer, type AwaitedPayout } from './payoutAnswer.ts';
import { fittingLines, type PayingLine } from './payoutLines.ts';

const to = (id: number, rupees: number, account: string, name: string | null = null): AwaitedPayout => ({
  id: BigInt(id),
  code: `RP${id}`,
  amount: paise(BigInt(rupees) * 100n),
  upiId: account.includes('@') ? account : null,
  accountNumber: account.includes('@') ? null : account,
  accountHolderName: name,
});

const asha = to(101, 500, '000050100123', 'Asha Rao');
const bala = to(102, 750, '50100999', 'Bala Pending');
const chitra = to(103, 500, 'chitra@okhdfc');
const payouts = [asha, bala, chitra];

const read = (text: string, column: number | null = null, of = payouts) => readAnswer(csvRows(text), of, column);
/** What each row says: the payout's id and the reference, or why there is none. */
const said = (text: string, column: number | null = null, of = payouts) =>
  read(text, column, of).rows.map(({ payoutId, reference, problem }) => [Number(payoutId ?? 0), problem ?? reference]);

describe('a bank’s answer', () => {
  it.each([
    ['tabs', 'RP101\t740187320001\nRP102\t740187320002'],
    ['commas', 'RP101,740187320001\nRP102,740187320002'],
    ['spaces', 'RP101 740187320001\nRP102   740187320002'],
    ['the reference first', '740187320001,RP101\n740187320002,RP102'],
    ['small letters', 'rp101,740187320001\nrp102,740187320002'],
    ['headings', 'Our id,UTR\nRP101,740187320001\nRP102,740187320002'],
    ['words around our id', 'NEFT/RP101/ASHA,740187320001\nNEFT/RP102/BALA,740187320002'],
  ])('pasted as two columns with %s', (_of, text) => {
    expect(said(text)).toEqual([
      [101, '740187320001'],
      [102, '740187320002'],
    ]);
  });

  it('names a payout by its account, without zeros in front, or by an amount that it has alone', () => {
    expect(said('50100123,AXISN12345\n0050100999,AXISN12346\nCHITRA@okhdfc,AXISN12347')).toEqual([
      [101, 'AXISN12345'],
      [102, 'AXISN12346'],
      [103, 'AXISN12347'],
    ]);
    expect(said('750.00,AXISN12346\n500.00,AXISN12345')).toEqual([
      [102, 'AXISN12346'],
      [0, 'several'],
    ]);
    // Two rows of one amount are ambiguous.
    expect(said('750,AXISN12346\n750,AXISN12347')).toEqual([
      [0, 'unknown'],
      [0, 'unknown'],
    ]);
  });

  it('tells two payouts to one account apart by the amount', () => {
    const again = to(104, 900, '50100999');
    expect(
      said('50100999,900.00,AXISN1\n50100999,750.00,AXISN2\n50100999,1.00,AXISN3', 2, [...payouts, again]),
    ).toEqual([
      [104, 'AXISN1'],
      [102, 'AXISN2'],
      [0, 'several'],
    ]);
  });

  const table = (rows: string) => `Report of 29/11/2026
Payment ref,Beneficiary,Account,IFSC,Amount,Date,UTR No,Status
${rows}
Total,,,,1250.00,,,`;

  it('as the bank’s table: by its heading, with what isn’t a payment left out', () => {
    const answer = read(
      table(`RP101,ASHA RAO,000050100123,HDFC0001234,500.00,29/11/2026,HDFCN52026112901,Success
RP102,BALA PENDING,50100999,ICIC0001234,750.00,29/11/2026,HDFCN52026112902,Processed`),
    );
    expect([answer.referenceColumn, answer.columns[6]]).toEqual([6, 'UTR No']);
    expect(answer.rows.map(({ row, payoutId, reference, problem }) => [row, payoutId, reference, problem])).toEqual([
      [1, null, null, 'unknown'],
      [3, 101n, 'HDFCN52026112901', null],
      [4, 102n, 'HDFCN52026112902', null],
      [5, null, null, 'unknown'],
    ]);
  });

  it('takes no reference of a payment that failed or waits, or has another amount', () => {
    const of = (cells: string) => said(table(cells)).slice(1, -1)[0];
    const row = (amount: string, utr: string, status: string) =>
      `RP101,ASHA RAO,000050100123,HDFC0001234,${amount},29/11/2026,${utr},${status}`;
    expect(of(row('500.00', 'HDFCN52026112901', 'FAILED'))).toEqual([101, 'failed']);
    expect(of(row('500.00', 'HDFCN52026112901', 'Returned: account closed'))).toEqual([101, 'failed']);
    expect(of(row('500.00', 'HDFCN52026112901', 'In process'))).toEqual([101, 'pending']);
    expect(of(row('500.10', 'HDFCN52026112901', 'Success'))).toEqual([101, 'amountDiffers']);
    expect(of(row('500.00', 'Rejected', ''))).toEqual([101, 'failed']);
    expect(of(row('500.00', '', 'Success'))).toEqual([101, 'noReference']);
    expect(of(row('500.00', 'see below', 'Success'))).toEqual([101, 'noReference']);
    expect(of(row('5,00.00'.replace(',', ''), '7.40187E+11', 'Success'))).toEqual([101, 'noReference']);
  });

  it('takes none of two rows that name one payout or have one reference', () => {
    expect(said('RP101,740187320001\nRP101,740187320009\nRP102,740187320002', 1)).toEqual([
      [101, 'twice'],
      [101, 'twice'],
      [102, '740187320002'],
    ]);
    expect(said('RP101,740187320001\nRP102,740187320001', 1)).toEqual([
      [101, 'twice'],
      [102, 'twice'],
    ]);
  });

  it('leaves the column to the admin where two could be it', () => {
    const text = 'RP101,740187320001,N110001\nRP102,740187320002,N110002';
    expect(read(text).referenceColumn).toBeNull();
    expect(said(text)).toEqual([
      [101, 'noReference'],
      [102, 'noReference'],
    ]);
    expect(said(text, 2)).toEqual([
      [101, 'N110001'],
      [102, 'N110002'],
    ]);
    expect(read(`id,Bank reference,UTR\n${text}`).referenceColumn).toBe(2);
  });

  it('doesn’t take our id, accounts, branches, amounts and days for references', () => {
    const text =
      'RP101,50100123,HDFC0001234,500,29-11-2026,740187320001\nRP102,50100999,ICIC0001234,750,29-11-2026,740187320002';
    expect(read(text).referenceColumn).toBe(5);
    expect(said('RP101,50100123\nRP102,50100999', 1)).toEqual([
      [101, 'noReference'],
      [102, 'noReference'],
    ]);
  });

  it('of payouts that have an outcome tells nothing', () => {
    expect(said('RP101,740187320001\nRP999,740187320002', null, [asha])).toEqual([
      [101, '740187320001'],
      [0, 'unknown'],
    ]);
    expect(read('')).toEqual({ columns: [], referenceColumn: null, rows: [] });
  });
});

describe('lines of a statement', () => {
  const line = (id: number, rupees: number, description: string): PayingLine => ({
    id: BigInt(id),
    amount: paise(BigInt(rupees) * 100n),
    day: '2026-11-29',
    description,
    reference: `AXISN${id}`,
  });
  const fits = (lines: PayingLine[], of = payouts) =>
    fittingLines(of, lines).map(({ payoutId, line: { id } }) => [Number(payoutId), Number(id)]);

  it('fit a payout by an amount that both have alone', () => {
    expect(fits([line(1, 750, 'NEFT OUT'), line(2, 500, 'NEFT OUT'), line(3, 10, 'CHARGES')])).toEqual([[102, 1]]);
    expect(fits([line(1, 750, 'NEFT OUT'), line(2, 750, 'NEFT OUT')])).toEqual([]);
  });

  it('fit by our id, the account, its last digits or the UPI id before that', () => {
    expect(fits([line(1, 500, 'NEFT RP101 OUT'), line(2, 500, 'UPI/chitra@okhdfc')])).toEqual([
      [101, 1],
      [103, 2],
    ]);
    // Once one is named, the other is alone.
    expect(fits([line(1, 500, 'NEFT XX100123 OUT'), line(2, 500, 'OUT')])).toEqual([
      [101, 1],
      [103, 2],
    ]);
    expect(fits([line(1, 500, 'NEFT 23 OUT'), line(2, 500, 'OUT')])).toEqual([]);
  });

  it('fit nothing where two lines name one payout, or one line two', () => {
    expect(fits([line(1, 500, 'RP101'), line(2, 500, 'RP101')])).toEqual([]);
    expect(fits([line(1, 500, 'RP101 RP103')])).toEqual([]);
    expect(fits([line(1, 751, 'RP102')])).toEqual([]);
  });

  it('of hundreds of equal amounts are told apart in time', () => {
    const many = Array.from({ length: 200 }, (_, at) => to(at, 500, `60000${at + 1_000}`));
    const lines = Array.from({ length: 2_000 }, (_, at) => line(at, 500, 'OUT'));
    expect(fits(lines, many)).toEqual([]);
  });
});

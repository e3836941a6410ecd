import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { paise } from '../ground/values/money.ts';
import { spreadsheetRows } from '../statements/spreadsheet.ts';
import type { Message } from './pain001.ts';
import { payoutFile, PRACTICE } from './payoutFile.ts';
import type { PayoutColumn, PayoutLayout } from './payoutLayout.ts';
import type { FilePayout } from './payoutRows.ts';

const own = { upiId: null, accountNumber: '0012345678', ifscCode: 'HDFC0000001', accountHolderName: 'Rangoli Games' };

const column = (content: PayoutColumn['content'], heading: string = content): PayoutColumn => ({
  heading,
  content,
  text: null,
  most: null,
});

const layout: PayoutLayout = {
  format: 'csv',
  letters: 'swift',
  delimiter: 'comma',
  firstLine: null,
  headings: true,
  dateStyle: 'slashes',
  modes: { sameBank: 'IFT', neft: 'NEFT', rtgs: 'RTGS' },
  columns: [
    column('mode', 'Type'),
    column('ownAccount', 'Debit account'),
    column('accountNumber', 'Account'),
    column('ifscCode', 'IFSC'),
    column('holderName', 'Name'),
    column('amount', 'Amount'),
    column('day', 'Date'),
    column('code', 'Reference'),
  ],
};

const payout = (code: string, rupees: bigint, bank: string): FilePayout => ({
  code,
  amount: paise(rupees * 100n),
  upiId: null,
  accountNumber: '000050100123',
  ifscCode: `${bank}0001234`,
  accountHolderName: 'Asha Rao',
});

const message = (changes: Partial<PayoutLayout> = {}, practice: string | null = null): Message => ({
  id: 'B12-20261129',
  madeAt: new Date('2026-11-29T04:00:00Z'),
  day: '2026-11-29',
  own,
  payouts: [payout('RP7', 500n, 'ICIC'), payout('RP8', 250_000n, 'SBIN'), payout('RP9', 250_000n, 'HDFC')],
  layout: { ...layout, ...changes },
  practice,
});

function bytesOf({ content }: ReturnType<typeof payoutFile>): Promise<Buffer> {
  return buffer(content);
}

async function linesOf(of: Message): Promise<string[]> {
  return (await bytesOf(payoutFile(of))).toString().split('\r\n');
}

describe('the file of a batch', () => {
  it('is a table in the bank’s layout, with the mode that the amount and the bank call for', async () => {
    const file = payoutFile(message());
    expect([file.name, file.mediaType]).toEqual(['payouts-2026-11-29-B12-20261129.csv', 'text/csv; charset=utf-8']);
    expect((await bytesOf(file)).toString().split('\r\n')).toEqual([
      'Type,Debit account,Account,IFSC,Name,Amount,Date,Reference',
      'NEFT,0012345678,000050100123,ICIC0001234,Asha Rao,500.00,29/11/2026,RP7',
      'RTGS,0012345678,000050100123,SBIN0001234,Asha Rao,250000.00,29/11/2026,RP8',
      'IFT,0012345678,000050100123,HDFC0001234,Asha Rao,250000.00,29/11/2026,RP9',
      '',
    ]);
  });

  it('has the bank’s delimiter, first line, days and texts, and no headings where it wants none', async () => {
    const columns = [
      column('row'),
      { ...column('text'), text: 'FIXED' },
      column('text'),
      column('code'),
      column('currency'),
    ];
    const lines = (delimiter: PayoutLayout['delimiter']) =>
      linesOf(message({ delimiter, firstLine: 'FILEHDR|XYZ', headings: false, columns }));
    expect(await lines('pipe')).toEqual([
      'FILEHDR|XYZ',
      '1|FIXED||RP7|INR',
      '2|FIXED||RP8|INR',
      '3|FIXED||RP9|INR',
      '',
    ]);
    expect((await lines('tab'))[1]).toBe('1\tFIXED\t\tRP7\tINR');
    const days = (['slashes', 'dashes', 'digits', 'monthName', 'iso'] as const).map(
      async (dateStyle) => (await linesOf(message({ dateStyle, headings: false, columns: [column('day')] })))[0],
    );
    expect(await Promise.all(days)).toEqual(['29/11/2026', '29-11-2026', '29112026', '29-Nov-2026', '2026-11-29']);
  });

  it('names a UPI id, and its account by whichever it has', async () => {
    const of = message({
      headings: false,
      columns: [column('upiId'), column('account'), column('mode'), column('ownName')],
    });
    const toUpi = {
      ...payout('RP7', 500n, 'ICIC'),
      accountNumber: null,
      ifscCode: null,
      accountHolderName: null,
      upiId: 'asha@okhdfc',
    };
    expect(await linesOf({ ...of, payouts: [toUpi, payout('RP8', 1n, 'ICIC')] })).toEqual([
      'asha@okhdfc,asha@okhdfc,NEFT,Rangoli Games',
      ',000050100123,NEFT,Rangoli Games',
      '',
    ]);
  });

  it('is a workbook whose cells are texts, so that account numbers keep their zeros', async () => {
    const file = payoutFile(message({ format: 'xlsx' }));
    expect(file.name).toMatch(/\.xlsx$/);
    const rows = spreadsheetRows(await bytesOf(file)).map(({ cells }) => cells);
    expect(rows.map((cells) => [cells[0], cells[2], cells[5]])).toEqual([
      ['Type', 'Account', 'Amount'],
      ['NEFT', '000050100123', '500.00'],
      ['RTGS', '000050100123', '250000.00'],
      ['IFT', '000050100123', '250000.00'],
    ]);
  });

  it('says practice with play money, in its name and above everything else', async () => {
    expect(payoutFile(message({}, PRACTICE)).name).toMatch(/^practice-/);
    expect((await linesOf(message({ firstLine: 'FILEHDR' }, PRACTICE))).slice(0, 2)).toEqual([PRACTICE, 'FILEHDR']);
    const rows = spreadsheetRows(await bytesOf(payoutFile(message({ format: 'xlsx' }, PRACTICE))));
    expect(rows[0]?.cells).toEqual([PRACTICE]);
    expect(await linesOf(message({ format: 'pain_001_001_03' }, PRACTICE))).toEqual([
      expect.stringContaining(`<!-- ${PRACTICE} -->`),
    ]);
  });
});

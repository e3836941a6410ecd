import { describe, expect, it } from 'vitest';
import { DomainError } from '../ground/refusals/errors.ts';
import { suggestMapping, tableOf, type CsvMapping } from './csvMapping.ts';
import { readStatement as readContent } from './readStatement.ts';
import { readAmount } from './statementAmounts.ts';
import { statementContent } from './statementContent.ts';
import { readDate } from './statementDates.ts';
import { tokensOf } from './statementLine.ts';
import type { StatementAnswers } from './statementQuestions.ts';
import { MAX_STATEMENT_BYTES, statementBytes, statementText } from './statementText.ts';
import { csvRows } from './tableRows.ts';
import { refuseExcessiveXml } from './xmlBounds.ts';

function suggested(text: string): CsvMapping {
  const rows = csvRows(text);
  const table = tableOf(rows, null);
  if (table === null) throw new Error('no table');
  return suggestMapping(table, rows);
}

const formatOf = (text: string) => statementContent(Buffer.from(text)).format;

const readStatement = (text: string, mapping: CsvMapping | null, answers: StatementAnswers = {}) =>
  readContent(statementContent(Buffer.from(text)), { mapping, account: null, answers });

const read = (text: string, answers: StatementAnswers = {}) => readStatement(text, suggested(text), answers);

function detail(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error.extra.detail ?? '';
    throw error;
  }
  return 'accepted';
}

/** As HDFC exports it: two columns of amounts, the newest last, a summary below. */
const HDFC = `HDFC BANK Ltd.,,,,,,
Statement From : 20/11/2026 To : 21/11/2026,,,,,,
Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance
20/11/26,UPI-RAVI KUMAR-RAVI@OKSBI-SBIN0001234-632512345678-PAYMENT,0000632512345678,20/11/26,,"1,500.00","1,01,500.00"
21/11/26,"IMPS-632611122233-ASHA, RAO-UTIB-XXXX1234",0000632611122233,21/11/26,,250.50,"1,01,750.50"
21/11/26,NEFT DR-N325261234567890-PIA,N325261234567890,21/11/26,"10,000.00",,"91,750.50"
STATEMENT SUMMARY :-,,,,,,
Opening Balance,Dr Count,Cr Count,Debits,Credits,Closing Bal,
"1,00,000.00",1,2,"10,000.00","1,750.50","91,750.50",
`;

/** As SBI exports it: tabs, day with the month's name, the newest first. */
const SBI = [
  'Account Number\t:\t_00000012345678901',
  'Txn Date\tValue Date\tDescription\tRef No./Cheque No.\tDebit\tCredit\tBalance',
  '21 Nov 2026\t21 Nov 2026\tBY TRANSFER-UPI/CR/632612345678/MEERA/ICIC/meera@ybl/--\tTRANSFER FROM 4897690162090\t\t500.00\t1,200.00',
  '21 Nov 2026\t21 Nov 2026\tBY TRANSFER-UPI/CR/632612345999/DIYA/ICIC/diya@ybl/--\tTRANSFER FROM 4897690162090\t\t700.00\t700.00',
].join('\n');

/** As ICICI exports it: one column of amounts with its side in another, and a time. */
const ICICI = `No.,Transaction ID,Value Date,Txn Posted Date,ChequeNo.,Description,Cr/Dr,Transaction Amount(INR),Available Balance(INR)
1,S99887766,21/11/2026,21/11/2026 02:05:09 PM,-,UPI/632612345678/Pay/ravi@okaxis,CR,1200.00,11200.00
2,S99887767,21/11/2026,21/11/2026 02:06:00 PM,-,BIL/CHARGES,DR,11.80,11188.20
`;

const CAMT = `<?xml version="1.0" encoding="UTF-8"?>
<ns:Document xmlns:ns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><ns:BkToCstmrStmt><ns:Stmt>
<ns:Acct><ns:Id><ns:Othr><ns:Id>50100012345678</ns:Id></ns:Othr></ns:Id></ns:Acct>
<ns:Bal><ns:Tp><ns:CdOrPrtry><ns:Cd>OPBD</ns:Cd></ns:CdOrPrtry></ns:Tp><ns:Amt Ccy="INR">1000.00</ns:Amt><ns:CdtDbtInd>CRDT</ns:CdtDbtInd></ns:Bal>
<ns:Bal><ns:Tp><ns:CdOrPrtry><ns:Cd>CLBD</ns:Cd></ns:CdOrPrtry></ns:Tp><ns:Amt Ccy="INR">1750.1</ns:Amt><ns:CdtDbtInd>CRDT</ns:CdtDbtInd></ns:Bal>
<ns:Ntry><ns:Amt Ccy="INR">800.10</ns:Amt><ns:CdtDbtInd>CRDT</ns:CdtDbtInd><ns:Sts><ns:Cd>BOOK</ns:Cd></ns:Sts><ns:BookgDt><ns:Dt>2026-11-21</ns:Dt></ns:BookgDt>
 <ns:NtryDtls>
  <ns:TxDtls><ns:Refs><ns:EndToEndId>632612345678</ns:EndToEndId></ns:Refs><ns:Amt Ccy="INR">300.10</ns:Amt><ns:RmtInf><ns:Ustrd>R&amp;D dues</ns:Ustrd></ns:RmtInf></ns:TxDtls>
  <ns:TxDtls><ns:Refs><ns:EndToEndId>NOTPROVIDED</ns:EndToEndId><ns:TxId>SBIN426325112233</ns:TxId></ns:Refs><ns:Amt Ccy="INR">500.00</ns:Amt></ns:TxDtls>
 </ns:NtryDtls></ns:Ntry>
<ns:Ntry><ns:Amt Ccy="INR">50</ns:Amt><ns:CdtDbtInd>DBIT</ns:CdtDbtInd><ns:Sts>BOOK</ns:Sts><ns:BookgDt><ns:DtTm>2026-11-21T18:45:00Z</ns:DtTm></ns:BookgDt><ns:AcctSvcrRef>CHG-77</ns:AcctSvcrRef><ns:AddtlNtryInf>Charges</ns:AddtlNtryInf></ns:Ntry>
<ns:Ntry><ns:Amt Ccy="INR">9</ns:Amt><ns:CdtDbtInd>CRDT</ns:CdtDbtInd><ns:Sts><ns:Cd>PDNG</ns:Cd></ns:Sts></ns:Ntry>
</ns:Stmt></ns:BkToCstmrStmt></ns:Document>`;

const MT940 = `{1:F01HDFCINBBXXXX0000000000}{2:I940X}{4:
:20:STMT261121
:25:HDFC0001234/50100012345678INR
:28C:325/1
:60F:C261120INR1000,
:61:2611211121C500,50NTRFNONREF//632612345678
:86:UPI/RAVI KUMAR/RAVI@OKSBI
/PAYMENT
:61:2612310101RC20,00FMSC632600000001
:86:REVERSAL
:62F:C261121INR1480,50
-}
`;

describe('a CSV statement', () => {
  it('is read by the columns that its headings suggest, with its balances, without what stands around the table', () => {
    const statement = read(HDFC);
    expect(statement.lines).toEqual([
      expect.objectContaining({
        day: '2026-11-20',
        direction: 'credit',
        amount: 150_000n,
        reference: '0000632512345678',
      }),
      expect.objectContaining({
        day: '2026-11-21',
        direction: 'credit',
        amount: 25_050n,
        reference: '0000632611122233',
      }),
      expect.objectContaining({
        day: '2026-11-21',
        direction: 'debit',
        amount: 1_000_000n,
        reference: 'N325261234567890',
      }),
    ]);
    expect(statement.balances).toEqual([
      { day: '2026-11-20', opening: 10_000_000n, closing: 10_150_000n },
      { day: '2026-11-21', opening: 10_150_000n, closing: 9_175_050n },
    ]);
    expect(statement.leftOut.map(({ row, reason }) => [row, reason])).toEqual([
      [1, 'outsideTable'],
      [2, 'outsideTable'],
      [7, 'total'],
      [8, 'total'],
      [9, 'outsideTable'],
    ]);
    expect(tokensOf(statement.lines[0]!)).toEqual(expect.arrayContaining(['0000632512345678', '632512345678']));
  });

  it('is read with the newest line first, with tabs and names of months', () => {
    const { lines, balances } = read(SBI);
    expect(lines.map(({ amount }) => amount)).toEqual([50_000n, 70_000n]);
    expect(lines[0]).toMatchObject({ day: '2026-11-21', direction: 'credit' });
    expect(balances).toEqual([{ day: '2026-11-21', opening: 0n, closing: 120_000n }]);
    expect(tokensOf(lines[0]!)).toContain('632612345678');
  });

  it('is read with one column of amounts and one of sides, and times of India', () => {
    const mapping = suggested(ICICI);
    expect(mapping).toMatchObject({ date: 'Txn Posted Date', side: 'Cr/Dr', amount: 'Transaction Amount(INR)' });
    const { lines } = readStatement(ICICI, mapping);
    expect(lines).toEqual([
      expect.objectContaining({ direction: 'credit', amount: 120_000n, at: new Date('2026-11-21T14:05:09+05:30') }),
      expect.objectContaining({ direction: 'debit', amount: 1_180n }),
    ]);
  });

  it('is read in UTF-8, UTF-16 and Windows-1252', () => {
    const text = 'Date,Narration,Amount\n21/11/2026,Café ₹,500.00 CR\n';
    const bytes = [
      Buffer.from(`\uFEFF${text}`),
      Buffer.from(`\uFEFF${text}`, 'utf16le'),
      Buffer.from(text, 'utf16le'),
      Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
    ];
    for (const part of bytes) expect(read(statementText(part)).lines[0]?.description).toBe('Café ₹');
    const latin = Buffer.from(text.replace('₹', ''), 'latin1');
    expect(read(statementText(latin)).lines[0]?.description).toBe('Café');
  });

  it('is refused with the row that cannot be read', () => {
    const bad = (row: string) => detail(() => read(`Date,Narration,Amount\n21/11/2026,ok,1.00\n${row}\n`));
    expect(bad('31/02/2026,x,5.00')).toBe('Row 3: "31/02/2026" is no date.');
    expect(bad('21/11/2026,x,5.001')).toBe('Row 3: "5.001" is no amount.');
    expect(bad('21/11/2026,x,1e3')).toBe('Row 3: "1e3" is no amount.');
    expect(detail(() => readStatement('a,b\n1,2\n', suggested(HDFC)))).toContain('lacks columns');
    expect(detail(() => readStatement('a,b\n1,2\n', null))).toContain('Choose the columns');
    expect(detail(() => csvRows(`${'x,'.repeat(60)}\n`))).toContain('50 columns');
    expect(detail(() => csvRows('a,b\n'.repeat(20_300)))).toContain('20000 lines');
  });
});

describe('a CAMT.053 statement', () => {
  it('is read with booked entries only, details that make their entry apart', () => {
    expect(formatOf(CAMT)).toBe('camt053');
    const statement = readStatement(CAMT, null);
    expect(statement.account).toBe('50100012345678');
    expect(statement.lines).toEqual([
      expect.objectContaining({ amount: 30_010n, reference: '632612345678', description: 'R&D dues 632612345678' }),
      expect.objectContaining({ amount: 50_000n, reference: 'SBIN426325112233', direction: 'credit' }),
      // A quarter past midnight in India.
      expect.objectContaining({ amount: 5_000n, direction: 'debit', day: '2026-11-22', reference: 'CHG77' }),
    ]);
    expect(statement.balances.map(({ opening, closing }) => [opening, closing])).toEqual([
      [100_000n, 180_010n],
      [180_010n, 175_010n],
    ]);
    expect(statement.leftOut).toEqual([expect.objectContaining({ row: 3, reason: 'notBooked' })]);
  });

  it('is refused with a document type, entities, deep nesting, another currency, or as other XML', () => {
    const refused = (text: string) => detail(() => readStatement(text, null));
    expect(refused(`<!DOCTYPE x [<!ENTITY a "b">]>${CAMT}`)).toContain('document type');
    expect(refused('<a>'.repeat(200) + '</a>'.repeat(200))).toContain('no valid XML');
    expect(refused(CAMT.replace('Ccy="INR">800.10', 'Ccy="USD">800.10'))).toContain('USD');
    expect(refused('<Document/>')).toContain('no CAMT.053');
    expect(refused('<Document><open></Document>')).not.toBe('accepted');
  });
});

describe('the bounds of XML', () => {
  const refused = (text: string) => detail(() => refuseExcessiveXml(text));
  const attributes = (count: number, one = (place: number) => `a${place}="<>"`) =>
    `<Document>\n<b\n ${Array.from({ length: count }, (_, place) => one(place)).join(' ')} /></Document>`;

  it('refuse more than 30 attributes in a tag, with and without values', () => {
    expect(refused(attributes(30))).toBe('accepted');
    expect(refused(attributes(31))).toContain('more than 30 attributes');
    expect(refused(attributes(30, (place) => `a${place} = '"'`))).toBe('accepted');
    expect(refused(attributes(31, (place) => `a${place} = '"'`))).toContain('more than 30 attributes');
    expect(refused(attributes(31, (place) => `a${place}`))).toContain('more than 30 attributes');
    expect(refused(attributes(31, (place) => `a${place}="1"`).replaceAll('" ', '"'))).toContain('more than 30');
  });

  it('refuse processing instructions after the first, but not in comments and texts', () => {
    expect(refused(`<?xml version="1.0"?><?xml-stylesheet href="a"?>${CAMT}`)).toContain('processing instruction');
    expect(refused(`<?a?>${'<!-- <?b?> <c d e> -->'.repeat(40)}<b><![CDATA[<?c?>]]></b>`)).toBe('accepted');
    expect(refused(CAMT)).toBe('accepted');
  });

  it('end with a text that ends anywhere', () => {
    for (const text of ['<', '<!--', '<!-->', '<![CDATA[', '<?a', '<b c="', "<b c='>", 'x', '']) {
      expect(refused(text)).toBe('accepted');
    }
  });
});

describe('an MT940 statement', () => {
  it('is known by its fields, wherever the first of them stands', () => {
    const rest = ':25:1\n:60F:C261120INR1000,\n:61:2611211121C500,50NTRFNONREF\n';
    for (const head of [':20:A\n', '{1:F01}{4:\n:20:A\n', '{1:F01}{4: :20:A\n', 'x\n:20:A\n', '\n :20:A\n']) {
      expect(formatOf(head + rest), head).toBe('mt940');
    }
    for (const head of ['BANKINBB\n940\nBANKINBB\n:20:A\n', '{1:F01}{2:I940}{4:\n', '']) {
      expect(formatOf(head + rest), head).toBe('mt940');
    }
    const message = `:20:A\n${rest}:62F:C261121INR1500,50\n-`;
    for (const [text, lines] of [
      [`\u0001\n${message}\u0003\n`, 1],
      [`\u0001{1:F01}{4:\n${message}}\u0003\u0001{1:F01}{4:\n${message}}{5:{CHK:0}}\u0003\n`, 2],
      [`${message}\n\u001A`, 1],
    ] as const) {
      expect(readStatement(text, null).lines, JSON.stringify(text)).toHaveLength(lines);
    }
    for (const text of [':20:A', 'Date,Text\n:61:5,x\n', 'a :20:A\nb :61:x\n'])
      expect(formatOf(text), text).toBe('csv');
  });

  it('is read with booking dates, reversals and balances', () => {
    expect(formatOf(MT940)).toBe('mt940');
    const statement = readStatement(MT940, null);
    expect(statement.account).toBe('50100012345678');
    expect(statement.lines).toEqual([
      expect.objectContaining({ day: '2026-11-21', direction: 'credit', amount: 50_050n, reference: '632612345678' }),
      expect.objectContaining({ day: '2027-01-01', direction: 'debit', amount: 2_000n, reference: '632600000001' }),
    ]);
    expect(statement.lines[0]?.description).toContain('UPI/RAVI KUMAR/RAVI@OKSBI /PAYMENT');
    expect(statement.balances).toEqual([
      { day: '2026-11-21', opening: 100_000n, closing: 150_050n },
      { day: '2027-01-01', opening: 150_050n, closing: 148_050n },
    ]);
  });

  it('is refused where a field is not of its form', () => {
    const refused = (from: string, to: string) => detail(() => readStatement(MT940.replace(from, to), null));
    expect(refused('C500,50', 'X500,50')).toContain('is no line of MT940');
    expect(refused('INR1480,50', 'USD1480,50')).toContain('USD');
    expect(refused('2611211121', '2613411341')).toContain('is no date');
  });
});

describe('amounts and dates', () => {
  it('are read exactly, with Indian grouping and every way of writing a side', () => {
    const amount = (text: string) => {
      const value = readAmount(text);
      return value && [value.size, value.negative ? 'minus' : value.side];
    };
    expect(amount('12,34,56,789.05')).toEqual([12_345_678_905n, null]);
    expect(amount('₹ 1,500')).toEqual([150_000n, null]);
    expect(amount('INR 0.10 Cr')).toEqual([10n, 'credit']);
    expect(amount('250.5-')).toEqual([25_050n, 'minus']);
    expect(amount('(99.00)')).toEqual([9_900n, 'minus']);
    expect(amount('9007199254740.99')).toEqual([900_719_925_474_099n, null]);
    for (const none of ['', ' ', '-', '0.00']) expect(amount(none)).toBeNull();
    for (const wrong of ['1,2,3', '1.234', '12 34a', '0x10', 'NaN', '1,234,', '99999999999999']) {
      expect(amount(wrong)).toBeUndefined();
    }
  });

  it('are days of India in the order of the bank', () => {
    expect(readDate('21-Nov-26', 'DMY')?.day).toBe('2026-11-21');
    expect(readDate('11/21/2026', 'MDY')?.day).toBe('2026-11-21');
    expect(readDate('20261121', 'YMD')?.day).toBe('2026-11-21');
    expect(readDate('2026-11-21T23:59:01', 'DMY')).toEqual({ day: '2026-11-21', at: new Date('2026-11-21T18:29:01Z') });
    expect(readDate('21/13/2026', 'DMY')).toBeNull();
  });

  it('come from base64 of at most 5 MiB that is text', () => {
    expect(detail(() => statementBytes(''))).toBe('The file is empty.');
    expect(detail(() => statementBytes('***'))).toBe('The file is empty.');
    for (const wrong of ['YW*Jj', 'YWJj*', 'YWJjZ', 'YWJj YWJj', 'YW=JjYWJj', '-_-_', 'YWJjYR==', 'YWJjYWJ=']) {
      expect(detail(() => statementBytes(wrong))).toBe('file must be base64');
    }
    for (const right of ['YWJj', 'YWI=', 'YQ==', 'YQ', 'data:text/csv;base64,YWJj']) {
      expect('abc').toContain(statementBytes(right).toString());
    }
    expect(detail(() => statementBytes(Buffer.alloc(MAX_STATEMENT_BYTES + 1, 65).toString('base64')))).toContain(
      '5 MiB',
    );
    expect(detail(() => statementText(Buffer.from('%PDF-1.7\n\x01\x02\x03')))).toContain('not a text');
    expect(detail(() => statementText(Buffer.from(`a\n${'b'.repeat(20_001)}\n`)))).toContain('20000 characters');
  });
});

import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { paise } from '../ground/values/money.ts';
import { pain001, type Message } from './pain001.ts';
import type { PayoutFormat, PayoutLayout } from './payoutLayout.ts';

/**
 * The part of the schemas of pain.001.001.03 and .09 that a credit transfer in rupees may use: the elements in their order, `!` exactly
 * once, `?` at most once, `+` at least once. An element that isn't here is a text.
 */
const structure: Record<string, string> = {
  Document: 'CstmrCdtTrfInitn!',
  CstmrCdtTrfInitn: 'GrpHdr! PmtInf+',
  GrpHdr: 'MsgId! CreDtTm! NbOfTxs! CtrlSum? InitgPty!',
  InitgPty: 'Nm?',
  PmtInf:
    'PmtInfId! PmtMtd! BtchBookg? NbOfTxs? CtrlSum? PmtTpInf? ReqdExctnDt! PoolgAdjstmntDt? Dbtr! DbtrAcct! DbtrAgt! ChrgBr? CdtTrfTxInf+',
  Dbtr: 'Nm?',
  DbtrAcct: 'Id! Tp? Ccy? Nm?',
  DbtrAgt: 'FinInstnId!',
  FinInstnId: 'ClrSysMmbId? Nm?',
  ClrSysMmbId: 'ClrSysId? MmbId!',
  ClrSysId: 'Cd!',
  CdtTrfTxInf: 'PmtId! PmtTpInf? Amt! ChrgBr? CdtrAgt? Cdtr? CdtrAcct? Purp? RmtInf?',
  PmtId: 'InstrId? EndToEndId!',
  PmtTpInf: 'InstrPrty? SvcLvl? LclInstrm? CtgyPurp?',
  SvcLvl: 'Cd!',
  LclInstrm: 'Prtry!',
  Amt: 'InstdAmt!',
  CdtrAgt: 'FinInstnId!',
  Cdtr: 'Nm?',
  CdtrAcct: 'Id! Tp? Ccy? Nm?',
  'DbtrAcct/Id': 'Othr!',
  'CdtrAcct/Id': 'Othr!',
  Othr: 'Id!',
  RmtInf: 'Ustrd?',
};

const max = (length: number) => new RegExp(`^.{1,${length}}$`);
const decimal = /^\d{1,16}\.\d{2}$/;
const day = /^\d{4}-\d\d-\d\d$/;

const texts: Record<string, RegExp> = {
  MsgId: max(35),
  PmtInfId: max(35),
  InstrId: max(35),
  EndToEndId: max(35),
  MmbId: max(35),
  Prtry: max(35),
  'Othr/Id': max(34),
  Nm: max(140),
  Ustrd: max(140),
  CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
  NbOfTxs: /^\d{1,15}$/,
  CtrlSum: decimal,
  InstdAmt: decimal,
  PmtMtd: /^(?:CHK|TRF|TRA)$/,
  BtchBookg: /^(?:true|false)$/,
  ReqdExctnDt: day,
  Dt: day,
  Ccy: /^[A-Z]{3}$/,
  'ClrSysId/Cd': max(5),
  'SvcLvl/Cd': max(4),
};

type Node = Record<string, unknown>;
const parser = new XMLParser({ preserveOrder: true, ignoreAttributes: false, parseTagValue: false });

/** What in a message isn't as the schema has it. */
function faultsOf(xml: string, version: '03' | '09'): string[] {
  const own = version === '09' ? { ...structure, ReqdExctnDt: 'Dt!' } : structure;
  const faults: string[] = [];
  const check = (name: string, children: Node[], parent: string) => {
    const allowed = own[`${parent}/${name}`] ?? own[name];
    if (allowed === undefined || (name === 'Id' && parent === 'Othr')) {
      const text = children.map((child) => child['#text'] as string).join('');
      const pattern = texts[`${parent}/${name}`] ?? texts[name];
      if (pattern?.test(text) !== true) faults.push(`${parent}/${name}: "${text}"`);
      return;
    }
    const names = children.map(nameOf);
    const parts = allowed
      .split(' ')
      .map((part) => ({ '!': `${part} `, '?': `(?:${part} )?`, '+': `(?:${part} )+` })[part.slice(-1)]);
    const order = new RegExp(`^${parts.join('').replaceAll(/[!?+] /g, ' ')}$`);
    if (!order.test(names.map((child) => `${child} `).join(''))) faults.push(`${name}: ${names.join(' ')}`);
    for (const child of children) check(nameOf(child), child[nameOf(child)] as Node[], name);
  };
  const [document] = (parser.parse(xml) as Node[]).filter((node) => 'Document' in node);
  check('Document', document?.['Document'] as Node[], '');
  return faults;
}

const nameOf = (node: Node) => Object.keys(node).find((key) => key !== ':@') ?? '';

const layout = (format: PayoutFormat): PayoutLayout => ({
  format,
  letters: 'swift',
  delimiter: 'comma',
  firstLine: null,
  headings: false,
  dateStyle: 'iso',
  modes: { sameBank: 'IFT', neft: 'NEFT', rtgs: 'RTGS' },
  columns: [],
});

const payout = (code: string, paisa: bigint, ifscCode: string) => ({
  code,
  amount: paise(paisa),
  upiId: null,
  accountNumber: '000050100123',
  ifscCode,
  accountHolderName: 'A. Rao',
});

const message = (format: PayoutFormat, practice: string | null = null): Message => ({
  id: 'B12-20261129',
  madeAt: new Date('2026-11-29T04:00:00.123Z'),
  day: '2026-11-29',
  own: { upiId: null, accountNumber: '0012345678', ifscCode: 'HDFC0000001', accountHolderName: 'Rangoli Games' },
  payouts: [payout('RP7', 50_010n, 'ICIC0001234'), payout('RP8', 20_000_000n, 'SBIN0001234')],
  layout: layout(format),
  practice,
});

describe.each([
  ['pain_001_001_03', '03'],
  ['pain_001_001_09', '09'],
] as const)('a message of %s', (format, version) => {
  const xml = pain001(message(format));

  it('has the structure of its schema', () => {
    expect(XMLValidator.validate(xml)).toBe(true);
    expect(xml).toContain(`<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.${version}">`);
    expect(faultsOf(xml, version)).toEqual([]);
    expect(faultsOf(pain001(message(format, 'PRACTICE play money pays nobody')), version)).toEqual([]);
  });

  it('is found out where its structure is another', () => {
    const broken = (from: string, to: string) => faultsOf(xml.replace(from, to), version);
    expect(broken('<PmtMtd>TRF</PmtMtd>', '')).toEqual([expect.stringMatching(/^PmtInf: PmtInfId BtchBookg/)]);
    expect(broken('<PmtMtd>TRF</PmtMtd>', '<PmtMtd>TRN</PmtMtd>')).toEqual(['PmtInf/PmtMtd: "TRN"']);
    expect(broken('<EndToEndId>RP7</EndToEndId>', `<EndToEndId>${'x'.repeat(36)}</EndToEndId>`)).toHaveLength(1);
  });

  it('sums up what it pays, in rupees, from one account to each', () => {
    expect(xml.match(/<(?:NbOfTxs|CtrlSum)>[^<]+/g)).toEqual([
      '<NbOfTxs>2',
      '<CtrlSum>200500.10',
      '<NbOfTxs>2',
      '<CtrlSum>200500.10',
    ]);
    expect(xml.match(/<InstdAmt Ccy="INR">[^<]+/g)).toEqual([
      '<InstdAmt Ccy="INR">500.10',
      '<InstdAmt Ccy="INR">200000.00',
    ]);
    expect(xml.match(/<EndToEndId>[^<]+/g)).toEqual(['<EndToEndId>RP7', '<EndToEndId>RP8']);
    expect(xml.match(/(?<=<SvcLvl>\s*<Cd>|<Prtry>)\w+/g)).toEqual(['NURG', 'NEFT', 'URGP', 'RTGS']);
    expect(xml.match(/<MmbId>\w+/g)).toEqual(['<MmbId>HDFC0000001', '<MmbId>ICIC0001234', '<MmbId>SBIN0001234']);
  });
});

it('escapes what XML would read', () => {
  const of = message('pain_001_001_03');
  const payouts = of.payouts.map((one) => ({ ...one, accountHolderName: 'Rao & <Sons>' }));
  expect(pain001({ ...of, payouts })).toContain('<Nm>Rao &amp; &lt;Sons&gt;</Nm>');
});

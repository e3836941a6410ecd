import { XMLParser } from 'fast-xml-parser';
import type { Paise } from '../../../db/columns.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { dayOf } from '../ground/values/calendar.ts';
import { paise } from '../ground/values/money.ts';
import { readAmount } from './statementAmounts.ts';
import { readDate } from './statementDates.ts';
import { asReference, oneLine, type ReadLine, rowText } from './statementLine.ts';
import type { StatementPart } from './statementParts.ts';
import type { LeftOutRow } from './statementQuestions.ts';
import { refuseExcessiveXml } from './xmlBounds.ts';

/** Deep enough for every element of CAMT.053, whose deepest have some 15. */
const MAX_DEPTH = 30;

type Node = Record<string, unknown>;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  maxNestedTags: MAX_DEPTH,
});

/**
 * Reads the booked entries of a CAMT.053 message (ISO 20022, versions 2 to 10), a part for each of its statements. An entry
 * with several payments is split where their amounts add up. Entries of zero and those that aren't booked are left out.
 * Refuses with INVALID_INPUT other XML, document types and entities, deep nesting, what xmlBounds.ts refuses, and other
 * currencies.
 */
export function readCamt(text: string): StatementPart[] {
  if (/<!(?!--|\[CDATA\[)/.test(text))
    throw invalidInput('file', 'The XML has a document type, which is not accepted.');
  refuseExcessiveXml(text);
  const statements = all(child(child(parse(text), 'Document'), 'BkToCstmrStmt')['Stmt']);
  if (statements.length === 0) throw invalidInput('file', 'The XML is no CAMT.053 statement.');
  let row = 0;
  return statements.map((statement) => {
    const leftOut: LeftOutRow[] = [];
    const lines = all(statement['Ntry']).flatMap((entry) => {
      row += 1;
      const reason = !isBooked(entry) ? 'notBooked' : isZero(entry['Amt']) ? 'noAmount' : null;
      if (reason === null) return linesOf(entry);
      leftOut.push({ row, text: rowText([value(entry['Amt']), namesOf(entry, detailsOf(entry)).description]), reason });
      return [];
    });
    const id = child(child(statement, 'Acct'), 'Id');
    return {
      account: value(id['IBAN']) || value(child(id, 'Othr')['Id']) || null,
      opening: balance(statement, 'OPBD', 'PRCD')?.size ?? null,
      closing: balance(statement, 'CLBD')?.size ?? null,
      closingDay: balance(statement, 'CLBD')?.day ?? null,
      lines,
      leftOut,
    };
  });
}

function parse(text: string): Node {
  try {
    return parser.parse(text) as Node;
  } catch (error) {
    throw invalidInput('file', `The file is no valid XML: ${error instanceof Error ? error.message : 'not readable'}`);
  }
}

function isBooked(entry: Node): boolean {
  const status = value(child(entry, 'Sts')['Cd']) || value(entry['Sts']);
  return status === 'BOOK' || status === '';
}

function isZero(amount: unknown): boolean {
  return /^0+(?:\.0*)?$/.test(value(amount));
}

function detailsOf(entry: Node): Node[] {
  return all(entry['NtryDtls']).flatMap((part) => all(part['TxDtls']));
}

/** The payments of an entry: those of its details if their amounts make its own, else the entry. */
function linesOf(entry: Node): ReadLine[] {
  const whole = amountOf(entry['Amt']);
  const direction = sideOf(entry);
  const { day, at } = dateOf(entry);
  const details = detailsOf(entry);
  const amounts = details.map(detailAmount);
  const isSplit =
    details.length > 1 &&
    amounts.every((amount) => amount !== null) &&
    amounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n) === whole;
  if (!isSplit) return [{ day, at, direction, amount: whole, ...namesOf(entry, details) }];
  return details.flatMap((detail, index) => {
    const amount = amounts[index];
    return amount ? [{ day, at, direction, amount, ...namesOf({}, [detail]) }] : [];
  });
}

/** The amount of a detail in rupees; null where it has none, or one of another currency. */
function detailAmount(detail: Node): Paise | null {
  const amount = detail['Amt'] ?? child(child(detail, 'AmtDtls'), 'TxAmt')['Amt'];
  const currency = value((amount as Node | undefined)?.['@Ccy']) || 'INR';
  if (amount === undefined || currency !== 'INR') return null;
  return isZero(amount) ? paise(0n) : amountOf(amount);
}

const REFERENCES = ['EndToEndId', 'TxId', 'ClrSysRef', 'InstrId', 'AcctSvcrRef', 'UETR', 'ChqNb', 'PmtInfId', 'MsgId'];

/** References and words of an entry with these details. */
function namesOf(entry: Node, details: readonly Node[]): Pick<ReadLine, 'description' | 'reference' | 'words'> {
  const refs = details.map((detail) => child(detail, 'Refs'));
  const ids = refs.flatMap((ref) => REFERENCES.map((name) => value(ref[name])));
  const structured = details.flatMap((detail) =>
    all(child(detail, 'RmtInf')['Strd']).map((part) => value(child(part, 'CdtrRefInf')['Ref'])),
  );
  const proprietary = refs.flatMap((ref) => all(ref['Prtry']).map((part) => value(part['Ref'])));
  ids.splice(3, 0, ...structured, ...proprietary);
  ids.push(value(entry['AcctSvcrRef']), value(entry['NtryRef']));
  const known = [...new Set(ids)].filter((id) => id !== '' && id !== 'NOTPROVIDED');
  const words = details.flatMap((detail) => [
    ...texts(child(detail, 'RmtInf')['Ustrd']),
    ...partiesOf(detail),
    value(detail['AddtlTxInf']),
  ]);
  return {
    reference: known.map(asReference).find((id) => id !== null) ?? null,
    description: oneLine([...words, value(entry['AddtlNtryInf']), ...known].filter(Boolean).join(' ')),
    words: oneLine(known.join(' ')),
  };
}

function partiesOf(detail: Node): string[] {
  const parties = child(detail, 'RltdPties');
  return ['Dbtr', 'Cdtr'].map(
    (party) => value(child(parties, party)['Nm']) || value(child(child(parties, party), 'Pty')['Nm']),
  );
}

/** The day of the booking, or of the value; its instant where it has one with a zone. */
function dateOf(entry: Node): { day: string; at: Date | null } {
  const dates = [child(entry, 'BookgDt'), child(entry, 'ValDt')];
  const text = dates.map((date) => value(date['DtTm']) || value(date['Dt'])).find((found) => found !== '') ?? '';
  return readInstant(text) ?? refuseDate(text);
}

function refuseDate(text: string): never {
  throw invalidInput('file', `"${text.slice(0, 40)}" is no date of an entry.`);
}

/** `2026-11-20`, with a time, a zone or both. A day keeps its date whatever its zone. */
function readInstant(text: string): { day: string; at: Date | null } | null {
  if (/T.*(Z|[+-]\d\d:\d\d)$/.test(text)) {
    const at = new Date(text);
    if (!Number.isNaN(at.getTime())) return { day: dayOf(at), at };
  }
  return readDate(text.replace(/(Z|[+-]\d\d:\d\d)$/, '').slice(0, 19), 'YMD');
}

function sideOf(node: Node): ReadLine['direction'] {
  const side = value(node['CdtDbtInd']);
  if (side !== 'CRDT' && side !== 'DBIT') throw invalidInput('file', 'An entry is neither CRDT nor DBIT.');
  return side === 'CRDT' ? 'credit' : 'debit';
}

function amountOf(node: unknown): Paise {
  const text = value(node);
  const currency = value((node as Node | undefined)?.['@Ccy']) || 'INR';
  if (currency !== 'INR') throw invalidInput('file', `The statement is in ${currency.slice(0, 3)}, not in INR.`);
  const amount = /^\d/.test(text) ? readAmount(text) : undefined;
  if (!amount) throw invalidInput('file', `"${text.slice(0, 40)}" is no amount of an entry.`);
  return amount.size;
}

/** The first balance of one of these kinds; null if there is none. */
function balance(statement: Node, ...kinds: string[]): { size: Paise; day: string | null } | null {
  for (const kind of kinds) {
    const found = all(statement['Bal']).find((node) => value(child(child(node, 'Tp'), 'CdOrPrtry')['Cd']) === kind);
    if (found === undefined) continue;
    const date = child(found, 'Dt');
    const day = readInstant(value(date['DtTm']) || value(date['Dt']))?.day ?? null;
    if (isZero(found['Amt'])) return { size: paise(0n), day };
    const size = amountOf(found['Amt']);
    return { size: sideOf(found) === 'credit' ? size : paise(-BigInt(size)), day };
  }
  return null;
}

function child(node: Node, name: string): Node {
  const [first] = all(node[name]);
  return first ?? {};
}

/** Elements of a name, of which the parser gives one as itself and several as a list. */
function all(nodes: unknown): Node[] {
  return [nodes].flat().filter((node): node is Node => typeof node === 'object' && node !== null);
}

function texts(nodes: unknown): string[] {
  return [nodes].flat().map(value);
}

function value(node: unknown): string {
  const text = typeof node === 'object' && node !== null ? (node as Node)['#text'] : node;
  return typeof text === 'string' ? withoutEntities(text).trim() : '';
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The five entities that XML itself has, and characters by number; others need a document type. */
function withoutEntities(text: string): string {
  return text.replaceAll(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9A-Fa-f]{1,6}));/g,
    (_, name: string | undefined, decimal: string | undefined, hex: string | undefined) => {
      if (name !== undefined) return entities[name] ?? '';
      const code = decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal);
      return code > 0x10_ff_ff ? '' : String.fromCodePoint(code);
    },
  );
}

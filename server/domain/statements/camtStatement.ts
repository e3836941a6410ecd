import { XMLParser } from 'fast-xml-parser';
import type { Paise } from '../../../db/columns.ts';
import { invalidInput } from '../errors.ts';
import { dayOf } from '../calendar.ts';
import { paise } from '../money.ts';
import { readAmount } from './statementAmounts.ts';
import { readDate } from './statementDates.ts';
import { runningBalances } from './runningBalances.ts';
import { asReference, oneLine, type ReadLine, type ReadStatement } from './statementLine.ts';
import { MAX_STATEMENT_LINES } from './statementText.ts';
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
 * Reads the booked entries of a CAMT.053 statement (ISO 20022, all versions). An entry with several payments is split where
 * their amounts add up. Refuses with INVALID_INPUT other XML, document types and entities, deep nesting, what xmlBounds.ts
 * refuses, and other currencies.
 */
export function readCamt(text: string): ReadStatement {
  if (/<!(?!--|\[CDATA\[)/.test(text))
    throw invalidInput('file', 'The XML has a document type, which is not accepted.');
  refuseExcessiveXml(text);
  const statements = all(child(child(parse(text), 'Document'), 'BkToCstmrStmt')['Stmt']);
  if (statements.length === 0) throw invalidInput('file', 'The XML is no CAMT.053 statement.');
  let leftOut = 0;
  const parts = statements.map((statement) => {
    const entries = all(statement['Ntry']);
    const booked = entries.filter(isBooked);
    leftOut += entries.length - booked.length;
    const lines = booked.flatMap(linesOf);
    return { lines, balances: runningBalances(lines, balance(statement, 'OPBD', 'PRCD'), balance(statement, 'CLBD')) };
  });
  const lines = parts.flatMap((part) => part.lines);
  if (lines.length > MAX_STATEMENT_LINES) {
    throw invalidInput('file', `The file has more than ${MAX_STATEMENT_LINES} lines.`);
  }
  const id = child(child(statements[0] ?? {}, 'Acct'), 'Id');
  const account = value(id['IBAN']) || value(child(id, 'Othr')['Id']);
  return {
    format: 'camt053',
    account: account === '' ? null : account,
    lines,
    balances: parts.flatMap((part) => part.balances),
    leftOut,
  };
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

/** The payments of an entry: those of its details if their amounts make its own, else the entry. */
function linesOf(entry: Node): ReadLine[] {
  const whole = amountOf(entry['Amt']);
  const direction = sideOf(entry);
  const { day, at } = dateOf(entry);
  const details = all(entry['NtryDtls']).flatMap((part) => all(part['TxDtls']));
  const amounts = details.map((detail) => {
    const amount = detail['Amt'] ?? child(child(detail, 'AmtDtls'), 'TxAmt')['Amt'];
    return amount === undefined ? null : amountOf(amount);
  });
  const isSplit = details.length > 1 && amounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n) === whole;
  if (!isSplit) return [{ day, at, direction, amount: whole, ...namesOf(entry, details) }];
  return details.flatMap((detail, index) => {
    const amount = amounts[index];
    return amount ? [{ day, at, direction, amount, ...namesOf({}, [detail]) }] : [];
  });
}

function namesOf(entry: Node, details: readonly Node[]): Pick<ReadLine, 'description' | 'reference'> {
  const ids = details.flatMap((detail) => {
    const refs = child(detail, 'Refs');
    return ['EndToEndId', 'TxId', 'ClrSysRef', 'InstrId', 'AcctSvcrRef'].map((name) => value(refs[name]));
  });
  ids.push(value(entry['AcctSvcrRef']), value(entry['NtryRef']));
  const known = ids.filter((id) => id !== '' && id !== 'NOTPROVIDED');
  const words = details.flatMap((detail) => {
    const parties = child(detail, 'RltdPties');
    const names = ['Dbtr', 'Cdtr'].map(
      (party) => value(child(parties, party)['Nm']) || value(child(child(parties, party), 'Pty')['Nm']),
    );
    return [...texts(child(detail, 'RmtInf')['Ustrd']), ...names, value(detail['AddtlTxInf'])];
  });
  const reference = known.map(asReference).find((id) => id !== null) ?? null;
  return {
    reference,
    description: oneLine([...words, value(entry['AddtlNtryInf']), ...known].filter(Boolean).join(' ')),
  };
}

function dateOf(entry: Node): { day: string; at: Date | null } {
  const booked = child(entry, 'BookgDt');
  const time = value(booked['DtTm']);
  if (/(Z|[+-]\d\d:\d\d)$/.test(time)) {
    const at = new Date(time);
    if (!Number.isNaN(at.getTime())) return { day: dayOf(at), at };
  }
  const text = time || value(booked['Dt']) || value(child(entry, 'ValDt')['Dt']);
  const read = readDate(text.slice(0, 19), 'YMD');
  if (read === null) throw invalidInput('file', `"${text.slice(0, 40)}" is no date of an entry.`);
  return read;
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
function balance(statement: Node, ...kinds: string[]): Paise | null {
  for (const kind of kinds) {
    const found = all(statement['Bal']).find((node) => value(child(child(node, 'Tp'), 'CdOrPrtry')['Cd']) === kind);
    if (found === undefined) continue;
    if (/^0+(\.0+)?$/.test(value(found['Amt']))) return 0n as Paise;
    const size = amountOf(found['Amt']);
    return sideOf(found) === 'credit' ? size : paise(-BigInt(size));
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

/** The five entities that XML itself has; others need a document type. */
function withoutEntities(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '');
}

import type { Paise } from '../../../db/columns.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { formatRupees } from '../ground/values/money.ts';
import { runningBalances } from './runningBalances.ts';
import { balanceAfter, lineText, type ReadLine, type ReadStatement, type StatementFormat } from './statementLine.ts';
import type { LeftOutRow, StatementAnswers, StatementQuestion } from './statementQuestions.ts';
import { MAX_STATEMENT_LINES } from './statementText.ts';

/** One statement of a file: of one account, between two balances. */
export interface StatementPart {
  account: string | null;
  opening: Paise | null;
  closing: Paise | null;
  /** The day of the closing balance, `YYYY-MM-DD`. */
  closingDay: string | null;
  lines: ReadLine[];
  leftOut: LeftOutRow[];
}

/**
 * Puts together the statements of a file that are of the account `ours`, all where it is null or the file has one only.
 * Those of other accounts are left out. A statement whose lines don't lead from its opening to its closing balance is a
 * question. Refuses with INVALID_INPUT too many lines.
 */
export function joinParts(
  format: StatementFormat,
  parts: readonly StatementPart[],
  ours: string | null,
  answers: StatementAnswers,
): ReadStatement {
  const accounts = [...new Set(parts.flatMap(({ account }) => account ?? []))];
  const mine = accounts.filter((account) => ours !== null && isSameAccount(account, ours));
  const isOther = ({ account }: StatementPart) => mine.length > 0 && account !== null && !mine.includes(account);
  const kept = parts.filter((part) => !isOther(part));
  const lines = kept.flatMap((part) => part.lines);
  if (lines.length > MAX_STATEMENT_LINES)
    throw invalidInput('file', `The file has more than ${MAX_STATEMENT_LINES} lines.`);
  const others = parts.filter(isOther);
  const [first = null] = mine.length > 0 ? mine : accounts;
  return {
    format,
    account: first,
    otherAccounts: accounts.filter((account) => account !== first && !mine.includes(account)),
    lines,
    balances: kept.flatMap(balancesOf),
    leftOut: [
      ...kept.flatMap((part) => part.leftOut),
      ...others.flatMap((part) =>
        part.lines.map((line, at) => ({ row: at + 1, text: lineText(line), reason: 'otherAccount' as const })),
      ),
    ],
    questions: answers.total === undefined ? kept.flatMap(totalQuestion) : [],
  };
}

/** Account numbers are compared by the end that both have, because banks write prefixes and zeros before it. */
export function isSameAccount(stated: string, ours: string): boolean {
  const bare = ours.replaceAll(/\W/g, '').replace(/^0+/, '');
  return bare !== '' && stated.replaceAll(/\W/g, '').endsWith(bare);
}

function balancesOf({ lines, opening, closing, closingDay }: StatementPart) {
  if (lines.length > 0 || opening === null || closing === null || closingDay === null) {
    return runningBalances(lines, opening, closing);
  }
  return [{ day: closingDay, opening, closing }];
}

function totalQuestion({ lines, opening, closing }: StatementPart): StatementQuestion[] {
  if (opening === null || closing === null) return [];
  const due = balanceAfter(opening, lines);
  if (due === closing) return [];
  const text = `The statement leads from ${formatRupees(opening)} to ${formatRupees(closing)}, but its payments lead to ${formatRupees(due)}.`;
  return [{ kind: 'total', text, rows: [] }];
}

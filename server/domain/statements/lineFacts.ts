import { formatRupees } from '../ground/values/money.ts';
import type { StatementLine } from './statementLines.ts';

/** What the audit log has of a line. */
export function lineFacts({ id, day, direction, amount, reference, state, asideKind }: StatementLine) {
  return { line: id, day, direction, amount: formatRupees(amount), reference, state, ...(asideKind && { asideKind }) };
}

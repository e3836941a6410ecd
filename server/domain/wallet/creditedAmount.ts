import { and, eq } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import type { Tx } from '../../../db/client.ts';
import { statementLines } from '../../../db/schema/statements.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { checkAmount, formatRupees } from '../ground/values/money.ts';
import type { WalletTransaction } from './transaction.ts';

interface Credited {
  decision: 'APPROVE' | 'DENY';
  /** What arrived, in paise; left out: what was asked for. */
  amount?: Paise | undefined;
  message: string | null;
}

/**
 * What an approval credits or pays out, in paise: `amount`, which only a deposit may have, or what was asked for. A deposit that
 * is matched to a line of a statement credits exactly the line's amount. Without a line it may credit less than was asked for,
 * with a message that tells the player why. Refuses everything else with INVALID_INPUT; so does the database
 * (guard_wallet_transaction). The caller has locked the request.
 */
export async function creditedAmount(tx: Tx, pending: WalletTransaction, credited: Credited): Promise<Paise> {
  const { decision, amount = pending.amount, message } = credited;
  if (credited.amount !== undefined) checkAmount(amount);
  if (decision === 'DENY' || pending.transactionType === 'debit') {
    if (credited.amount === undefined) return amount;
    throw invalidInput('amount', 'amount belongs to an approved deposit');
  }
  const [line] = await tx
    .select({ amount: statementLines.amount })
    .from(statementLines)
    .where(and(eq(statementLines.transactionId, pending.id), eq(statementLines.state, 'matched')));
  if (line) {
    if (line.amount === amount) return amount;
    const arrived = formatRupees(line.amount);
    throw invalidInput(
      'amount',
      `amount must be ${arrived}, as the line of the statement has it`,
      `The statement has ₹${arrived} for this deposit: approve that amount.`,
    );
  }
  if (amount > pending.amount) {
    throw invalidInput(
      'amount',
      'amount must not be above what was asked for: no line of a statement has it',
      'More than was asked for is credited only where a line of a statement has it.',
    );
  }
  if (amount < pending.amount && message === null) {
    throw invalidInput(
      'message',
      'message must tell the player why another amount is credited',
      'Please tell the player why another amount is credited.',
    );
  }
  return amount;
}

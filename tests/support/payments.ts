import { randomBytes } from 'node:crypto';
import type { Person } from './people.ts';

export interface Requested {
  readonly id: string;
  readonly reference: string;
}

/** A pending deposit. */
export async function requestDeposit(
  player: Person,
  rupees: number,
  reference = `UTR${randomBytes(5).toString('hex').toUpperCase()}`,
): Promise<Requested> {
  const { viewer } = await player.execute('{ viewer { payee(channel: UPI) { id } } }');
  const input = { amount: rupees.toFixed(2), payeeId: viewer.payee.id, reference };
  const { transaction } = await player.perform('requestDeposit', input, 'transaction { id }');
  return { id: transaction.id, reference };
}

/** A pending withdrawal to a UPI id. */
export async function requestWithdrawal(player: Person, rupees: number, upiId: string): Promise<{ id: string }> {
  const input = { amount: rupees.toFixed(2), upiId };
  const { transaction } = await player.perform('requestWithdrawal', input, 'transaction { id }');
  return { id: transaction.id };
}

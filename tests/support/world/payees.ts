import type { Context } from '../../../server/domain/ground/verbs/context.ts';
import * as verbs from '../../../server/domain/settings/addPayee.ts';
import type { Payee } from '../../../server/domain/settings/payees.ts';

/** A UPI id for deposits, added without a second admin. */
export async function addUpiPayee(ctx: Context, input: Parameters<typeof verbs.addUpiPayee>[1]): Promise<Payee> {
  return added(await verbs.addUpiPayee(ctx, input));
}

/** A bank account for deposits, added without a second admin. */
export async function addBankPayee(ctx: Context, input: Parameters<typeof verbs.addBankPayee>[1]): Promise<Payee> {
  return added(await verbs.addBankPayee(ctx, input));
}

function added({ payee }: verbs.AddedPayee): Payee {
  if (payee === null) throw new Error('the account was proposed instead');
  return payee;
}

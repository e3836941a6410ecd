import { z } from 'zod';
import type { Context } from '../domain/ground/verbs/context.ts';
import { overRest } from '../domain/audit/parseReason.ts';
import { DomainError } from '../domain/ground/refusals/errors.ts';
import { addBankPayee, addBankPayeeVerb, addUpiPayee, addUpiPayeeVerb } from '../domain/settings/addPayee.ts';
import { removePayee, removePayeeVerb, setPayeeActive, setPayeeActiveVerb } from '../domain/settings/changePayee.ts';
import { listPayees, payeesById, type Payee, type PaymentChannel } from '../domain/settings/payees.ts';
import { flag, numberText, openId, text } from './decode.ts';
import { encodeBankAccount, encodeUpi } from './encodePayments.ts';
import * as example from './examples.ts';
import { operation } from './operation.ts';
import { listQuery, part } from './paging.ts';
import { answerOf, shapes } from './shapes.ts';

const success = true as const;

const upi = { ...example.upi, active: true };
const bankAccount = { _id: example.ids.any, ...example.bankAccount, active: true };

const proposed = z
  .literal(true)
  .optional()
  .describe('It needs a second admin: it is proposed, and nothing has changed.');

/** The accounts to which players pay deposits: /admin/… UPI ids and bank accounts. */
export const payeeOperations = [
  operation({
    operationId: 'getUpiIdList',
    method: 'GET',
    path: '/admin/getUpiIdList',
    summary: 'The UPI ids that take deposits',
    description: 'Newest first, inactive ones too.',
    access: 'payee:read',
    query: listQuery,
    answer: answerOf({ upiList: z.array(shapes.ManagedUpi) }),
    example: { query: { limit: '10', offset: '0' }, answer: { success, upiList: [upi] } },
    async run(ctx, { query }) {
      const payees = part(await listPayees(ctx, 'upi'), query);
      return { success, upiList: payees.map((payee) => managedUpi(ctx, payee)) };
    },
  }),

  operation({
    operationId: 'addUpiId',
    method: 'POST',
    path: '/admin/addUpiId',
    summary: 'Add a UPI id',
    description: 'It is active at once, and what players are shown.',
    verb: addUpiPayeeVerb,
    body: z.object({ upiId: text }),
    answer: answerOf({ upi: shapes.ManagedUpi.nullable(), proposed }),
    example: { body: { upiId: upi.upiId }, answer: { success, upi } },
    async run(ctx, { body }) {
      const { payee, proposed } = await addUpiPayee(ctx, { ...body, reason: overRest });
      return { success, upi: payee && managedUpi(ctx, payee), ...(proposed && { proposed }) };
    },
  }),

  operation({
    operationId: 'removeUpiId',
    method: 'POST',
    path: '/admin/removeUpiId',
    summary: 'Remove a UPI id',
    description: 'Deposits that named it keep it.',
    verb: removePayeeVerb,
    body: z.object({ _id: text }),
    answer: answerOf({}),
    example: { body: { _id: upi._id }, answer: { success } },
    async run(ctx, { body }) {
      await removePayee(ctx, { payeeId: await payeeNamed(ctx, 'upi', body._id), reason: overRest });
      return { success };
    },
  }),

  operation({
    operationId: 'changeUpiIdStatus',
    method: 'POST',
    path: '/admin/changeUpiIdStatus',
    summary: 'Activate or deactivate a UPI id',
    description: 'The one that was activated last is shown to players.',
    verb: setPayeeActiveVerb,
    body: z.object({ _id: text, active: flag }),
    answer: answerOf({ upi: shapes.ManagedUpi, proposed }),
    example: { body: { _id: upi._id, active: true }, answer: { success, upi } },
    async run(ctx, { body }) {
      const { payee, proposed } = await setPayeeActive(ctx, {
        payeeId: await payeeNamed(ctx, 'upi', body._id),
        active: body.active,
        reason: overRest,
      });
      return { success, upi: managedUpi(ctx, payee), ...(proposed && { proposed }) };
    },
  }),

  operation({
    operationId: 'getBankAccountList',
    method: 'GET',
    path: '/admin/getBankAccountList',
    summary: 'The bank accounts that take deposits',
    description: 'Newest first, inactive ones too.',
    access: 'payee:read',
    query: listQuery,
    answer: answerOf({ bankAccountList: z.array(shapes.ManagedBankAccount) }),
    example: { query: { limit: '10', offset: '0' }, answer: { success, bankAccountList: [bankAccount] } },
    async run(ctx, { query }) {
      const payees = part(await listPayees(ctx, 'bank'), query);
      return { success, bankAccountList: payees.map((payee) => managedBankAccount(ctx, payee)) };
    },
  }),

  operation({
    operationId: 'addBankAccount',
    method: 'POST',
    path: '/admin/addBankAccount',
    summary: 'Add a bank account',
    description: 'It is active at once, and what players are shown.',
    verb: addBankPayeeVerb,
    body: z.object({ accountNumber: numberText, ifscCode: text, accountHolderName: text }),
    answer: answerOf({ bankAccount: shapes.ManagedBankAccount.nullable(), proposed }),
    example: { body: example.bankAccount, answer: { success, bankAccount } },
    async run(ctx, { body }) {
      const { payee, proposed } = await addBankPayee(ctx, { ...body, reason: overRest });
      return { success, bankAccount: payee && managedBankAccount(ctx, payee), ...(proposed && { proposed }) };
    },
  }),

  operation({
    operationId: 'removeBankAccount',
    method: 'POST',
    path: '/admin/removeBankAccount',
    summary: 'Remove a bank account',
    description: 'Deposits that named it keep it.',
    verb: removePayeeVerb,
    body: z.object({ _id: text }),
    answer: answerOf({}),
    example: { body: { _id: bankAccount._id }, answer: { success } },
    async run(ctx, { body }) {
      await removePayee(ctx, { payeeId: await payeeNamed(ctx, 'bank', body._id), reason: overRest });
      return { success };
    },
  }),

  operation({
    operationId: 'changeBankAccountStatus',
    method: 'POST',
    path: '/admin/changeBankAccountStatus',
    summary: 'Activate or deactivate a bank account',
    description: 'The one that was activated last is shown to players.',
    verb: setPayeeActiveVerb,
    body: z.object({ _id: text, active: flag }),
    answer: answerOf({ bankAccount: shapes.ManagedBankAccount, proposed }),
    example: {
      body: { _id: bankAccount._id, active: false },
      answer: { success, bankAccount: { ...bankAccount, active: false } },
    },
    async run(ctx, { body }) {
      const { payee, proposed } = await setPayeeActive(ctx, {
        payeeId: await payeeNamed(ctx, 'bank', body._id),
        active: body.active,
        reason: overRest,
      });
      return { success, bankAccount: managedBankAccount(ctx, payee), ...(proposed && { proposed }) };
    },
  }),
];

function managedUpi(ctx: Context, payee: Payee) {
  return { ...encodeUpi(ctx, payee), active: payee.active };
}

function managedBankAccount(ctx: Context, payee: Payee) {
  return { ...encodeBankAccount(ctx, payee), active: payee.active };
}

/** The payee behind an `_id`. Refuses with NOT_FOUND one of the other channel. */
async function payeeNamed(ctx: Context, channel: PaymentChannel, _id: string): Promise<bigint> {
  const payeeId = openId(ctx, 'Payee', _id);
  const [payee] = await payeesById(ctx, [payeeId]);
  if (payee?.channel !== channel)
    throw new DomainError('NOT_FOUND', 'There is no such payment account.', { field: '_id' });
  return payeeId;
}

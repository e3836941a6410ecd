import { addBankPayee, addBankPayeeVerb, addUpiPayee, addUpiPayeeVerb } from '../domain/settings/addPayee.ts';
import { removePayee, removePayeeVerb, setPayeeActive, setPayeeActiveVerb } from '../domain/settings/changePayee.ts';
import {
  currentPayee,
  listPayees,
  payeesById,
  type Payee as PayeeRow,
  type PaymentChannel as ChannelName,
} from '../domain/settings/payees.ts';
import { Admin } from './admin.ts';
import { builder } from './builder.ts';
import { enumOf } from './enumOf.ts';
import { openId } from './ids.ts';
import { mutation } from './mutation.ts';
import { loadableNode } from './node.ts';
import { Viewer } from './viewer.ts';

export const PaymentChannel = enumOf<ChannelName>('PaymentChannel', 'How money is paid.', {
  upi: 'To a UPI id.',
  bank: 'To a bank account.',
});

export const Payee = loadableNode<PayeeRow>('Payee', payeesById);
Payee.implement({
  description: 'An account of the operator that players pay deposits to.',
  fields: (t) => ({
    channel: t.expose('channel', { type: PaymentChannel, description: 'UPI id or bank account.' }),
    upiId: t.exposeString('upiId', { nullable: true, description: 'The UPI id; null for a bank account.' }),
    accountNumber: t.exposeString('accountNumber', {
      nullable: true,
      description: 'The bank account’s number; null for a UPI id.',
    }),
    ifscCode: t.exposeString('ifscCode', { nullable: true, description: 'Its IFSC code; null for a UPI id.' }),
    accountHolderName: t.exposeString('accountHolderName', {
      nullable: true,
      description: 'Whose account it is; null for a UPI id.',
    }),
    active: t.exposeBoolean('active', { description: 'Whether players may pay to it now.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
  }),
});

builder.objectField(Viewer, 'payee', (t) =>
  t.field({
    type: Payee,
    nullable: true,
    description: 'Where the player is to pay a deposit now: the payee switched on last. Null when none is.',
    args: { channel: t.arg({ type: PaymentChannel, required: true, description: 'How the player wants to pay.' }) },
    resolve: (_viewer, { channel }, ctx) => currentPayee(ctx, channel),
  }),
);

builder.objectField(Admin, 'payees', (t) =>
  t.field({
    type: [Payee],
    description: 'The accounts that deposits may name, newest first, removed ones left out.',
    args: { channel: t.arg({ type: PaymentChannel, description: 'Only these; null or absent for both.' }) },
    resolve: (_admin, { channel }, ctx) => listPayees(ctx, channel ?? undefined),
  }),
);

const PayeePayload = builder.objectRef<{ payee: PayeeRow }>('PayeePayload').implement({
  description: 'The account is added or changed.',
  fields: (t) => ({ payee: t.expose('payee', { type: Payee, description: 'The account, as it is now.' }) }),
});

mutation(addUpiPayeeVerb, {
  description: 'Adds a UPI id for deposits, active at once. For admins.',
  payload: PayeePayload,
  input: (t) => ({ upiId: t.string({ required: true, description: 'Such as `name@bank`.' }) }),
  run: async (ctx, input) => ({ payee: await addUpiPayee(ctx, input) }),
});

mutation(addBankPayeeVerb, {
  description: 'Adds a bank account for deposits, active at once. For admins.',
  payload: PayeePayload,
  input: (t) => ({
    accountNumber: t.string({ required: true, description: 'Digits.' }),
    ifscCode: t.string({ required: true, description: 'The branch’s IFSC code.' }),
    accountHolderName: t.string({ required: true, description: 'Whose account it is.' }),
  }),
  run: async (ctx, input) => ({ payee: await addBankPayee(ctx, input) }),
});

mutation(setPayeeActiveVerb, {
  description: 'Switches an account for deposits on or off. For admins.',
  payload: PayeePayload,
  input: (t) => ({
    payeeId: t.id({ required: true, description: 'Which account.' }),
    active: t.boolean({ required: true, description: 'On or off.' }),
  }),
  run: async (ctx, { payeeId, active }) => ({
    payee: await setPayeeActive(ctx, { payeeId: openId(ctx, 'Payee', payeeId, 'payeeId'), active }),
  }),
});

const RemovePayeePayload = builder.objectRef<{ removedId: string }>('RemovePayeePayload').implement({
  description: 'The account is off the list.',
  fields: (t) => ({ removedId: t.exposeID('removedId', { description: 'The global id that it had.' }) }),
});

mutation(removePayeeVerb, {
  description: 'Takes an account for deposits off the list. Deposits that name it keep doing so. For admins.',
  payload: RemovePayeePayload,
  input: (t) => ({ payeeId: t.id({ required: true, description: 'Which account.' }) }),
  run: async (ctx, { payeeId }) => {
    await removePayee(ctx, { payeeId: openId(ctx, 'Payee', payeeId, 'payeeId') });
    return { removedId: payeeId };
  },
});

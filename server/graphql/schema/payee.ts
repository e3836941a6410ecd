import { addBankPayee, addBankPayeeVerb, addUpiPayee, addUpiPayeeVerb } from '../../domain/settings/addPayee.ts';
import { authorize } from '../../domain/ground/actors/permissions.ts';
import {
  removePayee,
  removePayeeVerb,
  setPayeeActive,
  setPayeeActiveVerb,
  showPayee,
  showPayeeVerb,
} from '../../domain/settings/changePayee.ts';
import {
  currentPayee,
  listActivePayees,
  listPayees,
  payeesById,
  type Payee as PayeeRow,
  type PaymentChannel as ChannelName,
} from '../../domain/settings/payees.ts';
import { Admin } from './admin.ts';
import { builder } from '../builder/builder.ts';
import { enumOf } from '../builder/enumOf.ts';
import { eventStream } from '../builder/eventStream.ts';
import { openId } from '../builder/ids.ts';
import { mutation, toldReason, type InputFields } from '../builder/mutation.ts';
import { loadableNode } from '../builder/node.ts';
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
    complexity: 45,
    type: Payee,
    nullable: true,
    description: 'Where the player is to pay a deposit now: the payee switched on or chosen last. Null when none is.',
    args: { channel: t.arg({ type: PaymentChannel, required: true, description: 'How the player wants to pay.' }) },
    resolve: (_viewer, { channel }, ctx) => currentPayee(ctx, channel),
  }),
);

builder.objectField(Admin, 'payees', (t) =>
  t.field({
    nullable: true,
    type: [Payee],
    description: 'The accounts that deposits may name, newest first, removed ones left out.',
    args: { channel: t.arg({ type: PaymentChannel, description: 'Only these; null or absent for both.' }) },
    resolve: (_admin, { channel }, ctx) => listPayees(ctx, channel ?? undefined),
  }),
);

builder.objectField(Admin, 'activePayees', (t) =>
  t.field({
    nullable: true,
    type: [Payee],
    description:
      'The active accounts in the order in which players are shown them: the first one is shown now, the second when ' +
      'that one is switched off.',
    args: { channel: t.arg({ type: PaymentChannel, required: true, description: 'Only these.' }) },
    resolve: (_admin, { channel }, ctx) => listActivePayees(ctx, channel),
  }),
);

const PayeesChange = builder.objectRef<{ channel: ChannelName }>('PayeesChange').implement({
  description: 'Accounts for deposits were changed.',
  fields: (t) => ({ channel: t.expose('channel', { type: PaymentChannel, description: 'Those of this channel.' }) }),
});

builder.subscriptionField('payeesChanged', (t) =>
  t.field({
    type: PayeesChange,
    description:
      'Which accounts for deposits an admin has changed, also when changes may have been missed. For admins of payments.',
    subscribe: (_root, _args, ctx) => {
      authorize(ctx, 'payee:read');
      return eventStream<ChannelName>((add) => {
        const stops = [
          ctx.events.on('payeesChanged', ({ channel }) => add(channel, channel)),
          ctx.events.onReconnect(() => (['upi', 'bank'] as const).forEach((channel) => add(channel, channel))),
        ];
        return () => stops.forEach((stop) => stop());
      });
    },
    resolve: (channel) => ({ channel }),
  }),
);

const PayeePayload = builder.objectRef<{ payee: PayeeRow | null; proposed: boolean }>('PayeePayload').implement({
  description: 'The account is added or changed, or that is proposed to the other admins.',
  fields: (t) => ({
    payee: t.expose('payee', {
      type: Payee,
      nullable: true,
      description: 'The account, as it is now; null for a new one that is proposed.',
    }),
    proposed: t.exposeBoolean('proposed', {
      description: 'It needs a second admin: it is proposed now, and nothing has changed.',
    }),
  }),
});

function depositsStop(t: InputFields) {
  return t.boolean({
    description:
      'True confirms that deposits of this channel stop, where it is its last active account; null or absent: then it ' +
      'is refused with `INVALID_INPUT`.',
  });
}

mutation(addUpiPayeeVerb, {
  description: 'Adds a UPI id for deposits, active and shown to players at once. For admins.',
  input: (t) => ({
    upiId: t.string({ required: true, description: 'Such as `name@bank`.' }),
    reason: toldReason(t),
  }),
  run: (ctx, input) => addUpiPayee(ctx, input),
  payload: PayeePayload,
});

mutation(addBankPayeeVerb, {
  description: 'Adds a bank account for deposits, active and shown to players at once. For admins.',
  input: (t) => ({
    accountNumber: t.string({ required: true, description: 'Digits.' }),
    ifscCode: t.string({ required: true, description: 'The branch’s IFSC code.' }),
    accountHolderName: t.string({ required: true, description: 'Whose account it is.' }),
    reason: toldReason(t),
  }),
  run: (ctx, input) => addBankPayee(ctx, input),
  payload: PayeePayload,
});

mutation(setPayeeActiveVerb, {
  description: 'Switches an account for deposits on or off. For admins.',
  input: (t) => ({
    payeeId: t.id({ required: true, description: 'Which account.' }),
    active: t.boolean({ required: true, description: 'On or off.' }),
    reason: toldReason(t),
    depositsStop: depositsStop(t),
  }),
  run: (ctx, input) => setPayeeActive(ctx, { ...input, payeeId: openId(ctx, 'Payee', input.payeeId, 'payeeId') }),
  payload: PayeePayload,
});

mutation(showPayeeVerb, {
  description:
    'Shows players this account for deposits, until another one is added, switched on or chosen. For admins.',
  input: (t) => ({
    payeeId: t.id({ required: true, description: 'Which account; an active one.' }),
    reason: toldReason(t),
  }),
  run: (ctx, input) => showPayee(ctx, { ...input, payeeId: openId(ctx, 'Payee', input.payeeId, 'payeeId') }),
  payload: PayeePayload,
});

mutation(removePayeeVerb, {
  description: 'Takes an account for deposits off the list. Deposits that name it keep doing so. For admins.',
  input: (t) => ({
    payeeId: t.id({ required: true, description: 'Which account.' }),
    reason: toldReason(t),
    depositsStop: depositsStop(t),
  }),
  run: async (ctx, input) => {
    await removePayee(ctx, { ...input, payeeId: openId(ctx, 'Payee', input.payeeId, 'payeeId') });
    return { removedId: input.payeeId };
  },
  payload: {
    description: 'The account is off the list.',
    fields: (t) => ({ removedId: t.exposeID('removedId', { description: 'The global id that it had.' }) }),
  },
});

import {
  confirmSecondFactor,
  confirmSecondFactorVerb,
} from '../../domain/accounts/secondFactor/confirmSecondFactor.ts';
import {
  disableSecondFactor,
  disableSecondFactorVerb,
} from '../../domain/accounts/secondFactor/disableSecondFactor.ts';
import { renewRecoveryCodes, renewRecoveryCodesVerb } from '../../domain/accounts/secondFactor/renewRecoveryCodes.ts';
import { resetSecondFactor, resetSecondFactorVerb } from '../../domain/accounts/secondFactor/resetSecondFactor.ts';
import {
  ownSecondFactor,
  secondFactorsById,
  type SecondFactorState,
} from '../../domain/accounts/secondFactor/secondFactor.ts';
import { startSecondFactor, startSecondFactorVerb } from '../../domain/accounts/secondFactor/startSecondFactor.ts';
import { Acknowledged } from '../builder/acknowledged.ts';
import { builder } from '../builder/builder.ts';
import { perRequest } from '../builder/loader.ts';
import { Member, openUser, userId, UserStatusPayload } from './member.ts';
import { auditReason, mutation } from '../builder/mutation.ts';
import { Viewer } from './viewer.ts';

const SecondFactor = builder.objectRef<SecondFactorState>('SecondFactor').implement({
  description: 'Whether signing in takes a code of an authenticator app (RFC 6238) as well.',
  fields: (t) => ({
    confirmedAt: t.expose('confirmedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was set up; null: it is not.',
    }),
    recoveryCodesLeft: t.exposeInt('recoveryCodesLeft', { description: 'How many recovery codes are unused.' }),
    required: t.exposeBoolean('required', { description: 'Whether this account must have one.' }),
  }),
});

builder.objectField(Viewer, 'secondFactor', (t) =>
  t.field({
    complexity: 60,
    type: SecondFactor,
    description: 'The viewer’s second factor.',
    resolve: (_viewer, _args, ctx) => ownSecondFactor(ctx),
  }),
);

const loadSecondFactor = perRequest(secondFactorsById);

builder.objectField(Member, 'secondFactor', (t) =>
  t.field({
    complexity: 60,
    type: SecondFactor,
    nullable: true,
    description: 'Their second factor.',
    resolve: ({ id }, _args, ctx) => loadSecondFactor(ctx, id),
  }),
);

const password = 'The password, once more.';
const otp = 'A code of the second factor, or a recovery code; null or absent while there is none.';

mutation(startSecondFactorVerb, {
  description: 'Makes the secret of a new second factor; `confirmSecondFactor` puts it into effect within 30 minutes.',
  input: (t) => ({
    password: t.string({ required: true, description: password }),
    otp: t.string({ description: otp }),
  }),
  run: (ctx, input) => startSecondFactor(ctx, input),
  payload: {
    description: 'A secret for an authenticator app, shown this once.',
    fields: (t) => ({
      secret: t.exposeString('secret', { description: 'To type into the app: base32.' }),
      uri: t.exposeString('uri', { description: 'The same as an `otpauth://` URI, for a QR code.' }),
    }),
  },
});

const RecoveryCodesPayload = builder.objectRef<{ recoveryCodes: string[] }>('RecoveryCodesPayload').implement({
  description: 'New recovery codes; former ones are void.',
  fields: (t) => ({
    recoveryCodes: t.exposeStringList('recoveryCodes', {
      description: 'Ten codes, shown this once. Each signs in once, in place of a code of the app.',
    }),
  }),
});

mutation(confirmSecondFactorVerb, {
  description: 'Puts the new second factor into effect, in place of a former one, with a code of it.',
  input: (t) => ({ otp: t.string({ required: true, description: 'The six digits that the app shows.' }) }),
  run: (ctx, input) => confirmSecondFactor(ctx, input),
  payload: RecoveryCodesPayload,
});

mutation(renewRecoveryCodesVerb, {
  description: 'Replaces the viewer’s recovery codes.',
  input: (t) => ({
    password: t.string({ required: true, description: password }),
    otp: t.string({ description: otp }),
  }),
  run: (ctx, input) => renewRecoveryCodes(ctx, input),
  payload: RecoveryCodesPayload,
});

mutation(disableSecondFactorVerb, {
  description: 'Removes the viewer’s second factor, unless they must have one.',
  input: (t) => ({
    password: t.string({ required: true, description: password }),
    otp: t.string({ description: otp }),
  }),
  run: async (ctx, input) => {
    await disableSecondFactor(ctx, input);
    return { ok: true };
  },
  payload: Acknowledged,
});

mutation(resetSecondFactorVerb, {
  description: 'Removes the second factor of somebody who has lost it, ends their sessions and mails them. For admins.',
  input: (t) => ({
    userId: t.id({ required: true, description: userId }),
    reason: auditReason(t),
  }),
  run: async (ctx, input) => ({
    member: await resetSecondFactor(ctx, { userId: openUser(ctx, input.userId), reason: input.reason }),
  }),
  payload: UserStatusPayload,
});

import { VALUES_A_STATEMENT } from '../../domain/ground/calls/callBudget.ts';
import { allows } from '../../domain/ground/actors/permissions.ts';
import { settleSetupStep, settleSetupStepVerb } from '../../domain/setup/settleSetupStep.ts';
import { setupList, type SetupChoice as ChoiceRow, type SetupItem as ItemRow } from '../../domain/setup/setupList.ts';
import type { SetupStep as StepName } from '../../domain/setup/setupSteps.ts';
import { Acknowledged } from '../builder/acknowledged.ts';
import { builder } from '../builder/builder.ts';
import { enumOf } from '../builder/enumOf.ts';
import { auditReason, mutation } from '../builder/mutation.ts';
import { Admin } from './admin.ts';
import { User } from './user.ts';

const SetupStep = enumOf<StepName>('SetupStep', 'What a new installation needs before it opens.', {
  ownSecondFactor: 'The viewer has a second factor.',
  secondOwner: 'There are two active owners.',
  roles: 'There is an active admin for daily work, who is no owner.',
  fourEyes: 'Some kind of deed needs a second admin.',
  payee: 'There is an active payment account.',
  limits: 'Each game has a limit of bets, stakes or payouts.',
  mail: 'Mails are sent.',
  publicUrl: 'The public address is not one of the machine itself, and https.',
  backup: 'A backup was taken.',
  restoreTried: 'A restore was tried.',
  audit: 'The books were audited, and are in order.',
  doctor: 'The doctor was run, and found nothing wrong.',
});

const SetupChoice = builder.objectRef<ChoiceRow>('SetupChoice').implement({
  description: 'The word by which an owner has settled a step.',
  fields: (t) => ({
    reason: t.exposeString('reason', { description: 'Why.' }),
    settledBy: t.field({ type: User, description: 'Who.', resolve: ({ settledBy }) => settledBy }),
    settledAt: t.expose('settledAt', { type: 'DateTime', description: 'When.' }),
  }),
});

const SetupItem = builder.objectRef<ItemRow>('SetupItem').implement({
  description: 'A step of the first day.',
  fields: (t) => ({
    step: t.expose('step', { type: SetupStep, description: 'Which.' }),
    done: t.exposeBoolean('done', { description: 'By the state of the system.' }),
    facts: t.exposeStringList('facts', { description: 'What is missing, or was found, in words.' }),
    optional: t.exposeBoolean('optional', { description: 'An owner may settle it by a word too.' }),
    choice: t.expose('choice', {
      type: SetupChoice,
      nullable: true,
      description: 'How an owner has settled it; null where none has.',
    }),
  }),
});

builder.objectField(Admin, 'setup', (t) =>
  t.field({
    type: [SetupItem],
    nullable: true,
    complexity: { field: VALUES_A_STATEMENT, multiplier: 12 },
    description:
      'What a new installation needs before it opens, in its order, from the state of the system; null for those who are ' +
      'neither owners nor auditors.',
    resolve: (_admin, _args, ctx) => (allows(ctx.actor, 'setup:read') ? setupList(ctx) : null),
  }),
);

mutation(settleSetupStepVerb, {
  description:
    'Settles a step of the first day by a word: it is not needed, or done where no system can tell; or takes that back. For ' +
    'owners.',
  input: (t) => ({
    step: t.field({ type: SetupStep, required: true, description: 'One that is `optional`.' }),
    settled: t.boolean({ required: true, description: 'False: the word is taken back.' }),
    reason: auditReason(t),
  }),
  run: async (ctx, input) => {
    await settleSetupStep(ctx, input);
    return { ok: true };
  },
  payload: Acknowledged,
});

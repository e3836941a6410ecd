import {
  addCannedAnswer,
  addCannedAnswerVerb,
  cannedAnswersById,
  changeCannedAnswer,
  changeCannedAnswerVerb,
  listCannedAnswers,
  removeCannedAnswer,
  removeCannedAnswerVerb,
  type CannedAnswer as AnswerRow,
} from '../../domain/tickets/cannedAnswers.ts';
import { Admin } from './admin.ts';
import { builder } from '../builder/builder.ts';
import { openId } from '../builder/ids.ts';
import { type InputFields, mutation, type PayloadFields } from '../builder/mutation.ts';
import { loadableNode } from '../builder/node.ts';
import { User } from './user.ts';

const CannedAnswer = loadableNode<AnswerRow>('CannedAnswer', cannedAnswersById);
CannedAnswer.implement({
  description: 'A text that admins of support insert into answers.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, unique.' }),
    text: t.exposeString('text', {
      description: 'The words, with the placeholders `{name}`, `{uid}` (of the player) and `{ticket}` (its title).',
    }),
    version: t.exposeInt('version', { description: 'Counts its changes.' }),
    changedBy: t.field({ type: User, description: 'Who changed it last.', resolve: ({ changedBy }) => changedBy }),
    changedAt: t.expose('changedAt', { type: 'DateTime', description: 'When that was.' }),
  }),
});

builder.objectField(Admin, 'cannedAnswers', (t) =>
  t.field({
    nullable: true,
    type: [CannedAnswer],
    description: 'The canned answers, by name.',
    resolve: (_admin, _args, ctx) => listCannedAnswers(ctx),
  }),
);

const answerPayload = (description: string) => ({
  description,
  fields: (t: PayloadFields<{ cannedAnswer: AnswerRow }>) => ({
    cannedAnswer: t.expose('cannedAnswer', { type: CannedAnswer, description: 'The answer, as it is now.' }),
  }),
});

const words = (t: InputFields) => ({
  name: t.string({ required: true, description: 'Its name: 1 to 60 characters.' }),
  text: t.string({
    required: true,
    description: 'The words: 1 to 2,000 characters. Braces are of `{name}`, `{uid}` and `{ticket}` alone.',
  }),
});

const seen = (t: InputFields) => ({
  answerId: t.id({ required: true, description: 'Which answer.' }),
  version: t.int({ required: true, description: 'Its version that the caller has seen; another one is refused.' }),
});

mutation(addCannedAnswerVerb, {
  description: 'Adds a canned answer. For admins of support.',
  input: (t) => words(t),
  run: async (ctx, input) => ({ cannedAnswer: await addCannedAnswer(ctx, input) }),
  payload: answerPayload('The answer is added.'),
});

mutation(changeCannedAnswerVerb, {
  description: 'Changes a canned answer. For admins of support.',
  input: (t) => ({ ...seen(t), ...words(t) }),
  run: async (ctx, { answerId, ...input }) => ({
    cannedAnswer: await changeCannedAnswer(ctx, {
      ...input,
      answerId: openId(ctx, 'CannedAnswer', answerId, 'answerId'),
    }),
  }),
  payload: answerPayload('The answer is changed.'),
});

mutation(removeCannedAnswerVerb, {
  description: 'Removes a canned answer. For admins of support.',
  input: seen,
  run: async (ctx, { answerId, version }) => {
    await removeCannedAnswer(ctx, { version, answerId: openId(ctx, 'CannedAnswer', answerId, 'answerId') });
    return { removedId: answerId };
  },
  payload: {
    description: 'The answer is removed.',
    fields: (t) => ({ removedId: t.exposeID('removedId', { description: 'Its id.' }) }),
  },
});

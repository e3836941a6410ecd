import {
  feedbackById,
  listFeedback,
  submitFeedback,
  submitFeedbackVerb,
  type Feedback as Row,
} from '../../domain/tickets/feedback.ts';
import { Acknowledged } from '../builder/acknowledged.ts';
import { Admin } from './admin.ts';
import { builder } from '../builder/builder.ts';
import { connection, connectionOf, idCursors, pageComplexity } from '../builder/connection.ts';
import { mutation } from '../builder/mutation.ts';
import { loadableNode } from '../builder/node.ts';
import { User } from './user.ts';

const Feedback = loadableNode<Row>('Feedback', feedbackById);
Feedback.implement({
  description: 'What a player thinks of the product. Seen by admins.',
  fields: (t) => ({
    rating: t.exposeInt('rating', { description: 'Stars, 1 to 5.' }),
    text: t.exposeString('text', { description: 'The player’s words, at most 400 characters.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was given.' }),
    player: t.field({ type: User, description: 'Who gave it.', resolve: (row) => row.playerId }),
  }),
});

const cursors = idCursors<Row>('Feedback', (row) => row.id);

builder.objectField(Admin, 'feedback', (t) =>
  t.connection(
    {
      nullable: true,
      type: Feedback,
      description: 'All feedback, newest first.',
      complexity: pageComplexity,
      resolve: (_admin, args, ctx) => connection(ctx, args, cursors, (page) => listFeedback(ctx, page)),
    },
    connectionOf('Feedback', Feedback, 'feedback of players'),
  ),
);

mutation(submitFeedbackVerb, {
  description: 'Gives feedback, for admins to read. For players.',
  input: (t) => ({
    rating: t.int({ required: true, description: 'Stars, 1 to 5.' }),
    text: t.string({ required: true, description: 'Words, at most 400 characters.' }),
  }),
  run: async (ctx, input) => {
    await submitFeedback(ctx, input);
    return { ok: true };
  },
  payload: Acknowledged,
});

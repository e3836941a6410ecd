import {
  listUnclaimedReceipts,
  unclaimedReceipts,
  type UnclaimedAge as AgeRow,
  type UnclaimedReceipts as ReceiptsRow,
} from '../../domain/statements/unclaimedReceipts.ts';
import { VALUES_A_STATEMENT } from '../../domain/ground/calls/callBudget.ts';
import { Admin } from './admin.ts';
import { Line, LineConnection, lineCursors } from './bankStatement.ts';
import { builder } from '../builder/builder.ts';
import { connection, pageComplexity } from '../builder/connection.ts';

const UnclaimedAge = builder.objectRef<AgeRow>('UnclaimedAge').implement({
  description: 'Unclaimed receipts that the bank booked between so many days ago.',
  fields: (t) => ({
    fromDays: t.exposeInt('fromDays', { description: 'At least so many.' }),
    toDays: t.exposeInt('toDays', { nullable: true, description: 'At most so many; null: any number.' }),
    count: t.exposeInt('count', { description: 'How many there are.' }),
    sum: t.expose('sum', { type: 'Money', description: 'Their sum, in rupees.' }),
  }),
});

const UnclaimedReceipts = builder.objectRef<ReceiptsRow>('UnclaimedReceipts').implement({
  description: 'What came in, was set aside as UNCLAIMED, and is nobody’s yet, of all accounts: owed to who paid it.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'How many there are.' }),
    sum: t.expose('sum', { type: 'Money', description: 'Their sum, in rupees.' }),
    ages: t.expose('ages', { type: [UnclaimedAge], description: 'The same by age, the newest first.' }),
  }),
});

builder.objectFields(Admin, (t) => ({
  unclaimedReceipts: t.field({
    type: UnclaimedReceipts,
    nullable: true,
    complexity: VALUES_A_STATEMENT,
    description: 'How much nobody has claimed, and since when.',
    resolve: (_admin, _args, ctx) => unclaimedReceipts(ctx),
  }),
  unclaimedLines: t.connection(
    {
      nullable: true,
      type: Line,
      description: 'The receipts that nobody has claimed, of all accounts, the oldest first.',
      complexity: pageComplexity,
      resolve: (_admin, args, ctx) => connection(ctx, args, lineCursors, (page) => listUnclaimedReceipts(ctx, page)),
    },
    LineConnection,
  ),
}));

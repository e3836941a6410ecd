import { VALUES_A_STATEMENT } from '../../domain/ground/calls/callBudget.ts';
import { authorize } from '../../domain/ground/actors/permissions.ts';
import type { CsvMapping } from '../../domain/statements/csvMapping.ts';
import { listStatementBanks, type StatementBank as BankRow } from '../../domain/statements/statementBanks.ts';
import type { DateOrder } from '../../domain/statements/statementDates.ts';
import { lineLocks } from '../../domain/statements/lineLocks.ts';
import {
  listStatementDays,
  type AsideSum as AsideSumRow,
  type StatementDay as DayRow,
} from '../../domain/statements/statementDays.ts';
import {
  candidatesFor,
  lineCounts,
  linesOfTransactions,
  listStatementLines,
  statementLinesById,
  type AsideKind as AsideKindValue,
  type LineState,
  type StatementLine as LineRow,
} from '../../domain/statements/statementLines.ts';
import { daysSince } from '../../domain/statements/unclaimedReceipts.ts';
import { Admin } from './admin.ts';
import { builder } from '../builder/builder.ts';
import { connection, connectionOf, idCursors, pageComplexity } from '../builder/connection.ts';
import type { GraphQLContext } from '../runtime/context.ts';
import { enumOf } from '../builder/enumOf.ts';
import { openId } from '../builder/ids.ts';
import { perRequest } from '../builder/loader.ts';
import { loadableNode } from '../builder/node.ts';
import { Payee } from './payee.ts';
import { Transaction, TransactionType } from './transaction.ts';
import { User } from './user.ts';

export const Order = enumOf<DateOrder>('StatementDateOrder', 'How a bank writes dates.', {
  DMY: 'Day, month, year.',
  MDY: 'Month, day, year.',
  YMD: 'Year, month, day.',
});

export const State = enumOf<LineState>('StatementLineState', 'What became of a line of a bank statement.', {
  matched: 'It pays a deposit or payout.',
  proposed: 'A request has its amount and lies near in time: an admin confirms it, or not.',
  unmatched: 'No request fits.',
  set_aside: 'An admin gave the reason why it is neither deposit nor payout.',
});

export const AsideKind = enumOf<AsideKindValue>('StatementAsideKind', 'What a line is that was set aside.', {
  charge: 'A charge of the bank, or one that came back.',
  interest: 'Interest.',
  own_transfer: 'A transfer between accounts of the operator.',
  returned: 'A payment that came back, and its way out.',
  unclaimed: 'Money that came in and is nobody’s yet: owed to who paid it, until it is credited to a player.',
});

export const columnTexts = {
  date: 'The day of the booking.',
  time: 'The time, where it has a column of its own.',
  description: 'What the bank writes about the payment.',
  reference: 'The reference.',
  amount: 'Amounts in one column, with a sign or CR and DR; null with two columns.',
  side: 'Whether it is credit or debit, where a column of its own has that.',
  credit: 'Money into the account.',
  debit: 'Money out of it.',
  balance: 'The balance after the payment.',
} as const;

export const Mapping = builder.objectRef<CsvMapping>('StatementMapping').implement({
  description: 'Which columns of a bank’s CSV hold what, by their headings.',
  fields: (t) => ({
    date: t.exposeString('date', { description: columnTexts.date }),
    dateOrder: t.expose('dateOrder', {
      type: Order,
      nullable: true,
      description: 'How its dates are written; null: as they show.',
    }),
    time: t.exposeString('time', { nullable: true, description: columnTexts.time }),
    description: t.exposeString('description', { description: columnTexts.description }),
    reference: t.exposeString('reference', { nullable: true, description: columnTexts.reference }),
    amount: t.exposeString('amount', { nullable: true, description: columnTexts.amount }),
    side: t.exposeString('side', { nullable: true, description: columnTexts.side }),
    credit: t.exposeString('credit', { nullable: true, description: columnTexts.credit }),
    debit: t.exposeString('debit', { nullable: true, description: columnTexts.debit }),
    balance: t.exposeString('balance', { nullable: true, description: columnTexts.balance }),
  }),
});

const Bank = builder.objectRef<BankRow>('StatementBank').implement({
  description: 'A bank whose columns were mapped.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, in lower case.' }),
    mapping: t.expose('mapping', { type: Mapping, description: 'Its columns.' }),
  }),
});

const candidatesById = perRequest(async (ctx, ids) => {
  const lines = await statementLinesById(ctx, ids);
  return Promise.all(lines.map(async (line) => (line ? candidatesFor(ctx, line) : [])));
});

const locksById = perRequest(lineLocks);

export const Line = loadableNode<LineRow>('StatementLine', statementLinesById);
Line.implement({
  description: 'A line of a bank statement. For admins who may read payments.',
  fields: (t) => ({
    payee: t.field({ type: Payee, description: 'Of which account it is.', resolve: ({ payeeId }) => payeeId }),
    day: t.expose('day', { type: 'Date', description: 'The day on which the bank booked it.' }),
    at: t.expose('at', { type: 'DateTime', nullable: true, description: 'The instant, where the bank gives a time.' }),
    direction: t.expose('direction', { type: TransactionType, description: 'Into the account, or out of it.' }),
    amount: t.expose('amount', { type: 'Money', description: 'Above zero, in rupees.' }),
    description: t.exposeString('description', { description: 'What the bank wrote.' }),
    reference: t.exposeString('reference', { nullable: true, description: 'Its reference; null where it has none.' }),
    state: t.expose('state', { type: State, description: 'What became of it.' }),
    transaction: t.field({
      type: Transaction,
      nullable: true,
      description: 'What it pays, or is proposed to pay.',
      resolve: ({ transactionId }) => transactionId,
    }),
    asideKind: t.expose('asideKind', {
      type: AsideKind,
      nullable: true,
      description: 'As what it was set aside; null for others, and for those set aside before there were kinds.',
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it was set aside.' }),
    unclaimedDays: t.int({
      nullable: true,
      description:
        'For how many days it has been an unclaimed receipt, which can be credited to a player whatever its day: since the bank booked ' +
        'it. Null for other lines, and once it is credited.',
      resolve: async ({ id, day }, _args, ctx) =>
        (await locksById(ctx, id))?.unclaimed === true ? daysSince(day, ctx.now) : null,
    }),
    credit: t.field({
      type: Transaction,
      nullable: true,
      description: 'The deposit as which two admins credited it to a player; null without one.',
      resolve: async ({ id }, _args, ctx) => (await locksById(ctx, id))?.creditId ?? null,
    }),
    decidedBy: t.field({
      type: User,
      nullable: true,
      description: 'The admin who matched it or set it aside; null where it matched by its reference, or is open.',
      resolve: ({ decidedBy }) => decidedBy,
    }),
    changeable: t.boolean({
      description:
        'Whether what became of it can still change: its day isn’t closed, and it was not credited to a player.',
      resolve: async ({ id }, _args, ctx) => {
        const lock = await locksById(ctx, id);
        return lock !== null && !lock.dayClosed && lock.creditId === null && !lock.returned;
      },
    }),
    candidates: t.field({
      type: [Transaction],
      complexity: 20,
      description: 'Up to 20 requests of its amount that it could pay, the nearest in time first; `requests` has more.',
      resolve: ({ id }, _args, ctx) => candidatesById(ctx, id),
    }),
  }),
});

export const lineCursors = idCursors<LineRow>('StatementLine', ({ id }) => id);
export const LineConnection = connectionOf('StatementLine', Line, 'lines of bank statements');

const lineOfTransaction = perRequest<LineRow | null>(linesOfTransactions);

builder.objectField(Transaction, 'statementLine', (t) =>
  t.field({
    type: Line,
    nullable: true,
    description:
      'The line of a bank statement that it is matched with, or of which it was credited; null for players and others.',
    resolve: ({ id }, _args, ctx) => lineOfTransaction(ctx, id),
  }),
);

const Counts = builder.objectRef<Record<LineState, number>>('StatementCounts').implement({
  description: 'How many lines are in each state.',
  fields: (t) => ({
    matched: t.exposeInt('matched', { description: 'Matched.' }),
    proposed: t.exposeInt('proposed', { description: 'Proposed.' }),
    unmatched: t.exposeInt('unmatched', { description: 'Unmatched.' }),
    setAside: t.exposeInt('set_aside', { description: 'Set aside.' }),
  }),
});

const AsideSum = builder.objectRef<AsideSumRow>('StatementAsideSum').implement({
  description: 'What the lines of a day that were set aside as one kind make.',
  fields: (t) => ({
    kind: t.expose('kind', {
      type: AsideKind,
      nullable: true,
      description: 'The kind; null: set aside before there were kinds.',
    }),
    count: t.exposeInt('count', { description: 'How many lines.' }),
    moneyIn: t.expose('moneyIn', { type: 'Money', description: 'What came into the account, in rupees.' }),
    moneyOut: t.expose('moneyOut', { type: 'Money', description: 'What left it, in rupees.' }),
  }),
});

export const Day = builder.objectRef<DayRow>('StatementDay').implement({
  description:
    'A day of an account by the bank’s statement and by the ledger, in rupees. Closed, it doesn’t change any more.',
  fields: (t) => ({
    day: t.expose('day', { type: 'Date', description: 'The day.' }),
    opening: t.expose('opening', { type: 'Money', description: 'The bank’s balance before it.' }),
    moneyIn: t.expose('moneyIn', { type: 'Money', description: 'What came into the account.' }),
    moneyOut: t.expose('moneyOut', { type: 'Money', description: 'What left it.' }),
    closing: t.expose('closing', { type: 'Money', description: 'The bank’s balance after it.' }),
    ledgerOpening: t.expose('ledgerOpening', { type: 'Money', description: 'By the ledger, before it.' }),
    ledgerIn: t.expose('ledgerIn', { type: 'Money', description: 'Approved deposits.' }),
    ledgerOut: t.expose('ledgerOut', { type: 'Money', description: 'Approved payouts.' }),
    setAside: t.expose('setAside', { type: 'Money', description: 'Lines set aside: in less out.' }),
    asideSums: t.expose('asideSums', { type: [AsideSum], description: 'What `setAside` is made of, by kind.' }),
    ledgerClosing: t.expose('ledgerClosing', { type: 'Money', description: 'By the ledger, after it.' }),
    drift: t.expose('drift', { type: 'Money', description: 'The bank’s closing balance less the ledger’s.' }),
    openLines: t.exposeInt('openLines', { description: 'Lines that are proposed or unmatched.' }),
    waitingLines: t.exposeInt('waitingLines', { description: 'Matched lines whose deposit isn’t decided.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it was closed with a drift.' }),
    closedBy: t.field({
      type: User,
      nullable: true,
      description: 'Who closed it; null while it is open.',
      resolve: ({ closedBy }) => closedBy,
    }),
    closedAt: t.expose('closedAt', { type: 'DateTime', nullable: true, description: 'When it was closed.' }),
  }),
});

/** Authorized first, so that ids reveal nothing. */
function payeeOf(ctx: GraphQLContext, payeeId: string): bigint {
  authorize(ctx, 'statement:read');
  return openId(ctx, 'Payee', payeeId, 'payeeId');
}

export const payeeArg = 'Of which account for deposits.';

builder.objectFields(Admin, (t) => ({
  statementBanks: t.field({
    nullable: true,
    type: [Bank],
    description: 'The banks whose columns were mapped, by name.',
    resolve: (_admin, _args, ctx) => listStatementBanks(ctx),
  }),
  statementLines: t.connection(
    {
      nullable: true,
      type: Line,
      description: 'Lines of bank statements, in the order in which they were imported; of a search the newest first.',
      args: {
        payeeId: t.arg.id({ description: `${payeeArg} Null or absent: of all.` }),
        search: t.arg.string({
          description:
            'A reference, however it is typed; part, of at least 3 characters, of what the bank wrote; an amount in rupees; a day ' +
            'such as 20-11-26. Of several words, up to six, each may be another of these.',
        }),
        state: t.arg({ type: State, description: 'Only in this state.' }),
        day: t.arg({ type: 'Date', description: 'Only of this day.' }),
      },
      complexity: pageComplexity,
      resolve: (_admin, args, ctx) => {
        const filter = {
          payeeId: args.payeeId == null ? undefined : payeeOf(ctx, args.payeeId),
          search: args.search ?? undefined,
          state: args.state ?? undefined,
          day: args.day ?? undefined,
        };
        return connection(ctx, args, lineCursors, (page) => listStatementLines(ctx, filter, page));
      },
    },
    LineConnection,
  ),
  statementCounts: t.field({
    complexity: VALUES_A_STATEMENT,
    nullable: true,
    type: Counts,
    description: 'How many lines are in each state.',
    args: {
      payeeId: t.arg.id({ required: true, description: payeeArg }),
      day: t.arg({ type: 'Date', description: 'Only of this day.' }),
    },
    resolve: (_admin, { payeeId, day }, ctx) =>
      lineCounts(ctx, { payeeId: payeeOf(ctx, payeeId), day: day ?? undefined }),
  }),
  statementDays: t.field({
    nullable: true,
    type: [Day],
    complexity: 50,
    description: 'Days with lines: the oldest ten that are open, then the latest 30 that are closed.',
    args: { payeeId: t.arg.id({ required: true, description: payeeArg }) },
    resolve: (_admin, { payeeId }, ctx) => listStatementDays(ctx, { payeeId: payeeOf(ctx, payeeId) }),
  }),
}));

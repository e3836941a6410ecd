import {
  contestResults,
  contestResultsById,
  historyKey,
  historyRanks,
  walletHistory,
  type ContestEntry,
  type CorrectionEntry,
  type HistoryKey,
  type ReturnEntry,
  type TransactionEntry,
  type WalletHistoryEntry as Entry,
} from '../../domain/wallet/walletHistory.ts';
import type { SealedType } from '../../domain/ground/values/sealedTypes.ts';
import { Bet, betsOf } from './bet.ts';
import { builder } from '../builder/builder.ts';
import { connection, connectionOf, pageComplexity, type Cursors } from '../builder/connection.ts';
import { Contest } from './contest.ts';
import { BalanceCorrection } from './correction.ts';
import { compositeNode } from '../builder/node.ts';
import { Transaction } from './transaction.ts';
import { Viewer } from './viewer.ts';

const ContestResult = compositeNode<ContestEntry>(
  'ContestResult',
  { parts: 2, of: ({ contestId, playerId }) => [contestId, playerId] },
  // Results of the caller alone: they have no other player's key.
  (ctx, keys) =>
    contestResultsById(
      ctx,
      keys.map(([contestId = 0n]) => contestId),
    ),
);
ContestResult.implement({
  description: 'A finished contest of the player; cancelled bets don’t count.',
  fields: (t) => ({
    contest: t.field({ type: Contest, description: 'The contest.', resolve: ({ contestId }) => contestId }),
    betAmount: t.expose('betAmount', { type: 'Money', description: 'What was staked, in rupees.' }),
    winAmount: t.expose('winAmount', { type: 'Money', description: 'What came back, stakes included, in rupees.' }),
    bets: t.field({
      type: [Bet],
      complexity: { field: 1, multiplier: 5 },
      description: 'The player’s bets in it, oldest first, cancelled ones included.',
      resolve: ({ contestId }, _args, ctx) => betsOf(ctx, contestId),
    }),
    settledAt: t.expose('settledAt', { type: 'DateTime', description: 'When it was paid.' }),
  }),
});

const PayoutReturn = builder.objectRef<Pick<ReturnEntry, 'payout' | 'returnedAt'>>('PayoutReturn').implement({
  description: 'A payout that the bank sent back: its amount is in the wallet again.',
  fields: (t) => ({
    transaction: t.expose('payout', { type: Transaction, description: 'The payout.' }),
    amount: t.field({
      type: 'Money',
      description: 'What came back, in rupees.',
      resolve: ({ payout }) => payout.amount,
    }),
    returnedAt: t.expose('returnedAt', { type: 'DateTime', description: 'When.' }),
  }),
});

const WalletHistoryEntry = builder.unionType('WalletHistoryEntry', {
  description:
    'Something that has moved the player’s money: a finished contest, an approved deposit, a paid withdrawal or its return, or a correction.',
  types: [ContestResult, Transaction, PayoutReturn, BalanceCorrection],
  resolveType: (row) => {
    if (row === null || typeof row !== 'object') return Transaction;
    if ('payout' in row) return PayoutReturn;
    return 'contestId' in row ? ContestResult : 'evidence' in row ? BalanceCorrection : Transaction;
  },
});

/** Ordered by time and kind; the object's id is sealed, so that cursors don't reveal counts. */
const cursorForm = /^([0-9a-z]{1,9})\.([0-3])\.([\w-]+)$/;
const typeOfRank: Readonly<Record<number, SealedType>> = {
  [historyRanks.transaction]: 'Transaction',
  [historyRanks.contest]: 'Contest',
  [historyRanks.correction]: 'BalanceCorrection',
  [historyRanks.return]: 'Transaction',
};

function historyCursors<Row>(keyOf: (row: Row) => HistoryKey): Cursors<HistoryKey, Row> {
  return {
    keyOf,
    write(ctx, { at, rank, id }) {
      const type = typeOfRank[rank];
      if (type === undefined) throw new Error(`no entry has the rank ${rank}`);
      return `${at.getTime().toString(36)}.${rank}.${ctx.ids.seal(type, id)}`;
    },
    read(ctx, cursor) {
      const [, at = '', rank = '', sealed = ''] = cursorForm.exec(cursor) ?? [];
      const type = typeOfRank[Number(rank)];
      const id = type === undefined ? null : ctx.ids.openAs(type, sealed);
      const instant = new Date(Number.parseInt(at, 36));
      return id === null || Number.isNaN(instant.getTime()) ? null : { at: instant, rank: Number(rank), id };
    },
  };
}

const contestCursors = historyCursors<ContestEntry>(historyKey);
const ContestResultConnection = connectionOf('ContestResult', ContestResult, 'finished contests');

/** An entry as a member of the union, with its position. */
type Listed = (ContestEntry | TransactionEntry['transaction'] | ReturnEntry | CorrectionEntry['correction']) & {
  key: HistoryKey;
};
const entryCursors = historyCursors<Listed>(({ key }) => key);

function listed(entry: Entry): Listed {
  const key = historyKey(entry);
  if (entry.kind === 'contest' || entry.kind === 'return') return { key, ...entry };
  return { key, ...(entry.kind === 'transaction' ? entry.transaction : entry.correction) };
}

const WalletHistoryEdge = builder.edgeObject({
  type: WalletHistoryEntry,
  name: 'WalletHistoryEdge',
  description: 'One of the entries, and where it stands in the list.',
});
const WalletHistoryConnection = builder.connectionObject(
  { type: WalletHistoryEntry, name: 'WalletHistoryConnection', description: 'A page of wallet history.' },
  WalletHistoryEdge,
);

builder.objectFields(Viewer, (t) => ({
  contestResults: t.connection(
    {
      nullable: true,
      type: ContestResult,
      description: 'The player’s finished contests, newest first.',
      complexity: pageComplexity,
      resolve: (_viewer, args, ctx) => connection(ctx, args, contestCursors, (page) => contestResults(ctx, page)),
    },
    ContestResultConnection,
  ),
  walletHistory: t.connection(
    {
      nullable: true,
      type: WalletHistoryEntry,
      description:
        'The player’s finished contests, approved deposits, paid withdrawals and their returns, and corrections, newest first.',
      complexity: pageComplexity,
      resolve: (_viewer, args, ctx) =>
        connection(ctx, args, entryCursors, async (page) => {
          const { rows, ...ends } = await walletHistory(ctx, page);
          return { rows: rows.map(listed), ...ends };
        }),
    },
    WalletHistoryConnection,
  ),
}));

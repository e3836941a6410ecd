import { z } from 'zod';
import { invalidInput } from '../domain/ground/refusals/errors.ts';
import { currentPayee } from '../domain/settings/payees.ts';
import { listOwnTickets, messagesOfTickets } from '../domain/tickets/ticketList.ts';
import { raiseTicket, raiseTicketVerb } from '../domain/tickets/raiseTicket.ts';
import { fromRupeesNumber, toRupeesNumber } from '../domain/ground/values/money.ts';
import { requestDeposit, requestDepositVerb, type PaidPayee } from '../domain/wallet/requestDeposit.ts';
import { requestWithdrawal, requestWithdrawalVerb } from '../domain/wallet/requestWithdrawal.ts';
import { listOwnTransactions } from '../domain/wallet/transactionList.ts';
import { numberText, rupees, text } from './decode.ts';
import { encodeTicket } from './encode.ts';
import { encodeBankAccount, encodeTransaction, encodeTransactions, encodeUpi } from './encodePayments.ts';
import { invalidPayload } from './errors.ts';
import * as example from './examples.ts';
import { operation } from './operation.ts';
import { listQuery, readPart } from './paging.ts';
import { answerOf, fields, shapes } from './shapes.ts';
import { readWallet } from './wallet.ts';

const success = true as const;

/** Number of transactions without a limit, newest first (server/rest/rules.md#rest-lists). */
const NEWEST_TRANSACTIONS = 1_000;

const bankDetails = z.object(
  { accountNumber: numberText, ifscCode: text, accountHolderName: text },
  { error: 'must be an object' },
);

/** The payee that a deposit names: exactly one of the two. */
function paidPayee({
  upiId,
  bankAccount,
}: {
  upiId?: string | undefined;
  bankAccount?: string | undefined;
}): PaidPayee {
  if (upiId !== undefined && bankAccount === undefined) return { upiId };
  if (bankAccount !== undefined && upiId === undefined) return { accountNumber: bankAccount };
  throw invalidInput('upiId', 'either upiId or bankAccount must be given, and not both');
}

export const playerOperations = [
  operation({
    operationId: 'getWalletHistory',
    method: 'GET',
    path: '/player/getWalletHistory',
    summary: 'The wallet: balance, running rounds, pending withdrawals, history',
    description:
      'Waits up to 2 s for a round of the player that has ended to be settled. `limit` and `offset` cut the history, ' +
      'which without them is its newest 1,000 entries.',
    access: 'wallet:readOwn',
    values: { each: 6, rows: 100 },
    query: listQuery,
    answer: answerOf({
      amount: fields.rupees.meta({ description: 'The available balance.' }),
      activeGames: z.array(shapes.GameAmount),
      blockedAmountList: z.array(shapes.BlockedAmount),
      walletHistory: z.array(shapes.HistoryEntry),
      serverTime: fields.instant,
    }),
    example: {
      query: { limit: '10', offset: '0' },
      answer: {
        success,
        amount: 1489.5,
        activeGames: [{ gameId: example.runningContest.gameId, amount: 1010 }],
        blockedAmountList: [{ amount: 250.5, transactionId: example.ids.any }],
        walletHistory: [
          {
            transactionType: 'credit',
            amount: 20,
            timestamp: example.serverTime,
            gameData: { gameId: 'sapreOne-202611200741', betAmount: 10, winAmount: 20 },
          },
        ],
        serverTime: example.serverTime,
      },
    },
    async run(ctx, { query }) {
      return { success, ...(await readWallet(ctx, query)) };
    },
  }),

  operation({
    operationId: 'getMyTransactions',
    method: 'GET',
    path: '/player/getMyTransactions',
    summary: "The player's deposits and withdrawals",
    description: 'Newest first; without `limit` the newest 1,000.',
    access: 'transaction:readOwn',
    values: { each: 7.5, rows: 100 },
    query: listQuery,
    answer: answerOf({ transactions: z.array(shapes.Transaction) }),
    example: {
      query: { limit: '10', offset: '0' },
      answer: { success, transactions: [example.deposit, example.withdrawal] },
    },
    async run(ctx, { query }) {
      const transactions = await readPart(query, (page) => listOwnTransactions(ctx, {}, page), NEWEST_TRANSACTIONS);
      return { success, transactions: await encodeTransactions(ctx, transactions) };
    },
  }),

  operation({
    operationId: 'getUpiId',
    method: 'GET',
    path: '/player/getUpiId',
    summary: 'The UPI account to pay a deposit to',
    description: 'The newest active one, or null.',
    access: 'payee:readCurrent',
    answer: answerOf({ upi: shapes.UpiPayee.nullable() }),
    example: { answer: { success, upi: example.upi } },
    async run(ctx) {
      const payee = await currentPayee(ctx, 'upi');
      return { success, upi: payee && encodeUpi(ctx, payee) };
    },
  }),

  operation({
    operationId: 'addMoney',
    method: 'POST',
    path: '/player/addMoney',
    summary: 'Tell of a deposit',
    description:
      'Names the payee that was paid, by `upiId` or by the account number in `bankAccount`, and the reference of the ' +
      'payment, as typed: at most 60 characters, of which 4-35 letters or digits are left without spaces, `/`, `:`, `-` and words ' +
      'such as UTR. Compared without these. The money arrives when an admin approves it.',
    verb: requestDepositVerb,
    body: z.object({
      amount: rupees,
      referenceId: numberText,
      upiId: text.optional(),
      bankAccount: numberText.optional(),
    }),
    answer: answerOf({ transaction: shapes.Transaction }),
    refusalAnswers: { INVALID_INPUT: invalidPayload },
    example: {
      body: { amount: 500, referenceId: example.deposit.referenceId, upiId: example.upi.upiId },
      answer: { success, transaction: example.deposit },
    },
    async run(ctx, { body, idempotencyKey }) {
      const { amount, referenceId } = body;
      const { transaction } = await requestDeposit(ctx, {
        amount: fromRupeesNumber(amount),
        reference: referenceId,
        payee: paidPayee(body),
        idempotencyKey,
      });
      return { success, transaction: await encodeTransaction(ctx, transaction) };
    },
  }),

  operation({
    operationId: 'withdrawMoney',
    method: 'POST',
    path: '/player/withdrawMoney',
    summary: 'Ask for a withdrawal',
    description: 'To a UPI id or to a bank account, exactly one of them. The amount is held at once.',
    verb: requestWithdrawalVerb,
    body: z.object({ amount: rupees, upiId: text.optional(), bankAccount: bankDetails.optional() }),
    answer: answerOf({ transaction: shapes.Transaction, balance: fields.rupees }),
    refusalAnswers: { INVALID_INPUT: invalidPayload },
    example: {
      body: { amount: 250.5, upiId: example.withdrawal.upiId },
      answer: { success, transaction: example.withdrawal, balance: 1239 },
    },
    async run(ctx, { body, idempotencyKey }) {
      const { amount, upiId, bankAccount } = body;
      const { transaction, balances } = await requestWithdrawal(ctx, {
        amount: fromRupeesNumber(amount),
        upiId,
        bankAccount,
        idempotencyKey,
      });
      return {
        success,
        transaction: await encodeTransaction(ctx, transaction),
        balance: toRupeesNumber(balances.available),
      };
    },
  }),

  operation({
    operationId: 'getBankAccount',
    method: 'GET',
    path: '/player/getBankAccount',
    summary: 'The bank account to pay a deposit to',
    description: 'The newest active one, or null.',
    access: 'payee:readCurrent',
    answer: answerOf({ bankAccount: shapes.BankPayee.nullable() }),
    example: { answer: { success, bankAccount: { _id: example.ids.any, ...example.bankAccount } } },
    async run(ctx) {
      const payee = await currentPayee(ctx, 'bank');
      return { success, bankAccount: payee && encodeBankAccount(ctx, payee) };
    },
  }),

  operation({
    operationId: 'raiseTicket',
    method: 'POST',
    path: '/player/raiseTicket',
    summary: 'Raise a support ticket',
    description:
      '`title` is one of the fixed list, `description` has at most 50 words, `document` is a data URL of a PNG, JPEG, ' +
      'WebP or PDF of at most 5 MiB, or null.',
    verb: raiseTicketVerb,
    body: z.object({ title: text, description: text, document: text.nullish() }),
    answer: answerOf({ ticket: shapes.Ticket }),
    example: {
      body: { title: example.ticket.title, description: example.ticket.description, document: null },
      answer: { success, ticket: { ...example.ticket, chats: [] } },
    },
    async run(ctx, { body }) {
      return { success, ticket: encodeTicket(ctx, await raiseTicket(ctx, body), []) };
    },
  }),

  operation({
    operationId: 'getMyTickets',
    method: 'GET',
    path: '/player/getMyTickets',
    summary: "The player's tickets and their chats",
    description: 'Newest first. Documents are read at their address with the same bearer token.',
    access: 'ticket:raise',
    values: { each: 94, rows: 100 },
    query: listQuery,
    answer: answerOf({ tickets: z.array(shapes.Ticket) }),
    example: { query: { limit: '10', offset: '0' }, answer: { success, tickets: [example.ticket] } },
    async run(ctx, { query }) {
      const tickets = await readPart(query, (page) => listOwnTickets(ctx, page));
      const messages = await messagesOfTickets(
        ctx,
        tickets.map(({ id }) => id),
      );
      return { success, tickets: tickets.map((ticket) => encodeTicket(ctx, ticket, messages)) };
    },
  }),
];

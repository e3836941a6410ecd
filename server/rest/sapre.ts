import { z } from 'zod';
import { cancelBets, cancelBetsVerb } from '../domain/bets/cancelBets.ts';
import { placeBet, placeBetVerb } from '../domain/bets/placeBet.ts';
import { receiptOf } from '../domain/bets/receiptOf.ts';
import { listContestsByOffset } from '../domain/contests/contestQueries.ts';
import { slotAt } from '../domain/contests/gameTypes.ts';
import { DomainError } from '../domain/ground/refusals/errors.ts';
import { pauseNotice } from '../domain/ground/refusals/pauseNotice.ts';
import { fromRupeesNumber, toRupeesNumber } from '../domain/ground/values/money.ts';
import { betType, betValue, decodeSelection, gameType, rupees, text } from './decode.ts';
import { encodeContest, encodeInstant, encodeSelection, seal } from './encode.ts';
import * as example from './examples.ts';
import { operation } from './operation.ts';
import { onceDecided, onceOpened } from './outcomeDue.ts';
import { contestListQuery } from './paging.ts';
import { answerOf, fields, shapes } from './shapes.ts';

const success = true as const;

const bet = {
  _id: example.ids.any,
  gameId: example.runningContest.gameId,
  amount: 10,
  betType: 'color',
  betValue: 'blue',
};

export const sapreOperations = [
  operation({
    operationId: 'placeBet',
    method: 'POST',
    path: '/sapre/placeBet',
    summary: 'Bet on a colour or number',
    description:
      '`betType` is `color` or `number`; `betValue` is `green`, `blue` (or `violet`), `red`, or a number from 0 to 9. ' +
      'The stake leaves the available balance at once. A round whose result an operator has set takes no new bets. ' +
      '`receipt` is null in rounds under `colour-pf/1`.',
    verb: placeBetVerb,
    body: z.object({
      gameId: text,
      amount: rupees,
      betType,
      betValue,
    }),
    answer: answerOf({ bet: shapes.Bet, balance: fields.rupees, receipt: shapes.Receipt.nullable() }),
    refusals: ['INVALID_BET_TYPE'],
    refusalAnswers: { INSUFFICIENT_FUNDS: { status: 405, words: 'Insufficient Balance. Can-not place bet' } },
    example: {
      body: { gameId: bet.gameId, amount: bet.amount, betType: bet.betType, betValue: bet.betValue },
      answer: { success, bet, balance: 1479.5, receipt: null },
    },
    async run(ctx, { body, idempotencyKey }) {
      const { gameId, amount } = body;
      const selection = decodeSelection(body);
      const placed = await placeBet(ctx, { gameId, selection, amount: fromRupeesNumber(amount), idempotencyKey });
      return {
        success,
        bet: {
          _id: seal(ctx, 'Bet', placed.bet.id),
          gameId,
          amount: toRupeesNumber(placed.bet.amount),
          ...encodeSelection(placed.bet.selection),
        },
        balance: toRupeesNumber(placed.balanceAfter),
        receipt: (await receiptOf(ctx, placed.bet))?.fields() ?? null,
      };
    },
  }),

  operation({
    operationId: 'cancelBets',
    method: 'POST',
    path: '/sapre/cancelBets',
    summary: 'Take back the bets on a round whose result an operator has set',
    description:
      "Refunds all of the player's bets on the round. Only while it is marked `OPERATOR`, and until `evaluationTime`. " +
      '`refunded` counts the bets, `amount` is their sum.',
    verb: cancelBetsVerb,
    body: z.object({ gameId: text }),
    answer: answerOf({ refunded: z.int().min(1), amount: fields.rupees }),
    example: { body: { gameId: bet.gameId }, answer: { success, refunded: 2, amount: 20 } },
    async run(ctx, { body, idempotencyKey }) {
      const { refunded, amount } = await cancelBets(ctx, { ...body, idempotencyKey });
      return { success, refunded, amount: toRupeesNumber(amount) };
    },
  }),

  operation({
    operationId: 'getActiveSapreContest',
    method: 'GET',
    path: '/sapre/getActiveSapreContest',
    summary: 'The running round of a game',
    description:
      'Waits up to 4 s for a round that has ended to make way for the next. While no round is running: 404, with the ' +
      'instant at which the next one opens in `detail`, or, while the game is paused, the operator’s notice.',
    access: 'signedIn',
    refusals: ['NOT_FOUND'],
    refusalAnswers: { NOT_FOUND: { status: 404, words: 'No round is running.' } },
    query: z.object({ gameType }),
    answer: answerOf({ contest: shapes.Contest, serverTime: fields.instant }),
    example: {
      query: { gameType: 'sapreOne' },
      answer: { success, contest: example.runningContest, serverTime: example.serverTime },
    },
    async run(ctx, { query }) {
      const { now, running } = await onceOpened(ctx, query.gameType);
      if (running === null) {
        const { endsAt } = slotAt(query.gameType, now.now.getTime());
        const opens = `The next round opens at ${encodeInstant(new Date(endsAt))}.`;
        const detail = (await pauseNotice(ctx.db, query.gameType)) ?? opens;
        throw new DomainError('NOT_FOUND', 'No round is running.', { detail });
      }
      return { success, contest: encodeContest(now, running), serverTime: encodeInstant(now.now) };
    },
  }),

  operation({
    operationId: 'getSapreContestList',
    method: 'GET',
    path: '/sapre/getSapreContestList',
    summary: 'The finished rounds of a game',
    description: 'Newest first, from the moment their number is decided. Waits up to 4 s for a number that is due.',
    access: 'signedIn',
    values: { page: 100, each: 13, rows: 10 },
    query: z.object({ gameType, ...contestListQuery }),
    answer: answerOf({ contests: z.array(shapes.Contest), serverTime: fields.instant }),
    example: {
      query: { gameType: 'sapreOne', offset: '0', limit: '10' },
      answer: { success, contests: [example.finishedContest], serverTime: example.serverTime },
    },
    async run(ctx, { query }) {
      const now = await onceDecided(ctx, query.gameType);
      const contests = await listContestsByOffset(now, query.gameType, query);
      return {
        success,
        contests: contests.map((contest) => encodeContest(now, contest)),
        serverTime: encodeInstant(now.now),
      };
    },
  }),
];

/** Encoding of the model's requests over REST or GraphQL, and decoding of their answers. */
import { type Answer, betText, type Keyed, type Request } from './model.ts';

export type Transport = 'rest' | 'graphql';

/** What a request needs from its history. */
export interface Names {
  /** The server's id of what the request of this scope created. */
  readonly idOf: (scope: string) => string;
  /** References and keys are unique per history. */
  readonly prefix: string;
}

export interface Posted {
  readonly path: string;
  readonly body: unknown;
  readonly key?: string | undefined;
  /** Reads the body of a 200, or throws. */
  readonly read: (body: Json) => { answer: Answer; id?: string };
}

/** Answers with the fields that this file selects. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

const UPI_ID = 'asha@okbank';
const PLAY_PAYEE = 'play@rangoli';
const colors = ['GREEN', 'VIOLET', 'RED'];
const oldColors = ['green', 'blue', 'red'];

const rupees = (paise: number): string => `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`;

/** From a REST number or a GraphQL string. */
const paise = (amount: number | string): number => Math.round(Number(amount) * 100);

/** The caller: a player's index, or an admin. */
export function callerOf(request: Request): number | 'admin' {
  return 'player' in request ? request.player : 'admin';
}

export function post(request: Request, transport: Transport, names: Names): Posted {
  // REST names a deposit's payee by address and GraphQL by id, and decisions over GraphQL have grounds, for which REST has
  // no field, so they are two different requests.
  const isRest = transport === 'rest' || request.kind === 'requestDeposit' || request.kind === 'decideTransaction';
  const byRest = 'key' in request && isRest ? restCall(request, names) : null;
  return byRest ?? { path: '/graphql', ...graphqlCall(request, names) };
}

/** Null where the old API has no such call. */
function restCall(request: Keyed, { idOf, prefix }: Names): Posted | null {
  const key = prefix + request.key;
  switch (request.kind) {
    case 'placeBet': {
      const { gameId, selection } = request;
      const bet =
        selection < 10
          ? { betType: 'number', betValue: selection }
          : { betType: 'color', betValue: oldColors[selection - 10] };
      return {
        path: '/sapre/placeBet',
        key,
        body: { gameId, amount: request.paise / 100, ...bet },
        read: ({ bet, balance }) => ({
          answer: ok({ paise: paise(bet.amount), balance: paise(balance) }),
          id: bet._id,
        }),
      };
    }
    case 'cancelBets':
      return {
        path: '/sapre/cancelBets',
        key,
        body: { gameId: request.gameId },
        read: ({ refunded, amount }) => ({ answer: ok({ refunded, paise: paise(amount) }) }),
      };
    case 'requestDeposit':
      return {
        path: '/player/addMoney',
        key,
        body: { amount: request.paise / 100, referenceId: `${prefix}ref${request.reference}`, upiId: PLAY_PAYEE },
        read: ({ transaction }) => oldTransaction(transaction),
      };
    case 'requestWithdrawal':
      return {
        path: '/player/withdrawMoney',
        key,
        body: { amount: request.paise / 100, upiId: UPI_ID },
        read: ({ transaction, balance }) => oldTransaction(transaction, { balance: paise(balance) }),
      };
    case 'decideTransaction':
      return {
        path: '/support/updateTransaction',
        key,
        body: { _id: idOf(request.payment), transactionStatus: request.approve ? 'success' : 'failed' },
        read: ({ transaction }) => ({ answer: oldTransaction(transaction).answer }),
      };
    case 'cancelWithdrawal':
      return null;
  }
}

const ok = (rest: Omit<Answer, 'code'>): Answer => ({ ...rest, code: 'OK' });

function oldTransaction({ _id, amount, transactionStatus }: Json, rest: Omit<Answer, 'code'> = {}) {
  return { answer: ok({ paise: paise(amount), status: transactionStatus.toUpperCase(), ...rest }), id: _id as string };
}

type Field = Pick<Posted, 'body' | 'read'>;

function graphqlCall(request: Request, names: Names): Field {
  return 'key' in request ? keyedField(request, names) : unkeyedField(request);
}

function keyedField(request: Keyed, { idOf, prefix }: Names): Field {
  const idempotencyKey = prefix + request.key;
  const transaction = ({ id, amount, status }: Json, rest: Omit<Answer, 'code'> = {}) => ({
    answer: ok({ paise: paise(amount), status, ...rest }),
    id: id as string,
  });
  switch (request.kind) {
    case 'placeBet': {
      const { gameId, selection } = request;
      const on = selection < 10 ? { number: selection } : { color: colors[selection - 10] };
      const input = { gameId, selection: on, amount: rupees(request.paise), idempotencyKey };
      return mutation('placeBet', input, 'bet { id amount } wallet { available }', ({ bet, wallet }) => ({
        answer: ok({ paise: paise(bet.amount), balance: paise(wallet.available) }),
        id: bet.id,
      }));
    }
    case 'cancelBets':
      return mutation('cancelBets', { gameId: request.gameId, idempotencyKey }, 'refunded amount', (payload) => ({
        answer: ok({ refunded: payload.refunded, paise: paise(payload.amount) }),
      }));
    case 'requestDeposit':
      throw new Error('deposits go by REST');
    case 'requestWithdrawal': {
      const input = { amount: rupees(request.paise), upiId: UPI_ID, idempotencyKey };
      const selection = 'transaction { id amount status } wallet { available }';
      return mutation('requestWithdrawal', input, selection, (payload) =>
        transaction(payload.transaction, { balance: paise(payload.wallet.available) }),
      );
    }
    case 'cancelWithdrawal': {
      const input = { transactionId: idOf(request.payment), idempotencyKey };
      return mutation('cancelWithdrawal', input, 'transaction { status } wallet { available }', (payload) => ({
        answer: ok({ status: payload.transaction.status, balance: paise(payload.wallet.available) }),
      }));
    }
    case 'decideTransaction':
      throw new Error('decisions go by REST');
  }
}

function unkeyedField(request: Exclude<Request, Keyed>): Field {
  switch (request.kind) {
    case 'overrideContest': {
      const { gameId, number } = request;
      const input = { gameId, number, reason: 'set by the simulator' };
      return mutation('overrideContest', input, 'contest { id }', () => ({ answer: ok({}) }));
    }
    case 'setRandomize':
      return mutation('setRandomize', { randomize: request.randomize }, 'settings { randomize }', nothing, 'Settings');
    case 'setLevel':
      return mutation(
        'setProfitabilityLevel',
        { value: request.level, reason: 'set by the simulator' },
        'settings { randomize }',
        nothing,
        'Settings',
      );
    case 'readWallet':
      return query('viewer { wallet { available held } }', ({ viewer: { wallet } }) =>
        ok({ available: paise(wallet.available), held: paise(wallet.held) }),
      );
    case 'readBets':
      return query(
        `viewer { betsIn(gameId: "${request.gameId}") { selection { number color } amount cancelled payout } }`,
        ({ viewer }) => ok({ bets: viewer.betsIn.map(betOf).toSorted() }),
      );
    case 'readPayments':
      return query('viewer { transactions(first: 100) { edges { node { transactionType amount status } } } }', (data) =>
        ok({
          payments: nodes(data.viewer.transactions)
            .map((each) => `${transactionOf(each)} ${each.status}`)
            .toSorted(),
        }),
      );
    case 'readHistory':
      return query(
        `viewer { walletHistory(first: 100) { edges { node {
           ... on ContestResult { contest { gameId } betAmount winAmount } ... on Transaction { transactionType amount } } } } }`,
        ({ viewer }) => ok({ entries: nodes(viewer.walletHistory).map(entryOf).toSorted() }),
      );
    case 'readRound':
      return query(
        `contest(gameId: "${request.gameId}") { state decidedBy winningNumber outcomes { stakes payouts } }`,
        ({ contest }) => contestOf(contest),
      );
    case 'readTransfers':
      throw new Error('transfers are read from the database');
  }
}

const nothing = () => ({ answer: ok({}) });

function betOf({ selection: { number, color }, amount, cancelled, payout }: Json): string {
  const selection = number ?? 10 + colors.indexOf(color);
  return betText(selection, paise(amount), cancelled, payout === null ? null : paise(payout));
}

const transactionOf = ({ transactionType, amount }: Json): string => `${transactionType} ${paise(amount)}`;

function entryOf(entry: Json): string {
  if (entry.contest === undefined) return transactionOf(entry);
  return `${entry.contest.gameId} ${paise(entry.betAmount)} ${paise(entry.winAmount)}`;
}

function contestOf(contest: Json): Answer {
  if (contest === null) return { code: 'NOT_FOUND' };
  const { state, decidedBy, winningNumber, outcomes } = contest;
  return ok({
    phase: state,
    decidedBy,
    number: winningNumber,
    stakes: outcomes === null ? null : paise(outcomes[0].stakes),
    payouts: outcomes?.map((outcome: Json) => paise(outcome.payouts)) ?? null,
  });
}

const nodes = ({ edges }: Json): Json[] => edges.map(({ node }: Json) => node);

function query(fields: string, read: (data: Json) => Answer): Field {
  return { body: { query: `{ ${fields} }` }, read: ({ data }) => ({ answer: read(data) }) };
}

function mutation(
  name: string,
  input: object,
  selection: string,
  read: (payload: Json) => { answer: Answer; id?: string },
  payload = name.charAt(0).toUpperCase() + name.slice(1),
): Field {
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  const document = `mutation ($input: ${type}Input!) {
    ${name}(input: $input) { __typename ... on DomainError { code } ... on ${payload}Payload { ${selection} } } }`;
  return {
    body: { query: document, variables: { input } },
    read({ data }) {
      const { code, ...result } = data[name];
      return code === undefined ? read(result) : { answer: { code } };
    },
  };
}

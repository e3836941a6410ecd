/**
 * Reference model: what the platform must do, as a function of plain data: the wallets, bets, rounds, deposits and
 * withdrawals of a few players. Written from the rules alone; it shares no code with the server. Amounts are whole
 * paise, instants milliseconds since the epoch. It handles one request at a time: concurrency and lost answers are
 * handled by possibleStates.ts.
 */

import { expectedPayout } from '../../support/expectedPayout.ts';

export type Game = 'sapreHalf' | 'sapreOne' | 'sapreThree';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
const INDIA = 19_800 * SECOND;
const LAST_OVERRIDE_MS = 5 * SECOND;

const grid: Record<Game, { lengthMs: number; cutoffMs: number }> = {
  sapreHalf: { lengthMs: 30 * SECOND, cutoffMs: 5 * SECOND },
  sapreOne: { lengthMs: 60 * SECOND, cutoffMs: 30 * SECOND },
  sapreThree: { lengthMs: 180 * SECOND, cutoffMs: 30 * SECOND },
};
export const games = Object.keys(grid) as Game[];

export interface Round {
  gameId: string;
  game: Game;
  closesAt: number;
  endsAt: number;
  phase: 'OPEN' | 'CLOSED' | 'DECIDED' | 'SETTLED';
  randomize: boolean;
  level: number;
  override: number | null;
  number: number | null;
}

interface Bet {
  player: number;
  gameId: string;
  /** 0-9 the number, 10 green, 11 violet, 12 red. */
  selection: number;
  paise: number;
  cancelled: boolean;
  payout: number | null;
}

interface Payment {
  /** The scope of the request that made it. */
  ref: string;
  player: number;
  type: 'CREDIT' | 'DEBIT';
  paise: number;
  reference: number | null;
  status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'CANCELLED';
}

export interface State {
  now: number;
  /** Settings of the next rounds. */
  randomize: boolean;
  level: number;
  wallets: { available: number; held: number; transfers: string[] }[];
  rounds: Record<string, Round>;
  bets: Bet[];
  payments: Payment[];
  /** First answers by scope of their key. */
  answers: Record<string, { asked: string; answer: Answer }>;
}

/** `code` is OK or the refusal's; the rest is what a client may rely on. */
export type Answer = { code: string } & Record<string, string | number | boolean | null | (string | number)[]>;

export type Keyed =
  | { kind: 'placeBet'; player: number; key: string; gameId: string; selection: number; paise: number }
  | { kind: 'cancelBets'; player: number; key: string; gameId: string }
  | { kind: 'requestDeposit'; player: number; key: string; paise: number; reference: number }
  | { kind: 'requestWithdrawal'; player: number; key: string; paise: number }
  | { kind: 'cancelWithdrawal'; player: number; key: string; payment: string }
  | { kind: 'decideTransaction'; key: string; payment: string; approve: boolean };

export type Request =
  | Keyed
  | { kind: 'overrideContest'; gameId: string; number: number }
  | { kind: 'setRandomize'; randomize: boolean }
  | { kind: 'setLevel'; level: number }
  | { kind: 'readWallet' | 'readPayments' | 'readHistory' | 'readTransfers'; player: number }
  | { kind: 'readBets'; player: number; gameId: string }
  | { kind: 'readRound'; gameId: string };

/** The platform's own steps as time passes. */
export type Step =
  | { kind: 'tick'; now: number }
  | { kind: 'close' | 'pay'; gameId: string }
  | { kind: 'decide'; gameId: string; number: number }
  | { kind: 'open'; game: Game; gameId: string };

/** The scope of a key: keys are per user and operation. */
export function scopeOf(request: Keyed): string {
  return `${request.kind}/${'player' in request ? request.player : 'admin'}/${request.key}`;
}

export function isKeyed(request: Request): request is Keyed {
  return 'key' in request;
}

/** The initial state: `players` with empty wallets, and a round of each game that has just begun. */
export function initialState(now: number, players: number, rules: Pick<State, 'randomize' | 'level'>): State {
  const wallets = Array.from({ length: players }, () => ({ available: 0, held: 0, transfers: [] }));
  const empty: State = { now, ...rules, wallets, rounds: {}, bets: [], payments: [], answers: {} };
  return games.reduce(
    (state, game) => takeStep(state, { kind: 'open', game, gameId: slotOf(game, now).gameId }) ?? state,
    empty,
  );
}

/** The slot of a game's grid that contains `instant`. */
export function slotOf(game: Game, instant: number): Pick<Round, 'gameId' | 'closesAt' | 'endsAt'> {
  const { lengthMs, cutoffMs } = grid[game];
  const startsAt = Math.floor(instant / lengthMs) * lengthMs;
  const sinceMidnight = (startsAt + INDIA) % DAY;
  const date = new Date(startsAt + INDIA - sinceMidnight).toISOString().slice(0, 10).replaceAll('-', '');
  const gameId = `${game}-${date}${String(sinceMidnight / lengthMs + 1).padStart(4, '0')}`;
  const endsAt = startsAt + lengthMs;
  return { gameId, closesAt: endsAt - cutoffMs, endsAt };
}

/** What happened while the clock advanced, as far as the rules don't determine it. */
export interface Moved {
  /** The instants that the clock reached, in order. */
  readonly ticks: readonly number[];
  /** Winning numbers of the rounds that ended. */
  readonly numbers: Readonly<Record<string, number>>;
  /** Rounds that exist although they were first due past their closing: a server whose clock is behind opened them. */
  readonly openedLate: readonly string[];
}

/**
 * The steps that are due as the clock advances: for each game the steps in their order, and each round's payment, which
 * depends on its decision.
 */
export function dueSteps(state: State, { ticks, numbers, openedLate }: Moved): Step[][] {
  const now = ticks.at(-1) ?? state.now;
  const chains: Step[][] = [ticks.map((tick) => ({ kind: 'tick', now: tick }))];
  for (const game of games) {
    const chain: Step[] = [];
    for (const { gameId, ...round } of Object.values(state.rounds)) {
      if (round.game !== game) continue;
      if (round.phase === 'OPEN' && round.closesAt <= now) chain.push({ kind: 'close', gameId });
      if (round.phase === 'SETTLED' || round.endsAt > now) continue;
      chain.push({ kind: 'decide', gameId, number: numbers[gameId] ?? -1 });
      chains.push([{ kind: 'pay', gameId }]);
    }
    const { gameId, closesAt } = slotOf(game, now);
    if (!(gameId in state.rounds)) {
      if (now < closesAt) chain.push({ kind: 'open', game, gameId });
      else if (openedLate.includes(gameId)) chain.push({ kind: 'open', game, gameId }, { kind: 'close', gameId });
    }
    chains.push(chain);
  }
  return chains.filter((chain) => chain.length > 0);
}

/**
 * Game ids when the clock shows `now`: of the rounds that have ended, of those that take bets, of those past their closing,
 * and of those past their closing that no server need have opened.
 */
export function roundsAt(state: State, now: number): Record<'ended' | 'open' | 'closed' | 'optional', string[]> {
  const idsOf = (rounds: { gameId: string }[]) => rounds.map(({ gameId }) => gameId);
  const slots = games.map((game) => slotOf(game, now));
  const closing = slots.filter(({ closesAt }) => closesAt <= now);
  return {
    ended: idsOf(Object.values(state.rounds).filter(({ endsAt, phase }) => endsAt <= now && phase !== 'SETTLED')),
    open: idsOf(slots.filter(({ closesAt }) => now < closesAt)),
    closed: idsOf(closing.filter(({ gameId }) => gameId in state.rounds)),
    optional: idsOf(closing.filter(({ gameId }) => !(gameId in state.rounds))),
  };
}

/** The state after the step; null when the rules don't allow it in this state. */
export function takeStep(before: State, step: Step): State | null {
  const state = structuredClone(before);
  switch (step.kind) {
    case 'tick':
      state.now = Math.max(state.now, step.now);
      return state;
    case 'open': {
      const slot = slotOf(step.game, state.now);
      if (slot.gameId !== step.gameId) return null;
      const { randomize, level } = state;
      const fresh = { game: step.game, randomize, level, override: null, number: null };
      state.rounds[slot.gameId] = { ...slot, ...fresh, phase: 'OPEN' };
      return state;
    }
    case 'close': {
      const round = moveRound(state, step.gameId, 'OPEN', 'CLOSED');
      return round && round.closesAt <= state.now ? state : null;
    }
    case 'decide': {
      const round = moveRound(state, step.gameId, 'CLOSED', 'DECIDED');
      if (!round || round.endsAt > state.now || !mayWin(state, round, step.number)) return null;
      round.number = step.number;
      return state;
    }
    case 'pay': {
      const round = moveRound(state, step.gameId, 'DECIDED', 'SETTLED');
      if (!round) return null;
      for (const bet of liveBets(state, step.gameId)) {
        bet.payout = payout(bet, round.number ?? -1);
        if (bet.payout > 0) move(state, bet.player, 'bet_payout', bet.payout);
      }
      return state;
    }
  }
}

function moveRound(state: State, gameId: string, from: Round['phase'], to: Round['phase']): Round | null {
  const round = state.rounds[gameId];
  if (round?.phase !== from) return null;
  round.phase = to;
  return round;
}

/** What a bet returns, stake included. */
const payout = ({ selection, paise }: Bet, number: number): number =>
  Number(expectedPayout(selection, BigInt(paise), number));

/** The house's payout for each number. */
function outcomePayouts(state: State, gameId: string): number[] {
  const bets = liveBets(state, gameId);
  return Array.from({ length: 10 }, (_, number) => bets.reduce((sum, bet) => sum + payout(bet, number), 0));
}

const stakes = (state: State, gameId: string): number =>
  liveBets(state, gameId).reduce((sum, { paise }) => sum + paise, 0);

/** Whether the rules allow this number to win. The draw decides between equal ones. */
function mayWin(state: State, round: Round, number: number): boolean {
  if (!Number.isInteger(number) || number < 0 || number > 9) return false;
  if (round.override !== null) return number === round.override;
  if (round.randomize) return true;
  const payouts = outcomePayouts(state, round.gameId);
  const taken = stakes(state, round.gameId);
  const harmless = payouts.filter((paid) => paid <= taken);
  const open = harmless.length > 0 ? harmless : payouts;
  const dearestFirst = open.toSorted((a, b) => b - a);
  return payouts[number] === dearestFirst[Math.floor((round.level * open.length) / 10)];
}

function liveBets(state: State, gameId: string, player?: number): Bet[] {
  return state.bets.filter(
    (bet) => bet.gameId === gameId && !bet.cancelled && (player === undefined || bet.player === player),
  );
}

/** The effect of the ledger's transfers on a player's two accounts. */
const movements = {
  bet_stake: { available: -1, held: 0 },
  bet_refund: { available: 1, held: 0 },
  bet_payout: { available: 1, held: 0 },
  deposit: { available: 1, held: 0 },
  withdrawal_hold: { available: -1, held: 1 },
  withdrawal_return: { available: 1, held: -1 },
  withdrawal_payout: { available: 0, held: -1 },
};

function move(state: State, player: number, kind: keyof typeof movements, paise: number): void {
  const wallet = walletOf(state, player);
  wallet.available += movements[kind].available * paise;
  wallet.held += movements[kind].held * paise;
  add(wallet.transfers, `${kind} ${paise}`);
}

function walletOf(state: State, player: number): State['wallets'][number] {
  const wallet = state.wallets[player];
  if (!wallet) throw new RangeError(`no player ${player}`);
  return wallet;
}

/** Keeps lists sorted, so that states which differ only in the order of events are equal. */
function add<T>(list: T[], item: T): void {
  list.push(item);
  list.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

const refusal = (code: string): Answer => ({ code });

/** The only correct answer to `request` in this state, and the state after it. A refusal changes nothing. */
export function answerTo(before: State, request: Request): { state: State; answer: Answer } {
  const state = structuredClone(before);
  if (!isKeyed(request)) {
    const answer = answerUnkeyed(state, request);
    return { state: answer.code === 'OK' ? state : before, answer };
  }
  const scope = scopeOf(request);
  const asked = JSON.stringify(request);
  const first = before.answers[scope];
  if (first) return { state: before, answer: first.asked === asked ? first.answer : refusal('IDEMPOTENCY_KEY_REUSED') };
  const answer = answerKeyed(state, request, scope);
  if (answer.code !== 'OK') return { state: before, answer };
  state.answers[scope] = { asked, answer };
  return { state, answer };
}

function answerKeyed(state: State, request: Keyed, scope: string): Answer {
  switch (request.kind) {
    case 'placeBet':
      return placeBet(state, request);
    case 'cancelBets':
      return cancelBets(state, request);
    case 'requestDeposit': {
      const { player, paise, reference } = request;
      if (waiting(state, player, 'CREDIT') >= MOST_PENDING) return refusal('TOO_MANY_OPEN');
      const isTaken = state.payments.some(
        (each) =>
          each.player === player &&
          each.reference === reference &&
          (each.status === 'PENDING' || each.status === 'SUCCESS'),
      );
      if (isTaken) return refusal('REFERENCE_TAKEN');
      add(state.payments, { ref: scope, player, type: 'CREDIT', paise, reference, status: 'PENDING' });
      return { code: 'OK', paise, status: 'PENDING' };
    }
    case 'requestWithdrawal': {
      const { player, paise } = request;
      const { available } = walletOf(state, player);
      if (paise > available) return refusal('INSUFFICIENT_FUNDS');
      if (paise < Math.min(SMALLEST_WITHDRAWAL, available)) return refusal('BELOW_MINIMUM');
      if (waiting(state, player, 'DEBIT') >= MOST_PENDING) return refusal('TOO_MANY_OPEN');
      add(state.payments, { ref: scope, player, type: 'DEBIT', paise, reference: null, status: 'PENDING' });
      move(state, player, 'withdrawal_hold', paise);
      return { code: 'OK', paise, status: 'PENDING', balance: walletOf(state, player).available };
    }
    case 'cancelWithdrawal': {
      const payment = state.payments.find(({ ref }) => ref === request.payment);
      if (payment?.player !== request.player || payment.type !== 'DEBIT') return refusal('NOT_FOUND');
      if (payment.status !== 'PENDING') return refusal('ALREADY_DECIDED');
      payment.status = 'CANCELLED';
      move(state, payment.player, 'withdrawal_return', payment.paise);
      return { code: 'OK', status: 'CANCELLED', balance: walletOf(state, payment.player).available };
    }
    case 'decideTransaction': {
      const payment = state.payments.find(({ ref }) => ref === request.payment);
      if (!payment) return refusal('NOT_FOUND');
      if (payment.status !== 'PENDING') return refusal('ALREADY_DECIDED');
      decide(state, payment, request.approve);
      return { code: 'OK', paise: payment.paise, status: payment.status };
    }
  }
}

/** Of a player's requests of a kind that wait. */
const MOST_PENDING = 10;
/** In paise, as on a new install. */
const SMALLEST_WITHDRAWAL = 100;

function waiting(state: State, player: number, type: Payment['type']): number {
  return state.payments.filter((each) => each.player === player && each.type === type && each.status === 'PENDING')
    .length;
}

function placeBet(state: State, { player, gameId, selection, paise }: Extract<Keyed, { kind: 'placeBet' }>): Answer {
  const round = state.rounds[gameId];
  if (!round) return refusal('NOT_FOUND');
  const isMarked = round.override !== null;
  if (round.phase !== 'OPEN' || state.now >= round.closesAt || isMarked) return refusal('BETTING_CLOSED');
  if (paise > walletOf(state, player).available) return refusal('INSUFFICIENT_FUNDS');
  add(state.bets, { player, gameId, selection, paise, cancelled: false, payout: null });
  move(state, player, 'bet_stake', paise);
  return { code: 'OK', paise, balance: walletOf(state, player).available };
}

function cancelBets(state: State, { player, gameId }: Extract<Keyed, { kind: 'cancelBets' }>): Answer {
  const round = state.rounds[gameId];
  if (!round) return refusal('NOT_FOUND');
  if (round.phase !== 'OPEN' || state.now >= round.closesAt) return refusal('BETTING_CLOSED');
  const bets = liveBets(state, gameId, player);
  if (round.override === null || bets.length === 0) return refusal('NOTHING_TO_CANCEL');
  for (const bet of bets) {
    bet.cancelled = true;
    move(state, player, 'bet_refund', bet.paise);
  }
  return { code: 'OK', refunded: bets.length, paise: bets.reduce((sum, { paise }) => sum + paise, 0) };
}

function decide(state: State, payment: Payment, approve: boolean): void {
  payment.status = approve ? 'SUCCESS' : 'FAILED';
  if (payment.type === 'DEBIT') {
    move(state, payment.player, approve ? 'withdrawal_payout' : 'withdrawal_return', payment.paise);
  } else if (approve) {
    move(state, payment.player, 'deposit', payment.paise);
  }
}

function answerUnkeyed(state: State, request: Exclude<Request, Keyed>): Answer {
  switch (request.kind) {
    case 'overrideContest': {
      const round = state.rounds[request.gameId];
      if (!round) return refusal('NOT_FOUND');
      if (round.phase !== 'OPEN' || state.now >= round.closesAt) return refusal('BETTING_CLOSED');
      if (state.now >= round.closesAt - LAST_OVERRIDE_MS) return refusal('OVERRIDE_TOO_LATE');
      round.override = request.number;
      return { code: 'OK' };
    }
    case 'setRandomize':
      state.randomize = request.randomize;
      return { code: 'OK' };
    case 'setLevel':
      state.level = request.level;
      return { code: 'OK' };
    case 'readWallet': {
      const { available, held } = walletOf(state, request.player);
      return { code: 'OK', available, held };
    }
    case 'readBets':
      return { code: 'OK', bets: betTexts(state, request.player, request.gameId) };
    case 'readPayments':
      return { code: 'OK', payments: paymentTexts(state, request.player) };
    case 'readHistory':
      return { code: 'OK', entries: historyTexts(state, request.player) };
    case 'readTransfers':
      return { code: 'OK', transfers: walletOf(state, request.player).transfers.toSorted() };
    case 'readRound':
      return readRound(state, request.gameId);
  }
}

function betTexts(state: State, player: number, gameId: string): string[] {
  return state.bets
    .filter((bet) => bet.player === player && bet.gameId === gameId)
    .map(({ selection, paise, cancelled, payout }) => betText(selection, paise, cancelled, payout))
    .toSorted();
}

/** Canonical form of a bet, for comparisons. */
export function betText(selection: number, paise: number, cancelled: boolean, payout: number | null): string {
  return `${selection}: ${paise}${cancelled ? ' cancelled' : ''}${payout === null ? '' : ` paid ${payout}`}`;
}

function paymentTexts(state: State, player: number): string[] {
  return state.payments
    .filter((payment) => payment.player === player)
    .map(({ type, paise, status }) => `${type} ${paise} ${status}`)
    .toSorted();
}

/** Finished rounds with active bets, and approved requests. */
function historyTexts(state: State, player: number): string[] {
  const approved = state.payments
    .filter((payment) => payment.player === player && payment.status === 'SUCCESS')
    .map(({ type, paise }) => `${type} ${paise}`);
  const rounds = Object.values(state.rounds).flatMap(({ gameId, phase }) => {
    const bets = liveBets(state, gameId, player);
    if (phase !== 'SETTLED' || bets.length === 0) return [];
    const sum = (of: (bet: Bet) => number) => bets.reduce((total, bet) => total + of(bet), 0);
    return [`${gameId} ${sum(({ paise }) => paise)} ${sum(({ payout }) => payout ?? 0)}`];
  });
  return [...approved, ...rounds].toSorted();
}

function readRound(state: State, gameId: string): Answer {
  const round = state.rounds[gameId];
  if (!round) return refusal('NOT_FOUND');
  const isDecided = round.phase === 'DECIDED' || round.phase === 'SETTLED';
  return {
    code: 'OK',
    phase: round.phase,
    decidedBy: round.override !== null ? 'OPERATOR' : round.randomize ? 'DRAW' : 'PROFIT_RULE',
    number: round.number,
    stakes: isDecided ? stakes(state, gameId) : null,
    payouts: isDecided ? outcomePayouts(state, gameId) : null,
  };
}

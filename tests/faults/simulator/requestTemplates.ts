import fc from 'fast-check';
import type { ClientFault } from './calls.ts';
import { type History, PLAYERS, type Route } from './history.ts';
import { type Game, games, type Request, slotOf } from './model.ts';

/**
 * A command's intent, before it is known what exists: `pick` selects one of the existing payments, `late` the last
 * round that has ended instead of the running one.
 */
export type RequestTemplate =
  | { kind: 'placeBet'; player: number; game: Game; selection: number; paise: number; late: boolean }
  | { kind: 'cancelBets'; player: number; game: Game }
  | { kind: 'requestDeposit'; player: number; paise: number; reference: number }
  | { kind: 'requestWithdrawal'; player: number; paise: number }
  | { kind: 'cancelWithdrawal'; player: number; pick: number }
  | { kind: 'decideTransaction'; pick: number; approve: boolean }
  | { kind: 'overrideContest'; game: Game; number: number }
  | { kind: 'setRandomize'; randomize: boolean }
  | { kind: 'setLevel'; level: number };

/** The request that an intent becomes now; null where nothing suitable exists. */
export function requestOf(template: RequestTemplate, history: History): Request | null {
  switch (template.kind) {
    case 'placeBet': {
      const { kind, player, selection, paise } = template;
      const gameId = template.late ? lastEnded(history, template.game) : slotOf(template.game, history.now).gameId;
      return gameId === undefined ? null : { kind, player, key: history.freshKey(), gameId, selection, paise };
    }
    case 'cancelBets': {
      const { gameId } = slotOf(template.game, history.now);
      return { kind: template.kind, player: template.player, key: history.freshKey(), gameId };
    }
    case 'requestDeposit':
    case 'requestWithdrawal':
      return { ...template, key: history.freshKey() };
    case 'cancelWithdrawal': {
      const payment = pickPayment(history, template.pick, template.player);
      return payment === undefined
        ? null
        : { kind: template.kind, player: template.player, key: history.freshKey(), payment };
    }
    case 'decideTransaction': {
      const payment = pickPayment(history, template.pick);
      return payment === undefined
        ? null
        : { kind: template.kind, key: history.freshKey(), payment, approve: template.approve };
    }
    case 'overrideContest':
      return { kind: template.kind, gameId: slotOf(template.game, history.now).gameId, number: template.number };
    case 'setRandomize':
    case 'setLevel':
      return template;
  }
}

function lastEnded(history: History, game: Game): string | undefined {
  const rounds = Object.values(history.possibleStates.state.rounds);
  return rounds.findLast((round) => round.game === game && round.phase === 'SETTLED')?.gameId;
}

/** Pending ones first, so that most decisions have an effect. */
function pickPayment({ possibleStates }: History, pick: number, player?: number): string | undefined {
  const known = possibleStates.state.payments.filter(
    (payment) =>
      possibleStates.idOf(payment.ref) !== undefined &&
      (player === undefined || (payment.player === player && payment.type === 'DEBIT')),
  );
  const sorted = known.toSorted((a, b) => Number(b.status === 'PENDING') - Number(a.status === 'PENDING'));
  return sorted[pick % Math.max(1, sorted.length)]?.ref;
}

const player = fc.nat(PLAYERS - 1);
/** Mostly the shortest game, so that bets meet in a round and rounds end. */
const game = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Game>('sapreHalf') },
  { weight: 1, arbitrary: fc.constantFrom(...games) },
);
const pick = fc.nat(5);
const stake = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 40_000 }));
const selection = fc.nat(12);

export const betTemplate: fc.Arbitrary<RequestTemplate> = fc.record({
  kind: fc.constant('placeBet'),
  player,
  game,
  selection,
  paise: stake,
  late: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});
export const cancelBetsTemplate: fc.Arbitrary<RequestTemplate> = fc.record({
  kind: fc.constant('cancelBets'),
  player,
  game,
});
export const depositTemplate: fc.Arbitrary<RequestTemplate> = fc.record({
  kind: fc.constant('requestDeposit'),
  player,
  paise: stake,
  reference: fc.nat(5),
});
export const withdrawalTemplate: fc.Arbitrary<RequestTemplate> = fc.record({
  kind: fc.constant('requestWithdrawal'),
  player,
  paise: stake,
});
export const cancelWithdrawalTemplate: fc.Arbitrary<RequestTemplate> = fc.record({
  kind: fc.constant('cancelWithdrawal'),
  player,
  pick,
});
export const decisionTemplate: fc.Arbitrary<RequestTemplate> = fc.record({
  kind: fc.constant('decideTransaction'),
  pick,
  approve: fc.boolean(),
});
export const overrideTemplate: fc.Arbitrary<RequestTemplate> = fc.record({
  kind: fc.constant('overrideContest'),
  game,
  number: fc.nat(9),
});
export const settingTemplate: fc.Arbitrary<RequestTemplate> = fc.oneof(
  fc.record({ kind: fc.constant('setRandomize' as const), randomize: fc.boolean() }),
  fc.record({ kind: fc.constant('setLevel' as const), level: fc.nat(9) }),
);

/** Server 2 is slow to start and only in some histories: see commands/faults.ts. */
export const server = fc.nat(1);

const clientFault = fc.constantFrom<ClientFault[]>('halfSent', 'cutAfterSending', 'answerLost');

export const route: fc.Arbitrary<Route> = fc.record({
  server,
  transport: fc.constantFrom('rest', 'graphql'),
  fault: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: clientFault }),
  twice: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});

/** How an intent and its path are printed in a list of commands. */
export function templateText({ kind, ...rest }: RequestTemplate): string {
  return `${kind} ${JSON.stringify(rest)}`;
}

export function routeText({ server, transport, fault, twice }: Route): string {
  return `${transport} ${server}${fault === null ? '' : ` ${fault}`}${twice ? ' twice' : ''}`;
}

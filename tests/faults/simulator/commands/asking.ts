import fc from 'fast-check';
import type { History, Planned, Route } from '../history.ts';
import * as wishes from '../wishes.ts';
import { SimulatorCommand } from './command.ts';

interface Errand {
  wish: wishes.Wish;
  route: Route;
}

/** Requests of clients, concurrent or single. */
class Ask extends SimulatorCommand {
  constructor(private readonly errands: readonly Errand[]) {
    super();
  }

  protected async play(history: History): Promise<void> {
    const planned = this.errands.flatMap(({ wish, route }): Planned[] => {
      const request = wishes.requestOf(wish, history);
      return request === null ? [] : [{ request, route }];
    });
    if (planned.length > 1) history.count('reordered');
    await history.play(planned);
  }

  toString(): string {
    const texts = this.errands.map(({ wish, route }) => `${wishes.wishText(wish)} by ${wishes.routeText(route)}`);
    return texts.length === 1 ? `${texts[0]}` : `together(${texts.join(' | ')})`;
  }
}

const alone = (wish: fc.Arbitrary<wishes.Wish>) =>
  fc.record({ wish, route: wishes.route }).map((errand) => new Ask([errand]));

const anyWish = fc.oneof(
  { weight: 4, arbitrary: wishes.betWish },
  { weight: 1, arbitrary: wishes.cancelBetsWish },
  { weight: 1, arbitrary: wishes.overrideWish },
  { weight: 2, arbitrary: wishes.withdrawalWish },
  { weight: 1, arbitrary: wishes.cancelWithdrawalWish },
  { weight: 2, arbitrary: wishes.decisionWish },
  { weight: 1, arbitrary: wishes.depositWish },
);

export const errand: fc.Arbitrary<Errand> = fc.record({ wish: anyWish, route: wishes.route });

export const askingCommands: fc.Arbitrary<SimulatorCommand>[] = [
  // Bets are the most frequent, because commands are drawn with equal probability.
  alone(wishes.betWish),
  alone(wishes.betWish),
  alone(wishes.betWish),
  alone(wishes.cancelBetsWish),
  alone(wishes.depositWish),
  alone(wishes.withdrawalWish),
  alone(wishes.cancelWithdrawalWish),
  alone(wishes.decisionWish),
  alone(wishes.decisionWish),
  alone(wishes.overrideWish),
  alone(wishes.settingWish),
  fc.array(errand, { minLength: 1, maxLength: 3 }).map((errands) => new Ask(errands)),
];

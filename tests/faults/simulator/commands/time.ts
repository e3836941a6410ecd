import fc from 'fast-check';
import type { History, Planned, Route } from '../history.ts';
import { type Game, games, slotOf } from '../model.ts';
import * as templates from '../requestTemplates.ts';
import { routedTemplate } from './requests.ts';
import { SimulatorCommand } from './command.ts';

/** Where the clock moves: the closing or end of a game's round, a little ahead, or past several rounds. */
type Destination = { to: 'closing' | 'end'; game: Game } | { to: 'later'; ms: number };

/** Moves every clock; requests may be in flight meanwhile. */
class MoveTime extends SimulatorCommand {
  constructor(
    private readonly destination: Destination,
    private readonly routed: readonly { template: templates.RequestTemplate; route: Route }[] = [],
  ) {
    super();
  }

  protected async play(history: History): Promise<void> {
    const planned = this.routed.flatMap(({ template, route }): Planned[] => {
      const request = templates.requestOf(template, history);
      return request === null ? [] : [{ request, route }];
    });
    if (planned.length > 0) history.count('amidRounds');
    await history.play(planned, instantOf(this.destination, history.now));
  }

  toString(): string {
    const texts = this.routed.map(
      ({ template, route }) => `${templates.templateText(template)} by ${templates.routeText(route)}`,
    );
    return `time ${JSON.stringify(this.destination)}${texts.length === 0 ? '' : ` amid(${texts.join(' | ')})`}`;
  }
}

/** Server 1's clock steps back, or forward again to server 0's, by which rounds close and end. */
class SetBack extends SimulatorCommand {
  constructor(private readonly behindMs: number) {
    super();
  }

  protected async play(history: History): Promise<void> {
    history.count('clockSteps');
    await history.world.setBehind(await history.server(1), this.behindMs);
  }

  toString(): string {
    return `clock of 1 behind by ${this.behindMs} ms`;
  }
}

function instantOf(destination: Destination, now: number): number {
  if (destination.to === 'later') return now + destination.ms;
  const { closesAt, endsAt } = slotOf(destination.game, now);
  return destination.to === 'closing' && closesAt > now ? closesAt : endsAt;
}

const game = fc.oneof(fc.constant<Game>('sapreHalf'), fc.constantFrom(...games));
const destination: fc.Arbitrary<Destination> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ to: fc.constantFrom('end', 'closing'), game }) },
  { weight: 2, arbitrary: fc.record({ to: fc.constant('later' as const), ms: fc.integer({ min: 1, max: 24_999 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ to: fc.constant('later' as const), ms: fc.integer({ min: 60_000, max: 400_000 }) }),
  },
);

/** Below the second within which the servers' clocks and the database's must agree. */
const behindMs = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 900 }));

export const timeCommands: fc.Arbitrary<SimulatorCommand>[] = [
  behindMs.map((ms) => new SetBack(ms)),
  destination.map((to) => new MoveTime(to)),
  destination.map((to) => new MoveTime(to)),
  fc
    .tuple(destination, fc.array(routedTemplate, { minLength: 1, maxLength: 2 }))
    .map(([to, routed]) => new MoveTime(to, routed)),
];

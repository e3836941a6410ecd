import fc from 'fast-check';
import { type History, PLAYERS, type Route } from '../history.ts';
import type { Keyed, Request } from '../model.ts';
import * as templates from '../requestTemplates.ts';
import { SimulatorCommand } from './command.ts';

/** Repeats one of the requests so far: after a restart, after its round was settled, or by another server. */
class Repeat extends SimulatorCommand {
  constructor(
    private readonly pick: number,
    private readonly route: Route,
  ) {
    super();
  }

  protected async play(history: History): Promise<void> {
    const request = pickMade(history, this.pick);
    if (request === undefined) return;
    history.count('duplicate');
    await history.play([{ request, route: this.route }]);
  }

  toString(): string {
    return `repeat(${this.pick}) by ${templates.routeText(this.route)}`;
  }
}

/** The key of an earlier request with another payload. */
class ReuseKey extends SimulatorCommand {
  constructor(
    private readonly pick: number,
    private readonly route: Route,
  ) {
    super();
  }

  protected async play(history: History): Promise<void> {
    const request = pickMade(history, this.pick);
    const other = request && altered(request);
    if (other) await history.play([{ request: other, route: { ...this.route, fault: null } }]);
  }

  toString(): string {
    return `reuseKey(${this.pick}) by ${templates.routeText(this.route)}`;
  }
}

/** A request created now that arrives only when a repeat sends it, if ever. */
class Delay extends SimulatorCommand {
  constructor(private readonly template: templates.RequestTemplate) {
    super();
  }

  protected async play(history: History): Promise<void> {
    const request = templates.requestOf(this.template, history);
    if (request === null || !('key' in request)) return;
    history.count('delayed');
    history.made.push(request);
  }

  toString(): string {
    return `delay ${templates.templateText(this.template)}`;
  }
}

/** What a player's screen shows now. */
class Look extends SimulatorCommand {
  constructor(
    private readonly kind: 'readWallet' | 'readPayments' | 'readHistory',
    private readonly player: number,
    private readonly server: number,
  ) {
    super();
  }

  protected async play(history: History): Promise<void> {
    const request: Request = { kind: this.kind, player: this.player };
    await history.ask(request, this.server);
  }

  toString(): string {
    return `${this.kind}(${this.player}) by ${this.server}`;
  }
}

/** Newest first. */
function pickMade({ made }: History, pick: number): Keyed | undefined {
  return made.at(-1 - (pick % Math.max(1, made.length)));
}

function altered(request: Keyed): Keyed | null {
  if ('paise' in request) return { ...request, paise: request.paise + 1 };
  if (request.kind === 'decideTransaction') return { ...request, approve: !request.approve };
  return null;
}

const pick = fc.nat(9);

export function repeatBy(server: fc.Arbitrary<number>): fc.Arbitrary<SimulatorCommand> {
  return fc.tuple(pick, templates.route, server).map(([pick, route, server]) => new Repeat(pick, { ...route, server }));
}

export const repeatCommands: fc.Arbitrary<SimulatorCommand>[] = [
  repeatBy(templates.server),
  repeatBy(templates.server),
  fc.record({ pick, route: templates.route }).map(({ pick, route }) => new ReuseKey(pick, route)),
  fc
    .oneof(templates.betTemplate, templates.withdrawalTemplate, templates.cancelBetsTemplate)
    .map((template) => new Delay(template)),
  fc
    .tuple(fc.constantFrom('readWallet', 'readPayments', 'readHistory'), fc.nat(PLAYERS - 1), templates.server)
    .map(([kind, player, server]) => new Look(kind, player, server)),
];

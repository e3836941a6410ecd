import fc from 'fast-check';
import type { History } from '../history.ts';
import * as templates from '../requestTemplates.ts';
import { repeatBy } from './repeats.ts';
import { SimulatorCommand } from './command.ts';

interface Moment {
  /** After this many statements of the server, ... */
  statements: number;
  /** ... before the next is executed, or after it was executed and before its answer arrives. */
  side: 'before' | 'after';
}

/** At that point the connection to the database breaks: one connection or all. */
class CutDatabase extends SimulatorCommand {
  constructor(
    private readonly server: number,
    private readonly moment: Moment,
    private readonly all: boolean,
  ) {
    super();
  }

  protected async play(history: History): Promise<void> {
    const { link } = await history.server(this.server);
    history.count(`database${this.all ? 'Lost' : 'Cut'} ${this.moment.side}`);
    link.arm({ ...this.moment, strike: ({ cut }) => (this.all ? link.cutAll() : cut()) });
  }

  toString(): string {
    return `cutDatabase(${this.server}, ${this.all ? 'all' : 'one'} ${momentText(this.moment)})`;
  }
}

/** Server 2 is killed with SIGKILL at that point, during a request to it, and restarted when it is next needed. */
class KillServer extends SimulatorCommand {
  constructor(
    private readonly moment: Moment,
    private readonly template: templates.RequestTemplate,
  ) {
    super();
  }

  protected async play(history: History): Promise<void> {
    const killable = await history.server(KILLABLE);
    const request = templates.requestOf(this.template, history);
    history.count('serverKilled');
    killable.link.arm({ ...this.moment, strike: () => history.world.kill(killable) });
    if (request) {
      const route = { server: KILLABLE, transport: 'rest', fault: null, twice: false } as const;
      await history.play([{ request, route }]);
    }
    history.world.kill(killable);
  }

  toString(): string {
    return `kill(${momentText(this.moment)}) amid ${templates.templateText(this.template)}`;
  }
}

const KILLABLE = 2;

const momentText = ({ statements, side }: Moment): string => `${side} statement ${statements}`;

const moment: fc.Arbitrary<Moment> = fc.record({ statements: fc.nat(14), side: fc.constantFrom('before', 'after') });
const cut = fc
  .tuple(templates.server, moment, fc.boolean())
  .map(([server, moment, all]) => new CutDatabase(server, moment, all));

/** A server takes seconds to start, so only some histories contain these. */
const kill = fc
  .tuple(moment, fc.oneof(templates.betTemplate, templates.withdrawalTemplate, templates.decisionTemplate))
  .map(([moment, template]) => new KillServer(moment, template));

export const faultCommands: fc.Arbitrary<SimulatorCommand>[] = [cut, cut];
export const killCommands: fc.Arbitrary<SimulatorCommand>[] = [kill, repeatBy(fc.constant(KILLABLE))];

import fc from 'fast-check';
import type { History, Planned, Route } from '../history.ts';
import * as templates from '../requestTemplates.ts';
import { SimulatorCommand } from './command.ts';

interface RoutedTemplate {
  template: templates.RequestTemplate;
  route: Route;
}

/** Requests of clients, concurrent or single. */
class SendRequests extends SimulatorCommand {
  constructor(private readonly routed: readonly RoutedTemplate[]) {
    super();
  }

  protected async play(history: History): Promise<void> {
    const planned = this.routed.flatMap(({ template, route }): Planned[] => {
      const request = templates.requestOf(template, history);
      return request === null ? [] : [{ request, route }];
    });
    if (planned.length > 1) history.count('reordered');
    await history.play(planned);
  }

  toString(): string {
    const texts = this.routed.map(
      ({ template, route }) => `${templates.templateText(template)} by ${templates.routeText(route)}`,
    );
    return texts.length === 1 ? `${texts[0]}` : `together(${texts.join(' | ')})`;
  }
}

const alone = (template: fc.Arbitrary<templates.RequestTemplate>) =>
  fc.record({ template, route: templates.route }).map((routedTemplate) => new SendRequests([routedTemplate]));

const anyTemplate = fc.oneof(
  { weight: 4, arbitrary: templates.betTemplate },
  { weight: 1, arbitrary: templates.cancelBetsTemplate },
  { weight: 1, arbitrary: templates.overrideTemplate },
  { weight: 2, arbitrary: templates.withdrawalTemplate },
  { weight: 1, arbitrary: templates.cancelWithdrawalTemplate },
  { weight: 2, arbitrary: templates.decisionTemplate },
  { weight: 1, arbitrary: templates.depositTemplate },
);

export const routedTemplate: fc.Arbitrary<RoutedTemplate> = fc.record({
  template: anyTemplate,
  route: templates.route,
});

export const requestCommands: fc.Arbitrary<SimulatorCommand>[] = [
  // Bets are the most frequent, because commands are drawn with equal probability.
  alone(templates.betTemplate),
  alone(templates.betTemplate),
  alone(templates.betTemplate),
  alone(templates.cancelBetsTemplate),
  alone(templates.depositTemplate),
  alone(templates.withdrawalTemplate),
  alone(templates.cancelWithdrawalTemplate),
  alone(templates.decisionTemplate),
  alone(templates.decisionTemplate),
  alone(templates.overrideTemplate),
  alone(templates.settingTemplate),
  fc.array(routedTemplate, { minLength: 1, maxLength: 3 }).map((routed) => new SendRequests(routed)),
];

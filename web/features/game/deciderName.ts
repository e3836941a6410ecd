import type { DecidedBy } from '../../gql/graphql.ts';
import { game } from '#messages/game.ts';

interface Decider {
  readonly decidedBy: DecidedBy;
  readonly profitabilityLevel: number | null;
}

/** Who decides a round, as text; a shorter one for narrow places. */
export function deciderName(
  { decidedBy, profitabilityLevel }: Decider,
  names: typeof game.decidedBy.short = game.decidedBy,
): string {
  return decidedBy === 'PROFIT_RULE' ? names.PROFIT_RULE(profitabilityLevel ?? 0) : names[decidedBy];
}

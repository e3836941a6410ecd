import type { DecidedBy } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';

interface Decider {
  readonly decidedBy: DecidedBy;
  readonly profitabilityLevel: number | null;
}

/** Who decides a round, as text; a shorter one for narrow places. */
export function deciderName(
  { decidedBy, profitabilityLevel }: Decider,
  names: typeof words.game.decidedBy.short = words.game.decidedBy,
): string {
  return decidedBy === 'PROFIT_RULE' ? names.PROFIT_RULE(profitabilityLevel ?? 0) : names[decidedBy];
}

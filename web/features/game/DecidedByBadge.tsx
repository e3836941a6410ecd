import type { FragmentType } from '@apollo/client/masking';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconHandFinger from '@tabler/icons-react/dist/esm/icons/IconHandFinger.mjs';
import IconScale from '@tabler/icons-react/dist/esm/icons/IconScale.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { DecidedByBadge_contestFragment } from '../../gql/graphql.ts';
import { game } from '#messages/game.ts';
import { paths } from '../../paths.ts';
import { Link } from '../navigation/Link.tsx';
import classes from './DecidedByBadge.module.css';
import { deciderName } from './deciderName.ts';

export const DecidedByBadge_contest = graphql(`
  fragment DecidedByBadge_contest on Contest {
    gameId
    decidedBy
    profitabilityLevel
    voidReason
  }
`);

const icons = { DRAW: IconCheck, PROFIT_RULE: IconScale, OPERATOR: IconHandFinger };

/**
 * Who decides the running round: shown from its opening, or from the moment that the operator sets it; that it is void. Links to what the
 * round has published so far.
 */
export function DecidedByBadge({ contest }: { contest: FragmentType<DecidedByBadge_contestFragment> }) {
  const { data } = useFragmentData({ fragment: DecidedByBadge_contest, from: contest });
  const voided = data.voidReason !== null;
  const Icon = voided ? IconX : icons[data.decidedBy];
  return (
    <Link to={paths.fairness(data.gameId)} className={classes.link ?? ''}>
      <span className={`${classes.badge} ${voided || data.decidedBy === 'OPERATOR' ? classes.marked : ''}`}>
        <Icon size={14} aria-hidden />
        {voided ? game.voidRound : deciderName(data)}
        <IconChevronRight size={14} aria-hidden />
      </span>
    </Link>
  );
}

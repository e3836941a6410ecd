import type { FragmentType } from '@apollo/client/masking';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconHandFinger from '@tabler/icons-react/dist/esm/icons/IconHandFinger.mjs';
import IconScale from '@tabler/icons-react/dist/esm/icons/IconScale.mjs';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { DecidedByBadge_contestFragment } from '../../gql/graphql.ts';
import { paths } from '../../paths.ts';
import { Link } from '../navigation/Link.tsx';
import classes from './DecidedByBadge.module.css';
import { deciderName } from './deciderName.ts';

export const DecidedByBadge_contest = graphql(`
  fragment DecidedByBadge_contest on Contest {
    gameId
    decidedBy
    profitabilityLevel
  }
`);

const icons = { DRAW: IconCheck, PROFIT_RULE: IconScale, OPERATOR: IconHandFinger };

/**
 * Who decides the running round: shown from its opening, or from the moment that the operator sets it. Links to what the
 * round has published so far.
 */
export function DecidedByBadge({ contest }: { contest: FragmentType<DecidedByBadge_contestFragment> }) {
  const { data } = useFragmentData({ fragment: DecidedByBadge_contest, from: contest });
  const Icon = icons[data.decidedBy];
  return (
    <Link to={paths.fairness(data.gameId)} className={classes.link ?? ''}>
      <span className={`${classes.badge} ${data.decidedBy === 'OPERATOR' ? classes.operator : ''}`}>
        <Icon size={14} aria-hidden />
        {deciderName(data)}
        <IconChevronRight size={14} aria-hidden />
      </span>
    </Link>
  );
}

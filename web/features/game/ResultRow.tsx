import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { ResultRow_contestFragment } from '../../gql/graphql.ts';
import { game } from '#messages/game.ts';
import { paths } from '../../paths.ts';
import { ColorChip } from '../../ui/ColorChip.tsx';
import { NumberName } from '../../ui/NumberName.tsx';
import { colorsOf } from '../../ui/shapes.ts';
import { Link } from '../navigation/Link.tsx';
import { deciderName } from './deciderName.ts';
import classes from './ResultTable.module.css';

export const ResultRow_contest = graphql(`
  fragment ResultRow_contest on Contest {
    gameId
    period
    state
    decidedBy
    profitabilityLevel
    winningNumber
  }
`);

/** A round that is over, or waits for the beacon; its period links to the verification of its result. */
export function ResultRow({ contest }: { contest: FragmentType<ResultRow_contestFragment> }) {
  const { data } = useFragmentData({ fragment: ResultRow_contest, from: contest });
  const { gameId, period, state, decidedBy, winningNumber } = data;
  const without = state === 'VOID' ? game.voidRound : game.waitingRound;
  return (
    <tr>
      <td>
        <Link to={paths.fairness(gameId)} className={classes.period ?? ''} aria-label={game.check(period)}>
          {period}
        </Link>
        {decidedBy !== 'DRAW' && (
          <span className={decidedBy === 'OPERATOR' ? classes.operator : classes.rule}>
            {deciderName(data, game.decidedBy.short)}
          </span>
        )}
      </td>
      <td>{winningNumber === null ? without : <NumberName number={winningNumber} />}</td>
      <td>
        <span className={classes.colors}>
          {winningNumber !== null && colorsOf(winningNumber).map((color) => <ColorChip key={color} color={color} />)}
        </span>
      </td>
    </tr>
  );
}

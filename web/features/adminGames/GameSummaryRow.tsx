import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { GameSummaryRow_contestFragment } from '../../gql/graphql.ts';
import { games } from '#messages/admin/games.ts';
import { game } from '#messages/game.ts';
import { paths } from '../../paths.ts';
import { NumericCell } from '../../ui/DataTable.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { ProfitText } from '../../ui/ProfitText.tsx';
import { useMay } from '../admin/useMay.ts';
import { deciderName } from '../game/deciderName.ts';
import { Link } from '../navigation/Link.tsx';
import classes from './GameSummary.module.css';
import { RoundBets } from './RoundBets.tsx';

export const GameSummaryRow_contest = graphql(`
  fragment GameSummaryRow_contest on Contest {
    gameId
    period
    decidedBy
    profitabilityLevel
    state
    winningNumber
    voidReason
    totalStakes
    operator {
      profit
      actedBy {
        id
        name
      }
      proposedBy {
        id
        name
      }
    }
  }
`);

/** A finished round: its id with result and decider, what was staked, and the house's profit. */
export function GameSummaryRow({ contest }: { contest: FragmentType<GameSummaryRow_contestFragment> }) {
  const { data } = useFragmentData({ fragment: GameSummaryRow_contest, from: contest });
  const { gameId, period, decidedBy, state, winningNumber, voidReason, totalStakes, operator } = data;
  const profit = operator?.profit ?? null;
  const actedBy = operator?.actedBy;
  const mayReadBets = useMay()('EXPORT_BETS');
  // Of a void round the stakes that were given back are not known here.
  const hasBets = voidReason !== null || (winningNumber !== null && totalStakes !== '0.00');
  const { summary } = games;
  const unpaid = state === 'DECIDED' ? summary.paying : '–';
  return (
    <tr>
      <td>
        <Link to={paths.fairness(gameId)} className={classes.period ?? ''} aria-label={game.check(period)}>
          {period}
        </Link>
        <span className={`${classes.decided} ${decidedBy === 'OPERATOR' ? classes.operator : ''}`}>
          {voidReason !== null && summary.voided(voidReason)}
          {state === 'CLOSED' && game.waitingForBeacon}
          {winningNumber !== null && summary.decided(winningNumber, deciderName(data, game.decidedBy.short))}
        </span>
        {actedBy && (
          <span className={classes.decided}>{summary.acted(actedBy.name, operator.proposedBy?.name ?? null)}</span>
        )}
        {hasBets && mayReadBets && <RoundBets gameId={gameId} period={period} />}
      </td>
      <NumericCell>{totalStakes === null ? unpaid : <MoneyText amount={totalStakes} />}</NumericCell>
      <NumericCell>{profit === null ? unpaid : <ProfitText amount={profit} />}</NumericCell>
    </tr>
  );
}

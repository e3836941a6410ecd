import { useQuery } from '@apollo/client/react';
import IconCircleOff from '@tabler/icons-react/dist/esm/icons/IconCircleOff.mjs';
import { graphql } from '../../gql/gql.ts';
import type { GameType, OperatorRoundsCard_QueryQuery } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { game } from '#messages/game.ts';
import { transparency as transparencyWords } from '#messages/transparency.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { List } from '../../ui/ListRow.tsx';
import { NumberDisc } from '../../ui/NumberDisc.tsx';
import { Parts } from '../../ui/Parts.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { LinkRow } from '../shell/LinkRow.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { ShowMore } from '../shell/ShowMore.tsx';
import classes from './Transparency.module.css';
import { useDrawnNumber } from './useDrawnNumber.ts';

const OperatorRoundsCard_Query = graphql(`
  query OperatorRoundsCard_Query($gameType: GameType!, $month: YearMonth!, $after: String) {
    transparency(gameType: $gameType, month: $month) {
      operatorRounds(first: 20, after: $after) {
        edges {
          node {
            id
            gameId
            period
            state
            endsAt
            winningNumber
            overrideReason
            voidReason
            seed
            betsRoot
            beaconRound
            beaconRandomness
            outcomes {
              number
              stakes
              payouts
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

type Rounds = OperatorRoundsCard_QueryQuery['transparency']['operatorRounds'];
type Round = Rounds['edges'][number]['node'];

/** Every round of the month that an operator decided or that is void, with its reason and effect. */
export function OperatorRoundsCard(variables: { gameType: GameType; month: string }) {
  const answer = useQuery(OperatorRoundsCard_Query, { variables, fetchPolicy: 'cache-and-network' });
  const text = transparencyWords.operator;
  const fetchMore = (options: { variables: { after: string | null } }) =>
    answer.fetchMore({ ...options, updateQuery: appended });
  return (
    <Card title={text.title}>
      <QueryBoundary of={answer}>
        {({ transparency: { operatorRounds } }) =>
          operatorRounds.edges.length === 0 ? (
            <p className={classes.quiet}>{text.none}</p>
          ) : (
            <Stack gap={12}>
              <List label={text.title}>
                {operatorRounds.edges.map(({ node }) => (
                  <li key={node.id}>
                    <RoundRow round={node} />
                  </li>
                ))}
              </List>
              <ShowMore pageInfo={operatorRounds.pageInfo} fetchMore={fetchMore} />
            </Stack>
          )
        }
      </QueryBoundary>
    </Card>
  );
}

function appended(
  shown: OperatorRoundsCard_QueryQuery,
  { fetchMoreResult: { transparency: more } }: { fetchMoreResult: OperatorRoundsCard_QueryQuery },
): OperatorRoundsCard_QueryQuery {
  const { transparency } = shown;
  const edges = [...transparency.operatorRounds.edges, ...more.operatorRounds.edges];
  return { ...shown, transparency: { ...transparency, operatorRounds: { ...more.operatorRounds, edges } } };
}

function RoundRow({ round }: { round: Round }) {
  const { gameId, period, endsAt, winningNumber, overrideReason, voidReason } = round;
  const text = transparencyWords.operator;
  const drawn = useDrawnNumber(round);
  return (
    <LinkRow
      to={paths.fairness(gameId)}
      icon={winningNumber === null ? <IconCircleOff size={22} /> : <NumberDisc number={winningNumber} size={36} />}
      title={`${period} · ${winningNumber === null ? game.voidRound : text.set(winningNumber)}`}
      hint={
        <>
          <Parts>{[<Instant key="at" at={endsAt} />]}</Parts>
          <span className={classes.line}>{text.reason(overrideReason ?? voidReason ?? '')}</span>
          <span className={classes.line}>{effectOf(round, drawn)}</span>
        </>
      }
    />
  );
}

/** What was paid, and what would have been paid at the number of the draw. */
function effectOf({ outcomes, winningNumber }: Round, drawn: number | null): string {
  const text = transparencyWords.operator;
  const paidAt = (number: number | null) => outcomes?.find((outcome) => outcome.number === number);
  const [set, fair] = [paidAt(winningNumber), paidAt(drawn)];
  if (winningNumber === null || !set) return drawn === null ? text.refunded : text.refundedInstead(drawn);
  const paid = text.paid(formatMoney(set.payouts), formatMoney(set.stakes));
  return drawn === null || !fair ? paid : `${paid} ${text.instead(drawn, formatMoney(fair.payouts))}`;
}

import { useQuery } from '@apollo/client/react';
import { useNavigate } from 'react-router-dom';
import { clearSession } from '../../apollo/sessionStore.ts';
import { LimitRow, type Safety } from '../../features/playSafely/LimitRow.tsx';
import { netOf } from '../../features/playSafely/net.ts';
import { ExclusionCard, RealityCheckCard, TimeOutCard } from '../../features/playSafely/Pauses.tsx';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { graphql } from '../../gql/gql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { playSafely } from '#messages/playSafely.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Stack } from '../../ui/Stack.tsx';
import classes from './PlaySafelyPage.module.css';

const PlaySafelyPage_Query = graphql(`
  query PlaySafelyPage_Query {
    viewer {
      playSafety {
        signedInSince
        timeOutUntil
        limits {
          kind
          period
          amount
          used
          endsAt
          next {
            amount
            at
          }
        }
        positions {
          period
          staked
          returned
        }
        realityCheck {
          minutes
        }
      }
    }
  }
`);

const kinds = ['DEPOSIT', 'STAKE', 'LOSS'] as const;

export default function PlaySafelyPage() {
  const answer = useQuery(PlaySafelyPage_Query, { fetchPolicy: 'cache-and-network' });
  const navigate = useNavigate();
  const leave = async () => {
    await navigate(paths.login, { replace: true });
    clearSession();
  };
  return (
    <Screen title={titles.playSafely} backTo={paths.settingCenter}>
      <QueryBoundary of={answer}>
        {({ viewer }) => {
          const safety = viewer?.playSafety;
          if (!safety) return null;
          return (
            <Stack>
              <p>{playSafely.intro}</p>
              <Positions safety={safety} />
              {kinds.map((kind) => (
                <Card key={kind} title={playSafely.kinds[kind]}>
                  {safety.limits
                    .filter((limit) => limit.kind === kind)
                    .map((limit) => (
                      <LimitRow key={limit.period} limit={limit} />
                    ))}
                </Card>
              ))}
              <RealityCheckCard safety={safety} />
              <TimeOutCard safety={safety} />
              <ExclusionCard onExcluded={leave} />
            </Stack>
          );
        }}
      </QueryBoundary>
    </Screen>
  );
}

function Positions({ safety: { positions, signedInSince } }: { safety: Safety }) {
  const facts = positions.map(
    (position) =>
      [
        playSafely.periods[position.period],
        <>
          {netOf(position)}{' '}
          <span className={classes.totals}>
            {playSafely.totals(formatMoneyShort(position.staked), formatMoneyShort(position.returned))}
          </span>
        </>,
      ] as const,
  );
  return (
    <Card title={playSafely.position}>
      <Facts facts={[...facts, [playSafely.signedInSince, signedInSince && <Instant at={signedInSince} />]]} />
    </Card>
  );
}

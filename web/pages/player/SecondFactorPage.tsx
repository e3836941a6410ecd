import { useQuery } from '@apollo/client/react';
import { SecondFactorPanel } from '../../features/secondFactor/SecondFactorPanel.tsx';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { graphql } from '../../gql/gql.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

const SecondFactorPage_Query = graphql(`
  query SecondFactorPage_Query {
    viewer {
      secondFactor {
        ...SecondFactor_state @unmask
      }
    }
  }
`);

/** The player's second factor. */
export default function SecondFactorPage() {
  const answer = useQuery(SecondFactorPage_Query, { fetchPolicy: 'cache-and-network' });
  return (
    <Screen title={titles.secondFactor} backTo={paths.settingCenter}>
      <QueryBoundary of={answer} loading={<Skeleton heights={[260]} />}>
        {({ viewer }) =>
          viewer && <SecondFactorPanel factor={viewer.secondFactor} onChanged={() => void answer.refetch()} />
        }
      </QueryBoundary>
    </Screen>
  );
}

import { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { graphql } from '../../gql/gql.ts';
import { paiseOf } from '../../lib/money.ts';
import { withdraw } from '#messages/withdraw.ts';
import { Stack } from '../../ui/Stack.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { Screen } from '../shell/Screen.tsx';
import { BalanceBanner } from '../wallet/BalanceBanner.tsx';
import { PlayMoneyNotice } from './PlayMoneyNotice.tsx';

const WithdrawalScreen_Query = graphql(`
  query WithdrawalScreen_Query {
    viewer {
      wallet {
        id
        available
        ...BalanceBanner_wallet
      }
    }
  }
`);

interface WithdrawalScreenProps {
  title: string;
  backTo: string;
  children: (availablePaise: bigint) => ReactNode;
}

/** A step of a withdrawal: the available balance above the form. */
export function WithdrawalScreen({ title, backTo, children }: WithdrawalScreenProps) {
  const answer = useQuery(WithdrawalScreen_Query, { fetchPolicy: 'cache-and-network' });
  return (
    <Screen title={title} backTo={backTo}>
      <QueryBoundary of={answer}>
        {({ viewer }) =>
          viewer?.wallet && (
            <Stack>
              <PlayMoneyNotice />
              <BalanceBanner wallet={viewer.wallet} label={withdraw.balance} />
              {children(paiseOf(viewer.wallet.available))}
            </Stack>
          )
        }
      </QueryBoundary>
    </Screen>
  );
}

import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import { figures } from '#messages/figures.ts';
import { Card } from '../../ui/Card.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { BalancePlot } from './BalancePlot.tsx';
import { SelectionPlot } from './SelectionPlot.tsx';

const WalletFigures_Query = graphql(`
  query WalletFigures_Query($days: Int!) {
    viewer {
      balanceByDay(days: $days) {
        day
        balance
      }
      betsBySelection {
        selection {
          color
          number
        }
        bets
        staked
        returned
      }
    }
  }
`);

const periods = ['7', '30', '90'] as const;

/** The balance over the last days, and the player's bets by selection. */
export function WalletFigures() {
  const [days, setDays] = useState<(typeof periods)[number]>('30');
  const { data, previousData, ...answer } = useQuery(WalletFigures_Query, {
    variables: { days: Number(days) },
    fetchPolicy: 'cache-and-network',
  });
  return (
    <QueryBoundary of={{ ...answer, data: data ?? previousData }} loading={<Skeleton heights={[326]} />}>
      {({ viewer }) =>
        viewer?.balanceByDay && (
          <>
            <Card title={figures.balance.title}>
              <Stack gap={12}>
                <SegmentedControl
                  label={figures.balance.period}
                  value={days}
                  onChange={setDays}
                  options={periods.map((value) => ({ value, label: figures.balance.days(value) }))}
                />
                <BalancePlot days={viewer.balanceByDay} />
              </Stack>
            </Card>
            {viewer.betsBySelection && viewer.betsBySelection.length > 0 && (
              <Card title={figures.selections.title}>
                <SelectionPlot figures={viewer.betsBySelection} />
              </Card>
            )}
          </>
        )
      }
    </QueryBoundary>
  );
}

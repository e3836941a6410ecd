import { useQuery } from '@apollo/client/react';
import { WithClient } from '../../apollo/WithClient.tsx';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { DecidersCard } from '../../features/transparency/DecidersCard.tsx';
import { FileCard } from '../../features/transparency/FileCard.tsx';
import { LogCard } from '../../features/transparency/LogCard.tsx';
import { MonthChoice } from '../../features/transparency/MonthChoice.tsx';
import { NumbersCard } from '../../features/transparency/NumbersCard.tsx';
import { OperatorRoundsCard } from '../../features/transparency/OperatorRoundsCard.tsx';
import { ReturnCard } from '../../features/transparency/ReturnCard.tsx';
import { SettingsCard } from '../../features/transparency/SettingsCard.tsx';
import { TotalCard } from '../../features/transparency/TotalCard.tsx';
import { useChosenMonth } from '../../features/transparency/useChosenMonth.ts';
import { graphql } from '../../gql/gql.ts';
import { titles } from '#messages/titles.ts';
import { Stack } from '../../ui/Stack.tsx';

const TransparencyPage_Query = graphql(`
  query TransparencyPage_Query($gameType: GameType!, $month: YearMonth!) {
    transparency(gameType: $gameType, month: $month) {
      ...DecidersCard_month @unmask
      ...ReturnCard_month @unmask
      ...NumbersCard_month @unmask
    }
    publicLog {
      ...LogCard_log @unmask
    }
    settingsChanges(month: $month) {
      ...SettingsCard_change @unmask
    }
    liabilities {
      ...TotalCard_day @unmask
    }
  }
`);

/** How the results of a game's month came about. Public. */
export default function TransparencyPage() {
  return (
    <WithClient>
      <Month />
    </WithClient>
  );
}

function Month() {
  const chosen = useChosenMonth();
  const { gameType, month } = chosen;
  const variables = { gameType, month };
  const answer = useQuery(TransparencyPage_Query, { variables, fetchPolicy: 'cache-and-network' });
  return (
    <Screen title={titles.transparency}>
      <Stack>
        <MonthChoice {...chosen} />
        <QueryBoundary of={answer}>
          {({ transparency, publicLog, settingsChanges, liabilities }) => (
            <Stack>
              <DecidersCard month={transparency} />
              <ReturnCard month={transparency} />
              <NumbersCard month={transparency} />
              <OperatorRoundsCard key={`${gameType} ${month}`} {...variables} />
              <SettingsCard changes={settingsChanges} />
              <TotalCard days={liabilities} />
              {publicLog && <LogCard log={publicLog} />}
              <FileCard {...variables} withLog={publicLog !== null} />
            </Stack>
          )}
        </QueryBoundary>
      </Stack>
    </Screen>
  );
}

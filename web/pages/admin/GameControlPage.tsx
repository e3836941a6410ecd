import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { ExportButton } from '../../features/admin/ExportButton.tsx';
import { useMay } from '../../features/admin/useMay.ts';
import { AnnouncementsCard } from '../../features/adminGames/AnnouncementsCard.tsx';
import { GameLinks } from '../../features/adminGames/GameLinks.tsx';
import { PausesCard } from '../../features/adminGames/PausesCard.tsx';
import { ProfitSliderPanel } from '../../features/adminGames/ProfitSliderPanel.tsx';
import { WaitingCard } from '../../features/adminGames/WaitingCard.tsx';
import { RandomizePanel } from '../../features/adminGames/RandomizePanel.tsx';
import { useRefetchWhile } from '../../features/game/useRefetchWhile.ts';
import { useChangeSettings, useLiveSettings } from '../../features/adminGames/useGameSettings.ts';
import { useRunningRounds } from '../../features/adminGames/useRunningRounds.ts';
import { useProduct } from '../../features/product/useProduct.ts';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { graphql } from '../../gql/gql.ts';
import type { GameControlPage_QueryQuery } from '../../gql/graphql.ts';
import { exports } from '#messages/admin/exports.ts';
import { games } from '#messages/admin/games.ts';
import { errors } from '#messages/errors.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MessagePopup, type Message } from '../../ui/MessagePopup.tsx';
import classes from './GameControlPage.module.css';

const GameControlPage_Query = graphql(`
  query GameControlPage_Query {
    viewer {
      admin {
        settings {
          randomize
          profitabilityIndex
        }
      }
    }
    SAPRE_HALF: activeContest(gameType: SAPRE_HALF) {
      id
      ...GameLink_contest
    }
    SAPRE_ONE: activeContest(gameType: SAPRE_ONE) {
      id
      ...GameLink_contest
    }
    SAPRE_THREE: activeContest(gameType: SAPRE_THREE) {
      id
      ...GameLink_contest
    }
  }
`);

/** Game control: who decides rounds from now on, the profit level, and links to each game. */
export default function GameControlPage() {
  const answer = useQuery(GameControlPage_Query, { fetchPolicy: 'cache-and-network' });
  useLiveSettings();
  useRunningRounds();
  useRefetchWhile(hasGap(answer.data), () => void answer.refetch().catch(() => undefined));
  return (
    <AdminPage title={games.control} actions={<Exports />}>
      <QueryBoundary of={answer}>
        {({ viewer, ...running }) => {
          const settings = viewer?.admin?.settings;
          if (!settings) return <ErrorState text={errors.list} />;
          return (
            <>
              <Settings settings={settings} />
              <GameLinks running={running} />
              <WaitingCard />
              <div className={classes.panels}>
                <PausesCard />
                <AnnouncementsCard />
              </div>
            </>
          );
        }}
      </QueryBoundary>
    </AdminPage>
  );
}

function Exports() {
  const { title } = exports;
  const { rounds, bets } = games.exported;
  return (
    <>
      <ExportButton name="contests" what={rounds} label={title(rounds)} />
      <ExportButton name="bets" what={bets} label={title(bets)} />
    </>
  );
}

/** Whether a game is between two rounds. */
function hasGap(data: GameControlPage_QueryQuery | undefined): boolean {
  return data !== undefined && !(data.SAPRE_HALF && data.SAPRE_ONE && data.SAPRE_THREE);
}

type AdminFields = NonNullable<NonNullable<GameControlPage_QueryQuery['viewer']>['admin']>;

function Settings({ settings: { randomize, profitabilityIndex } }: { settings: AdminFields['settings'] }) {
  const { setRandomize, setProfitabilityLevel, changing } = useChangeSettings();
  const [message, setMessage] = useState<Message | null>(null);
  const readOnly = !useMay()('SETTINGS_CHANGE');
  const { playMoney } = useProduct();
  return (
    <div className={classes.panels}>
      <ProfitSliderPanel
        key={profitabilityIndex}
        level={profitabilityIndex}
        randomize={randomize}
        readOnly={readOnly}
        busy={changing}
        onSet={async (level, reason) => setMessage(await setProfitabilityLevel(level, reason))}
      />
      <RandomizePanel
        randomize={randomize}
        readOnly={readOnly}
        busy={changing}
        needsReason={!playMoney}
        onSet={async (on, reason) => setMessage(await setRandomize(on, reason))}
      />
      <MessagePopup message={message} onClose={() => setMessage(null)} />
    </div>
  );
}

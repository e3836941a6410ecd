import { useQuery } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { AdminGameScreen_QueryQuery, GameType } from '../../gql/graphql.ts';
import { games } from '#messages/admin/games.ts';
import { game } from '#messages/game.ts';
import { AdminPage } from '../admin/AdminPage.tsx';
import { keepPreviousData } from '../admin/keepPreviousData.ts';
import { useMay } from '../admin/useMay.ts';
import { useClockSync } from '../clock/useClockSync.ts';
import { useRoundTime } from '../game/useRoundTime.ts';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import classes from './AdminGameScreen.module.css';
import { GameSummary } from './GameSummary.tsx';
import { GameTabs } from './GameTabs.tsx';
import { LimitsCard } from './LimitsCard.tsx';
import { LiabilityCard } from './LiabilityCard.tsx';
import { OverrideCard } from './OverrideCard.tsx';
import { VoidCard } from './VoidCard.tsx';
import { overrideSecondsLeft } from './overrideTime.ts';
import { RoundClock } from './RoundClock.tsx';
import { StakesCard } from './StakesCard.tsx';
import { useRefetchWhile } from '../game/useRefetchWhile.ts';
import { useLiveRound } from './useLiveRound.ts';
import { useLiveStakes } from './useLiveStakes.ts';
import { useRoundProposals } from './useRoundProposals.ts';
import { usePages } from './usePages.ts';

// What the query reads of the running round, and the subscription (useLiveRound.ts) brings of the next one.
graphql(`
  fragment AdminGameScreen_contest on Contest {
    id
    gameId
    state
    evaluationTime
    endsAt
    heldUntil
    ...OverrideCard_contest
    ...VoidCard_contest
    ...RoundClock_contest
    ...StakesCard_contest
    ...LiabilityCard_contest
  }
`);

const AdminGameScreen_Query = graphql(`
  query AdminGameScreen_Query($gameType: GameType!, $after: String) {
    serverTime
    activeContest(gameType: $gameType) {
      ...AdminGameScreen_contest @unmask
    }
    viewer {
      admin {
        limits(gameType: $gameType) {
          ...LimitsCard_limits @unmask
        }
      }
    }
    contests(gameType: $gameType, first: 10, after: $after) {
      edges {
        node {
          id
          ...GameSummaryRow_contest
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** A game for its operators: the running round with its clock, winner and stakes, and the previous rounds. */
export function AdminGameScreen({ gameType }: { gameType: GameType }) {
  const pages = usePages();
  const answer = useQuery(AdminGameScreen_Query, {
    variables: { gameType, after: pages.after },
    fetchPolicy: 'cache-and-network',
  });
  const refetch = () => void answer.refetch().catch(() => undefined);
  useLiveRound(gameType, { onOpened: pages.toFirst, onListChanged: refetch });
  useLiveStakes(gameType);
  useRoundProposals({ skip: !useMay()('CONTEST_READ_PROPOSALS') });
  useClockSync();

  return (
    <AdminPage title={games.titles[gameType]} actions={<GameTabs />}>
      <QueryBoundary of={keepPreviousData(answer)}>
        {({ activeContest, viewer, contests: { edges, pageInfo } }) => (
          <>
            <RunningRound
              contest={activeContest}
              onOver={() => {
                pages.toFirst();
                refetch();
              }}
            />
            {viewer?.admin && <LimitsCard gameType={gameType} limits={viewer.admin.limits} onChanged={refetch} />}
            <GameSummary
              contests={edges.map(({ node }) => node)}
              pages={pages}
              next={pageInfo.hasNextPage ? pageInfo.endCursor : null}
            />
          </>
        )}
      </QueryBoundary>
    </AdminPage>
  );
}

type ActiveContest = NonNullable<AdminGameScreen_QueryQuery['activeContest']>;

function RunningRound({ contest, onOver }: { contest: ActiveContest | null; onOver: () => void }) {
  if (!contest) return <NoRound onOver={onOver} />;
  return <ActiveRound contest={contest} onOver={onOver} />;
}

function NoRound({ onOver }: { onOver: () => void }) {
  useRefetchWhile(true, onOver);
  return <output>{game.nextRound}</output>;
}

function ActiveRound({ contest, onOver }: { contest: ActiveContest; onOver: () => void }) {
  const time = useRoundTime(contest);
  const may = useMay();
  useRefetchWhile(time.secondsLeft === 0, onOver);
  return (
    <div className={classes.round}>
      <div className={classes.rule}>
        <RoundClock contest={contest} time={time} />
        {may('CONTEST_OVERRIDE') && (
          <OverrideCard key={contest.gameId} contest={contest} secondsLeft={overrideSecondsLeft(time)} />
        )}
        {may('CONTEST_VOID') && (
          <VoidCard
            key={`void ${contest.gameId}`}
            contest={contest}
            secondsLeft={time.open ? time.bettingSecondsLeft : 0}
          />
        )}
      </div>
      <div className={classes.rule}>
        <StakesCard contest={contest} />
        <LiabilityCard contest={contest} />
      </div>
    </div>
  );
}

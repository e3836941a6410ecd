import { useQuery } from '@apollo/client/react';
import { Suspense, useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { GameScreen_QueryQuery, GameType } from '../../gql/graphql.ts';
import { formatMoneyShort, paiseOf } from '../../lib/money.ts';
import { connection } from '#messages/connection.ts';
import { game } from '#messages/game.ts';
import { lazyPart } from '../../ui/lazyPart.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useForMoment } from '../../ui/useForMoment.ts';
import { paths } from '../../paths.ts';
import { stakesOf } from '../bets/addUp.ts';
import type { Choice } from '../bets/selections.ts';
import { useRoundBets } from '../bets/useRoundBets.ts';
import { useStake } from '../bets/useStake.ts';
import { YourBets } from '../bets/YourBets.tsx';
import { useClockSync } from '../clock/useClockSync.ts';
import { PlayCredit } from '../playCredit/PlayCredit.tsx';
import { RealityCheck } from '../playSafely/RealityCheck.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { Screen } from '../shell/Screen.tsx';
import { useBack } from '../shell/useBack.ts';
import { useConnected } from '../shell/useConnected.ts';
import { Announcer } from './Announcer.tsx';
import { BalancePill, BalancePillSoon } from './BalancePill.tsx';
import { CountdownCard } from './CountdownCard.tsx';
import type { Outcome } from './expectedOutcome.ts';
import { titleOf } from './games.ts';
import { JoinPanel } from './JoinPanel.tsx';
import { LastNumbers } from './LastNumbers.tsx';
import { netOfOutcome, outcomeText } from './outcomeText.ts';
import { ResultTable } from './ResultTable.tsx';
import { signalBet } from './sound.ts';
import { useRefetchWhile } from './useRefetchWhile.ts';
import { useOutcome, type Round as DecidedRound } from './useOutcome.ts';
import { useRounds, type Decided } from './useRounds.ts';
import { useRoundTime } from './useRoundTime.ts';

const GameScreen_Query = graphql(`
  query GameScreen_Query($gameType: GameType!) {
    serverTime
    viewer {
      wallet {
        id
        available
        ...BalancePill_wallet
      }
      playSafety {
        realityCheck {
          due
        }
      }
    }
    activeContest(gameType: $gameType) {
      id
      gameId
      period
      state
      evaluationTime
      endsAt
      decidedBy
      cancellable
      heldUntil
      voidReason
      limits {
        minBet
        maxBet
        maxStake
      }
      ...CountdownCard_contest
      ...RoundBets_contest
    }
    payoutTable {
      ...PayoutTable_row @unmask
    }
  }
`);

/** Loaded after the page, whose first paint doesn't need it. */
const BetSheet = lazyPart(async () => (await import('../bets/betParts.ts')).betParts.BetSheet);
const RepeatBets = lazyPart(async () => (await import('../bets/betParts.ts')).betParts.RepeatBets);

/** How long "Bet Placed" stands, and what has won. */
const PLACED_MS = 2_000;
const MOMENT_MS = 2_000;

/** One game: the running round with its clock, the selections, the player's own bets, and previous results. */
export function GameScreen({ gameType }: { gameType: GameType }) {
  const answer = useQuery(GameScreen_Query, { variables: { gameType }, fetchPolicy: 'cache-and-network' });
  const { outcome, last, refunded, expectOutcome, showVoid, showOutcome } = useOutcome();
  const [winner, showWinner] = useForMoment<number>(MOMENT_MS);
  const onDecided = (round: DecidedRound, number: number) => {
    showWinner(number);
    expectOutcome(round, number);
  };
  const { decided, waiting } = useRounds(gameType, onDecided, showVoid, showOutcome);
  const gained = outcome ? netOfOutcome(outcome) : 0n;
  const back = useBack(paths.home);
  const title = titleOf(gameType);
  useClockSync();

  const header = (
    <PageHeader title={title} onBack={back}>
      {answer.data?.viewer?.wallet ? (
        <BalancePill wallet={answer.data.viewer.wallet} gained={gained} />
      ) : (
        <BalancePillSoon />
      )}
    </PageHeader>
  );
  return (
    <Screen title={title} header={header}>
      <Stack gap={16}>
        <QueryBoundary of={answer} loading={<Skeleton heights={[244, 309, 83]} />}>
          {(data) => (
            <Round
              {...data}
              decided={decided}
              last={last}
              news={newsOf(outcome, refunded)}
              winner={winner}
              gameType={gameType}
              onOver={() => void answer.refetch().catch(() => undefined)}
            />
          )}
        </QueryBoundary>
        <ResultTable gameType={gameType} lastDecided={decided?.gameId ?? null} waiting={waiting} />
      </Stack>
      <RealityCheck check={answer.data?.viewer?.playSafety?.realityCheck} />
    </Screen>
  );
}

function newsOf(outcome: Outcome | null, refunded: bigint | null): string | null {
  if (outcome) return outcomeText(outcome);
  return refunded === null ? null : game.outcome.voided(formatMoneyShort(refunded));
}

interface RoundProps extends GameScreen_QueryQuery {
  decided: Decided | null;
  last: Outcome | null;
  /** How the player's round ended, for a moment; else null. */
  news: string | null;
  winner: number | null;
  gameType: GameType;
  onOver: () => void;
}

function Round({ activeContest, ...rest }: RoundProps) {
  const { onOver } = rest;
  // Missing for long only while the game is paused; an event brings the next one.
  useRefetchWhile(activeContest === null, onOver, 5_000);
  if (!activeContest) return <p role="status">{game.nextRound}</p>;
  return <ActiveRound contest={activeContest} {...rest} />;
}

type ActiveContest = NonNullable<GameScreen_QueryQuery['activeContest']>;

function ActiveRound({
  contest,
  viewer,
  payoutTable,
  decided,
  last,
  news,
  winner,
  gameType,
  onOver,
}: Omit<RoundProps, 'activeContest'> & { contest: ActiveContest }) {
  // A choice belongs to the round in which it was made: the sheet closes with the next round.
  const [chosen, setChosen] = useState<{ gameId: string; choice: Choice } | null>(null);
  const stake = useStake();
  const staked = stakesOf(useRoundBets(contest).bets);
  const [placed, showPlaced] = useForMoment<string>(PLACED_MS);
  const { gameId } = contest;
  const time = useRoundTime(contest);
  const operatorMarked = contest.decidedBy === 'OPERATOR';
  const availablePaise = paiseOf(viewer?.wallet?.available ?? '0.00');
  const connected = useConnected();
  const pausedReason = connected ? null : connection.pausedReason;
  const heldReason = time.heldSeconds ? game.heldReason : pausedReason;
  const openReason = operatorMarked ? game.operatorReason : heldReason;
  const closedReason = time.open ? openReason : game.closedReason;
  // The wallet and the active round, until the next round has arrived.
  useRefetchWhile(time.secondsLeft === 0, onOver);
  return (
    <>
      <CountdownCard contest={contest} time={time}>
        <LastNumbers gameType={gameType} decided={decided} />
      </CountdownCard>
      {contest.voidReason !== null && <Notice tone="attention">{game.voidNotice(contest.voidReason)}</Notice>}
      {viewer?.wallet && <PlayCredit available={viewer.wallet.available} />}
      <JoinPanel
        closedReason={closedReason}
        payoutTable={payoutTable}
        stake={stake}
        staked={staked}
        news={placed ?? news}
        winner={winner}
        onJoin={(choice) => setChosen({ gameId, choice })}
      />
      <YourBets
        contest={contest}
        cancelSeconds={contest.cancellable && time.open ? time.bettingSecondsLeft : null}
        last={last}
        repeat={
          closedReason === null &&
          last && (
            <Suspense fallback={null}>
              <RepeatBets contest={contest} bets={last.bets} availablePaise={availablePaise} />
            </Suspense>
          )
        }
      />
      <Suspense fallback={null}>
        <BetSheet
          contest={contest}
          choice={chosen?.gameId === gameId ? chosen.choice : null}
          closedReason={closedReason}
          availablePaise={availablePaise}
          payoutTable={payoutTable}
          limits={contest.limits}
          onClose={() => setChosen(null)}
          onSend={signalBet}
          onPlaced={showPlaced}
        />
      </Suspense>
      <Announcer period={contest.period} time={time} operatorMarked={operatorMarked} result={decided?.spoken ?? null} />
    </>
  );
}

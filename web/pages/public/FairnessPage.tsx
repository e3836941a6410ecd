import { useQuery } from '@apollo/client/react';
import IconError404 from '@tabler/icons-react/dist/esm/icons/IconError404.mjs';
import { useParams } from 'react-router-dom';
import { WithClient } from '../../apollo/WithClient.tsx';
import { BetResults } from '../../features/bets/BetResults.tsx';
import { isCalledOff } from '../../features/evidence/isCalledOff.ts';
import { drawNames } from '../../features/fairness/drawNames.ts';
import { FairCheckCard, ownStakeOf } from '../../features/fairness/FairCheckCard.tsx';
import { deciderName } from '../../features/game/deciderName.ts';
import { titleOf } from '../../features/game/games.ts';
import { useRefetchWhile } from '../../features/game/useRefetchWhile.ts';
import { RuleMeaning } from '../../features/rule/RuleMeaning.tsx';
import { useSession } from '../../features/session/useSession.ts';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { LogFork } from '../../features/transparency/LogFork.tsx';
import { graphql } from '../../gql/gql.ts';
import type { FairnessPage_QueryQuery } from '../../gql/graphql.ts';
import { fairness } from '#messages/fairness.ts';
import { notFound } from '#messages/notFound.ts';
import { profitRule } from '#messages/profitRule.ts';
import { results } from '#messages/results.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { ColorChip } from '../../ui/ColorChip.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { NumberName } from '../../ui/NumberName.tsx';
import { colorsOf } from '../../ui/shapes.ts';
import { Stack } from '../../ui/Stack.tsx';
import classes from './FairnessPage.module.css';

const FairnessPage_Query = graphql(`
  query FairnessPage_Query($gameId: String!, $player: Boolean!) {
    viewer @include(if: $player) {
      betsIn(gameId: $gameId) {
        ...OwnBet_bet @unmask
        cancelledByPlayer
        placedAt
      }
    }
    contest(gameId: $gameId) {
      id
      gameId
      previousGameId
      nextGameId
      period
      gameType
      state
      decidedBy
      profitabilityLevel
      ruleVersion
      drawVersion
      beaconRound
      betsRoot
      beaconSignature
      beaconRandomness
      timelock
      betCount
      endsAt
      chainId
      chainIndex
      commitment
      seed
      seedLost
      winningNumber
      voidCause
      voidReason
      wouldHaveBeen
      outcomes {
        number
        stakes
        payouts
        profit
      }
      payoutTable {
        ...PayoutTable_row @unmask
      }
    }
  }
`);

const refetchMs = 3_000;

/** What a round publishes about its result, verified in the browser once it is decided. */
export default function FairnessPage() {
  return (
    <WithClient>
      <Round />
    </WithClient>
  );
}

function Round() {
  const { gameId = '' } = useParams();
  const player = useSession()?.user.userType === 'player';
  const answer = useQuery(FairnessPage_Query, { variables: { gameId, player }, fetchPolicy: 'cache-and-network' });
  const round = answer.data?.contest;
  // Until the seed is published and the bets are paid.
  useRefetchWhile(
    round != null && round.state !== 'SETTLED' && !(round.state === 'VOID' && (round.seed !== null || round.seedLost)),
    () => void answer.refetch().catch(() => undefined),
    refetchMs,
  );
  return (
    <Screen title={titles.fairness}>
      <QueryBoundary of={answer}>
        {({ contest, viewer }) =>
          contest ? <Published contest={contest} bets={viewer?.betsIn ?? []} /> : <NoSuchRound />
        }
      </QueryBoundary>
    </Screen>
  );
}

type Contest = NonNullable<FairnessPage_QueryQuery['contest']>;
type OwnBet = NonNullable<NonNullable<FairnessPage_QueryQuery['viewer']>['betsIn']>[number];

function Published({ contest, bets }: { contest: Contest; bets: readonly OwnBet[] }) {
  const { seed, winningNumber } = contest;
  return (
    <Stack>
      <LogFork />
      <Card title={`${titleOf(contest.gameType)} · ${contest.period}`}>
        <Facts
          facts={[
            [fairness.state, fairness.states[contest.state]],
            [fairness.decidedBy, deciderName(contest)],
            [fairness.result, winningNumber === null ? null : <Result number={winningNumber} />],
            [fairness.voidReason, reasonOf(contest)],
            [fairness.drawVersion, drawNames[contest.drawVersion]],
            [fairness.chain, contest.chainId],
            [fairness.position, contest.chainIndex],
          ]}
        />
      </Card>
      {bets.length > 0 && contest.state === 'SETTLED' && (
        <Card title={results.yours}>
          <BetResults gameId={contest.gameId} bets={bets} />
        </Card>
      )}
      <Card title={fairness.commitment}>
        <Hash hex={contest.commitment} copy={fairness.copyCommitment} />
        <p className={classes.quiet}>{contest.seed ? fairness.commitmentHint : fairness.commitmentHintRunning}</p>
      </Card>
      <Card title={fairness.seed}>
        {seed ? (
          <>
            <Hash hex={seed} copy={fairness.copySeed} />
            <p className={classes.quiet}>{fairness.seedHint}</p>
          </>
        ) : (
          <p className={classes.quiet}>{contest.seedLost ? fairness.seedLost : fairness.seedPending}</p>
        )}
      </Card>
      {contest.beaconRound !== null && <BeaconCards contest={contest} beaconRound={contest.beaconRound} />}
      {seed && <FairCheckCard {...contest} seed={seed} own={ownStakes(contest, bets)} />}
      {contest.decidedBy === 'PROFIT_RULE' && (
        <Card title={profitRule.title}>
          <RuleMeaning table={contest.payoutTable} />
        </Card>
      )}
      <Neighbours contest={contest} />
      <LinkButton to={paths.transparencyOf(contest.gameId)} quiet>
        {fairness.month}
      </LinkButton>
    </Stack>
  );
}

/** Those that have to be under the root: of a void round those that were refunded too. */
function ownStakes(contest: Contest, bets: readonly OwnBet[]) {
  return bets.filter((bet) => !isCalledOff(bet, contest)).map(ownStakeOf);
}

/** Why it is void: an operator's words as they are, the others in the reader's language. */
function reasonOf({ voidCause, voidReason }: Contest): string | null {
  return voidCause === null || voidCause === 'OPERATOR' ? voidReason : fairness.voidCauses[voidCause];
}

/** What the draw takes beside the seed, under `colour-pf/2`. */
function BeaconCards({ contest, beaconRound }: { contest: Contest; beaconRound: number }) {
  const { betsRoot, beaconRandomness, seed } = contest;
  return (
    <>
      <Card title={fairness.betsRoot}>
        {betsRoot && <Hash hex={betsRoot} copy={fairness.copyBetsRoot} />}
        <p className={classes.quiet}>{betsRoot ? fairness.betsRootHint : fairness.betsRootPending}</p>
      </Card>
      <Card title={fairness.beacon}>
        {beaconRandomness && <Hash hex={beaconRandomness} copy={fairness.copyRandomness} />}
        {seed && !beaconRandomness ? (
          <p role="status">{fairness.waitingForBeacon}</p>
        ) : (
          <p className={classes.quiet}>{fairness.beaconHint(beaconRound)}</p>
        )}
      </Card>
    </>
  );
}

/** The rounds before and after this one in its game, as far as there are any: the chain links them. */
function Neighbours({ contest: { previousGameId, nextGameId } }: { contest: Contest }) {
  return (
    <nav className={classes.neighbours} aria-label={fairness.neighbours}>
      {previousGameId && (
        <LinkButton to={paths.fairness(previousGameId)} quiet>
          {fairness.previous}
        </LinkButton>
      )}
      {nextGameId && (
        <LinkButton to={paths.fairness(nextGameId)} quiet>
          {fairness.next}
        </LinkButton>
      )}
    </nav>
  );
}

function Result({ number }: { number: number }) {
  return (
    <span className={classes.result}>
      <NumberName number={number} />
      {colorsOf(number).map((color) => (
        <ColorChip key={color} color={color} />
      ))}
    </span>
  );
}

function Hash({ hex, copy }: { hex: string; copy: string }) {
  return (
    <p className={classes.hash}>
      <code className={classes.code}>{hex}</code>
      <CopyButton text={hex} label={copy} copied={fairness.copied} />
    </p>
  );
}

function NoSuchRound() {
  return (
    <Card>
      <EmptyState Icon={IconError404} title={fairness.notFound} hint={fairness.notFoundHint}>
        <LinkButton to={paths.home}>{notFound.home}</LinkButton>
      </EmptyState>
    </Card>
  );
}

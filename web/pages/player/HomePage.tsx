import { useQuery } from '@apollo/client/react';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import { ComingSoon } from '../../features/game/ComingSoon.tsx';
import { GameCards, type GameNow } from '../../features/game/GameCards.tsx';
import { WinnersSoon, WinnerTicker } from '../../features/game/WinnerTicker.tsx';
import { useProduct } from '../../features/product/useProduct.ts';
import { Link } from '../../features/navigation/Link.tsx';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { useArrived } from '../../features/shell/useArrived.ts';
import { BalanceBanner, BalanceBannerSoon } from '../../features/wallet/BalanceBanner.tsx';
import { graphql } from '../../gql/gql.ts';
import type { GameType, HomePage_QueryQuery } from '../../gql/graphql.ts';
import { game } from '#messages/game.ts';
import { home } from '#messages/home.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { Motif } from '../../ui/Motif.tsx';
import { Stack } from '../../ui/Stack.tsx';
import classes from './HomePage.module.css';

const HomePage_Query = graphql(`
  query HomePage_Query {
    serverTime
    viewer {
      unreadNotificationCount
      wallet {
        id
        ...BalanceBanner_wallet
      }
    }
    halfRound: activeContest(gameType: SAPRE_HALF) {
      ...GameCards_contest @unmask
    }
    oneRound: activeContest(gameType: SAPRE_ONE) {
      ...GameCards_contest @unmask
    }
    threeRound: activeContest(gameType: SAPRE_THREE) {
      ...GameCards_contest @unmask
    }
    halfResults: contests(gameType: SAPRE_HALF, first: 5) {
      ...GameCards_results @unmask
    }
    oneResults: contests(gameType: SAPRE_ONE, first: 5) {
      ...GameCards_results @unmask
    }
    threeResults: contests(gameType: SAPRE_THREE, first: 5) {
      ...GameCards_results @unmask
    }
    recentWins {
      name
      amount
      sample
    }
  }
`);

export default function HomePage() {
  const answer = useQuery(HomePage_Query, { fetchPolicy: 'cache-and-network', pollInterval: 60_000 });
  const data = useArrived(answer.data);
  const unread = data?.viewer?.unreadNotificationCount ?? 0;
  return (
    <Screen title={titles.home} header={<HomeHeader unread={unread} />}>
      <Stack>
        <Banner>
          <p className={classes.bannerTitle}>{home.bannerTitle}</p>
          <p className={classes.bannerText}>{home.bannerText}</p>
          <Link to={paths.guide} className={classes.guide ?? ''}>
            {home.bannerGuide}
          </Link>
        </Banner>
        {data?.viewer?.wallet ? (
          <BalanceBanner
            wallet={data.viewer.wallet}
            label={home.balance}
            aside={
              <Link to={paths.deposit} className={classes.guide ?? ''}>
                {game.recharge}
              </Link>
            }
          />
        ) : (
          <BalanceBannerSoon />
        )}
        <GameCards now={data ? gamesNow(data) : null} onOver={() => void answer.refetch().catch(() => undefined)} />
        <ComingSoon />
        <Card title={home.winning}>
          <QueryBoundary of={answer} loading={<WinnersSoon />}>
            {({ recentWins }) => <WinnerTicker wins={recentWins} />}
          </QueryBoundary>
        </Card>
      </Stack>
    </Screen>
  );
}

function gamesNow(data: HomePage_QueryQuery): Record<GameType, GameNow> {
  const numbers = ({ edges }: HomePage_QueryQuery['halfResults']) =>
    edges.flatMap(({ node }) => node.winningNumber ?? []);
  return {
    SAPRE_HALF: { round: data.halfRound, lastNumbers: numbers(data.halfResults) },
    SAPRE_ONE: { round: data.oneRound, lastNumbers: numbers(data.oneResults) },
    SAPRE_THREE: { round: data.threeRound, lastNumbers: numbers(data.threeResults) },
  };
}

function HomeHeader({ unread }: { unread: number }) {
  const { name } = useProduct();
  return (
    <header className={classes.header}>
      <h1 translate="no" className={classes.brand}>
        <Motif size={32} />
        {name}
      </h1>
      <Link
        to={paths.notification}
        className={classes.bell ?? ''}
        aria-label={unread > 0 ? home.bellUnread(unread) : home.bell}
      >
        <IconBell size={22} aria-hidden />
        {unread > 0 && (
          <span className={classes.unread} aria-hidden>
            {Math.min(unread, 99)}
          </span>
        )}
      </Link>
    </header>
  );
}

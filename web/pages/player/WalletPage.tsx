import { useQuery } from '@apollo/client/react';
import IconArrowDownLeft from '@tabler/icons-react/dist/esm/icons/IconArrowDownLeft.mjs';
import IconArrowUpRight from '@tabler/icons-react/dist/esm/icons/IconArrowUpRight.mjs';
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs';
import { Suspense } from 'react';
import { PlayCredit } from '../../features/playCredit/PlayCredit.tsx';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { Shortcuts } from '../../features/shell/Shortcuts.tsx';
import { BalanceBanner } from '../../features/wallet/BalanceBanner.tsx';
import { graphql } from '../../gql/gql.ts';
import { titles } from '#messages/titles.ts';
import { wallet } from '#messages/wallet.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Ring } from '../../ui/Ring.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { lazyPart } from '../../ui/lazyPart.ts';
import classes from './WalletPage.module.css';

const Evidence = lazyPart(async () => (await import('../../features/evidence/WalletEvidence.tsx')).WalletEvidence);

const WalletPage_Query = graphql(`
  query WalletPage_Query {
    viewer {
      wallet {
        id
        available
        ...BalanceBanner_wallet
      }
    }
  }
`);

export default function WalletPage() {
  const answer = useQuery(WalletPage_Query, { fetchPolicy: 'cache-and-network' });
  return (
    <Screen title={titles.wallet}>
      <QueryBoundary of={answer} loading={<Skeleton heights={[95, 180, 179]} />}>
        {({ viewer }) =>
          viewer?.wallet && (
            <Stack>
              <BalanceBanner wallet={viewer.wallet} label={wallet.total} total />
              <PlayCredit available={viewer.wallet.available} />
              <Card>
                <div className={classes.main}>
                  <Ring percent={100} label={wallet.ring} />
                  <div className={classes.grow}>
                    <p className={classes.label}>{wallet.main}</p>
                    <p className={classes.amount}>
                      <MoneyText amount={viewer.wallet.available} />
                    </p>
                  </div>
                </div>
                <LinkButton to={paths.withdrawMethod} state={{ balance: viewer.wallet.available }}>
                  {wallet.transfer}
                </LinkButton>
              </Card>
              <Card>
                <p className={classes.hint}>{wallet.hint}</p>
                <Shortcuts items={shortcutsWith(viewer.wallet.available)} />
              </Card>
              <Suspense fallback={null}>
                <Evidence />
              </Suspense>
            </Stack>
          )
        }
      </QueryBoundary>
    </Screen>
  );
}

/** The balance is passed in location state (web/pages/README.md#addresses); the screens refetch it. */
function shortcutsWith(balance: string) {
  const state = { balance };
  return [
    { to: paths.deposit, label: wallet.deposit, Icon: IconArrowDownLeft, state },
    { to: paths.withdrawMethod, label: wallet.withdraw, Icon: IconArrowUpRight, state },
    { to: paths.transactions, label: wallet.transactions, Icon: IconListDetails, state },
  ];
}

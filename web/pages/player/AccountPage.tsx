import { useQuery } from '@apollo/client/react';
import {
  IconArrowDownLeft,
  IconArrowUpRight,
  IconBell,
  IconBook2,
  IconGift,
  IconHeadset,
  IconHistory,
  IconInfoCircle,
  IconListDetails,
  IconLogout,
  IconMessageStar,
  IconSettings,
  IconWallet,
} from '@tabler/icons-react';
import { ProfileHeader } from '../../features/profile/ProfileHeader.tsx';
import { useLogout } from '../../features/session/useLogout.ts';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { RowLink } from '../../features/shell/RowLink.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { Shortcuts } from '../../features/shell/Shortcuts.tsx';
import { BalanceBanner } from '../../features/wallet/BalanceBanner.tsx';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ColorSchemeToggle } from '../../ui/ColorSchemeToggle.tsx';
import { RefreshButton } from '../../ui/RefreshButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import classes from './AccountPage.module.css';

const AccountPage_Query = graphql(`
  query AccountPage_Query {
    viewer {
      user {
        id
        ...ProfileHeader_user
      }
      wallet {
        id
        ...BalanceBanner_wallet
      }
    }
  }
`);

const moneyShortcuts = [
  { to: paths.wallet, label: words.tabs.wallet, Icon: IconWallet },
  { to: paths.deposit, label: words.wallet.deposit, Icon: IconArrowDownLeft },
  { to: paths.withdrawMethod, label: words.wallet.withdraw, Icon: IconArrowUpRight },
];

const { services } = words.account;
const serviceShortcuts = [
  { to: paths.settingCenter, label: services.settings, Icon: IconSettings },
  { to: paths.feedback, label: services.feedback, Icon: IconMessageStar },
  { to: paths.notification, label: services.notification, Icon: IconBell },
  { to: paths.customerService, label: services.customerService, Icon: IconHeadset },
  { to: paths.guide, label: services.guide, Icon: IconBook2 },
  { to: paths.about, label: services.about, Icon: IconInfoCircle },
];

export function AccountPage() {
  const answer = useQuery(AccountPage_Query, { fetchPolicy: 'cache-and-network' });
  const logout = useLogout();
  const refresh = (
    <RefreshButton
      label={words.account.refresh}
      className={classes.refresh}
      onRefresh={() => void answer.refetch().catch(() => undefined)}
    />
  );
  return (
    <Screen title={words.titles.account} aside={<ColorSchemeToggle />}>
      <QueryBoundary of={answer}>
        {({ viewer }) =>
          viewer?.wallet && (
            <Stack>
              <ProfileHeader user={viewer.user} />
              <BalanceBanner wallet={viewer.wallet} label={words.account.balance} total aside={refresh} />
              <Card>
                <Shortcuts items={moneyShortcuts} />
              </Card>
              <Card>
                <RowLink to={paths.betRecords} label={words.account.history} Icon={IconHistory} />
                <RowLink to={paths.transactions} label={words.wallet.transactions} Icon={IconListDetails} />
                <RowLink to={paths.promotion} label={words.account.promotion} Icon={IconGift} />
              </Card>
              <Card title={words.account.service}>
                <Shortcuts items={serviceShortcuts} />
              </Card>
              <Button
                variant="raised"
                fullWidth
                leftSection={<IconLogout size={18} aria-hidden />}
                onClick={() => void logout()}
              >
                {words.account.logout}
              </Button>
            </Stack>
          )
        }
      </QueryBoundary>
    </Screen>
  );
}

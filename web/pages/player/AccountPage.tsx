import { useQuery } from '@apollo/client/react';
import IconArrowDownLeft from '@tabler/icons-react/dist/esm/icons/IconArrowDownLeft.mjs';
import IconArrowUpRight from '@tabler/icons-react/dist/esm/icons/IconArrowUpRight.mjs';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import IconBook2 from '@tabler/icons-react/dist/esm/icons/IconBook2.mjs';
import IconGift from '@tabler/icons-react/dist/esm/icons/IconGift.mjs';
import IconHeadset from '@tabler/icons-react/dist/esm/icons/IconHeadset.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import IconMessageStar from '@tabler/icons-react/dist/esm/icons/IconMessageStar.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import IconWallet from '@tabler/icons-react/dist/esm/icons/IconWallet.mjs';
import { ProfileHeader } from '../../features/profile/ProfileHeader.tsx';
import { useLogout } from '../../features/session/useLogout.ts';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { RowLink } from '../../features/shell/RowLink.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { Shortcuts } from '../../features/shell/Shortcuts.tsx';
import { BalanceBanner } from '../../features/wallet/BalanceBanner.tsx';
import { graphql } from '../../gql/gql.ts';
import { account } from '#messages/account.ts';
import { tabs } from '#messages/tabs.ts';
import { titles } from '#messages/titles.ts';
import { wallet } from '#messages/wallet.ts';
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
  { to: paths.wallet, label: tabs.wallet, Icon: IconWallet },
  { to: paths.deposit, label: wallet.deposit, Icon: IconArrowDownLeft },
  { to: paths.withdrawMethod, label: wallet.withdraw, Icon: IconArrowUpRight },
];

const { services } = account;
const serviceShortcuts = [
  { to: paths.settingCenter, label: services.settings, Icon: IconSettings },
  { to: paths.feedback, label: services.feedback, Icon: IconMessageStar },
  { to: paths.notification, label: services.notification, Icon: IconBell },
  { to: paths.customerService, label: services.customerService, Icon: IconHeadset },
  { to: paths.guide, label: services.guide, Icon: IconBook2 },
  { to: paths.about, label: services.about, Icon: IconInfoCircle },
];

export default function AccountPage() {
  const answer = useQuery(AccountPage_Query, { fetchPolicy: 'cache-and-network' });
  const logout = useLogout();
  const refresh = (
    <RefreshButton
      label={account.refresh}
      className={classes.refresh}
      onRefresh={() => void answer.refetch().catch(() => undefined)}
    />
  );
  return (
    <Screen title={titles.account} aside={<ColorSchemeToggle />}>
      <QueryBoundary of={answer}>
        {({ viewer }) =>
          viewer?.wallet && (
            <Stack>
              <ProfileHeader user={viewer.user} />
              <BalanceBanner wallet={viewer.wallet} label={account.balance} total aside={refresh} />
              <Card>
                <Shortcuts items={moneyShortcuts} />
              </Card>
              <Card>
                <RowLink to={paths.betRecords} label={account.history} Icon={IconHistory} />
                <RowLink to={paths.transactions} label={wallet.transactions} Icon={IconListDetails} />
                <RowLink to={paths.promotion} label={account.promotion} Icon={IconGift} />
              </Card>
              <Card title={account.service}>
                <Shortcuts items={serviceShortcuts} />
              </Card>
              <Button
                variant="raised"
                fullWidth
                leftSection={<IconLogout size={18} aria-hidden />}
                onClick={() => void logout()}
              >
                {account.logout}
              </Button>
            </Stack>
          )
        }
      </QueryBoundary>
    </Screen>
  );
}

import { useQuery } from '@apollo/client/react';
import { IconBuildingBank, IconQrcode } from '@tabler/icons-react';
import { Faces } from '../../features/shell/Faces.tsx';
import { RowLink } from '../../features/shell/RowLink.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { BalanceBanner } from '../../features/wallet/BalanceBanner.tsx';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { Stack } from '../../ui/Stack.tsx';

const WithdrawMethodPage_Query = graphql(`
  query WithdrawMethodPage_Query {
    viewer {
      wallet {
        id
        ...BalanceBanner_wallet
      }
    }
  }
`);

export function WithdrawMethodPage() {
  const answer = useQuery(WithdrawMethodPage_Query, { fetchPolicy: 'cache-and-network' });
  return (
    <Screen title={words.titles.withdrawMethod} backTo={paths.wallet}>
      <Stack>
        <Faces of={answer}>
          {({ viewer }) => viewer?.wallet && <BalanceBanner wallet={viewer.wallet} label={words.withdraw.balance} />}
        </Faces>
        <Card title={words.withdraw.choose}>
          <RowLink
            to={paths.withdrawThroughUPI}
            label={words.withdraw.upi}
            hint={words.withdraw.upiHint}
            Icon={IconQrcode}
          />
          <RowLink
            to={paths.withdrawThroughBank}
            label={words.withdraw.bank}
            hint={words.withdraw.bankHint}
            Icon={IconBuildingBank}
          />
        </Card>
      </Stack>
    </Screen>
  );
}

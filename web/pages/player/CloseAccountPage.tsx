import { useQuery } from '@apollo/client/react';
import IconDatabaseExport from '@tabler/icons-react/dist/esm/icons/IconDatabaseExport.mjs';
import { useNavigate } from 'react-router-dom';
import { clearSession } from '../../apollo/sessionStore.ts';
import { forgetReceipts } from '../../features/evidence/keptReceipts.ts';
import { CloseAccountForm } from '../../features/records/CloseAccountForm.tsx';
import { useProduct } from '../../features/product/useProduct.ts';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { RowLink } from '../../features/shell/RowLink.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { graphql } from '../../gql/gql.ts';
import { formatMoney, paiseOf } from '../../lib/money.ts';
import { closeAccount } from '#messages/closeAccount.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { showToast } from '../../ui/toasts.ts';

const CloseAccountPage_Query = graphql(`
  query CloseAccountPage_Query {
    viewer {
      wallet {
        id
        available
        held
      }
    }
  }
`);

/** What closing the account means, what to do before, and the form. */
export default function CloseAccountPage() {
  const answer = useQuery(CloseAccountPage_Query, { fetchPolicy: 'cache-and-network' });
  const navigate = useNavigate();
  const { playMoney } = useProduct();
  const leave = async () => {
    await navigate(paths.login, { replace: true });
    forgetReceipts();
    clearSession();
    showToast({ text: closeAccount.closed, tone: 'good' });
  };
  return (
    <Screen title={titles.closeAccount} backTo={paths.settingCenter}>
      <Stack>
        <Card>
          <Stack gap={12}>
            <p>{closeAccount.intro}</p>
            <p>{closeAccount.erased}</p>
            <p>{closeAccount.kept}</p>
            <p>{closeAccount.again}</p>
          </Stack>
        </Card>
        <QueryBoundary of={answer} loading={<Skeleton heights={[140, 170]} />}>
          {({ viewer }) =>
            viewer?.wallet && (
              <>
                <Before wallet={viewer.wallet} playMoney={playMoney} />
                <Card>
                  <CloseAccountForm
                    forfeits={
                      playMoney && paiseOf(viewer.wallet.available) > 0n ? formatMoney(viewer.wallet.available) : null
                    }
                    onClosed={leave}
                  />
                </Card>
              </>
            )
          }
        </QueryBoundary>
      </Stack>
    </Screen>
  );
}

interface BeforeProps {
  wallet: { available: string; held: string };
  playMoney: boolean;
}

function Before({ wallet: { available, held }, playMoney }: BeforeProps) {
  const [hasBalance, hasHeld] = [paiseOf(available) > 0n, paiseOf(held) > 0n];
  return (
    <Card title={closeAccount.first}>
      <Stack gap={12}>
        {hasBalance && <p>{closeAccount[playMoney ? 'forfeit' : 'balance'](formatMoney(available))}</p>}
        {hasBalance && !playMoney && <LinkButton to={paths.withdrawMethod}>{closeAccount.withdraw}</LinkButton>}
        {hasHeld && <p>{closeAccount[playMoney ? 'heldPlay' : 'held'](formatMoney(held))}</p>}
        {!hasBalance && !hasHeld && <p>{closeAccount.ready}</p>}
        <RowLink to={paths.yourData} label={titles.yourData} hint={closeAccount.data} Icon={IconDatabaseExport} />
      </Stack>
    </Card>
  );
}

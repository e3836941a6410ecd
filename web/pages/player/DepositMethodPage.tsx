import { useQuery } from '@apollo/client/react';
import { IconBuildingBank, IconQrcode } from '@tabler/icons-react';
import { DepositScreen } from '../../features/payments/DepositScreen.tsx';
import { RowLink } from '../../features/shell/RowLink.tsx';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';

const DepositMethodPage_Query = graphql(`
  query DepositMethodPage_Query {
    viewer {
      upi: payee(channel: UPI) {
        id
      }
      bank: payee(channel: BANK) {
        id
      }
    }
  }
`);

/** UPI or bank account, and which of them takes no payments now; both pass the amount on. */
export function DepositMethodPage() {
  const { data } = useQuery(DepositMethodPage_Query, { fetchPolicy: 'cache-and-network' });
  const missing = (channel: 'upi' | 'bank') => data?.viewer?.[channel] === null;
  return (
    <DepositScreen title={words.titles.depositMethod}>
      {(rechargeAmount) => (
        <Card title={words.deposit.chooseMethod}>
          <RowLink
            to={paths.throughUPI}
            state={{ rechargeAmount }}
            label={words.deposit.upi}
            hint={missing('upi') ? words.deposit.noPayee : words.deposit.upiHint}
            Icon={IconQrcode}
          />
          <RowLink
            to={paths.throughBank}
            state={{ rechargeAmount }}
            label={words.deposit.bank}
            hint={missing('bank') ? words.deposit.noPayee : words.deposit.bankHint}
            Icon={IconBuildingBank}
          />
        </Card>
      )}
    </DepositScreen>
  );
}

import { useQuery } from '@apollo/client/react';
import IconBuildingBank from '@tabler/icons-react/dist/esm/icons/IconBuildingBank.mjs';
import IconQrcode from '@tabler/icons-react/dist/esm/icons/IconQrcode.mjs';
import { DepositScreen } from '../../features/payments/DepositScreen.tsx';
import { RowLink } from '../../features/shell/RowLink.tsx';
import { graphql } from '../../gql/gql.ts';
import { deposit } from '#messages/deposit.ts';
import { titles } from '#messages/titles.ts';
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
export default function DepositMethodPage() {
  const { data } = useQuery(DepositMethodPage_Query, { fetchPolicy: 'cache-and-network' });
  const missing = (channel: 'upi' | 'bank') => data?.viewer?.[channel] === null;
  return (
    <DepositScreen title={titles.depositMethod}>
      {(rechargeAmount) => (
        <Card title={deposit.chooseMethod}>
          <RowLink
            to={paths.throughUPI}
            state={{ rechargeAmount }}
            label={deposit.upi}
            hint={missing('upi') ? deposit.noPayee : deposit.upiHint}
            Icon={IconQrcode}
          />
          <RowLink
            to={paths.throughBank}
            state={{ rechargeAmount }}
            label={deposit.bank}
            hint={missing('bank') ? deposit.noPayee : deposit.bankHint}
            Icon={IconBuildingBank}
          />
        </Card>
      )}
    </DepositScreen>
  );
}

import IconBuildingBank from '@tabler/icons-react/dist/esm/icons/IconBuildingBank.mjs';
import { deposit } from '#messages/deposit.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../shell/LinkButton.tsx';

/** No payee accepts this kind of payment now. */
export function NoPayee({ amount }: { amount: string }) {
  return (
    <Card>
      <EmptyState Icon={IconBuildingBank} title={deposit.noPayee} hint={deposit.noPayeeHint}>
        <LinkButton to={paths.depositMethod} state={{ rechargeAmount: amount }}>
          {deposit.otherMethod}
        </LinkButton>
      </EmptyState>
    </Card>
  );
}

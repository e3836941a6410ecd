import { IconBuildingBank } from '@tabler/icons-react';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../shell/LinkButton.tsx';

/** No payee accepts this kind of payment now. */
export function NoPayee({ amount }: { amount: string }) {
  return (
    <Card>
      <EmptyState Icon={IconBuildingBank} title={words.deposit.noPayee} hint={words.deposit.noPayeeHint}>
        <LinkButton to={paths.depositMethod} state={{ rechargeAmount: amount }}>
          {words.deposit.otherMethod}
        </LinkButton>
      </EmptyState>
    </Card>
  );
}

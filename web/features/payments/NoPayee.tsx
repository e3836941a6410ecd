import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyFace } from '../../ui/EmptyFace.tsx';
import { LinkButton } from '../shell/LinkButton.tsx';

/** No account of ours takes this kind of payment now. */
export function NoPayee({ amount }: { amount: string }) {
  return (
    <Card>
      <EmptyFace title={words.deposit.noPayee} hint={words.deposit.noPayeeHint}>
        <LinkButton to={paths.depositMethod} state={{ rechargeAmount: amount }}>
          {words.deposit.otherMethod}
        </LinkButton>
      </EmptyFace>
    </Card>
  );
}

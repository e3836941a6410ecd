import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

export function PromotionPage() {
  return (
    <Screen title={words.titles.promotion} backTo={paths.account}>
      <Card>
        <EmptyState title={words.promotion.title} hint={words.promotion.text}>
          <LinkButton to={paths.home} quiet>
            {words.activity.play}
          </LinkButton>
        </EmptyState>
      </Card>
    </Screen>
  );
}

import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { activity } from '#messages/activity.ts';
import { promotion } from '#messages/promotion.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

export default function PromotionPage() {
  return (
    <Screen title={titles.promotion} backTo={paths.account}>
      <Card>
        <EmptyState title={promotion.title} hint={promotion.text}>
          <LinkButton to={paths.home} quiet>
            {activity.play}
          </LinkButton>
        </EmptyState>
      </Card>
    </Screen>
  );
}

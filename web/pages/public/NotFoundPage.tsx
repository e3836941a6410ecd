import { IconError404 } from '@tabler/icons-react';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

export function NotFoundPage() {
  return (
    <Screen title={words.titles.notFound}>
      <Card>
        <EmptyState Icon={IconError404} title={words.notFound.title} hint={words.notFound.text}>
          <LinkButton to={paths.home}>{words.notFound.home}</LinkButton>
        </EmptyState>
      </Card>
    </Screen>
  );
}

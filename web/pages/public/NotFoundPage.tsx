import IconError404 from '@tabler/icons-react/dist/esm/icons/IconError404.mjs';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { notFound } from '#messages/notFound.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

export default function NotFoundPage() {
  return (
    <Screen title={titles.notFound}>
      <Card>
        <EmptyState Icon={IconError404} title={notFound.title} hint={notFound.text}>
          <LinkButton to={paths.home}>{notFound.home}</LinkButton>
        </EmptyState>
      </Card>
    </Screen>
  );
}

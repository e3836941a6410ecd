import IconError404 from '@tabler/icons-react/dist/esm/icons/IconError404.mjs';
import { notFound } from '#messages/notFound.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from './LinkButton.tsx';
import { Screen } from './Screen.tsx';

/** At an address without a page. */
export function NotFound() {
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

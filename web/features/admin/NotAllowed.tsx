import { shell } from '#messages/admin/shell.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { AdminPage } from './AdminPage.tsx';

/** In place of a page that the admin's roles don't include. */
export function NotAllowed() {
  const { notAllowed } = shell;
  return (
    <AdminPage title={notAllowed.title}>
      <Card>
        <EmptyState title={notAllowed.text} hint={notAllowed.hint} />
      </Card>
    </AdminPage>
  );
}

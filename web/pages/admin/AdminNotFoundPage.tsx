import { IconError404 } from '@tabler/icons-react';
import { Route, Routes } from 'react-router-dom';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { AdminShell } from '../../features/admin/AdminShell.tsx';
import { useSession } from '../../features/session/useSession.ts';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NotFoundPage } from '../public/NotFoundPage.tsx';

/** An address under /admin without a page: within the back office for admins, as any other for everybody else. */
export function AdminNotFoundPage() {
  if (useSession()?.user.userType !== 'admin') return <NotFoundPage />;
  return (
    <Routes>
      <Route element={<AdminShell />}>
        <Route path="*" element={<NoSuchPage />} />
      </Route>
    </Routes>
  );
}

function NoSuchPage() {
  return (
    <AdminPage title={words.titles.notFound}>
      <Card>
        <EmptyState Icon={IconError404} title={words.notFound.title} hint={words.notFound.text}>
          <LinkButton to={paths.admin.dashboard}>{words.admin.shell.toDashboard}</LinkButton>
        </EmptyState>
      </Card>
    </AdminPage>
  );
}

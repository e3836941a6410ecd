import IconCompassOff from '@tabler/icons-react/dist/esm/icons/IconCompassOff.mjs';
import { Route, Routes } from 'react-router-dom';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { AdminShell } from '../../features/admin/AdminShell.tsx';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { lost } from '#messages/admin/lost.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** An address under /admin without a page, reported within the back office. */
export default function AdminNotFoundPage() {
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
    <AdminPage title={lost.name}>
      <Card>
        <EmptyState Icon={IconCompassOff} title={lost.title} hint={lost.text}>
          <LinkButton to={paths.admin.dashboard}>{lost.toDashboard}</LinkButton>
        </EmptyState>
      </Card>
    </AdminPage>
  );
}

import { AdminPage } from '../../features/admin/AdminPage.tsx';
import formCard from '../../features/admin/FormCard.module.css';
import { OwnSessions } from '../../features/ownSessions/OwnSessions.tsx';
import { words } from '../../messages/words.ts';

/** Where the admin is signed in. */
export function AdminSessionsPage() {
  return (
    <AdminPage title={words.titles.sessions}>
      <div className={formCard.card}>
        <OwnSessions />
      </div>
    </AdminPage>
  );
}

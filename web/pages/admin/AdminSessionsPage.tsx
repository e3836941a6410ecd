import { AdminPage } from '../../features/admin/AdminPage.tsx';
import formCard from '../../features/admin/FormCard.module.css';
import { OwnSessions } from '../../features/ownSessions/OwnSessions.tsx';
import { titles } from '#messages/titles.ts';

/** Where the admin is signed in. */
export default function AdminSessionsPage() {
  return (
    <AdminPage title={titles.sessions}>
      <div className={formCard.card}>
        <OwnSessions />
      </div>
    </AdminPage>
  );
}

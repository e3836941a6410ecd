import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { CannedAnswers } from '../../features/adminSupport/CannedAnswers.tsx';
import { useBack } from '../../features/shell/useBack.ts';
import { support } from '#messages/admin/support.ts';
import { paths } from '../../paths.ts';

export default function CannedAnswersPage() {
  const back = useBack(paths.admin.support);
  return (
    <AdminPage title={support.canned.title} onBack={back}>
      <CannedAnswers />
    </AdminPage>
  );
}

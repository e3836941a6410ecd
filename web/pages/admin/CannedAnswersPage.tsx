import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { CannedAnswers } from '../../features/adminSupport/CannedAnswers.tsx';
import { useBack } from '../../features/shell/useBack.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';

export function CannedAnswersPage() {
  const back = useBack(paths.admin.support);
  return (
    <AdminPage title={words.admin.support.canned.title} onBack={back}>
      <CannedAnswers />
    </AdminPage>
  );
}

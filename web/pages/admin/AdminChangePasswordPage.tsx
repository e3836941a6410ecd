import { useContext } from 'react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { AdminPasswordForm } from '../../features/admin/AdminPasswordForm.tsx';
import { MailedPasswordContext } from '../../features/admin/useMay.ts';
import { words } from '../../messages/words.ts';
import { Notice } from '../../ui/Notice.tsx';

/** The admin's version of the page; for a new admin in place of every other page. */
export function AdminChangePasswordPage() {
  const mailed = useContext(MailedPasswordContext);
  const { changePassword, mailedPassword } = words.admin.shell;
  return (
    <AdminPage title={mailed ? mailedPassword.title : changePassword}>
      <Notice tone="attention">{mailed ? mailedPassword.why : words.changePassword.banner}</Notice>
      <AdminPasswordForm oldLabel={mailed ? mailedPassword.oldPassword : words.changePassword.oldPassword} />
    </AdminPage>
  );
}

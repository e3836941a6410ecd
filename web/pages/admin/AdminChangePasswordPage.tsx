import { useContext } from 'react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { AdminPasswordForm } from '../../features/admin/AdminPasswordForm.tsx';
import { MailedPasswordContext } from '../../features/admin/useMay.ts';
import { shell } from '#messages/admin/shell.ts';
import { changePassword as changePasswordWords } from '#messages/changePassword.ts';
import { Notice } from '../../ui/Notice.tsx';

/** The admin's version of the page; for a new admin in place of every other page. */
export default function AdminChangePasswordPage() {
  const mailed = useContext(MailedPasswordContext);
  const { changePassword, mailedPassword } = shell;
  return (
    <AdminPage title={mailed ? mailedPassword.title : changePassword}>
      <Notice tone="attention">{mailed ? mailedPassword.why : changePasswordWords.banner}</Notice>
      <AdminPasswordForm oldLabel={mailed ? mailedPassword.oldPassword : changePasswordWords.oldPassword} />
    </AdminPage>
  );
}

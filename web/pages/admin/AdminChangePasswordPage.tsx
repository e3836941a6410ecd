import { words } from '../../messages/words.ts';

export function AdminChangePasswordPage() {
  return <h1>{words.admin.shell.changePassword}</h1>;
}

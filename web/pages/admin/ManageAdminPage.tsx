import { words } from '../../messages/words.ts';

export function ManageAdminPage() {
  return <h1>{words.admin.shell.manageAdmin}</h1>;
}

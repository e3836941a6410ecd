import { words } from '../../messages/words.ts';

export function RegisterNewAdminPage() {
  return <h1>{words.admin.shell.manageAdmin}</h1>;
}

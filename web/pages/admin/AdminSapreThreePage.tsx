import { words } from '../../messages/words.ts';

export function AdminSapreThreePage() {
  return <h1>{words.admin.shell.sapre}</h1>;
}

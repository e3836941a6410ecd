import { words } from '../../messages/words.ts';

export function AdminSapreHalfPage() {
  return <h1>{words.admin.shell.sapre}</h1>;
}

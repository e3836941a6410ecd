import { words } from '../../messages/words.ts';

export function AdminSapreOnePage() {
  return <h1>{words.admin.shell.sapre}</h1>;
}

import { words } from '../../messages/words.ts';

export function ManageUpiPage() {
  return <h1>{words.admin.shell.manageUpi}</h1>;
}

import { words } from '../../messages/words.ts';

export function SupportPage() {
  return <h1>{words.admin.shell.support}</h1>;
}

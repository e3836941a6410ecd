import { words } from '../../messages/words.ts';

export function GameControlPage() {
  return <h1>{words.admin.shell.sapre}</h1>;
}

import { words } from '../../messages/words.ts';

export function PlayersPage() {
  return <h1>{words.admin.shell.players}</h1>;
}

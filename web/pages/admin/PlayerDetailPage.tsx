import { words } from '../../messages/words.ts';

export function PlayerDetailPage() {
  return <h1>{words.admin.shell.players}</h1>;
}

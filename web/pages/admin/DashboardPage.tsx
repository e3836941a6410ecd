import { words } from '../../messages/words.ts';

export function DashboardPage() {
  return <h1>{words.admin.shell.home}</h1>;
}

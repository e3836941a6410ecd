import { words } from '../../messages/words.ts';

export function AdminTransactionsPage() {
  return <h1>{words.admin.shell.transactions}</h1>;
}

import { words } from '../../messages/words.ts';

export function ManageBankAccountPage() {
  return <h1>{words.admin.shell.manageBankAccount}</h1>;
}

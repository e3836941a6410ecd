import { words } from '../../messages/words.ts';

export function AuditPage() {
  return <h1>{words.admin.shell.audit}</h1>;
}

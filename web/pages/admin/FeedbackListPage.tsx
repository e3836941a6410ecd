import { words } from '../../messages/words.ts';

export function FeedbackListPage() {
  return <h1>{words.admin.shell.feedback}</h1>;
}

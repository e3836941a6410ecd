import { words } from '../../messages/words.ts';
import { Screen } from '../../features/shell/Screen.tsx';

export function ActivityPage() {
  return <Screen title={words.titles.home}>{null}</Screen>;
}

import { words } from '../../messages/words.ts';
import { Screen } from '../../features/shell/Screen.tsx';

export function AccountPage() {
  return <Screen title={words.titles.home}>{null}</Screen>;
}

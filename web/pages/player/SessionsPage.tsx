import { OwnSessions } from '../../features/ownSessions/OwnSessions.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';

/** Where the player is signed in. */
export function SessionsPage() {
  return (
    <Screen title={words.titles.sessions} backTo={paths.settingCenter}>
      <OwnSessions />
    </Screen>
  );
}

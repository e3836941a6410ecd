import { OwnSessions } from '../../features/ownSessions/OwnSessions.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';

/** Where the player is signed in. */
export default function SessionsPage() {
  return (
    <Screen title={titles.sessions} backTo={paths.settingCenter}>
      <OwnSessions />
    </Screen>
  );
}

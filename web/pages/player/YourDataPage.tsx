import { IconFileDownload } from '@tabler/icons-react';
import { RowLink } from '../../features/shell/RowLink.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { useDownload } from '../../features/shell/useDownload.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';

/** Everything that is kept about the player, as a file. */
export function YourDataPage() {
  const { download, downloading } = useDownload();
  return (
    <Screen title={words.titles.yourData} backTo={paths.settingCenter}>
      <Stack>
        <Card>
          <Stack gap={12}>
            <p>{words.records.intro}</p>
            <p>{words.records.whose}</p>
            <PrimaryButton loading={downloading} onClick={() => void download('/records/personal-data.json')}>
              {words.records.download}
            </PrimaryButton>
          </Stack>
        </Card>
        <Card>
          <RowLink
            to={paths.statement}
            label={words.titles.statement}
            hint={words.records.statementHint}
            Icon={IconFileDownload}
          />
        </Card>
      </Stack>
    </Screen>
  );
}

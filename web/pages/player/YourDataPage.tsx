import IconFileDownload from '@tabler/icons-react/dist/esm/icons/IconFileDownload.mjs';
import { RowLink } from '../../features/shell/RowLink.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { useDownload } from '../../features/shell/useDownload.ts';
import { records } from '#messages/records.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';

/** Everything that is kept about the player, as a file. */
export default function YourDataPage() {
  const { download, downloading } = useDownload();
  return (
    <Screen title={titles.yourData} backTo={paths.settingCenter}>
      <Stack>
        <Card>
          <Stack gap={12}>
            <p>{records.intro}</p>
            <p>{records.whose}</p>
            <PrimaryButton loading={downloading} onClick={() => void download('/records/personal-data.json')}>
              {records.download}
            </PrimaryButton>
          </Stack>
        </Card>
        <Card>
          <RowLink to={paths.statement} label={titles.statement} hint={records.statementHint} Icon={IconFileDownload} />
        </Card>
      </Stack>
    </Screen>
  );
}

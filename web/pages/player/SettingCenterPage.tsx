import { useQuery } from '@apollo/client/react';
import IconDatabaseExport from '@tabler/icons-react/dist/esm/icons/IconDatabaseExport.mjs';
import IconDevices from '@tabler/icons-react/dist/esm/icons/IconDevices.mjs';
import IconFileDownload from '@tabler/icons-react/dist/esm/icons/IconFileDownload.mjs';
import IconHeartHandshake from '@tabler/icons-react/dist/esm/icons/IconHeartHandshake.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconShieldLock from '@tabler/icons-react/dist/esm/icons/IconShieldLock.mjs';
import IconUserX from '@tabler/icons-react/dist/esm/icons/IconUserX.mjs';
import { useState, type ReactNode } from 'react';
import { languages, pageLanguage, showLanguage } from '../../apollo/language.ts';
import { useSaveLanguage } from '../../features/profile/useSaveLanguage.ts';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { RowLink } from '../../features/shell/RowLink.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { graphql } from '../../gql/gql.ts';
import { languageNames, type Language } from '../../messages/locales.ts';
import { localStore } from '../../lib/storage.ts';
import { account } from '#messages/account.ts';
import { settings } from '#messages/settings.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { chooseScheme, useColorScheme, type SchemeChoice } from '../../ui/colorScheme.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import classes from './SettingCenterPage.module.css';

const SettingCenterPage_Query = graphql(`
  query SettingCenterPage_Query {
    viewer {
      user {
        id
        uid
        name
        avatar
      }
    }
  }
`);

export default function SettingCenterPage() {
  const answer = useQuery(SettingCenterPage_Query);
  return (
    <Screen title={titles.settingCenter} backTo={paths.account}>
      <Stack>
        <QueryBoundary of={answer} loading={<Skeleton heights={[213]} />}>
          {({ viewer }) =>
            viewer && (
              <Card>
                <Row label={settings.avatar}>
                  <img src={viewer.user.avatar} alt="" width={44} height={44} className={classes.avatar} />
                </Row>
                <Row label={settings.nickname}>{viewer.user.name}</Row>
                <Row label={settings.uid}>
                  {viewer.user.uid}
                  <CopyButton text={viewer.user.uid} label={account.copyUid} copied={account.uidCopied} />
                </Row>
              </Card>
            )
          }
        </QueryBoundary>
        <Card title={settings.security}>
          <RowLink to={paths.changePassword} label={settings.changePassword} Icon={IconLock} />
          <RowLink to={paths.secondFactor} label={titles.secondFactor} Icon={IconShieldLock} />
          <RowLink to={paths.sessions} label={titles.sessions} Icon={IconDevices} />
          <RowLink to={paths.playSafely} label={settings.playSafely} Icon={IconHeartHandshake} />
        </Card>
        <Card title={settings.language}>
          <LanguageChoice />
        </Card>
        <Card title={settings.data}>
          <RowLink to={paths.statement} label={titles.statement} Icon={IconFileDownload} />
          <RowLink to={paths.yourData} label={settings.yourData} Icon={IconDatabaseExport} />
          <RowLink to={paths.closeAccount} label={settings.closeAccount} Icon={IconUserX} />
        </Card>
        <Card title={settings.theme}>
          <ThemeChoice />
        </Card>
      </Stack>
    </Screen>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>{children}</span>
    </div>
  );
}

function LanguageChoice() {
  const { save, pending } = useSaveLanguage();
  const [chosen, setChosen] = useState(pageLanguage);
  const choose = async (language: Language) => {
    if (pending) return;
    setChosen(language);
    const isSaved = await save(language);
    if (!isSaved) setChosen(pageLanguage());
    // Else the sign-in would end with the page.
    else if (localStore.canKeep()) showLanguage(language);
  };
  return (
    <SegmentedControl
      label={settings.language}
      value={chosen}
      onChange={(language) => void choose(language)}
      options={languages.map((value) => ({ value, label: languageNames[value] }))}
    />
  );
}

const schemes: readonly SchemeChoice[] = ['auto', 'light', 'dark'];

function ThemeChoice() {
  const { choice } = useColorScheme();
  return (
    <SegmentedControl
      label={settings.theme}
      value={choice}
      onChange={chooseScheme}
      options={schemes.map((value) => ({ value, label: settings.themes[value] }))}
    />
  );
}

import { useQuery } from '@apollo/client/react';
import {
  IconDatabaseExport,
  IconDevices,
  IconFileDownload,
  IconHeartHandshake,
  IconLock,
  IconShieldLock,
  IconUserX,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { languages, pageLanguage, showLanguage } from '../../apollo/language.ts';
import { useSaveLanguage } from '../../features/profile/useSaveLanguage.ts';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { RowLink } from '../../features/shell/RowLink.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { graphql } from '../../gql/gql.ts';
import { languageNames, type Language } from '../../messages/locales.ts';
import { localStore } from '../../lib/storage.ts';
import { words } from '../../messages/words.ts';
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

export function SettingCenterPage() {
  const answer = useQuery(SettingCenterPage_Query);
  return (
    <Screen title={words.titles.settingCenter} backTo={paths.account}>
      <Stack>
        <QueryBoundary of={answer} loading={<Skeleton heights={[213]} />}>
          {({ viewer }) =>
            viewer && (
              <Card>
                <Row label={words.settings.avatar}>
                  <img src={viewer.user.avatar} alt="" width={44} height={44} className={classes.avatar} />
                </Row>
                <Row label={words.settings.nickname}>{viewer.user.name}</Row>
                <Row label={words.settings.uid}>
                  {viewer.user.uid}
                  <CopyButton text={viewer.user.uid} label={words.account.copyUid} copied={words.account.uidCopied} />
                </Row>
              </Card>
            )
          }
        </QueryBoundary>
        <Card title={words.settings.security}>
          <RowLink to={paths.changePassword} label={words.settings.changePassword} Icon={IconLock} />
          <RowLink to={paths.secondFactor} label={words.titles.secondFactor} Icon={IconShieldLock} />
          <RowLink to={paths.sessions} label={words.titles.sessions} Icon={IconDevices} />
          <RowLink to={paths.playSafely} label={words.settings.playSafely} Icon={IconHeartHandshake} />
        </Card>
        <Card title={words.settings.language}>
          <LanguageChoice />
        </Card>
        <Card title={words.settings.data}>
          <RowLink to={paths.statement} label={words.titles.statement} Icon={IconFileDownload} />
          <RowLink to={paths.yourData} label={words.settings.yourData} Icon={IconDatabaseExport} />
          <RowLink to={paths.closeAccount} label={words.settings.closeAccount} Icon={IconUserX} />
        </Card>
        <Card title={words.settings.theme}>
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
      label={words.settings.language}
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
      label={words.settings.theme}
      value={choice}
      onChange={chooseScheme}
      options={schemes.map((value) => ({ value, label: words.settings.themes[value] }))}
    />
  );
}

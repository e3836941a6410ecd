import type { GameType } from '../../gql/graphql.ts';
import { transparency } from '#messages/transparency.ts';
import { Card } from '../../ui/Card.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { gameNames } from './gameNames.ts';
import classes from './Transparency.module.css';

interface FileCardProps {
  gameType: GameType;
  month: string;
  /** Whether this server has a public log. */
  withLog: boolean;
}

/** The month's rounds, bets and part of the public log as files, to check them with one's own program or /verify.html. */
export function FileCard({ gameType, month, withLog }: FileCardProps) {
  const text = transparency.file;
  const folders = ['rounds', 'bets', ...(withLog ? (['log'] as const) : [])] as const;
  const file = `${gameNames[gameType]}-${month}.jsonl`;
  return (
    <Card title={text.title}>
      <Stack gap={12}>
        <p className={classes.quiet}>
          {text.hint} <a href="/verify.html">{text.verifier}</a>
        </p>
        <ul className={classes.files}>
          {folders.map((folder) => (
            <li key={folder}>
              <a href={`/transparency/${folder}/${file}`} download={`${folder}-${file}`} className={classes.download}>
                {text.downloads[folder]}
              </a>
              <p className={classes.quiet}>{text.contents[folder]}</p>
            </li>
          ))}
        </ul>
        <p className={classes.quiet}>{text.notProved}</p>
      </Stack>
    </Card>
  );
}

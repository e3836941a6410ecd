import type { GameType } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { gameNames } from './gameNames.ts';
import classes from './Transparency.module.css';

/** All rounds of the month as a file, to check them with one's own program. */
export function FileCard({ gameType, month }: { gameType: GameType; month: string }) {
  const file = `${gameNames[gameType]}-${month}.jsonl`;
  const text = words.transparency.file;
  return (
    <Card title={text.title}>
      <Stack gap={12}>
        <p className={classes.quiet}>{text.hint}</p>
        <a href={`/transparency/rounds/${file}`} download={file} className={classes.download}>
          {text.download(file)}
        </a>
      </Stack>
    </Card>
  );
}

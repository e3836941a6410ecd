import { Suspense, useState } from 'react';
import type { GameType } from '../../gql/graphql.ts';
import { game } from '#messages/game.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { lazyPart } from '../../ui/lazyPart.ts';
import { LoadingInline } from '../../ui/Loading.tsx';
import { Stack } from '../../ui/Stack.tsx';

const DrawFigures = lazyPart(async () => (await import('./DrawFigures.tsx')).DrawFigures);

/** The draws of a game as a plot, loaded when it is asked for: the game itself does without. */
export function DrawFiguresCard({ gameType }: { gameType: GameType }) {
  const [opened, setOpened] = useState(false);
  return (
    <Card>
      <Stack gap={12}>
        <Button variant="light" fullWidth aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {game.drawFigures}
        </Button>
        {opened && (
          <Suspense fallback={<LoadingInline />}>
            <DrawFigures gameType={gameType} />
          </Suspense>
        )}
      </Stack>
    </Card>
  );
}

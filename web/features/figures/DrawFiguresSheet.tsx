import type { GameType } from '../../gql/graphql.ts';
import { game } from '#messages/game.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { DrawFigures } from './DrawFigures.tsx';

interface DrawFiguresSheetProps {
  gameType: GameType;
  opened: boolean;
  onClose: () => void;
}

/** How often each number came, in a sheet. */
export function DrawFiguresSheet({ gameType, ...sheet }: DrawFiguresSheetProps) {
  return (
    <Sheet title={game.drawFigures} {...sheet}>
      {sheet.opened && <DrawFigures gameType={gameType} />}
    </Sheet>
  );
}

import IconHourglass from '@tabler/icons-react/dist/esm/icons/IconHourglass.mjs';
import type { GameType } from '../../gql/graphql.ts';
import { activity } from '#messages/activity.ts';
import { history } from '#messages/history.ts';
import { Card } from '../../ui/Card.tsx';
import { List } from '../../ui/ListRow.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Parts } from '../../ui/Parts.tsx';
import { pathOf, titleOf } from '../game/games.ts';
import { LinkRow } from '../shell/LinkRow.tsx';

interface ActiveGame {
  readonly amount: string;
  readonly contest: { readonly id: string; readonly period: string; readonly gameType: GameType };
}

/** Rounds in which the player has bets that are not paid yet. */
export function PendingGames({ games }: { games: readonly ActiveGame[] }) {
  if (games.length === 0) return null;
  return (
    <Card title={history.pendingGames}>
      <List label={history.pendingGames}>
        {games.map(({ amount, contest: { id, period, gameType } }) => (
          <li key={id}>
            <LinkRow
              to={pathOf(gameType)}
              icon={<IconHourglass size={18} />}
              title={period}
              hint={<Parts>{[titleOf(gameType), activity.gameResultPending]}</Parts>}
              aside={<MoneyText amount={amount} />}
            />
          </li>
        ))}
      </List>
    </Card>
  );
}

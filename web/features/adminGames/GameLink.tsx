import type { FragmentType } from '@apollo/client/masking';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { GameLink_contestFragment } from '../../gql/graphql.ts';
import { games } from '#messages/admin/games.ts';
import colors from '../../ui/gameColors.module.css';
import { Link } from '../navigation/Link.tsx';
import type { AdminGame } from './adminGames.ts';
import { deciderName } from '../game/deciderName.ts';
import classes from './GameLinks.module.css';

export const GameLink_contest = graphql(`
  fragment GameLink_contest on Contest {
    period
    decidedBy
    profitabilityLevel
    operator {
      overrideNumber
    }
  }
`);

interface GameLinkProps {
  game: AdminGame;
  contest: FragmentType<GameLink_contestFragment> | null;
}

/** A coloured card that links to a game's screen. */
export function GameLink({ game: { path, short, color }, contest }: GameLinkProps) {
  return (
    <Link to={path} className={`${classes.link} ${colors[color]}`}>
      <span className={classes.name}>
        {short}
        <IconChevronRight size={20} aria-hidden />
      </span>
      {contest && <Running contest={contest} />}
    </Link>
  );
}

function Running({ contest }: { contest: FragmentType<GameLink_contestFragment> }) {
  const { data } = useFragmentData({ fragment: GameLink_contest, from: contest });
  const { period, operator } = data;
  const overrideNumber = operator?.overrideNumber ?? null;
  const { running } = games;
  return (
    <>
      <span className={classes.period}>{running.period(period)}</span>
      <span className={classes.decider}>
        {overrideNumber === null ? deciderName(data) : running.winner(overrideNumber)}
      </span>
    </>
  );
}

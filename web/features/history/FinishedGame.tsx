import { graphql } from '../../gql/gql.ts';
import type { GameType } from '../../gql/graphql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { activity } from '#messages/activity.ts';
import { colors as colorsWords } from '#messages/colors.ts';
import { game } from '#messages/game.ts';
import { paths } from '../../paths.ts';
import { Instant } from '../../ui/Instant.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { NumberDisc } from '../../ui/NumberDisc.tsx';
import { Parts } from '../../ui/Parts.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { colorsOf } from '../../ui/shapes.ts';
import { addUp, type OwnBet } from '../bets/addUp.ts';
import { Checked } from '../evidence/Checked.tsx';
import { LinkRow } from '../shell/LinkRow.tsx';
import classes from './FinishedGame.module.css';
import { netOf, outcomeOf, type RoundOutcome } from './outcome.ts';

// Spread with `@unmask`: a result has no id by which a masked fragment could be read.
graphql(`
  fragment FinishedGame_result on ContestResult {
    betAmount
    winAmount
    settledAt
    bets {
      ...OwnBet_bet @unmask
    }
    contest {
      id
      gameId
      period
      gameType
      winningNumber
    }
  }
`);

export interface FinishedRound {
  readonly betAmount: string;
  readonly winAmount: string;
  readonly settledAt: string;
  readonly bets: readonly OwnBet[];
  readonly contest: {
    readonly gameId: string;
    readonly period: string;
    readonly gameType: GameType;
    readonly winningNumber: number | null;
  };
}

const ownWords = { won: activity.won, lost: activity.lost };

interface FinishedGameProps {
  result: FinishedRound;
  /** This list's texts for a win and a loss: "You Won", "Profit". */
  names?: { readonly won: string; readonly lost: string };
}

/**
 * A finished round, linking to its page: its number, the player's bets, and what the round changed for the player, so
 * that a column of them adds up. A win only when more was returned than staked.
 */
export function FinishedGame({ result, names = ownWords }: FinishedGameProps) {
  const { settledAt, contest, bets } = result;
  const outcome = outcomeOf(result);
  return (
    <LinkRow
      to={paths.fairness(contest.gameId)}
      icon={contest.winningNumber !== null && <NumberDisc number={contest.winningNumber} size={36} />}
      title={
        <>
          <span className={classes.period}>{contest.period}</span>{' '}
          <Checked gameId={contest.gameId} bets={bets.filter(({ cancelled }) => !cancelled).length} />{' '}
          {contest.winningNumber !== null && <Spoken number={contest.winningNumber} />}
        </>
      }
      hint={
        <>
          <Parts>{[game.lengths[contest.gameType], <Instant key="at" at={settledAt} />]}</Parts>
          {bets.length > 0 ? (
            <Parts>{addUp(bets).map(({ mark, paise }) => game.betOn(mark, formatMoneyShort(paise)))}</Parts>
          ) : (
            // A result has bets. Those of long ago are archived.
            <span>{activity.archived}</span>
          )}
          <span>{returned(result, outcome)}</span>
        </>
      }
      aside={
        <>
          <MoneyText amount={netOf(result)} as="net" />
          {outcome !== 'back' && <span className={classes[outcome]}>{names[outcome]}</span>}
        </>
      }
    />
  );
}

function Spoken({ number }: { number: number }) {
  const colors = colorsOf(number).map((color) => colorsWords[color]);
  return <VisuallyHidden>{game.announce.result(number, colors.join(' '))}</VisuallyHidden>;
}

function returned({ winAmount, betAmount }: FinishedRound, outcome: RoundOutcome): string {
  const stake = formatMoneyShort(betAmount);
  if (outcome === 'lost') return activity.staked(stake);
  return (outcome === 'won' ? activity.returned : activity.back)(formatMoneyShort(winAmount), stake);
}

import { useQuery } from '@apollo/client/react';
import { Suspense, useState } from 'react';
import type { GameType } from '../../gql/graphql.ts';
import { game } from '#messages/game.ts';
import { lazyPart } from '../../ui/lazyPart.ts';
import { NumberDisc } from '../../ui/NumberDisc.tsx';
import classes from './LastNumbers.module.css';
import { ResultTable_Query } from './ResultTable.tsx';
import type { Decided } from './useRounds.ts';

/** Loaded when it is asked for: the game itself does without. */
const DrawFiguresSheet = lazyPart(async () => (await import('../figures/DrawFiguresSheet.tsx')).DrawFiguresSheet);
const SHOWN = 10;
/** Ten of them fit into the card at 320 px. */
const DISC = 24;

interface LastNumbersProps {
  gameType: GameType;
  /** The round decided last while the game is watched: its number is here before the list is. */
  decided: Decided | null;
}

/** The numbers of the last ten rounds, newest first; a new one rolls in. A press opens how often each came. */
export function LastNumbers({ gameType, decided }: LastNumbersProps) {
  // Null before it was asked for.
  const [opened, setOpened] = useState<boolean | null>(null);
  // The first page of the result table, which asks for it, too.
  const { data } = useQuery(ResultTable_Query, { variables: { gameType, after: null } });
  const listed = data?.contests.edges.map(({ node }) => node) ?? [];
  const isListed =
    decided === null || listed.some(({ gameId, winningNumber }) => gameId === decided.gameId && winningNumber !== null);
  const numbers = [...(isListed ? [] : [{ gameId: decided.gameId, winningNumber: decided.number }]), ...listed]
    .flatMap(({ gameId, winningNumber }) => (winningNumber === null ? [] : [{ gameId, number: winningNumber }]))
    .slice(0, SHOWN);
  const fresh = decided?.number != null && numbers[0]?.gameId === decided.gameId ? decided.gameId : null;
  return (
    <>
      <button
        type="button"
        className={classes.strip}
        aria-label={
          numbers.length > 0 ? game.lastNumbers(numbers.map(({ number }) => number).join(', ')) : game.drawFigures
        }
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        {/* Another key: the row moves anew for each number. */}
        <span key={fresh} className={`${classes.row} ${fresh === null ? '' : classes.moved}`} translate="no">
          {numbers.map(({ gameId, number }) => (
            <span key={gameId} className={classes.place}>
              <NumberDisc number={number} size={DISC} />
            </span>
          ))}
        </span>
      </button>
      {opened !== null && (
        <Suspense fallback={null}>
          <DrawFiguresSheet gameType={gameType} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}

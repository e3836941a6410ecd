import { useEffect, useState } from 'react';
import { common } from '#messages/common.ts';
import { home } from '#messages/home.ts';
import { Button } from '../../ui/Button.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import classes from './WinnerTicker.module.css';

interface Win {
  readonly name: string;
  readonly amount: string;
  readonly sample: boolean;
}

const shownAtOnce = 4;
const turnMs = 5_000;

/** The ticker's place while the wins are loading. */
export function WinnersSoon() {
  return <div className={classes.soon} role="status" aria-label={common.loading} />;
}

/** Recent wins with masked names, four at a time, rotating; samples are labelled. It can be paused. */
export function WinnerTicker({ wins }: { wins: readonly Win[] }) {
  const [start, setStart] = useState(0);
  const [paused, setPaused] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const turns = wins.length > shownAtOnce;

  useEffect(() => {
    if (!turns || paused) return undefined;
    const timer = setInterval(() => setStart((now) => now + 1), turnMs);
    return () => clearInterval(timer);
  }, [turns, paused]);

  if (wins.length === 0) return <p className={classes.none}>{home.noWins}</p>;
  const places = Array.from(
    { length: Math.min(shownAtOnce, wins.length) },
    (_, place) => (start + place) % wins.length,
  );
  return (
    <>
      <ul className={classes.wins}>
        {places.map((place) => {
          const win = wins[place];
          return win && <WinRow key={place} win={win} />;
        })}
      </ul>
      {turns && (
        <Button variant="subtle" className={classes.pause} onClick={() => setPaused(!paused)}>
          {paused ? home.resume : home.pause}
        </Button>
      )}
    </>
  );
}

function WinRow({ win: { name, amount, sample } }: { win: Win }) {
  return (
    <li className={classes.win}>
      <span className={classes.name}>
        {name} {sample && <span className={classes.sample}>{home.sample}</span>}
      </span>
      <span className={classes.received}>{home.received}</span>
      <MoneyText amount={amount} />
    </li>
  );
}

import { useEffect, useState, useSyncExternalStore } from 'react';
import { isQuietMoment } from '../../apollo/quietMoment.ts';
import { changeRelease, hasNewRelease, onNewRelease } from '../../apollo/release.ts';
import { connection } from '#messages/connection.ts';
import { BarButton } from './BarButton.tsx';
import classes from './NewRelease.module.css';

const everyMs = 500;

/** Offers to reload when the server has a newer release: never while a sheet is open or a request is under way. */
export function NewRelease() {
  const ready = useSyncExternalStore(onNewRelease, hasNewRelease);
  const quiet = useQuietMoment(ready);
  return (
    <div className={classes.place} role="status">
      {ready && quiet && (
        <p className={classes.offer}>
          <span>{connection.newRelease}</span>
          <BarButton label={connection.reload} onClick={() => isQuietMoment() && changeRelease()} />
        </p>
      )}
    </div>
  );
}

function useQuietMoment(watched: boolean): boolean {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    if (!watched) return undefined;
    const timer = setInterval(() => setQuiet(isQuietMoment()), everyMs);
    return () => clearInterval(timer);
  }, [watched]);
  return quiet;
}

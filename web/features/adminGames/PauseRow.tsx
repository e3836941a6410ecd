import { Button } from '@mantine/core';
import { useState } from 'react';
import type { PauseScope } from '../../gql/graphql.ts';
import { notices } from '#messages/admin/notices.ts';
import { ActivePill } from '../../ui/ActivePill.tsx';
import { useMay } from '../admin/useMay.ts';
import { PauseDialog } from './PauseDialog.tsx';
import classes from './PausesCard.module.css';
import { usePause } from './usePause.ts';

interface PauseRowProps {
  scope: PauseScope;
  /** Null while it runs. */
  notice: string | null;
  onDone: () => void;
}

/** Whether something runs or is paused, and the button that pauses or resumes it. */
export function PauseRow({ scope, notice, onDone }: PauseRowProps) {
  const [confirming, setConfirming] = useState(false);
  const may = useMay();
  const paused = notice !== null;
  const { setProblem, ...pause } = usePause(scope, paused, () => {
    setConfirming(false);
    onDone();
  });
  const text = notices;
  const name = text.scopes[scope];
  return (
    <li className={classes.row}>
      <div className={classes.name}>
        <span>{name}</span>
        <ActivePill active={!paused}>{paused ? text.paused : text.running}</ActivePill>
        {notice && <span className={classes.notice}>{notice}</span>}
      </div>
      {may('PLATFORM_PAUSE') && (
        <Button
          variant="light"
          mih={44}
          {...(paused ? {} : { color: 'red' })}
          aria-label={paused ? text.resumeNamed(name) : text.pauseNamed(name)}
          onClick={() => {
            setProblem(null);
            setConfirming(true);
          }}
        >
          {paused ? text.resume : text.pause}
        </Button>
      )}
      <PauseDialog opened={confirming} name={name} paused={paused} onCancel={() => setConfirming(false)} {...pause} />
    </li>
  );
}

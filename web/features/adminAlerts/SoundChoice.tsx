import { useId } from 'react';
import { alerts as texts } from '#messages/admin/alerts.ts';
import { setAlertSound, useAlertSound } from './alertSound.ts';
import classes from './Alerts.module.css';

/** Switches the sound of alerts on and off, for this admin in this browser. */
export function SoundChoice() {
  const on = useAlertSound();
  const hintId = useId();
  return (
    <label className={classes.sound}>
      <input
        type="checkbox"
        checked={on}
        aria-describedby={hintId}
        onChange={({ currentTarget }) => setAlertSound(currentTarget.checked)}
      />
      <span>
        {texts.sound}
        <span id={hintId} className={classes.quiet}>
          {' '}
          {texts.soundHint}
        </span>
      </span>
    </label>
  );
}

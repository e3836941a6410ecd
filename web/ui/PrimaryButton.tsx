import { useId, type ReactNode } from 'react';
import colors from './gameColors.module.css';
import { Button } from './Button.tsx';
import classes from './PrimaryButton.module.css';
import type { GameColor } from './shapes.ts';

interface PrimaryButtonProps {
  children: ReactNode;
  onClick?: (() => void) | undefined;
  type?: 'button' | 'submit';
  loading?: boolean;
  /** One that sends a form can still be pressed, and the form refuses it: it may have been filled without an event. */
  disabled?: boolean;
  /** Why it is disabled: shown below it and used as its description. */
  reason?: string | undefined;
  /** Colour of a bet's button. */
  color?: GameColor | undefined;
  /** Has the focus when its dialog opens. */
  startsFocused?: boolean;
}

/** The one primary action of a screen. */
export function PrimaryButton({
  children,
  onClick,
  type = 'button',
  loading = false,
  disabled = false,
  reason,
  color,
  startsFocused = false,
}: PrimaryButtonProps) {
  const reasonId = useId();
  const showsReason = disabled && reason !== undefined;
  return (
    <div>
      <Button
        fullWidth
        type={type}
        onClick={onClick}
        loading={loading}
        disabled={disabled && type === 'button'}
        inactive={disabled && type === 'submit'}
        {...(startsFocused ? { 'data-autofocus': true } : {})}
        aria-describedby={showsReason ? reasonId : undefined}
        className={`${classes.button} ${color ? `${classes.colored} ${colors[color]}` : ''}`}
      >
        {children}
      </Button>
      {showsReason && (
        <p id={reasonId} className={classes.reason}>
          {reason}
        </p>
      )}
    </div>
  );
}

import type { ComponentProps, ReactNode } from 'react';
import classes from './Button.module.css';
import { Spinner } from './Spinner.tsx';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'ref'> {
  /** filled: plum. light: sunk in its surface. raised: on the ground between cards. subtle: text only. */
  variant?: 'filled' | 'light' | 'raised' | 'subtle';
  /** For an action that can't be undone or deletes something. */
  danger?: boolean;
  /** As wide as its container. */
  fullWidth?: boolean;
  /**
   * Looks disabled, but can be pressed: for a button that sends a form, since a press is when the form's fields are read.
   * The form refuses what can't be sent.
   */
  inactive?: boolean;
  /** Pressing it has no effect; a spinner is in place of its text. It keeps the focus, which a disabled button loses. */
  loading?: boolean;
  /** An icon before the text. */
  leftSection?: ReactNode;
}

/** A button with a text. It submits its form only with `type="submit"`. */
export function Button({
  variant = 'filled',
  danger = false,
  fullWidth = false,
  inactive = false,
  loading = false,
  disabled = false,
  leftSection,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled}
      aria-disabled={loading || inactive || undefined}
      aria-busy={loading || undefined}
      // Preventing a click prevents the form's submission too, also that by Enter in a field.
      onClick={loading ? (event) => event.preventDefault() : onClick}
      data-variant={variant}
      data-danger={danger || undefined}
      data-full={fullWidth || undefined}
      data-inactive={inactive || undefined}
      data-loading={loading || undefined}
      className={`${classes.button} ${className ?? ''}`}
    >
      <span className={classes.inner}>
        {leftSection && <span className={classes.icon}>{leftSection}</span>}
        <span>{children}</span>
      </span>
      {loading && (
        <span className={classes.spinner}>
          <Spinner size={20} />
        </span>
      )}
    </button>
  );
}

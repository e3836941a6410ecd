import type { ComponentProps } from 'react';
import classes from './IconButton.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'ref'> {
  'aria-label': string;
  /** light: sunk in its surface. raised: on the ground between cards. subtle: the icon only, in plum. plain: in the text's colour. */
  variant?: 'light' | 'raised' | 'subtle' | 'plain';
}

/** A square button of 44 px with an icon. */
export function IconButton({ variant = 'light', className, ...rest }: IconButtonProps) {
  return <button type="button" {...rest} data-variant={variant} className={`${classes.button} ${className ?? ''}`} />;
}

import type { CSSProperties } from 'react';
import classes from './NumberDisc.module.css';
import { colorsOf, shapes } from './shapes.ts';

/**
 * A number in its colours; from 44 px on with their shapes. `fill`: as large as its container, which has a container
 * query of inline size. Hidden from screen readers: the parent names it.
 */
export function NumberDisc({ number, size = 26 }: { number: number; size?: number | 'fill' }) {
  const large = size === 'fill' || size >= 44;
  return (
    <span
      aria-hidden
      className={`${classes.disc} ${classes[`n${number}`]} ${large ? classes.large : ''}`}
      style={{ '--size': size === 'fill' ? '100cqi' : `${size}px` } as CSSProperties}
    >
      {number}
      {large && (
        <span className={classes.shapes}>
          {colorsOf(number)
            .map((color) => shapes[color])
            .join('')}
        </span>
      )}
    </span>
  );
}

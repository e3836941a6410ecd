import type { ReactNode } from 'react';
import classes from './BarList.module.css';
import colors from './gameColors.module.css';
import type { GameColor } from './shapes.ts';

export interface Bar {
  readonly key: string;
  readonly name: ReactNode;
  /** The value as text. */
  readonly value: ReactNode;
  /** The bar's length, 0 to 1. */
  readonly share: number;
  /** Default: plum. */
  readonly color?: GameColor | undefined;
}

interface BarListProps {
  label: string;
  bars: readonly Bar[];
  /** Position of a reference line across all bars, 0 to 1: the expected value. */
  mark?: number | undefined;
  /** Where the end of a bar is expected, 0 to 1 each. */
  band?: { readonly from: number; readonly to: number } | undefined;
}

/** Amounts or counts as bars, each with its name before and its value after. */
export function BarList({ label, bars, mark, band }: BarListProps) {
  return (
    <ul className={classes.bars} aria-label={label}>
      {bars.map(({ key, name, value, share, color }) => (
        <li key={key} className={classes.line}>
          <span className={classes.name}>{name}</span>
          <span className={classes.track} aria-hidden>
            <span className={`${classes.bar} ${color ? colors[color] : ''}`} style={{ width: `${share * 100}%` }} />
            {band && (
              <span
                className={classes.band}
                style={{ left: `${band.from * 100}%`, width: `${(band.to - band.from) * 100}%` }}
              />
            )}
            {mark !== undefined && <span className={classes.mark} style={{ left: `${mark * 100}%` }} />}
          </span>
          <span className={classes.value}>{value}</span>
        </li>
      ))}
    </ul>
  );
}

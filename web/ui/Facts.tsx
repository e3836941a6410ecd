import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** A description list; entries without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([label, value]) =>
          value !== null && (
            <div key={label} className={classes.fact}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

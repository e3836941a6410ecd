import type { ReactNode } from 'react';
import classes from './Table.module.css';

interface TableProps {
  /** Names the table to those who cannot see it. */
  label: string;
  columns: readonly string[];
  /** How many columns at the end stand at the right. */
  amounts?: 1 | 2;
  children: ReactNode;
}

/** A table of the house: quiet heads, hairlines, the last column at the right. */
export function Table({ label, columns, amounts = 1, children }: TableProps) {
  return (
    <div className={classes.wrap}>
      <table className={classes.table} data-amounts={amounts} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

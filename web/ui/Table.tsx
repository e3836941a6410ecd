import type { ReactNode } from 'react';
import classes from './Table.module.css';

interface TableProps {
  /** Accessible name of the table. */
  label: string;
  columns: readonly string[];
  /** How many columns at the end are right-aligned. */
  amounts?: 1 | 2;
  children: ReactNode;
}

/** A plain table: muted headers, hairlines, right-aligned last column. */
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

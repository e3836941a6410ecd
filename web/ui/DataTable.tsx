import type { ReactNode } from 'react';
import classes from './DataTable.module.css';

export interface Column {
  readonly key: string;
  readonly title: string;
  /** Right-aligned, for amounts and counts. */
  readonly numeric?: boolean;
  /** The column's title is for screen readers only. */
  readonly hidden?: boolean;
}

interface DataTableProps {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column[];
  /** Without a surface of its own, for use within a card. */
  flat?: boolean;
  children: ReactNode;
}

/** A dense table with a sticky header; the caller renders the rows. */
export function DataTable({ label, columns, flat = false, children }: DataTableProps) {
  return (
    <table className={`${classes.table} ${flat ? classes.flat : ''}`} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ key, title, numeric, hidden }) => (
            <th key={key} scope="col" className={numeric ? classes.numeric : ''}>
              {hidden ? <span className={classes.unseen}>{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** A cell of a column of amounts or counts. */
export function NumericCell({ children }: { children: ReactNode }) {
  return <td className={classes.numeric}>{children}</td>;
}

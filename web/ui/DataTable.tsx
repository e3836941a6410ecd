import type { ReactNode } from 'react';
import classes from './DataTable.module.css';

export interface Column {
  readonly key: string;
  readonly title: string;
  /** Amounts and counts stand at the right. */
  readonly numeric?: boolean;
  /** Its title is for those who cannot see that it needs none. */
  readonly hidden?: boolean;
}

interface DataTableProps {
  /** Names the table to those who cannot see it. */
  label: string;
  columns: readonly Column[];
  /** Within a card: the card is the surface already, and the table's lines go from side to side. */
  flat?: boolean;
  children: ReactNode;
}

/** A dense table with a head that stays in sight. Its cells are told apart by the columns; rows are the caller's. */
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

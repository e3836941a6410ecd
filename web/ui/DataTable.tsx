import type { ReactNode } from 'react';
import classes from './DataTable.module.css';

export interface Column {
  readonly key: string;
  readonly title: string;
  /** Right-aligned, for amounts and counts. */
  readonly numeric?: boolean;
  /** The column's title is for screen readers only. */
  readonly hidden?: boolean;
  /** The rows can be sorted by it; `direction` while they are. */
  readonly sort?: {
    readonly direction: 'ascending' | 'descending' | undefined;
    readonly label: string;
    readonly onSort: () => void;
  };
  /** In place of the title: a checkbox for all rows. */
  readonly head?: ReactNode;
  readonly className?: string | undefined;
}

interface DataTableProps {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column[];
  /** Without a surface of its own, for use within a card. */
  flat?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A dense table with a sticky header; the caller renders the rows. */
export function DataTable({ label, columns, flat = false, className = '', children }: DataTableProps) {
  return (
    <table className={`${classes.table} ${flat ? classes.flat : ''} ${className}`} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              className={`${column.numeric ? classes.numeric : ''} ${column.className ?? ''}`}
              aria-sort={column.sort?.direction}
            >
              <Heading column={column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function Heading({ column: { title, hidden, head, sort } }: { column: Column }) {
  if (head) return head;
  if (hidden) return <span className={classes.unseen}>{title}</span>;
  if (!sort) return <span>{title}</span>;
  const arrow = { ascending: '↑', descending: '↓' };
  return (
    <button type="button" className={classes.sort} aria-label={sort.label} onClick={sort.onSort}>
      {title} <span aria-hidden>{sort.direction ? arrow[sort.direction] : '↕'}</span>
    </button>
  );
}

/** A cell of a column of amounts or counts. */
export function NumericCell({ children }: { children: ReactNode }) {
  return <td className={classes.numeric}>{children}</td>;
}

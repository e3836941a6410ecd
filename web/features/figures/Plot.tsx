import type { ReactNode } from 'react';
import { figures } from '#messages/figures.ts';
import { Table } from '../../ui/Table.tsx';
import classes from './Plot.module.css';

interface PlotProps {
  /** What the drawing is of. */
  title: string;
  /** What it shows, in words: its text for screen readers too. */
  summary: string;
  width: number;
  height: number;
  /** The same as a table; `amounts` columns at its end are right-aligned. */
  table: {
    readonly columns: readonly string[];
    readonly amounts: 1 | 2;
    readonly rows: readonly (readonly string[])[];
  };
  children: ReactNode;
}

/** A drawing as wide as its card, what it shows in words, and its figures as a table. */
export function Plot({ title, summary, width, height, table, children }: PlotProps) {
  return (
    <figure className={classes.plot}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${title}. ${summary}`}
        className={classes.drawing}
      >
        {children}
      </svg>
      <figcaption className={classes.summary}>{summary}</figcaption>
      <details>
        <summary>{figures.asTable}</summary>
        <Table label={title} columns={table.columns} amounts={table.amounts}>
          {table.rows.map((cells) => (
            <tr key={cells[0]}>
              {cells.map((cell, place) => (
                <td key={table.columns[place]}>{cell}</td>
              ))}
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  );
}

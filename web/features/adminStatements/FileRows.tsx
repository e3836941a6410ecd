import classes from './Statements.module.css';

interface FileRow {
  /** Its line in the file. */
  readonly row: number;
  readonly text: string;
}

interface FileRowsProps<Row> {
  rows: readonly Row[];
  /** What stands before the text of a row. */
  label: (row: Row) => string;
}

/** Rows of a bank's file, as the file has them. */
export function FileRows<Row extends FileRow>({ rows, label }: FileRowsProps<Row>) {
  return (
    <ul className={classes.rows}>
      {rows.map((row) => (
        <li key={`${row.row} ${row.text}`}>
          <span>{label(row)}</span> <span className={classes.text}>{row.text}</span>
        </li>
      ))}
    </ul>
  );
}

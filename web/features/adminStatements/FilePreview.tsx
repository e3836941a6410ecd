import { formatDay } from '../../lib/time.ts';
import { statements } from '#messages/admin/statements.ts';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Table } from '../../ui/Table.tsx';
import { FileRows } from './FileRows.tsx';
import type { Preview } from './preview.ts';
import classes from './Statements.module.css';

const texts = statements.file;

/** How many payments a file has, the first of them as they would be imported, and the rows that aren't. */
export function FilePreview({ preview }: { preview: Preview }) {
  const { problem, lineCount, leftOut, leftOutRows, otherAccounts, sample } = preview;
  if (problem !== null) return null;
  return (
    <>
      <p role="status">{texts.found(lineCount, leftOut)}</p>
      <Table label={texts.sample} columns={texts.sampleColumns}>
        {sample.map(({ day, direction, amount, description, reference }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- equal payments of a day have nothing else
          <tr key={index}>
            <td className={classes.day}>{formatDay(day)}</td>
            <td>
              <span className={classes.two}>
                {reference !== null && <strong className={classes.text}>{reference}</strong>}
                <span className={classes.text}>{description}</span>
              </span>
            </td>
            <td>
              <MoneyText amount={amount} as={direction === 'CREDIT' ? 'credit' : 'debit'} />
            </td>
          </tr>
        ))}
      </Table>
      {otherAccounts.length > 0 && <p>{texts.otherAccounts(otherAccounts)}</p>}
      {leftOutRows.length > 0 && (
        <details>
          <summary>{texts.leftOut(leftOut)}</summary>
          <FileRows rows={leftOutRows} label={({ row, reason }) => texts.rowOf(row, texts.reasons[reason])} />
        </details>
      )}
    </>
  );
}

import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { payoutBatches } from '#messages/admin/payouts.ts';
import { Card } from '../../ui/Card.tsx';
import { FileField } from '../../ui/FileField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { Options } from '../admin/Options.tsx';
import type { Batch } from './batch.ts';
import classes from './Payouts.module.css';
import { usePayoutAnswer, type ReadAnswer } from './usePayoutAnswer.ts';

const texts = payoutBatches.answer;

/** References by payout. */
export type References = Readonly<Record<string, string>>;

interface AnswerCardProps {
  batch: Batch;
  onRead: (references: References) => void;
}

/** The ways by which the bank's references come beside typing: pasted, from the bank's file, or from the statement. */
export function AnswerCard({ batch, onRead }: AnswerCardProps) {
  const answer = usePayoutAnswer(batch.id, onRead);
  const fits = batch.inStatement;
  return (
    <Card title={texts.title}>
      <div className={classes.card}>
        <p>{texts.hint}</p>
        <div className={classes.ways}>
          <Paste onRead={(text) => void answer.readText(text)} reading={answer.reading} />
          <FileField
            label={texts.file}
            placeholder={texts.fileHint}
            accept=".csv,.txt,.tsv,.xlsx,.xls"
            removeLabel={texts.remove}
            file={answer.file}
            error={answer.wrong}
            onChange={(file) => void answer.readFile(file)}
          />
          {fits.length > 0 && (
            <div className={classes.way}>
              <p>{texts.statementHint}</p>
              <Button
                variant="light"
                onClick={() => onRead(Object.fromEntries(fits.map(({ payout, reference }) => [payout.id, reference])))}
              >
                {texts.statement(fits.length)}
              </Button>
            </div>
          )}
        </div>
        {answer.problem && <Notice tone="bad">{answer.problem}</Notice>}
        {answer.read && <Read read={answer.read} onColumn={(column) => void answer.readColumn(column)} />}
      </div>
    </Card>
  );
}

function Paste({ onRead, reading }: { onRead: (text: string) => void; reading: boolean }) {
  const [text, setText] = useState('');
  return (
    <div className={classes.way}>
      <TextArea
        label={texts.paste}
        description={texts.pasteHint}
        rows={3}
        value={text}
        onChange={setText}
        onPaste={({ currentTarget, clipboardData }) => {
          // What is pasted over nothing is read at once.
          if (currentTarget.value.trim() === '') onRead(clipboardData.getData('text'));
        }}
      />
      {text.trim() !== '' && (
        <Button variant="light" loading={reading} onClick={() => onRead(text)}>
          {texts.read}
        </Button>
      )}
    </div>
  );
}

/** What was read: how many references, the rows without one, and the column where several could be it. */
function Read({ read, onColumn }: { read: ReadAnswer; onColumn: (column: number) => void }) {
  const open = read.rows.filter(({ problem }) => problem !== null);
  const count = read.rows.length - open.length;
  return (
    <>
      {read.columns.length > 2 && (
        <NativeSelect
          label={texts.column}
          value={read.referenceColumn ?? ''}
          onChange={({ currentTarget }) => onColumn(Number(currentTarget.value))}
        >
          {read.referenceColumn === null && <option value="">{texts.noColumn}</option>}
          <Options of={read.columns.map((name, at) => ({ value: String(at), label: name }))} />
        </NativeSelect>
      )}
      <Notice tone={count > 0 ? 'good' : 'attention'}>
        <p>{texts.found(count)}</p>
        {open.length > 0 && (
          <>
            <p>{texts.open(open.length)}</p>
            <ul className={classes.rows}>
              {open.map(({ row, text, problem }) => (
                <li key={row}>
                  {texts.row(row, texts.problems[problem ?? 'UNKNOWN'])} <span className={classes.under}>{text}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Notice>
    </>
  );
}

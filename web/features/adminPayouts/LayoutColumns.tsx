import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { PayoutColumnContent, PayoutLayoutInput } from '../../gql/graphql.ts';
import { payoutBatches } from '#messages/admin/payouts.ts';
import { TextField } from '../../ui/TextField.tsx';
import { newColumn } from './layouts.ts';
import classes from './Payouts.module.css';

const texts = payoutBatches.layout;
const contents = Object.entries(texts.contents).map(([value, label]) => ({ value, label }));

type Column = PayoutLayoutInput['columns'][number];

interface LayoutColumnsProps {
  columns: readonly Column[];
  /** Whether they have headings. */
  headings: boolean;
  onChange: (columns: Column[]) => void;
}

/** The columns of a bank's table, from the left. */
export function LayoutColumns({ columns, headings, onChange }: LayoutColumnsProps) {
  const change = (at: number, changes: Partial<Column>) =>
    onChange(columns.map((column, place) => (place === at ? { ...column, ...changes } : column)));
  const moveUp = (at: number) =>
    onChange([...columns.slice(0, at - 1), ...columns.slice(at - 1, at + 1).toReversed(), ...columns.slice(at + 1)]);
  return (
    <fieldset className={classes.whole}>
      <legend>{texts.columns}</legend>
      <ol className={classes.columns}>
        {columns.map((column, at) => (
          // Columns have no name of their own; their place is what they are.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className={classes.column} aria-label={texts.column(at + 1)}>
            <ColumnFields
              column={column}
              place={at + 1}
              headings={headings}
              onChange={(changes) => change(at, changes)}
            />
            <div className={classes.actions}>
              {at > 0 && (
                <ActionIcon variant="raised" size={44} aria-label={texts.up(at + 1)} onClick={() => moveUp(at)}>
                  <IconArrowUp size={18} aria-hidden />
                </ActionIcon>
              )}
              <ActionIcon
                variant="raised"
                size={44}
                aria-label={texts.remove(at + 1)}
                onClick={() => onChange(columns.filter((_, place) => place !== at))}
              >
                <IconX size={18} aria-hidden />
              </ActionIcon>
            </div>
          </li>
        ))}
      </ol>
      <Button variant="light" onClick={() => onChange([...columns, newColumn])}>
        {texts.add}
      </Button>
    </fieldset>
  );
}

interface ColumnFieldsProps {
  column: Column;
  /** From 1. */
  place: number;
  headings: boolean;
  onChange: (changes: Partial<Column>) => void;
}

function ColumnFields({ column, place, headings, onChange }: ColumnFieldsProps) {
  return (
    <>
      <NativeSelect
        label={texts.contentLabel}
        aria-label={texts.content(place)}
        data={contents}
        value={column.content}
        onChange={({ currentTarget }) => onChange({ content: currentTarget.value as PayoutColumnContent })}
      />
      {headings && (
        <TextField
          label={texts.headingLabel}
          aria-label={texts.heading(place)}
          maxLength={60}
          value={column.heading}
          onChange={(heading) => onChange({ heading })}
        />
      )}
      {column.content === 'TEXT' && (
        <TextField
          label={texts.textLabel}
          aria-label={texts.text(place)}
          maxLength={140}
          value={column.text ?? ''}
          onChange={(text) => onChange({ text: text || null })}
        />
      )}
      <TextField
        label={texts.mostLabel}
        aria-label={texts.most(place)}
        inputMode="numeric"
        maxLength={3}
        value={column.most == null ? '' : String(column.most)}
        onChange={(most) => onChange({ most: /^\d+$/.test(most) ? Number(most) : null })}
      />
    </>
  );
}

import { NativeSelect } from '@mantine/core';
import type { PayoutLayoutInput } from '../../gql/graphql.ts';
import { payoutBatches } from '#messages/admin/payouts.ts';
import { TextField } from '../../ui/TextField.tsx';
import { Options } from '../admin/Options.tsx';
import { LayoutColumns } from './LayoutColumns.tsx';
import { isTable } from './layouts.ts';
import classes from './Payouts.module.css';

const texts = payoutBatches.layout;

type Layout = PayoutLayoutInput;

interface LayoutFieldsProps {
  layout: Layout;
  onChange: (layout: Layout) => void;
}

/** What a bank's file of payouts looks like. A message of ISO 20022 has no columns to choose. */
export function LayoutFields({ layout, onChange }: LayoutFieldsProps) {
  const change = (changes: Partial<Layout>) => onChange({ ...layout, ...changes });
  const table = isTable(layout);
  return (
    <>
      <div className={classes.fields}>
        <Choice
          label={texts.format}
          of={texts.formats}
          value={layout.format}
          onChoose={(format) => change({ format })}
        />
        <Choice
          label={texts.letters}
          of={texts.letterSets}
          value={layout.letters}
          onChoose={(letters) => change({ letters })}
        />
        {layout.format === 'CSV' && (
          <Choice
            label={texts.delimiter}
            of={texts.delimiters}
            value={layout.delimiter}
            onChoose={(delimiter) => change({ delimiter })}
          />
        )}
        {table && (
          <Choice
            label={texts.dates}
            of={texts.dateStyles}
            value={layout.dateStyle}
            onChoose={(dateStyle) => change({ dateStyle })}
          />
        )}
      </div>
      <fieldset className={classes.fields}>
        <legend>{texts.modes}</legend>
        {(['sameBank', 'neft', 'rtgs'] as const).map((mode) => (
          <TextField
            key={mode}
            label={texts.mode[mode]}
            maxLength={20}
            value={layout.modes[mode]}
            onChange={(word) => change({ modes: { ...layout.modes, [mode]: word } })}
          />
        ))}
      </fieldset>
      {table && (
        <>
          <TextField
            label={texts.firstLine}
            description={texts.firstLineHint}
            maxLength={200}
            value={layout.firstLine ?? ''}
            onChange={(line) => change({ firstLine: line || null })}
          />
          <label className={classes.option}>
            <input
              type="checkbox"
              checked={layout.headings}
              onChange={({ currentTarget }) => change({ headings: currentTarget.checked })}
            />
            {texts.headings}
          </label>
          <LayoutColumns
            columns={layout.columns}
            headings={layout.headings}
            onChange={(columns) => change({ columns })}
          />
        </>
      )}
    </>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  of: Readonly<Record<Value, string>>;
  value: Value;
  onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ label, of, value, onChoose }: ChoiceProps<Value>) {
  return (
    <NativeSelect label={label} value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value as Value)}>
      <Options of={Object.entries<string>(of).map(([one, name]) => ({ value: one, label: name }))} />
    </NativeSelect>
  );
}

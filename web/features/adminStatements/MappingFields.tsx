import { NativeSelect } from '@mantine/core';
import type { StatementDateOrder } from '../../gql/graphql.ts';
import { statements } from '#messages/admin/statements.ts';
import type { Preview } from './preview.ts';
import classes from './Statements.module.css';

const texts = statements.file;

type Mapping = NonNullable<Preview['mapping']>;

const required = ['date', 'description'] as const;
const optional = ['reference', 'credit', 'debit', 'amount', 'side', 'balance', 'time'] as const;
const orders = [
  { value: '', label: texts.orderShown },
  ...Object.entries(texts.orders).map(([value, label]) => ({ value, label })),
];

interface MappingFieldsProps {
  preview: Preview;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
  /** Another line has the headings. */
  onHeading: (row: number) => void;
}

/** Which row of a table has the headings, and which column holds what. */
export function MappingFields({ preview: { headings, rows }, mapping, onChange, onHeading }: MappingFieldsProps) {
  const none = { value: '', label: texts.noColumn };
  const columns = headings.map((heading) => ({ value: heading, label: heading }));
  const lines = rows.map(({ row, cells }) => ({ value: String(row), label: texts.headingLine(row, cells) }));
  const heading = rows.find(({ cells }) => headings.every((name) => cells.includes(name.replace(/ \(\d+\)$/, ''))));
  return (
    <fieldset className={classes.mapping}>
      <legend>{texts.columns}</legend>
      <NativeSelect
        label={texts.headingRow}
        data={[...(heading ? [] : [none]), ...lines]}
        value={heading ? String(heading.row) : ''}
        onChange={({ currentTarget }) => onHeading(Number(currentTarget.value))}
      />
      {required.map((name) => (
        <NativeSelect
          key={name}
          label={texts.fields[name]}
          data={[none, ...columns]}
          value={mapping[name]}
          onChange={({ currentTarget }) => onChange({ ...mapping, [name]: currentTarget.value })}
        />
      ))}
      <NativeSelect
        label={texts.order}
        data={orders}
        value={mapping.dateOrder ?? ''}
        onChange={({ currentTarget }) =>
          onChange({ ...mapping, dateOrder: (currentTarget.value || null) as StatementDateOrder | null })
        }
      />
      {optional.map((name) => (
        <NativeSelect
          key={name}
          label={texts.fields[name]}
          data={[none, ...columns]}
          value={mapping[name] ?? ''}
          onChange={({ currentTarget }) => onChange({ ...mapping, [name]: currentTarget.value || null })}
        />
      ))}
    </fieldset>
  );
}
